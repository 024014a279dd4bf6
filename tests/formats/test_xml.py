"""webpbn XML: what is read, refused and written; nothing is expanded or fetched."""

import http.server
import threading
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given, strategies as st

from asp_nono.clue import Block
from asp_nono.files import read, read_text, write_text
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError, PuzzleWarning, UnwritableError
from asp_nono.puzzle import WHITE, Color, Puzzle, Saved
from tests.formats.fixtures import one, refusal, sample
from tests.strategies import puzzles

FLAG = Grid.from_text(["XXXX.", "X.XX.", "XXXX.", "X....", "....."], ".X")
COLOR_FLAG = Grid.from_text(["XXXX.", "XrrX.", "XXXX.", "X....", "....."], ".Xr")
X = Color("black", "X", "000000")
RED = Color("red", "r", "ff0000")

FLAG_CLUES = """
<clues type="columns"><line><count>4</count></line>
<line><count>1</count><count>1</count></line>
<line><count>3</count></line><line><count>3</count></line><line></line></clues>
<clues type="rows"><line><count>4</count></line>
<line><count>1</count><count>2</count></line>
<line><count>4</count></line><line><count>1</count></line><line></line></clues>
"""

COLOR_FLAG_XML = sample("color-flag.xml")


def puzzle_xml(inside: str, attributes: str = "") -> str:
    """A set of one puzzle."""
    return f"<puzzleset><puzzle {attributes}>{inside}</puzzle></puzzleset>"


def image(*rows: str, kind: str = "goal") -> str:
    """A `solution` element with these rows."""
    drawn = "\n".join(f"|{row}|" for row in rows)
    return f'<solution type="{kind}"><image>\n{drawn}\n</image></solution>'


def refusal_of_bytes(data: bytes) -> str:
    """Why some bytes are refused."""
    with pytest.raises(PuzzleError) as caught:
        find("xml").read(Source("p.xml", data))
    return str(caught.value)


def test_implied_colors_and_clues() -> None:
    """White and black need no declaration; clues may be left out beside a goal."""
    assert one(puzzle_xml(FLAG_CLUES)) == replace(Puzzle.of(FLAG, (WHITE, X)), goal=None)
    assert one(puzzle_xml(image(*FLAG.to_text(".X")))) == Puzzle.of(FLAG, (WHITE, X))


def test_colors_goal_and_saved() -> None:
    """Everything that the format page names is read at once."""
    saved = ((2,) * 4 + (1,), (2, 6, 7, 7, 1), (7,) * 5, (7,) * 5, (1,) * 5)
    assert one(COLOR_FLAG_XML) == replace(
        Puzzle.of(COLOR_FLAG, (WHITE, X, RED), title="Color flag"),
        author="A. Nonymous",
        saved=(Saved(PartialGrid(saved), "me-1", notes=("half way",)),),
    )


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


def test_names_in_any_case_comments_and_unknown_elements() -> None:
    """None of them matters, wherever it stands."""
    text = FLAG_CLUES.replace("<count>2", "<!-- two --><count><?skip it?>2<!-- cells -->")
    text = puzzle_xml(f"<notes><note>x</note></notes>{text}").replace("<count", "<Count")
    text = text.replace("</count", "</Count").replace('type="rows"', 'TYPE="Rows"')
    text = text.replace("puzzleset", "PUZZLESET").replace("<line>", "<line><?p?><!-- c -->")
    assert one(f"<!-- first -->\n{text}<!-- last -->").rows == FLAG.row_clues()


def test_blot_is_not_blank() -> None:
    """A count of 0 hides a length; an empty line is blank."""
    blotted = one(puzzle_xml(FLAG_CLUES.replace("<count>2", "<count>0")))
    assert blotted.rows[1] == (Block(1), Block(None))
    assert blotted.rows[4] == ()


def test_white_blocks_on_black() -> None:
    """The background may be any color."""
    attributes = 'defaultcolor="white" backgroundcolor="black"'
    puzzle = one(puzzle_xml(FLAG_CLUES, attributes))
    assert [color.name for color in puzzle.colors] == ["black", "white"]
    assert [color.char for color in puzzle.colors] == ["X", "."]


def test_default_color_as_number_loom_writes_it() -> None:
    """A default that cannot be meant is ignored unless a count needs it."""
    clues = FLAG_CLUES.replace("<count>", '<count color="black">')
    with pytest.warns(PuzzleWarning, match="default color 'white' is the background; ignored"):
        assert one(puzzle_xml(clues, 'defaultcolor="white"')).rows == FLAG.row_clues()
    message = refusal(puzzle_xml(FLAG_CLUES, 'defaultcolor="white"'))
    assert message.endswith("the default color 'white' is the background")


