"""The folder of an archive: a manifest, and the results in Parquet parts.

Each part is written at once and named by a hash of what it holds, so nothing is ever half there,
and parts of several machines can be put together by copying them into one folder.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from asp_nono.archive.entries import Entry
from asp_nono.files import make_folder, write_whole
from asp_nono.messages import Message, PuzzleError, needs

if TYPE_CHECKING:
    import pyarrow as pa

_MANIFEST, _PARTS = "archive.json", "parts"
_FORMAT = 1  # of the folder

COLUMNS: Mapping[str, str] = {
    "source": "string",  # the file
    "puzzle": "int32",  # its number in the file, from 1
    "of": "int32",  # how many puzzles the file has
    "key": "int64",  # of the file's name and content
    "clues": "string",  # a hash of the clues, whatever file they are in
    "width": "int32",
    "height": "int32",
    "colors": "int32",  # with the background
    "verdict": "string",
    "technique": "string",
    "count": "string",  # the number of solutions, or the least that is known: it may be very large
    "at_most": "string",
    "exact": "bool_",  # whether that is the number
    "grade": "int32",  # of difficulty, from 1 to 10
    "solutions": "string",  # up to two of them, rows from the top, an empty line in between
    "seconds": "float64",  # wall-clock time
    "stopped": "string",  # what stopped the job: time, memory, crashed
    "error": "string",  # why the file or the puzzle could not be read
    "result": "string",  # what --json has
}
"""The columns of a part and their types in Arrow; docs/archive.md explains them."""

Row = dict[str, Any]


class Archive:
    """A folder with the results of one job on very many puzzles."""

    def __init__(self, folder: Path, about: Mapping[str, Any], code: Mapping[str, Any]) -> None:
        """Open the folder, or make it; `about` says what is asked of each puzzle, `code` by what.

        PuzzleError if it holds results of another job, or cannot be written, or pyarrow is missing.
        """
        with needs("lab", Message("an archive")):
            self._schema = _schema()
        self._folder = folder
        make_folder(folder / _PARTS)
        path = folder / _MANIFEST
        known = _manifest(path) if path.exists() else {"format": _FORMAT, **about, "code": []}
        for key, value in about.items():
            if known.get(key) != value:
                raise PuzzleError(
                    "{key} was {before} there and is {now} now; expected another folder",
                    key=key,
                    before=json.dumps(known.get(key)),
                    now=json.dumps(value),
                    path=str(folder),
                )
        if all(dict(one, since=None) != dict(code, since=None) for one in known["code"]):
            since = datetime.now(UTC).isoformat(timespec="seconds")
            known["code"].append({**code, "since": since})
            write_whole(path, f"{json.dumps(known, indent=2)}\n".encode())

    @property
    def parts(self) -> list[Path]:
        """The parts that are there."""
        return sorted((self._folder / _PARTS).glob("*.parquet"))

    def write(self, rows: Sequence[Row]) -> None:
        """Add a part."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = {name: [_storable(row.get(name)) for row in rows] for name in COLUMNS}
        content = BytesIO()
        pq.write_table(pa.table(columns, schema=self._schema), content, compression="zstd")
        named = sha256(json.dumps([(row["key"], row["puzzle"]) for row in rows]).encode())
        part = self._folder / _PARTS / f"{named.hexdigest()[:32]}.parquet"
        write_whole(part, content.getvalue())

    @cached_property
    def _done(self) -> tuple[npt.NDArray[np.int64], dict[int, tuple[set[int], int]]]:
        """The keys of files that are done, sorted; the others as `begun` has them."""
        columns = ["key", "puzzle", "of"]
        single, several = [np.empty(0, np.int64)], [np.empty((3, 0), np.int64)]
        for part in self.parts:
            rows = np.stack([np.asarray(column) for column in _table(part, columns).columns])
            single.append(rows[0, rows[2] == 1])
            several.append(rows[:, rows[2] != 1])
        rows = np.concatenate(several, axis=1)
        rows = rows[:, np.unique(rows[:2], axis=1, return_index=True)[1]]
        keys, starts, counts = np.unique(rows[0], return_index=True, return_counts=True)
        if not len(keys):
            return np.sort(np.concatenate(single)), {}
        most = np.maximum.reduceat(rows[2], starts)
        whole = counts >= most
        begun = {
            int(keys[at]): (set(rows[1, starts[at] : starts[at] + counts[at]].tolist()), most[at])
            for at in np.flatnonzero(~whole)
        }
        return np.sort(np.concatenate([*single, keys[whole]])), begun

    def has(self, entry: Entry) -> bool:
        """Whether all puzzles of a file are done."""
        keys, _ = self._done
        at = int(np.searchsorted(keys, entry.key))
        return at < len(keys) and int(keys[at]) == entry.key

    def begun(self, entry: Entry) -> tuple[set[int], int]:
        """The numbers of puzzles that are done, of how many, in a file of which others are not."""
        done, several = self._done[1].get(entry.key, (set(), 0))
        return done, int(several)


def read_manifest(folder: Path) -> dict[str, Any]:
    """What the archive in a folder is about; PuzzleError if there is none."""
    path = folder / _MANIFEST
    if not path.exists():
        raise PuzzleError("no archive.json; expected the folder of an archive", path=str(folder))
    return _manifest(path)


def _manifest(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        found = None
    if (
        isinstance(found, dict)
        and {"format", "job", "code"} <= found.keys()
        and found["format"] == _FORMAT
    ):
        return found
    raise PuzzleError("expected the manifest of an archive", path=str(path))


def read_rows(folder: Path, columns: Sequence[str]) -> "pa.Table":
    """These columns of all results, those of a puzzle that is there twice once."""
    with needs("lab", Message("an archive")):
        import pyarrow as pa
    parts = sorted((folder / _PARTS).glob("*.parquet"))
    wanted = [*dict.fromkeys(("key", "puzzle", *columns))]
    every = [_table(part, wanted) for part in parts]
    table = pa.concat_tables(every) if every else _schema().empty_table().select(wanted)
    keys = np.stack([np.asarray(table["key"]), np.asarray(table["puzzle"])], axis=1)
    _, first = np.unique(keys, axis=0, return_index=True)
    return table.take(np.sort(first)) if len(first) < len(table) else table


def _storable(value: object) -> object:
    """The value of a cell; names of files and texts may hold what UTF-8 does not."""
    return value.encode(errors="backslashreplace").decode() if isinstance(value, str) else value


def _schema() -> "pa.Schema":
    import pyarrow as pa

    return pa.schema([(name, getattr(pa, kind)()) for name, kind in COLUMNS.items()])


def _table(part: Path, columns: Sequence[str]) -> "pa.Table":
    import pyarrow.parquet as pq
    from pyarrow import ArrowException

    try:
        return pq.read_table(part, columns=list(columns))
    except (OSError, ArrowException, KeyError) as error:
        raise PuzzleError("cannot be read: {reason}", reason=str(error), path=str(part)) from None
