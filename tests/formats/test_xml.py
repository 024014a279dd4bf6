"""webpbn XML: what is read, refused and written; nothing is expanded or fetched."""

import http.server
import threading
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given, strategies as st

from asp_nono.files import read, read_text, write_text
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, PuzzleWarning, UnwritableError
from asp_nono.puzzle import Color, Puzzle
from tests.formats.fixtures import one, refusal
from tests.formats.samples import sample
from tests.strategies import puzzles

FLAG = Grid.from_text(["XXXX.", "X.XX.", "XXXX.", "X....", "....."], ".X")
COLOR_FLAG = Grid.from_text(["XXXX.", "XrrX.", "XXXX.", "X....", "....."], ".Xr")
FLAG_CLUES = sample("xml/flag").partition("<puzzle >")[2].partition("</puzzle>")[0]


def puzzle_xml(inside: str, attributes: str = "") -> str:
    """A set of one puzzle."""
    return f"<puzzleset><puzzle {attributes}>{inside}</puzzle></puzzleset>"


def refusal_of_bytes(data: bytes) -> str:
    """Why some bytes are refused."""
    with pytest.raises(PuzzleError) as caught:
        find("xml").read(Source("p.xml", data))
    return str(caught.value)


@pytest.mark.parametrize("encoding", ["ISO-8859-2", "windows-1252", "UTF-16", "UTF-8"])
def test_declared_encoding_counts(tmp_path: Path, encoding: str) -> None:
    """Text is decoded as the file declares, but a text in memory already is text."""
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n'
    text += puzzle_xml(f"<title>Höhe</title>{FLAG_CLUES}")
    path = tmp_path / "p.xml"
    path.write_bytes(text.encode(encoding))
    assert read(path)[0].title == "Höhe"
    assert one(text).title == "Höhe"


@pytest.mark.parametrize("name", ["unicode_escape", "rot13", "iso-8859-12", "no-such"])
def test_strange_encodings_are_refused(name: str) -> None:
    """Only encodings of text that people write in."""
    text = f'<?xml version="1.0" encoding="{name}"?><puzzleset/>'
    assert f"unknown encoding {name!r}" in refusal_of_bytes(text.encode())


def test_the_puzzle_is_numbered_among_several() -> None:
    """The error carries file, puzzle and line."""
    wrong = FLAG_CLUES.replace("<count>2", "<count>x")
    text = f"<puzzleset><puzzle>{FLAG_CLUES}</puzzle><puzzle>{wrong}</puzzle></puzzleset>"
    assert refusal(text).startswith("puzzle 2: line 13: row 2: a count of 'x'")
    with pytest.raises(PuzzleError) as caught:
        read_text(text, name="p.xml")
    assert caught.value.path == "p.xml"
    assert list(map(str, caught.value.where)) == ["puzzle 2", "line 13", "row 2"]


def test_lines_before_the_root() -> None:
    """Lines are those of the file, whatever stands before the root; long names are cut."""
    wrong = FLAG_CLUES.replace("<count>2", "<count>x")
    text = f"\n\n<!DOCTYPE puzzleset [\n]>\n<puzzleset><puzzle>{wrong}</puzzle></puzzleset>"
    line = text[: text.index("<count>x")].count("\n") + 1
    assert refusal(text).startswith(f"line {line}: row 2: a count of 'x'")
    assert refusal(f"\n\n{text}<").startswith(f"line {text.count(chr(10)) + 3}: character ")
    assert len(refusal(f"<puzzleset><{'x' * 100_000}></puzzleset>")) < 300


ENTITIES = '<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">'


@pytest.mark.parametrize("declared", [ENTITIES, '<!ENTITY % p SYSTEM "x"> %p;', '<!entity a "b">'])
def test_entity_declarations_are_refused(declared: str) -> None:
    """Bombs never reach the parser, in whatever encoding."""
    text = f"<!DOCTYPE p [\n{declared}]>\n{puzzle_xml('<title>&c;</title>' + FLAG_CLUES)}"
    assert refusal(text) == "line 2: entity declarations are refused"
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        assert "entity declarations are refused" in refusal_of_bytes(text.encode(encoding))


def test_files_are_not_included(tmp_path: Path) -> None:
    """No inclusion, external entity or DTD brings in a file."""
    secret = tmp_path / "secret.txt"
    secret.write_text("open sesame")
    included = f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{secret}"/>'
    assert "sesame" not in repr(one(puzzle_xml(f"<title>{included}</title>{FLAG_CLUES}")))
    text = f'<!DOCTYPE p [<!ENTITY x SYSTEM "file://{secret}">]>'
    assert "entity declarations" in refusal(text + puzzle_xml("<title>&x;</title>"))
    dtd = tmp_path / "p.dtd"
    dtd.write_text('<!ENTITY x "open sesame"><!ATTLIST puzzle type CDATA "triddler">')
    for doctype in (f'<!DOCTYPE p SYSTEM "{dtd}">', f'<!DOCTYPE p SYSTEM "{dtd}" []>'):
        assert one(doctype + puzzle_xml(FLAG_CLUES)).rows == FLAG.row_clues()
        assert "sesame" not in refusal(doctype + puzzle_xml(f"&x;{FLAG_CLUES}"))


def test_nothing_is_fetched() -> None:
    """No address in a file is ever visited."""
    visits = Mock()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), visits) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        for before in (
            f'<!DOCTYPE p SYSTEM "{address}/a.dtd">',
            f'<!DOCTYPE p PUBLIC "x" "{address}/b.dtd" []>',
            f'<?xml-stylesheet href="{address}/c.xsl"?>',
        ):
            assert one(before + puzzle_xml(FLAG_CLUES))
        server.shutdown()
    visits.assert_not_called()


@given(st.lists(puzzles(max_side=3), min_size=1, max_size=2))
def test_there_and_back(several: list[Puzzle]) -> None:
    """Every valid puzzle survives, and so do several of one collection."""
    several = [replace(puzzle, collection="all of one") for puzzle in several]
    assert read_text(write_text(several, "xml")) == several


def test_what_cannot_be_written() -> None:
    """Refused, or dropped with leave and a warning."""
    flag = Puzzle.of(FLAG)
    for title in ("a\x00b", "\ud800"):
        with pytest.raises(UnwritableError, match="control characters"):
            write_text([replace(flag, title=title)], "xml")
    two = [replace(flag, collection="a"), replace(flag, collection="b")]
    with pytest.raises(UnwritableError, match="different collections"):
        write_text(two, "xml")
    with pytest.warns(PuzzleWarning, match="different collections"):
        assert read_text(write_text(two, "xml", lossy=True)) == [flag, flag]


def test_more_colors_than_others_read() -> None:
    """Legal, but few programs follow."""
    colors = tuple(Color(f"c{k}", chr(0x4E00 + k), f"{k:06x}") for k in range(40))
    puzzle = Puzzle.of(Grid((tuple(range(40)),)), colors)
    with pytest.warns(PuzzleWarning, match="more than 31 block colors"):
        assert read_text(write_text([puzzle], "xml")) == [puzzle]


def test_nesting() -> None:
    """Tags within tags without end are refused in our own words, not in the parser's."""
    deep = f"<puzzleset>{'<a>' * 400}{'</a>' * 400}</puzzleset>"
    assert "tags nested more than 256 deep" in refusal(deep, "xml")