@pytest.mark.parametrize("rows", [["XX ", " X "], ["XX.", ".X."], ["X X .", ".X."]])
def test_blank_as_a_color_character(rows: list[str]) -> None:
    """Blanks are cells only where the rows come out right with them."""
    text = '<color name="white" char=" ">FFF</color>' + image(*rows)
    with pytest.warns(PuzzleWarning, match="is a blank"):
        assert one(puzzle_xml(text)).goal == Grid.from_text(["XX.", ".X."], ".X")


def test_missing_characters_get_spare_ones() -> None:
    """Colors need no character in the file."""
    text = '<color name="ink">00f</color><color name="white">fff</color>'
    text += FLAG_CLUES.replace("<count>", '<count color="ink">')
    assert one(puzzle_xml(text)).colors == (WHITE, Color("ink", "#", "0000ff"))


@pytest.mark.parametrize(("row", "names"), [("r..", []), ("rX.", ["black"])])
def test_palette_holds_implied_black_only_if_used(row: str, names: list[str]) -> None:
    """Declared colors come first; black joins them when it is drawn."""
    text = '<color name="red" char="r">f00</color>' + image(row, ".r.")
    assert [color.name for color in one(puzzle_xml(text)).colors] == ["white", "red", *names]


def test_several_puzzles_share_what_the_set_says() -> None:
    """The set gives defaults, a collection and notes; a note may be a license."""
    text = (
        "<puzzleset><title>Flags</title><author>Set</author><authorid>s</authorid>"
        "<copyright>(c) Set</copyright><source>here</source><note>of the set</note>"
        f"<puzzle><title>One</title>{FLAG_CLUES}</puzzle>"
        f"<puzzle><author>Own</author><note>own</note><note>license: MIT</note>"
        f"{FLAG_CLUES}</puzzle>"
        "</puzzleset>"
    )
    first, second = read_text(text)
    assert (first.title, first.author, first.author_id) == ("One", "Set", "s")
    assert (first.copyright, first.source, first.collection) == ("(c) Set", "here", "Flags")
    assert (first.notes, first.license) == (("of the set",), "")
    assert (second.title, second.author) == ("", "Own")
    assert (second.notes, second.license) == (("own", "of the set"), "MIT")
    assert read_text(write_text([first, second], "xml")) == [first, second]


def test_goals_own_id_and_further_goals_are_remarked() -> None:
    """Nothing is dropped without a word."""
    drawn = image("X", "X").replace("<solution", '<solution id="g"')
    with pytest.warns(PuzzleWarning, match="id and the notes of the goal"):
        one(puzzle_xml(drawn))
    with pytest.warns(PuzzleWarning, match="2 goals; the first is kept"):
        assert one(puzzle_xml(image("X.") + image(".X"))).goal == Grid(((1, 0),))


def test_saved_picture_may_contradict_the_clues() -> None:
    """It is a user's mistake to be shown, not an error."""
    text = puzzle_xml(image("X.") + image(".X", kind="saved") + image("?[X.]", kind="solution"))
    assert [saved.grid.rows for saved in one(text).saved] == [((1, 2),), ((3, 3),)]


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


SPECIMENS = [
    Puzzle.of(Grid.from_text(["#.#", ".##"]), title="""Quotes "'", & < > and 🦔"""),
    Puzzle.of(Grid.from_text(["#..#"]), title=" blanks at both ends\t"),
    Puzzle.of(Grid(((0, 0),) * 2)),
    Puzzle.of(Grid(((1, 1),) * 2)),
    Puzzle(((Block(1),),) * 2, ((Block(1),),) * 2),
    Puzzle.of(Grid(((1,) * 12,))),
    Puzzle.of(FLAG, (Color("black", "X", "000000"), Color("white", ".", "ffffff"))),
    Puzzle.of(COLOR_FLAG, (WHITE, Color("чёрный", "ж", "000000"), RED)),
    Puzzle.of(Grid(((0,),)), (Color("black", "&", "000000"),)),
    replace(Puzzle.of(FLAG), notes=("license: a note", "\n"), collection="Flags"),
    replace(Puzzle.of(FLAG), notes=("",), license=" x"),
]


@pytest.mark.parametrize("puzzle", SPECIMENS)
def test_there_and_back_specimens(puzzle: Puzzle) -> None:
    """Awkward puzzles survive."""
    assert read_text(write_text([puzzle], "xml")) == [puzzle]


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
