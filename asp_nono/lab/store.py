"""The file of results: SQLite, safe against crashes, and open to several writers at once.

Each run is committed by itself and is on the disk before the next one counts (write-ahead log,
`synchronous=FULL`). A run that is about to begin is claimed, so that two programs that work on the
same plan share the work; the claims of a program that has died count for nothing.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from asp_nono.errors import PuzzleError
from asp_nono.lab import schema
from asp_nono.lab.competitors import Competitor, Ours, Text, identity_text
from asp_nono.lab.instances import Instance
from asp_nono.lab.jobs import Job
from asp_nono.lab.outcome import FIELDS, Outcome
from asp_nono.lab.owners import alive, myself

_WAIT = 60.0
"""Seconds in which another program must have finished writing."""


class Store:
    """A file of results; to be used in a `with` block.

    Args:
        path: The file.
        write: Whether runs are to be recorded; the file is made if it is not there.

    Raises:
        PuzzleError: If it is no file of results, or not of this version, or cannot be used.
    """

    def __init__(self, path: Path, *, write: bool = False) -> None:
        self.path = path
        if not write and not path.is_file():
            raise PuzzleError(
                "no such file; expected results of `asp-nono lab run`", path=str(path)
            )
        with self._told():
            mode = "rwc" if write else _reading(path)
            uri = f"{path.resolve().as_uri()}?mode={mode}"
            self._base = sqlite3.connect(uri, timeout=_WAIT, isolation_level=None, uri=True)
            self._base.row_factory = sqlite3.Row
            if write:
                self._make()
            self._check()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._base.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite has to complain of, as one line."""
        try:
            yield
        except sqlite3.Error as error:
            raise PuzzleError(f"cannot be used: {error}", path=str(self.path)) from None

    def _make(self) -> None:
        """Make the tables if there is nothing yet."""
        self._base.execute("PRAGMA synchronous = FULL")
        with self._writing():
            empty = not self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if empty:
                for statement in schema.TABLES.split(";"):
                    self._base.execute(statement)
        if empty:
            self._base.execute("PRAGMA journal_mode = WAL")

    def _check(self) -> None:
        """See that the tables are ours."""
        if self._pragma("application_id") != schema.APPLICATION:
            raise PuzzleError("is no file of results of the lab", path=str(self.path))
        if (version := self._pragma("user_version")) != schema.VERSION:
            reason = f"has version {version} of the tables; expected {schema.VERSION}"
            raise PuzzleError(reason, path=str(self.path))

    def _pragma(self, name: str) -> int:
        return int(self._base.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All that is written inside is there afterwards, or nothing."""
        with self._told():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    def recorded(self) -> set[str]:
        """The keys of all runs that are recorded."""
        with self._told():
            return {row[0] for row in self._base.execute("SELECT key FROM run")}

    def claim(self, job: Job) -> bool:
        """Whether the run is ours to carry out: not recorded, and nobody else is at it."""
        key = job.key
        with self._writing():
            if self._base.execute("SELECT 1 FROM run WHERE key = ?", (key,)).fetchone():
                return False
            row = self._base.execute("SELECT owner FROM claim WHERE key = ?", (key,)).fetchone()
            if row and row["owner"] != myself() and alive(row["owner"]):
                return False
            self._base.execute("INSERT OR REPLACE INTO claim VALUES (?, ?)", (key, myself()))
        return True

    def release(self) -> None:
        """Give up all claims of this program."""
        with self._writing():
            self._base.execute("DELETE FROM claim WHERE owner = ?", (myself(),))

    def begin(self, name: str, text: str) -> int:
        """Record a plan; its number."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._writing():
            return self._number("plan", {"text": text}, {"name": name, "begun": now})

    def add(self, job: Job, outcome: Outcome, plan: int, machine: Mapping[str, object]) -> None:
        """Record a run; once this returns it survives a crash of anything."""
        facts = json.dumps(machine, sort_keys=True, ensure_ascii=False)
        with self._writing():
            row = {
                "key": job.key,
                "competitor": self._competitor(job.competitor),
                "instance": self._instance(job.instance),
                "plan": plan,
                "machine": self._number("machine", {"facts": facts}, {}),
                "task": str(job.task),
                "repetition": job.repetition,
                "seed": job.seed,
                "time_limit": job.bounds.seconds,
                "cpu_limit": job.bounds.cpu_seconds,
                "memory_limit": job.bounds.megabytes,
                **to_row(outcome),
            }
            row["seal"] = seal(row, about(job))
            names, marks = ", ".join(row), ", ".join("?" * len(row))
            self._base.execute(
                f"INSERT OR IGNORE INTO run ({names}) VALUES ({marks})",  # noqa: S608 - our names
                list(row.values()),
            )
            self._base.execute("DELETE FROM claim WHERE key = ?", (job.key,))

    def rows(self, statement: str) -> Iterator[sqlite3.Row]:
        """What a query finds.

        Raises:
            PuzzleError: If the file is damaged.
        """
        with self._told():
            yield from self._base.execute(statement)

    def _competitor(self, competitor: Competitor) -> int:
        for text in competitor.texts:
            self._blob(text)
        more: dict[str, object] = {"label": competitor.label}
        if isinstance(competitor, Ours):
            more |= {"recipe": competitor.name, "hints": competitor.hints}
            more |= {"options": json.dumps(competitor.options)}
            more |= {"encoding_hash": competitor.encoding_hash}
        return self._number("competitor", {"identity": identity_text(competitor)}, more)

    def _instance(self, instance: Instance) -> int:
        self._blob(instance.text)
        which: dict[str, object] = {"set_name": instance.some, "name": instance.name}
        which |= {"hash": instance.text.hash, "number": instance.number}
        width, height, colors = instance.size
        low, high = instance.known
        more = {"width": width, "height": height, "colors": colors}
        return self._number("instance", which, more | {"known_low": low, "known_high": high})

    def _blob(self, text: Text) -> None:
        if self._base.execute("SELECT 1 FROM blob WHERE hash = ?", (text.hash,)).fetchone():
            return
        row = (text.hash, text.name, text.data)
        self._base.execute("INSERT INTO blob VALUES (?, ?, ?)", row)

    def _number(self, table: str, which: dict[str, Any], more: dict[str, Any]) -> int:
        """The number of a row, which is added if it is not there."""
        where = " AND ".join(f"{name} = ?" for name in which)
        query = f"SELECT id FROM {table} WHERE {where}"  # noqa: S608 - our own names
        found = self._base.execute(query, list(which.values())).fetchone()
        if found:
            return int(found["id"])
        row = which | more
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608 - the same
        return int(self._base.execute(statement, list(row.values())).lastrowid or 0)


def to_row(outcome: Outcome) -> dict[str, Any]:
    """The columns of an outcome."""
    row: dict[str, Any] = {name: getattr(outcome, name) for name in FIELDS}
    row["exhausted"] = int(outcome.exhausted)
    row["solutions"] = json.dumps(outcome.solutions, ensure_ascii=False)
    row["models"] = None if outcome.models is None else str(outcome.models)
    return row


def from_row(row: sqlite3.Row) -> Outcome:
    """The inverse."""
    values: dict[str, Any] = {one.name: row[one.name] for one in fields(Outcome)}
    values["exhausted"] = bool(values["exhausted"])
    values["solutions"] = tuple(json.loads(values["solutions"]))
    values["models"] = None if values["models"] is None else int(values["models"])
    return Outcome(**values)


def about(job: Job) -> list[object]:
    """What of a run stands in other tables, and is sealed with it."""
    instance, competitor = job.instance, job.competitor
    which = [instance.some, instance.name, instance.text.hash, instance.number]
    return [competitor.label, identity_text(competitor), *which, *instance.known]


ABOUT = (
    *("label", "identity"),
    *("set_name", "instance_name", "instance_hash", "number"),
    *("known_low", "known_high"),
)
"""The same as columns of `RUNS`."""

COLUMNS = (
    *("key", "competitor", "instance", "plan", "machine", "task", "repetition", "seed"),
    *("time_limit", "cpu_limit", "memory_limit"),
    *FIELDS,
)
"""The columns of a run that are sealed."""

RUNS = """
SELECT run.*, label, identity, recipe, hints, options, encoding_hash, set_name,
    instance.name AS instance_name, instance.hash AS instance_hash,
    number, width, height, colors, known_low, known_high
FROM run JOIN competitor ON competitor.id = competitor JOIN instance ON instance.id = instance
ORDER BY run.rowid
"""
"""All runs with what stands in other tables."""


def seal(row: dict[str, Any], about: list[object]) -> str:
    """A hash over all that a run records: whoever changes it afterwards breaks the seal."""
    numbers = {name: float(value) for name, value in row.items() if isinstance(value, int | float)}
    sealed = [[name, numbers.get(name, row[name])] for name in sorted(row) if name != "seal"]
    return sha256(json.dumps([sealed, about], ensure_ascii=False).encode()).hexdigest()


def _reading(path: Path) -> str:
    """How to open a file that is only read: where nobody can write, it does not change either."""
    log = path.with_name(f"{path.name}-wal")
    return "ro" if os.access(path.parent, os.W_OK) or log.exists() else "ro&immutable=1"
