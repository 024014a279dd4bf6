"""The file of results (SQLite): written run by run, locked while it is written, read as values.

Each run is committed by itself and flushed (write-ahead log, `synchronous=FULL`), so that a crash
leaves whole runs only. A second program that would write is refused.
"""

import fcntl
import json
import os
import platform
import re
import sqlite3
import tomllib
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import asp_nono
from asp_nono.lab.code import code, commit
from asp_nono.lab.instances import UNKNOWN, VERDICT_RANGES, Instance, Range
from asp_nono.lab.plan import limits_text
from asp_nono.lab.run import FIELDS, PlannedRun, RunOutcome
from asp_nono.lab.systems import RecipeSystem, System, identity, sha256, short_label
from asp_nono.messages import Message, PuzzleError
from asp_nono.run.limits import Limits
from asp_nono.run.meter import smallest_peak

APPLICATION = 0x61736E6C  # marks the file as ours (PRAGMA application_id)
VERSION = 4  # of the tables (PRAGMA user_version)

_WAIT = 60.0  # seconds to wait for a reader's lock


def _sql(name: str, **parts: object) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8").format(**parts)


_TYPES = {str: "TEXT", float: "REAL", int: "INTEGER", bool: "INTEGER"}  # of columns in SQLite

TABLES = _sql(
    "tables.sql",
    application=APPLICATION,
    version=VERSION,
    outcome=",\n    ".join(f"{name} {_TYPES[kind]}" for name, kind in FIELDS.items()),
)
"""The content of a new file; docs/lab.md explains every column."""

_QUERY = _sql("runs.sql", outcome=", ".join(FIELDS))  # all runs

_DESCRIBED = """key system recipe deductions options encoding_hash process copy set puzzle
puzzle_hash number width height colors known_low known_high task repetition seed time_limit
cpu_limit memory_limit machine"""
DESCRIPTION = tuple(_DESCRIBED.split())  # what describes a run in exports

_TABLE = re.compile("CREATE TABLE ([a-z]+)")
_PLANNED = """SELECT count(*), sum(run.key IS NULL) FROM
(SELECT DISTINCT key FROM planned) AS planned LEFT JOIN run ON run.key = planned.key"""

_PLANS = "SELECT key, name, plan FROM planned JOIN plan ON plan.id = plan"

PuzzleName = tuple[str, str]  # its set and its name there


def named(puzzle: PuzzleName) -> str:
    """The puzzle's name with its set."""
    return "/".join(puzzle)


