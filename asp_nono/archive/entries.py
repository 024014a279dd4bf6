"""The files of an archive, one after the other: from folders, tar files, Parquet tables and lists.

Only one of them is in memory at a time, however many there are.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, NamedTuple, cast

from asp_nono.files import InputFile, files_in
from asp_nono.formats.source import MAX_BYTES
from asp_nono.messages import Message, PuzzleError, needs

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

_TARS = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_BATCH = 256  # of a table, read at once
_COLUMN = "puzzle"
_BLOCK = 1 << 16  # bytes of a tar file, read at once


@dataclass(frozen=True)
class Entry:
    """A file of puzzles, or those of its puzzles that have these numbers.

    Attributes:
        name: What results call it.
        data: Its content.
        first: The number of the first puzzle, from 1.
        last: That of the last one; None for all.
        several: How many puzzles the file has, those with other numbers included; None if that is
            not known yet.
        fault: Why it could not be read; the others are, all the same.
    """

    name: str
    data: bytes
    first: int = 1
    last: int | None = None
    several: int | None = None
    fault: PuzzleError | None = None

    @cached_property
    def key(self) -> int:
        """63 bits of a hash of name and content: with these, results are found again."""
        found = blake2b(
            self.name.encode(errors="backslashreplace") + b"\0" + self.data, digest_size=8
        )
        return int.from_bytes(found.digest()) >> 1


class ArchiveSources:
    """The files in folders, tar files, Parquet tables and lists, and files of puzzles themselves.

    A folder is searched once, when this is made. PuzzleError, here or later, if one of the sources
    cannot be read, or if a folder or tar file holds no puzzle file.
    """

    def __init__(self, sources: Sequence[str]) -> None:
        self._sources = [_source(name) for name in sources]

    @property
    def number(self) -> int:
        """How many files there are; 0 if only reading them tells."""
        numbers = [source.number() for source in self._sources]
        return sum(numbers) if all(numbers) else 0

    def __iter__(self) -> Iterator[Entry]:
        for source in self._sources:
            yield from source.read()


class _OpenSource(NamedTuple):
    """How the files of a source are read, and how their number is found; 0 if reading tells."""

    read: Callable[[], Iterator[Entry]]
    number: Callable[[], int]


def _source(name: str) -> _OpenSource:
    if Path(name).is_dir():
        folder = _Folder(name)
        return _OpenSource(folder.read, folder.number)
    if name.lower().endswith(_TARS):
        return _OpenSource(partial(_of_tar, name), lambda: 0)
    if name.endswith(".parquet"):
        return _OpenSource(partial(_of_table, name), partial(_rows, name))
    if name.endswith(".list"):
        return _OpenSource(partial(_of_list, name), lambda: len(_listed(name)))
    return _OpenSource(partial(_of_file, name), lambda: 1)


class _Folder:
    """The puzzle files of a folder; their names are bytes, since there may be a million of them."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._names = bytearray()  # each ends with a zero byte
        for path in files_in(Path(source)):
            self._names += os.fsencode(path.relative_to(source)) + b"\0"
        if not self._names:
            raise PuzzleError("a folder in which no file ends as puzzle files do", path=source)

    def number(self) -> int:
        """How many there are."""
        return self._names.count(0)

    def read(self) -> Iterator[Entry]:
        """All of them."""
        for found in re.finditer(rb"[^\0]+", self._names):
            name = os.fsdecode(found[0])
            yield _entry(name, Path(self._source, name))


def _of_file(source: str) -> Iterator[Entry]:
    yield Entry(source, _content(Path(source)))


def _of_list(source: str) -> Iterator[Entry]:
    """The files that a text names, one on a line, as they lie beside it."""
    folder = Path(source).parent
    for name in _listed(source):
        yield _entry(name, folder / name)


def _listed(source: str) -> list[str]:
    lines = _content(Path(source)).decode(errors="replace").splitlines()
    return [line.strip() for line in lines if line.strip()]


def _entry(name: str, path: Path) -> Entry:
    """One of many files, or why it cannot be read."""
    try:
        return Entry(name, _content(path))
    except PuzzleError as error:
        return Entry(name, b"", fault=error)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unread(str(path), error) from None


def _unread(path: str, error: Exception) -> PuzzleError:
    reason = str(getattr(error, "strerror", None) or error)
    return PuzzleError("cannot be read: {reason}", reason=reason, path=path)


def _of_tar(source: str) -> Iterator[Entry]:
    """The puzzle files in a tar file, which are found as in a folder, without links."""
    import tarfile
    import zlib
    from lzma import LZMAError

    empty = True
    try:
        with _unpacked(source) as file, tarfile.open(fileobj=file, mode="r|") as tar:
            while member := tar.next():
                content = tar.extractfile(member) if member.isfile() else None
                if content and not _hidden(member.name):
                    data = content.read(MAX_BYTES + 1)  # reading more than that is refused
                    if InputFile(member.name, data).is_puzzle_file:
                        empty = False
                        yield Entry(member.name, data)
                tar.members.clear()  # type: ignore[attr-defined] # else it remembers all of them
            while file.read(_BLOCK):
                pass  # a compressed file that was cut off is noticed at its end
    except (OSError, tarfile.TarError, EOFError, zlib.error, LZMAError) as error:
        raise _unread(source, error) from None
    if empty:
        raise PuzzleError("a tar file in which no file ends as puzzle files do", path=source)


def _hidden(name: str) -> bool:
    """Whether a file, or a folder in which it is, is hidden."""
    return any(
        part.startswith(".") and part not in (".", "..") for part in PurePosixPath(name).parts
    )


def _unpacked(source: str) -> IO[bytes]:
    """A file to read from, whether it is compressed or not."""
    import bz2
    import gzip
    import lzma

    with Path(source).open("rb") as file:
        start = file.read(6)
    for sign, opened in ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ\0", lzma.open)):
        if start.startswith(sign):
            return cast("IO[bytes]", opened(source))
    return Path(source).open("rb")


def _of_table(source: str) -> Iterator[Entry]:
    """The rows of a table with a column `puzzle`, texts or bytes, and perhaps one `name`."""
    with _table(source) as table:
        columns = [name for name in ("name", _COLUMN) if name in table.schema_arrow.names]
        if _COLUMN not in columns:
            raise PuzzleError("no column 'puzzle'; expected one with texts", path=source)
        number = 0
        for batch in table.iter_batches(batch_size=_BATCH, columns=columns):
            for row in batch.to_pylist():
                number += 1
                content, name = row[_COLUMN], row.get("name") or f"row {number}"
                if not isinstance(content, str | bytes | None):
                    found = type(content).__name__
                    raise PuzzleError(
                        "column 'puzzle' holds {found}; expected texts or bytes",
                        path=source,
                        found=found,
                    )
                data = content.encode() if isinstance(content, str) else content or b""
                yield Entry(str(name), data)


def _rows(source: str) -> int:
    with _table(source) as table:
        return int(table.metadata.num_rows)


@contextmanager
def _table(source: str) -> "Iterator[ParquetFile]":
    """A table, whose errors are PuzzleErrors."""
    with needs("lab", Message("a Parquet table")):
        import pyarrow.parquet as pq
        from pyarrow import ArrowException
    try:
        with pq.ParquetFile(source) as table:
            yield table
    except (OSError, ArrowException) as error:
        raise _unread(source, error) from None
