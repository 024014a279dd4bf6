"""webpbn XML: what is read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asp_nono.clue import Block
from asp_nono.errors import PuzzleWarning
from asp_nono.files import read, read_text, write_text
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import WHITE, Color, Puzzle, Saved
from tests.formats.xml_pieces import (
    COLOR_FLAG,
    COLOR_FLAG_XML,
    FLAG,
    FLAG_CLUES,
    RED,
    X,
    image,
    one,
    puzzle_xml,
    refusal,
    refusal_of_bytes,
)


def test_implied_colors_and_clues() -> None:
    """White and black need no declaration."""
    assert one(puzzle_xml(FLAG_CLUES)) == replace(Puzzle.of(FLAG, (WHITE, X)), goal=None)


def test_clues_derived_from_the_goal() -> None:
    """Clues may be left out beside a goal."""
    assert one(puzzle_xml(image(*FLAG.to_text(".X")))) == Puzzle.of(FLAG, (WHITE, X))


def test_colors_goal_and_saved() -> None:
    """Everything that the format page names is read at once."""
    saved = ((2,) * 4 + (1,), (2, 6, 7, 7, 1), (7,) * 5, (7,) * 5, (1,) * 5)
    assert one(COLOR_FLAG_XML) == replace(
        Puzzle.of(COLOR_FLAG, (WHITE, X, RED), title="Color flag"),
        author="A. Nonymous",
        saved=(Saved(PartialGrid(saved), "me-1", notes=("half way",)),),
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_byte_order_mark(tmp_path: Path, end: str, mark: bytes) -> None:
    """Neither changes what is read."""
    path = tmp_path / "p.xml"
    path.write_bytes(mark + COLOR_FLAG_XML.strip().replace("\n", end).encode())
    assert read(path) == read_text(COLOR_FLAG_XML)


@pytest.mark.parametrize("encoding", ["ISO-8859-2", "windows-1252", "UTF-16", "UTF-8"])
def test_declared_encoding_counts(tmp_path: Path, encoding: str) -> None:
    """Text is decoded as the file declares, but a text in memory already is text."""
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n'
    text += puzzle_xml(f"<title>Höhe</title>{FLAG_CLUES}")
    path = tmp_path / "p.xml"
    path.write_bytes(text.encode(encoding))
    assert read(path)[0].title == "Höhe"
    assert one(text).title == "Höhe"


def test_undeclared_latin_1_is_remarked(tmp_path: Path) -> None:
    """What is no UTF-8 is Latin-1, and the reader says so."""
    path = tmp_path / "p.xml"
    path.write_bytes(puzzle_xml(f"<title>Höhe</title>{FLAG_CLUES}").encode("latin-1"))
    with pytest.warns(PuzzleWarning, match="not valid UTF-8; read as Latin-1"):
        assert read(path)[0].title == "Höhe"


@pytest.mark.parametrize("name", ["unicode_escape", "rot13", "iso-8859-12", "no-such"])
def test_strange_encodings_are_refused(name: str) -> None:
    """Only encodings of text that people write in."""
    text = f'<?xml version="1.0" encoding="{name}"?><puzzleset/>'
    assert f"encoding {name!r} is not known here" in refusal_of_bytes(text.encode())


def test_names_in_any_case_comments_and_unknown_elements() -> None:
    """None of them matters, wherever it stands."""
    text = FLAG_CLUES.replace("<count>2", "<!-- two --><count><?skip it?>2<!-- cells -->")
    text = puzzle_xml(f"<notes><note>x</note></notes>{text}").replace("<count", "<Count")
    text = text.replace("</count", "</Count").replace('type="rows"', 'TYPE="Rows"')
    text = text.replace("puzzleset", "PUZZLESET").replace("<line>", "<line><?p?><!-- c -->")
    assert one(f"<!-- first -->\n{text}<!-- last -->").rows == FLAG.row_clues()


def test_doctype_is_skipped() -> None:
    """A document type changes nothing."""
    text = f'<!DOCTYPE pbn SYSTEM "http://localhost:9/pbn-0.3.dtd">\n{puzzle_xml(FLAG_CLUES)}'
    assert one(text) == one(puzzle_xml(FLAG_CLUES))


def test_blot_is_not_blank() -> None:
    """A count of 0 hides a length; an empty line is blank."""
    blotted = one(puzzle_xml(FLAG_CLUES.replace("<count>2", "<count>0")))
    assert blotted.rows[1] == (Block(1), Block(None))
    assert blotted.rows[4] == ()


def test_colored_blot() -> None:
    """A blot has a color."""
    text = COLOR_FLAG_XML.replace('"red">2', '"red">0')
    assert one(text).rows[1] == (Block(1), Block(None, 2), Block(1))


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


def test_palette_holds_implied_black_only_if_used() -> None:
    """Declared colors come first; black joins them when it is drawn."""
    text = '<color name="red" char="r">f00</color>' + image("r..", ".r.")
    assert [color.name for color in one(puzzle_xml(text)).colors] == ["white", "red"]
    text = '<color name="red" char="r">f00</color>' + image("rX.", ".r.")
    assert [color.name for color in one(puzzle_xml(text)).colors] == ["white", "red", "black"]


def test_blank_puzzle() -> None:
    """No block at all is a puzzle too, and black stays its color."""
    assert one(puzzle_xml(image("..", ".."))) == Puzzle.of(Grid(((0, 0),) * 2), (WHITE, X))


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
