"""Pictures in characters: what stands for the background, for black, and for colors."""

import pytest

from asp_nono.files import read_text
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleWarning
from asp_nono.puzzle import WHITE, Color, Puzzle
from tests.formats.fixtures import one, recognized, refusal

WIDE = Puzzle.of(Grid.from_text(["#.#", "##."]))


@pytest.mark.parametrize(
    "text",
    [
        "101\n110\n",
        "1 0 1\n1 1 0\n",
        "1,0,1\n1,1,0",
        "1\t0\t1\n1\t1\t0\n\n",
        "#.#\n##.\n",
        "# #\n##\n",
        "X-X\nXX-\n",
        "x_x\nxx_\n",
        "\n█·█\n██·\n",
        "⬛⬜⬛\n⬛⬛⬜\n",
        "⬛\ufe0f⬜\ufe0f⬛\ufe0f\n⬛\ufe0f⬛\ufe0f⬜\ufe0f\n",
        "r.r\nrr.\n",
    ],
)
def test_two_characters(text: str) -> None:
    """The one that may be background is; the other is black, whatever it is."""
    assert one(text) == WIDE
    assert recognized(text) == "matrix"


def test_one_row_one_column_one_character() -> None:
    """Clues come from the picture, and so do blank and full ones."""
    assert one("0110", "matrix") == Puzzle.of(Grid.from_text([".##."]))
    assert one("1\n0\n1\n", "matrix") == Puzzle.of(Grid.from_text(["#", ".", "#"]))
    assert one("..\n..\n", "matrix") == Puzzle.of(Grid.from_text(["..", ".."]))
    assert refusal("11\n11\n", "matrix").startswith("no character is the background; expected one")
    assert refusal("1\n0\n0\n1\n").startswith("this can be read as matrix or tournament; say which")


def test_colors() -> None:
    """Letters and squares tell their color, other characters are given one, with a remark."""
    squares = one("⬜🟧⬜\n🟧⬛🟧\n")
    orange, black = Color("orange", "🟧", "ffa500"), Color("black", "⬛", "000000")
    assert squares.colors == (WHITE, orange, black)
    with pytest.warns(PuzzleWarning, match="colors are taken for 'R' '%'"):
        puzzle = one("r.R\n#%.\n")
    assert [color.name for color in puzzle.colors] == ["white", "red", "R", "black", "%"]
    assert len({color.rgb for color in puzzle.colors}) == 5
    assert puzzle.goal == Grid.from_text(["1.2", "34."], ".1234")


def test_several_pictures() -> None:
    """An empty line is between two; where blanks are background, it is a row."""
    assert read_text("#.#\n##.\n\n#.\n") == [WIDE, Puzzle.of(Grid.from_text(["#."]))]
    assert one("# #\n\n##\n").goal == Grid.from_text(["#.#", "...", "##."])
    reason = refusal("#.#\n##.\n\n#\n", "matrix")
    assert reason.startswith("puzzle 2: no character is the background")


@pytest.mark.parametrize(
    "text", ["hello. you\nand me. it\n", "title x\n", "foo.\nbar.\n", "a-b\n", "2011-01-02\n"]
)
def test_texts_are_no_pictures(text: str) -> None:
    """Letters that name no color, or rows of different lengths."""
    assert refusal(text).startswith("text in no known format")