@dataclass(frozen=True)
class Run:
    """A recorded run: limits in seconds, None for none; `about` is described by `DESCRIPTION`."""

    label: str
    puzzle: PuzzleName
    task: str
    repetition: int
    limit: float | None
    known: Range
    outcome: RunOutcome
    about: Mapping[str, Any] = field(default_factory=dict)
    cpu_limit: float | None = None
    plans: Sequence[str] = ()  #: the names of the plans that it belongs to

    @cached_property
    def claims(self) -> Range:
        """The number of solutions of the puzzle if this run is right."""
        outcome = self.outcome
        if outcome.status == "wrong":
            return UNKNOWN
        if outcome.models is not None and outcome.status != "error":
            low = max(outcome.models, len(set(outcome.solutions)))
            return Range(low, low if outcome.exhausted and outcome.solved else None)
        return VERDICT_RANGES.get(outcome.status, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Results:
    """A file of results: its runs, the machines as JSON, and the plans by name as TOML.

    The runs of the plan that was begun last come first.
    """

    path: Path
    runs: Sequence[Run]
    machines: Sequence[str] = ()
    plans: Sequence[tuple[str, str]] = ()
    planned: int | None = None  #: the runs of all plans; None if the file does not say
    missing: int = 0  #: of these, not recorded
    copies: Sequence[Run] = ()  #: runs of copies of a system, which calibrate the tests

    def only(self, chosen: "Selection") -> "Results":
        """The same with the runs that are chosen; PuzzleError if there are none."""
        runs, copies = (
            [run for run in some if chosen.fits(run)] for some in (self.runs, self.copies)
        )
        if (self.runs or self.copies) and not (runs or copies):
            raise PuzzleError("no run matches", path=str(self.path))
        return replace(self, runs=runs, copies=copies)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which runs are meant: those that match one pattern (with *) of each kind that has some."""

    systems: Sequence[str] = ()
    puzzles: Sequence[str] = ()
    statuses: Sequence[str] = ()
    tasks: Sequence[str] = ()
    plans: Sequence[str] = ()
    limits: Sequence[float] = ()  #: seconds of wall-clock or CPU time

    def __bool__(self) -> bool:
        return any(map(bool, (getattr(self, one.name) for one in fields(self))))

    def fits(self, run: Run) -> bool:
        """Whether a run is meant."""
        kinds = (
            (self.systems, [run.label, short_label(run.label)]),
            (self.puzzles, [named(run.puzzle)]),
            (self.statuses, [run.outcome.status]),
            (self.tasks, [run.about["task"]]),
            (self.plans, run.plans),
        )
        texts = all(
            any(fnmatchcase(name, _pattern(one)) for name in names for one in patterns)
            for patterns, names in kinds
            if patterns
        )
        return texts and (not self.limits or bool({run.limit, run.cpu_limit} & {*self.limits}))


class Store(AbstractContextManager["Store"]):
    """A file of results, to be used in a `with` block; made if it is to be written.

    PuzzleError if it is no file of results, cannot be used, or another program writes it.
    """

    def __init__(self, path: Path, *, write: bool = False) -> None:
        self.path = path
        with ExitStack() as stack, self._sqlite():
            if write:
                self._lock(stack)
            elif not path.is_file():
                raise self._error(Message("no such file; expected results of a run of the lab"))
            uri = f"{path.resolve().as_uri()}?mode={'rwc' if write else _reading(path)}"
            self._base = sqlite3.connect(uri, timeout=_WAIT, isolation_level=None, uri=True)
            stack.callback(self._base.close)
            self._base.row_factory = sqlite3.Row
            if write:
                self._make()
                stack.callback(self._leave_one_file)
            self._check()
            self._open = stack.pop_all()

    def __exit__(self, *error: object) -> None:
        self._open.close()

    @contextmanager
    def _sqlite(self) -> Iterator[None]:
        """Errors of SQLite as one line."""
        try:
            yield
        except sqlite3.Error as error:
            reason = Message("cannot be used: {error}", error=str(error))
            if isinstance(error, sqlite3.DatabaseError) and "malformed" in str(error):
                reason = Message("damaged: {error}", error=str(error))
            elif "not a database" in str(error):
                reason = Message("is no file of results of the lab")
            raise self._error(reason) from None

    def _error(self, reason: Message) -> PuzzleError:
        return PuzzleError(reason, path=str(self.path))

    def _lock(self, stack: ExitStack) -> None:
        """Lock the file against other writers; SQLite's own locks are of another kind."""
        try:
            # closed last: SQLite's locks of the file go with it
            file = stack.enter_context(self.path.open("ab"))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            reason = Message("is in use; another program is writing results into it")
            raise self._error(reason) from None
        except OSError as error:
            reason = Message("cannot be used: {error}", error=str(error.strerror))
            raise self._error(reason) from None

    def _make(self) -> None:
        """Make the tables if there is nothing yet."""
        self._base.execute("PRAGMA synchronous = FULL")
        with self._writing():
            empty = not self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            for statement in TABLES.split(";") if empty else ():
                self._base.execute(statement)
        self._base.execute("PRAGMA journal_mode = WAL")

    def _leave_one_file(self) -> None:
        """Without a log beside it, reading the file leaves none either; not while others read."""
        with suppress(sqlite3.OperationalError):
            self._base.execute("PRAGMA busy_timeout = 0")
            self._base.execute("PRAGMA journal_mode = DELETE")

    def _check(self) -> None:
        mark, found = (
            int(self._base.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("application_id", "user_version")
        )
        if mark != APPLICATION:
            raise self._error(Message("is no file of results of the lab"))
        if found != VERSION:
            reason = Message(
                "has version {found} of the tables; expected {expected}: run the plan again",
                found=found,
                expected=VERSION,
            )
            raise self._error(reason)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All that is written inside is there afterwards, or nothing."""
        with self._sqlite(), self._base:
            self._base.execute("BEGIN IMMEDIATE")
            yield

    def rows(self, statement: str) -> list[sqlite3.Row]:
        """The rows that a query finds."""
        with self._sqlite():
            return self._base.execute(statement).fetchall()

    @property
    def content(self) -> bytes:
        """The whole file, with what is still in its write-ahead log."""
        with self._sqlite():
            return bytes(self._base.serialize())

    def last_plan(self) -> sqlite3.Row | None:
        """The plan that was begun last, calibrations aside; None if there is none."""
        plans = self.rows("SELECT * FROM plan ORDER BY begun DESC, id DESC")
        return next((row for row in plans if "copies" not in tomllib.loads(row["text"])), None)

    def recorded(self) -> set[str]:
        """The keys of all recorded runs."""
        return {row[0] for row in self.rows("SELECT key FROM run")}

    def begin(self, name: str, text: str, base: Path, keys: Iterable[str]) -> int:
        """Record a plan, the folder of its paths, and the keys of its runs; its number."""
        now = datetime.now(UTC).isoformat(timespec="microseconds")
        with self._writing():
            more = {"name": name, "base": str(base.absolute()), "begun": now}
            number = self._number("plan", {"text": text}, more)
            self._base.execute("UPDATE plan SET begun = ? WHERE id = ?", (now, number))
            # what was planned before the contents changed is planned no more
            self._base.execute("DELETE FROM planned WHERE plan = ?", (number,))
            rows = ((number, key) for key in keys)
            self._base.executemany("INSERT OR IGNORE INTO planned VALUES (?, ?)", rows)
            return number

    def add(
        self,
        found: Iterable[tuple[PlannedRun, RunOutcome]],
        plan: int,
        machine: Mapping[str, object],
    ) -> None:
        """Record the runs of a matched set; once this returns they survive any crash."""
        facts = json.dumps(machine, sort_keys=True, ensure_ascii=False)
        with self._writing():
            place = self._number("machine", {"facts": facts}, {})
            for planned, outcome in found:
                row = {
                    "key": planned.key,
                    "system": self._system(planned.system),
                    "instance": self._instance(planned.instance),
                    "plan": plan,
                    "machine": place,
                    "task": str(planned.task),
                    "repetition": planned.repetition,
                    "seed": planned.seed,
                    "time_limit": planned.limits.seconds,
                    "cpu_limit": planned.limits.cpu_seconds,
                    "memory_limit": planned.limits.megabytes,
                }
                self._insert("run", row | to_row(outcome))

    def _system(self, system: System) -> int:
        more: dict[str, Any] = {"label": system.label, "process": "own", "copy": 0}
        if isinstance(system, RecipeSystem):
            for text in system.texts:
                self._insert("blob", asdict(text) | {"hash": text.hash})
            more |= {
                "recipe": system.recipe.name,
                "deductions": system.recipe.deductions,
                "options": json.dumps(system.recipe.options),
                "encoding_hash": sha256("".join(text.hash for text in system.texts).encode()),
                "process": "shared" if system.shared else "own",
                "copy": system.copy,
            }
        defined = json.dumps(identity(system), sort_keys=True, ensure_ascii=False)
        return self._number("system", {"identity": defined}, more)

    def _instance(self, one: Instance) -> int:
        self._insert("blob", asdict(one.text) | {"hash": one.text.hash})
        which = {"set_name": one.set, "name": one.name, "hash": one.text.hash, "number": one.number}
        names = ("width", "height", "colors", "known_low", "known_high")
        more = dict(zip(names, (*one.size, one.known.low, one.known.high), strict=True))
        return self._number("instance", which, more)

    def drop(self, keys: Iterable[str]) -> int:
        """Delete the runs with these keys; how many."""
        with self._writing():
            query = "DELETE FROM run WHERE key = ?"
            return self._base.executemany(query, ((key,) for key in keys)).rowcount

    def merge(self, path: Path) -> int:
        """Add the runs of another file that are not here; how many."""
        with Store(path):
            pass  # it is one of ours
        with self._sqlite():
            self._base.execute("ATTACH ? AS other", (f"{path.resolve().as_uri()}?mode=ro",))
        before = len(self.recorded())
        try:
            with self._writing():
                for statement in _sql("merge.sql", **self._columns()).split(";"):
                    self._base.execute(statement)
        finally:
            with suppress(sqlite3.Error):
                self._base.execute("DETACH other")
        return len(self.recorded()) - before

    def _columns(self) -> dict[str, str]:
        """The columns of the tables that hold no numbers of rows."""
        found = {}
        for table in ("instance", "system", "run"):
            names = (row["name"] for row in self.rows(f"PRAGMA table_info({table})"))
            numbers = ("id", "system", "instance", "plan", "machine")
            found[table] = ", ".join(name for name in names if name not in numbers)
        found["theirs"] = ", ".join(f"run.{name}" for name in found["run"].split(", "))
        return found

    def salvage(self, path: Path) -> int:
        """Take over all rows that can be read of a damaged file, from both ends; the runs here."""
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as base:
            base.execute("PRAGMA writable_schema = ON")  # else a file that was cut has no pages
            for table in _TABLE.findall(TABLES):
                order = "plan, key" if table == "planned" else "rowid"
                for direction in ("ASC", "DESC"):
                    with self._writing(), suppress(sqlite3.DatabaseError):
                        query = f"SELECT * FROM {table} ORDER BY {order} {direction}"  # noqa: S608
                        base.row_factory = sqlite3.Row
                        for row in base.execute(query):
                            self._insert(table, dict(row))
        return len(self.rows(_QUERY))

    def _number(self, table: str, which: dict[str, Any], more: dict[str, Any]) -> int:
        """The number of a row, which is added if it is not there."""
        self._insert(table, which | more)
        where = " AND ".join(f"{name} = ?" for name in which)
        query = f"SELECT id FROM {table} WHERE {where}"  # noqa: S608 - our own names
        return int(self._base.execute(query, list(which.values())).fetchone()["id"])

    def _insert(self, table: str, row: dict[str, Any]) -> None:
        """Add a row unless it is there."""
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        statement = f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})"  # noqa: S608 - ours
        self._base.execute(statement, list(row.values()))


def _pattern(text: str) -> str:
    """A pattern for GLOB in which only * is special: names hold brackets and question marks."""
    return re.sub(r"[\[?]", lambda match: f"[{match[0]}]", text)


def to_row(outcome: RunOutcome) -> dict[str, Any]:
    """The columns of an outcome."""
    # numbers may be too large for SQLite
    models = None if outcome.models is None else str(outcome.models)
    solutions = json.dumps(outcome.solutions, ensure_ascii=False)
    return asdict(outcome) | {"models": models, "solutions": solutions}


def _from_row(row: sqlite3.Row) -> RunOutcome:
    values: dict[str, Any] = {name: row[name] for name in FIELDS}
    values["exhausted"] = bool(values["exhausted"])
    values["solutions"] = tuple(json.loads(values["solutions"]))
    values["models"] = None if values["models"] is None else int(values["models"])
    return RunOutcome(**values)


def _reading(path: Path) -> str:
    """How to open a file that is only read: where it cannot be written, it does not change."""
    log = path.with_name(f"{path.name}-wal")
    return "ro" if os.access(path.parent, os.W_OK) or log.exists() else "ro&immutable=1"


def load(path: Path) -> Results:
    """Read a file of results; PuzzleError if it is none."""
    with Store(path) as store:
        rows = store.rows(_QUERY)
        machines = [row["facts"] for row in store.rows("SELECT facts FROM machine")]
        plans = [(row["name"], row["text"]) for row in store.rows("SELECT * FROM plan")]
        ((planned, missing),) = map(tuple, store.rows(_PLANNED))
        last, names = store.last_plan(), dict[str, list[str]]()
        current = set[str]()  # the keys of the runs of the last plan
        for key, name, plan in store.rows(_PLANS):
            names.setdefault(key, []).append(name)
            if last and plan == last["id"]:
                current.add(key)
        rows.sort(key=lambda row: row["key"] not in current)
    labels = versions((row["system"], row["identity"]) for row in rows)
    puzzles = versions(map(_puzzle, rows))
    limits = Counter(task for task, _ in {(row["task"], _limits(row)) for row in rows})
    runs, copies = list[Run](), list[Run]()
    for row in rows:
        task = row["task"]
        run = Run(
            label=labels[row["system"], row["identity"]],
            puzzle=(row["set"], puzzles[_puzzle(row)].removeprefix(f"{row['set']}/")),
            task=f"{task} within {limits_text(_limits(row))}" if limits[task] > 1 else task,
            repetition=row["repetition"],
            limit=row["time_limit"],
            known=Range(row["known_low"], row["known_high"]),
            outcome=_from_row(row),
            about={name: row[name] for name in DESCRIPTION},
            cpu_limit=row["cpu_limit"],
            plans=names.get(row["key"], []),
        )
        (copies if row["copy"] else runs).append(run)
    return Results(path, runs, machines, plans, planned, missing or 0, copies)


def versions(known: Iterable[tuple[str, Hashable]]) -> dict[tuple[str, Hashable], str]:
    """For each name and what it stands for a name of its own, so that changed things stay apart.

    >>> list(versions([("a", 1), ("b", 1), ("a", 2), ("a", 1)]).values())
    ['a', 'b', 'a (version 2)']
    """
    found: dict[tuple[str, Hashable], str] = {}
    count = Counter[str]()
    for name, what in dict.fromkeys(known):
        count[name] += 1
        more = f" (version {count[name]})" if count[name] > 1 else ""
        found[name, what] = f"{name}{more}"
    return found


def _puzzle(row: sqlite3.Row) -> tuple[str, str]:
    return f"{row['set']}/{row['puzzle']}", row["puzzle_hash"]


def _limits(row: sqlite3.Row) -> Limits:
    return Limits(row["time_limit"], row["memory_limit"], row["cpu_limit"])


@cache
def machine() -> dict[str, object]:
    """This machine and the versions of everything that takes part, as values of JSON."""
    known, changed = commit()
    return {
        "asp-nono": asp_nono.__version__,
        "commit": known,
        "changed": changed,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        **{library: version(library) for library in ("clingo", "click", "lxml")},
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "memory_bytes": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "host": platform.node(),
        "code": code(),
        "smallest_peak_bytes": smallest_peak(),
    }


def machine_line(facts: str) -> str:
    """A machine and its versions, in short."""
    known = json.loads(facts)
    commit = str(known.get("commit") or "no commit")[:9]
    changed = " with changes" if known.get("changed") else ""
    compiled = ", line logic compiled" if known.get("code", {}).get("compiled") is not None else ""
    ours = f"asp-nono {known['asp-nono']} ({commit}{changed}{compiled}), {known['python']}"
    place = f"{known.get('host', '')}: {known['cpu']}, {known['cores']} cores"
    return f"{ours}, clingo {known['clingo']}; {place}"


def _cpu() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or platform.machine()
