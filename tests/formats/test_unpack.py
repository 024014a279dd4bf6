"""Files compressed with gzip: any format, whatever their name, and never more than the ceiling."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from functools import partial
from pathlib import Path

import pytest

from asp_nono.errors import PuzzleError
from asp_nono.files import read, write, write_text
from asp_nono.formats.source import MAX_BYTES, unpacked
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

WIDE = Puzzle.of(Grid.from_text(["#.#", "##."]), title="3x2")
TALL = Puzzle.of(Grid.from_text(["#", ".", "#", "#"]), title="1x4")
packed = partial(gzip.compress, mtime=0)


@pytest.mark.parametrize("name", ["p.nonpack.gz", "p.nonopack.gz", "p.non", "p.xml.gz", "p"])
@pytest.mark.parametrize("form", ["non", "xml"])
def test_every_format(tmp_path: Path, name: str, form: str) -> None:
    """The first bytes tell, not the name."""
    path = tmp_path / name
    path.write_bytes(gzip.compress(write_text([WIDE, TALL], form).encode()))
    assert read(path) == [WIDE, TALL]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be compressed too."""
    data = packed(write_text([WIDE], "non").encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert read("-") == [WIDE]


def test_several_members() -> None:
    """Compressed files may be joined."""
    assert unpacked(packed(b"one ") + packed(b"two")) == b"one two"


@pytest.mark.parametrize("name", ["p.nonpack.gz", "P.NON.GZ"])
def test_written(tmp_path: Path, name: str) -> None:
    """The ending `.gz` asks for it, and the one before tells the format."""
    path = tmp_path / name
    write([WIDE, TALL], path)
    assert gzip.decompress(path.read_bytes()).decode() == write_text([WIDE, TALL], "non")
    assert read(path) == [WIDE, TALL]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (packed(b"x" * 100)[:-9], "a gzip file that ends too early"),
        (packed(b"x" * 100)[:9], "a gzip file that ends too early"),
        (b"\x1f\x8bnonsense", "a damaged gzip file"),
        (packed(b"x" * 100)[:-8] + b"\0" * 8, "a damaged gzip file"),
        (packed(packed(b"x")), "a gzip file in a gzip file"),
        (packed(b"one") + b"\x1f\x8b", "a gzip file that ends too early"),
        (packed(b" "), "the file is empty"),
        (packed(b"") * 300_000, "a gzip file of more than 100 parts"),
    ],
)
def test_damage(tmp_path: Path, data: bytes, reason: str) -> None:
    """Each kind has its line, which begins with the path."""
    path = tmp_path / "p.gz"
    path.write_bytes(data)
    with pytest.raises(PuzzleError) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: {reason}")


def test_bombs(tmp_path: Path) -> None:
    """What would unpack to a gigabyte is refused long before."""
    packer = zlib.compressobj(wbits=16 + zlib.MAX_WBITS)
    bomb = b"".join(packer.compress(bytes(MAX_BYTES)) for _ in range(100)) + packer.flush()
    for data in (bomb, packed(bytes(MAX_BYTES)) * 100):
        assert len(data) < MAX_BYTES
        path = tmp_path / "p.gz"
        path.write_bytes(data)
        with pytest.raises(PuzzleError, match="unpacks to more than 10 MB"):
            read(path)
