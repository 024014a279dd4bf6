"""The table of formats, detection, reading paths and gzip, and files that are written whole."""

import gzip
import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from functools import partial
from io import BytesIO, TextIOWrapper
from pathlib import Path
from weakref import ref

import pytest

from asp_nono.files import (
    InputFile,
    InputFiles,
    formats,
    read,
    read_text,
    write,
    write_text,
    write_whole,
)
from asp_nono.formats import registry
from asp_nono.formats.registry import Format, find, register
from asp_nono.formats.source import MAX_BYTES, unpacked
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, UnknownNameError, UnwritableError
from asp_nono.puzzle import Puzzle
from tests.formats.fixtures import COLOR_FLAG
from tests.formats.samples import sample

ROOT = Path(__file__).parents[2]
WIDE = Puzzle.of(Grid.from_text(["#.#", "##."]), title="3x2")
TALL = Puzzle.of(Grid.from_text(["#", ".", "#", "#"]), title="1x4")


def refusal(path: str | Path, form: str | None = None) -> str:
    """Why a path is refused: one line that begins with the path."""
    with pytest.raises(PuzzleError) as caught:
        read(path, form=form)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"{path}: ")


def made(folder: Path, name: str, data: bytes) -> Path:
    """A file with this content."""
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("name", ["p.xml", "p.non", "p", "p.nonpack.gz"])
@pytest.mark.parametrize("form", ["xml", "non"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_content_decides(
    tmp_path: Path, name: str, form: str, pack: Callable[[bytes], bytes]
) -> None:
    """A suffix may lie, on the format and on compression."""
    path = made(tmp_path, name, pack(write_text([WIDE, TALL], form).encode()))
    assert read(path) == read(path, form=form) == [WIDE, TALL]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hyphen stands for it, and errors call it by its name."""
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(write_text([WIDE], "xml").encode())))
    assert read("-") == [WIDE]
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"")))
    with pytest.raises(PuzzleError, match=r"^<stdin>: the file is empty"):
        read("-")


def test_suffix_gives_the_reason_when_the_content_says_nothing(tmp_path: Path) -> None:
    """The reader of the suffix's format knows what is missing."""
    assert refusal(made(tmp_path, "p.non", b"title x\n")).startswith("no width")
    assert refusal(made(tmp_path, "p.xml", b"<set/>")).startswith("the root element is <set>")
    listing = made(tmp_path, "p.nin", b"2 2\n1\n1\n1\n1\n1\n")
    assert refusal(listing).startswith("rows and columns: 5 clues; expected 4")
    reason = refusal(made(tmp_path, "p.txt", b"title x\n"))
    assert reason == f"text in no known format; {len(formats())} formats are known"


def test_what_is_no_puzzle_file(tmp_path: Path) -> None:
    """Missing, a folder, empty, binary, too large: each has its line."""
    assert refusal(tmp_path / "none.xml") == "no such file"
    assert refusal(tmp_path) == "a folder; expected a puzzle file"
    for nothing in (b"", b" \r\n\t", b"\xef\xbb\xbf\n"):
        assert refusal(made(tmp_path, "p.xml", nothing)) == "the file is empty; expected a puzzle"
    image = made(tmp_path, "p.xml", b"\x7fELF\x02\x01\x01\0\0")
    assert refusal(image).startswith("binary data in no known format")
    assert refusal(image, "non") == "binary data; expected text"
    assert "not well-formed" in refusal(made(tmp_path, "p.xml", b"<puzzleset>\x01"))
    assert "more than 10 MB" in refusal(made(tmp_path, "p.non", b"\n" * (MAX_BYTES + 1)))
    assert refusal("zero\0byte").startswith("cannot be read: ")
    with pytest.raises(PuzzleError, match="half of a surrogate pair"):
        read_text("\ud800")
    with pytest.raises(PuzzleError, match="more than 10 MB"):
        read_text("x" * (MAX_BYTES + 1))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file on this system")
def test_endless_files_end() -> None:
    """No more than the ceiling is read, whatever the file says of its size."""
    assert "more than 10 MB" in refusal("/dev/zero")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs an ordinary user")
def test_unreadable(tmp_path: Path) -> None:
    """The system's reason is passed on."""
    path = made(tmp_path, "p.xml", b"<puzzleset/>")
    path.chmod(0)
    assert refusal(path).startswith("cannot be read: ")


def test_one_file_of_a_folder_at_a_time(tmp_path: Path) -> None:
    """Only the one whose turn it is stays in memory, and what is no puzzle file is not counted."""
    for number in range(5):
        made(tmp_path, f"{number}.json", write_text([WIDE], "json").encode())
        made(tmp_path, f"{number}.mk", b"all: p.o")
    files, seen = InputFiles([str(tmp_path)]), list[ref[InputFile]]()
    assert len(files) == 10
    for file in files:
        assert file.puzzles() == [WIDE]
        assert not [one for one in seen if one()]
        seen.append(ref(file))
        del file
    assert len(seen) == len(files) == 5


def test_folder_without_puzzles(tmp_path: Path) -> None:
    """It is handed on itself, and reading it says what it is."""
    made(tmp_path, "p.mk", b"all: p.o")
    files = InputFiles([str(tmp_path)])
    assert [file.name for file in files] == [str(tmp_path)]
    assert len(files) == 1


def test_unknown_names(tmp_path: Path) -> None:
    """The error lists the choices."""
    with pytest.raises(UnknownNameError, match=r"unknown format 'nom' \(did you mean non\?\)"):
        read_text("", form="nom")
    with pytest.raises(UnknownNameError, match=r"unknown format 'x'.*non.*xml"):
        write_text([WIDE], "x")
    with pytest.raises(UnknownNameError, match="format for the file name"):
        write([WIDE], tmp_path / "p.txt")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match="no puzzle to write"):
        write_text([], "xml")


def test_new_formats_join_the_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A name is taken once, a format may be only read, and two claims are not guessed between."""
    monkeypatch.setattr(registry, "_TABLE", {form.name: form for form in formats()})
    copy = Format("copy", "a copy of .non", (".copy",), find("non").sniff, find("non").read)
    register(copy)
    register(copy)
    assert copy in formats()
    with pytest.raises(ValueError, match="two formats are called 'non'"):
        register(Format("non", "another", (), copy.sniff, copy.read))
    with pytest.raises(PuzzleError, match="can be read as copy or non; say which"):
        read_text(sample("non/all keywords"))
    with pytest.raises(UnknownNameError, match="unknown format to write 'copy'"):
        write_text([WIDE], "copy")
    with pytest.raises(UnknownNameError):
        write([WIDE], tmp_path / "p.copy")


@pytest.mark.parametrize("name", ["p.xml", "p.NON", "p.nonpack", "p.pbn"])
def test_written_files(tmp_path: Path, name: str) -> None:
    """The suffix decides, and what was there is replaced, not what it links to the file."""
    path = made(tmp_path, name, b"old")
    path.chmod(0o640)
    link = tmp_path / f"link{path.suffix}"
    link.symlink_to(path)
    write([WIDE, TALL], link)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert read(path) == [WIDE, TALL]
    assert path.read_bytes().endswith(b"\n")
    assert sorted(tmp_path.iterdir()) == sorted([path, link])


def test_nothing_is_half_written(tmp_path: Path) -> None:
    """After an error every file is what it was."""
    path = made(tmp_path, "p.non", b"old")
    with pytest.raises(UnwritableError):
        write([COLOR_FLAG], path)
    for wrong in (tmp_path, tmp_path / "none" / "p.non", path / "p.non"):
        with pytest.raises(PuzzleError, match="cannot be written: ") as caught:
            write([WIDE], wrong, form="non")
        assert caught.value.path == str(wrong)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_dies_midway(tmp_path: Path) -> None:
    """When the disk is full, the file is what it was, and nothing is left beside it."""
    resource = pytest.importorskip("resource")
    path = made(tmp_path, "p.non", b"old")
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, most[1]))
    try:
        with pytest.raises(PuzzleError, match=r"p\.non: cannot be written: File too large"):
            write_whole(path, b"new" * 1000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be replaced there")
def test_an_open_file_stays_whole(tmp_path: Path) -> None:
    """A program that has opened the old file reads that to its end: it is replaced, not changed."""
    path = made(tmp_path, "p.non", b"old" * 1000)
    with path.open("rb") as opened:
        write_whole(path, b"new" * 1000)
        assert opened.read() == b"old" * 1000
    assert path.read_bytes() == b"new" * 1000


def test_standard_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """A hyphen stands for it."""
    write([WIDE], "-", form="non")
    assert capsysbinary.readouterr().out.decode() == write_text([WIDE], "non")


def test_lxml_is_loaded_when_xml_is_read() -> None:
    """It takes time that other formats need not pay."""
    program = (
        "import sys\nfrom asp_nono import files\n"
        "text = 'width 1\\nheight 1\\nrows\\n1\\ncolumns\\n1\\n'\n"
        "puzzles = files.read_text(text)\n"
        "text = files.write_text(puzzles, 'xml')\n"
        "assert 'lxml' not in sys.modules\n"
        "files.read_text(text)\nassert 'lxml' in sys.modules\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)


packed = partial(gzip.compress, mtime=0)


def test_several_members() -> None:
    """Compressed files may be joined."""
    assert unpacked(packed(b"one ") + packed(b"two")) == b"one two"


@pytest.mark.parametrize("name", ["p.nonpack.gz", "P.NON.GZ"])
def test_packed(tmp_path: Path, name: str) -> None:
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
def test_damaged_gzip(tmp_path: Path, data: bytes, reason: str) -> None:
    """Each kind has its line, which begins with the path."""
    path = tmp_path / "p.gz"
    path.write_bytes(data)
    with pytest.raises(PuzzleError) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: {reason}")


@pytest.mark.slow
def test_gzip_bombs(tmp_path: Path) -> None:
    """What would unpack to a gigabyte is refused long before."""
    packer = zlib.compressobj(wbits=16 + zlib.MAX_WBITS)
    bomb = b"".join(packer.compress(bytes(MAX_BYTES)) for _ in range(100)) + packer.flush()
    for data in (bomb, packed(bytes(MAX_BYTES)) * 100):
        assert len(data) < MAX_BYTES
        path = tmp_path / "p.gz"
        path.write_bytes(data)
        with pytest.raises(PuzzleError, match="unpacks to more than 10 MB"):
            read(path)
