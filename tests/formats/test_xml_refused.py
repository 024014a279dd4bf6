"""webpbn XML: what is refused, in which words, and that nothing is expanded or fetched."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from asp_nono.errors import PuzzleError
from asp_nono.files import read_text
from tests.formats.xml_pieces import (
    COLOR_FLAG_XML,
    FLAG,
    FLAG_CLUES,
    image,
    one,
    puzzle_xml,
    refusal,
    refusal_of_bytes,
)

DOCTYPE = '<!DOCTYPE pbn SYSTEM "pbn-0.3.dtd">'

WRONG = {
    "<puzzleset>": "not well-formed XML",
    COLOR_FLAG_XML.partition("</image>")[0]: "line 18: character 1: not well-formed XML",
    "<puzzleset></puzzleset>": "a <puzzleset> without any <puzzle>",
    "<a><puzzleset/></a>": "the root element is <a>; expected <puzzleset>",
    puzzle_xml(FLAG_CLUES, 'type="triddler"'): "triddler puzzles are not supported",
    puzzle_xml(FLAG_CLUES, 'type="cube"'): "puzzle type 'cube'; expected grid",
    puzzle_xml(""): "no row clues and no goal",
    puzzle_xml(FLAG_CLUES.replace("columns", "topleft")): "clues of type 'topleft'",
    puzzle_xml(FLAG_CLUES.replace("columns", "rows")): "2 groups of rows; expected one",
    puzzle_xml(FLAG_CLUES + '<color name="b/w">000/fff</color>'): "triangular colors",
    puzzle_xml(FLAG_CLUES + '<color name="r">red</color>'): "color 'r': its value is 'red'",
    puzzle_xml(FLAG_CLUES + '<color name="r">f00</color>' * 2): "color 'r': declared twice",
    puzzle_xml(FLAG_CLUES + '<color name="r" char="|">f00</color>'): "'|' cannot stand for",
    puzzle_xml(FLAG_CLUES + '<color name="r" char="rr">f00</color>'): "'rr' cannot stand for",
    puzzle_xml(FLAG_CLUES, 'backgroundcolor="blue"'): "background color 'blue' is not declared",
    puzzle_xml(FLAG_CLUES, 'defaultcolor="blue"'): "the default color 'blue' is not declared",
    COLOR_FLAG_XML.replace('count color="red">2', 'count color="rod">2'): "row 2: color 'rod'",
    COLOR_FLAG_XML.replace('count color="red">2', 'count color="white">2'): "row 2: a count of the",
    puzzle_xml(FLAG_CLUES.replace("<count>2", "<count>-2")): "row 2: a count of '-2'; expected a",
    puzzle_xml(
        FLAG_CLUES.replace("<count>2", "<count>")
    ): "row 2: a count of ''; expected a number",
    puzzle_xml(
        FLAG_CLUES.replace("<count>2", "<count>" + "9" * 7)
    ): "row 2: a count of '9999999'; exp",
    puzzle_xml(FLAG_CLUES.replace("<count>2", "<count>999999")): "row 2: the clue 1 999999 needs",
    puzzle_xml(
        FLAG_CLUES.replace("<count>2", "<count>3")
    ): "the rows ask for 13 black cells, the columns for 12",
    puzzle_xml(FLAG_CLUES.replace("<count>2</count>", "2")): "row 2: '2' outside of a <count>",
    puzzle_xml(FLAG_CLUES.replace("<line></line>", "<line><count>0</count></line>", 1)): (
        "in webpbn XML a blank line is an empty <line>"
    ),
    puzzle_xml(FLAG_CLUES + image("XXXX.")): "goal: its size is 5x1",
    puzzle_xml(image("XX", "X")): "goal: row 2: 1 cells, but row 1 has 2",
    puzzle_xml(image("X?")): "goal: an undecided cell",
    puzzle_xml(image("X[X]")): "goal: an undecided cell",
    puzzle_xml(image("Xo")): "goal: row 1: unknown color character 'o'",
    puzzle_xml(image("X.") + image("[", kind="saved")): "saved picture 1: row 1: unknown",
    puzzle_xml(image("X.") + image("[]X", kind="saved")): "saved picture 1: row 1: a cell that can",
    puzzle_xml("<solution/>"): "goal: 0 images; expected one",
    puzzle_xml(image("X|")): "goal: expected rows of cells, each between two bars",
    puzzle_xml("<solution><image>X.</image></solution>"): "goal: expected rows of cells",
    puzzle_xml(image("X.", kind="best")): "a solution of type 'best'",
    puzzle_xml(image("X" * 1001)): "goal: a row of 1001 cells; at most 1000",
    puzzle_xml(image(*"X" * 1001)): "goal: 1001 rows; at most 1000",
    puzzle_xml('<clues type="rows"/>'): "0 rows; expected 1 to 1000",
    puzzle_xml(f'<clues type="rows">{"<line/>" * 1001}</clues>'): "1001 rows; expected 1 to 1000",
    puzzle_xml(FLAG_CLUES.replace("<count>2", "<count>1</count>" * 1001 + "<count>2")): (
        "row 2: 1003 blocks; at most 1000"
    ),
    "<puzzleset>" + "<a/>" * 1_550_000: "more than 1500000 tags",
    puzzle_xml(FLAG_CLUES) + "&eacute;": "not well-formed XML",
    DOCTYPE + puzzle_xml("<title>&eacute;</title>"): "Entity 'eacute' not defined",
    "<!DOCTYPE p [<!ATTLIST a b CDATA 'c'>]><puzzleset/>": "line 1: a document type that is",
    "<!DOCTYPE pbn" + DOCTYPE + "<puzzleset/>": "line 1: a document type that is broken",
    DOCTYPE + puzzle_xml("", 'type="&x;grid"'): "Entity 'x' not defined",
}


@pytest.mark.parametrize(("text", "message"), WRONG.items(), ids=WRONG.values())
def test_wrong(text: str, message: str) -> None:
    """Each mistake is named with its place."""
    assert message in refusal(text)


def test_the_puzzle_is_numbered_among_several() -> None:
    """The error carries file, puzzle and line."""
    wrong = FLAG_CLUES.replace("<count>2", "<count>x")
    text = f"<puzzleset><puzzle>{FLAG_CLUES}</puzzle><puzzle>{wrong}</puzzle></puzzleset>"
    assert refusal(text).startswith("puzzle 2: line 13: row 2: a count of 'x'")
    with pytest.raises(PuzzleError) as caught:
        read_text(text, name="p.xml")
    assert (caught.value.path, caught.value.where) == ("p.xml", ("puzzle 2", "line 13", "row 2"))


def test_lines_before_the_root() -> None:
    """Lines are those of the file, whatever stands before the root element."""
    wrong = FLAG_CLUES.replace("<count>2", "<count>x")
    text = f"\n\n<!DOCTYPE puzzleset [\n]>\n<puzzleset><puzzle>{wrong}</puzzle></puzzleset>"
    line = text[: text.index("<count>x")].count("\n") + 1
    assert refusal(text).startswith(f"line {line}: row 2: a count of 'x'")
    assert refusal(f"\n\n{text}<").startswith(f"line {text.count(chr(10)) + 3}: character ")


def test_what_is_said_is_not_long() -> None:
    """A name in a broken file may be of any length."""
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


@pytest.fixture
def asked() -> Iterator[tuple[str, list[str]]]:
    """The address of a local server, and what was asked of it."""
    paths: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_error(404)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
            del format, args

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", paths
        server.shutdown()


def test_nothing_is_fetched(asked: tuple[str, list[str]]) -> None:
    """No address in a file is ever visited."""
    address, paths = asked
    assert one(f'<!DOCTYPE p SYSTEM "{address}/a.dtd">{puzzle_xml(FLAG_CLUES)}')
    assert one(f'<!DOCTYPE p PUBLIC "x" "{address}/b.dtd" []>{puzzle_xml(FLAG_CLUES)}')
    text = f'<?xml-stylesheet href="{address}/c.xsl"?>{puzzle_xml(FLAG_CLUES)}'
    assert one(text)
    assert paths == []
