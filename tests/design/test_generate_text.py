"""Text as pictures."""

from itertools import combinations
from pathlib import Path

import pytest

from asp_nono.design.generate import GivenPicture, generate
from asp_nono.design.lettering import LETTERINGS, letter_signs, text_picture
from asp_nono.draw.fonts import installed, lettered
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check

needs_font = pytest.mark.skipif(not installed(), reason="no font of many scripts is installed")


@pytest.mark.parametrize(("name", "high"), [("large", 7), ("small", 5)])
def test_alphabet(name: str, high: int) -> None:
    """Letters and digits, each of its height, and all different."""
    glyphs = LETTERINGS[name]
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") <= set(glyphs)
    for rows in glyphs.values():
        assert len(rows) in (high, high + 2, high + 4)
        assert len({len(row) for row in rows}) == 1
        assert set("".join(rows)) == {"#", "."}
    assert len(set(glyphs.values())) == len(glyphs)


LOWER = "abcdefghijklmnopqrstuvwxyzäöüß"


def test_one_weight() -> None:
    """Large letters and digits are two cells across everywhere; there are no small lower ones."""
    letters = set(filter(str.isalnum, LETTERINGS["large"]))
    assert letters >= set(LOWER)
    for char in letters:
        assert ".#." not in ".".join(("", *LETTERINGS["large"][char], "")), char
    for char in LOWER.replace("k", ""):  # the joint of a k is wider
        rows = LETTERINGS["large"][char]
        for three in zip(rows, rows[1:], rows[2:], strict=False):
            common = "".join(".#"[set(cells) == {"#"}] for cells in zip(*three, strict=True))
            assert "###" not in common, char
    assert text_picture("äß", letters="small") == text_picture("ÄSS", letters="small")


def test_letters_differ() -> None:
    """By three cells or more, with two known exceptions."""
    letters = filter(str.isalnum, LETTERINGS["large"])
    written = {char: text_picture(f"{char}\nÄgM").to_text()[:11] for char in letters}
    cells = {char: "".join(rows) for char, rows in written.items()}
    near = {
        one + other
        for one, other in combinations(cells, 2)
        if sum(a != b for a, b in zip(cells[one], cells[other], strict=True)) < 3
    }
    assert near == {"S5", "bh"}


@pytest.mark.parametrize(
    ("text", "high", "above"),
    [("HALLO", 7, 0), ("Hallo", 7, 0), ("Tag", 9, 0), ("Öl", 9, 2), ("Ärger", 11, 2)],
)
def test_lines_are_as_high_as_needed(text: str, high: int, above: int) -> None:
    """Letters stand on one line, whatever is above and below."""
    rows = text_picture(f"{text}H").to_text()
    assert len(rows) == high
    assert [row[-5:] for row in rows[above : above + 7]] == text_picture("H").to_text()


@pytest.mark.parametrize("text", ["Grüße", "Äpfel", "jung", "Zwölf"])
def test_german_words_are_unique_puzzles(text: str) -> None:
    """And each letter is more like itself than like another."""
    signs = letter_signs(text)
    assert len(signs) == len(text)
    picture = Puzzle.of(text_picture(text), title=text)
    (found,) = generate([GivenPicture(picture, signs=signs)])
    assert found.puzzle is not None
    assert check(found.puzzle).verdict is Verdict.UNIQUE
    assert found.puzzle.goal is not None
    assert min(sign.margin(found.puzzle.goal) for sign in signs) > 0.5


def test_lines_are_centered() -> None:
    """Lines stand one below the other."""
    picture = text_picture("AB\nC")
    assert picture.to_text()[:7] == text_picture("AB").to_text()
    assert picture.to_text()[7] == "." * picture.width
    below, alone = picture.to_text()[8:], text_picture("C").to_text()
    assert [row.strip(".") for row in below] == [row.strip(".") for row in alone]


def test_a_size_enlarges_by_whole_numbers() -> None:
    """And leaves the rest blank, around it."""
    small, large = text_picture("T"), text_picture("T", (14, 15))
    assert (large.width, large.height) == (14, 15)
    inside = [row[1:13] for row in large.rows[0:14]]
    assert Grid(tuple(row[::2] for row in inside[::2])) == small
    cells = sum(map(sum, large.rows))
    assert cells == 4 * sum(map(sum, small.rows))


@needs_font
def test_fonts_of_the_machine() -> None:
    """For characters that our alphabet lacks, or when one is named; the picture fills its size."""
    for picture in (text_picture("é", (12, 20)), text_picture("O", (12, 12), installed()[0])):
        rows, columns = picture.rows, picture.columns
        blank = [not any(line) for line in (*rows[1:-1], *columns[1:-1])]
        assert sum(blank) < len(blank) / 2
    ring = text_picture("O", (12, 12), installed()[0])
    assert ring.rows[6][6] == 0
    assert any(ring.rows[6][:5])
    assert any(ring.rows[6][7:])


@needs_font
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\ue0ff", "no system font has the character"),
        (" ", "the text has no visible character"),
        ("x" * 201 + "é", "a text of 202 characters; expected at most 200"),
    ],
)
def test_what_cannot_be_drawn(text: str, reason: str) -> None:
    """Is told in words."""
    with pytest.raises(PuzzleError, match=reason):
        lettered(text, 20, 20)


def test_no_text_and_no_font(tmp_path: Path) -> None:
    """Nothing to draw, nothing to draw with."""
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"not a font")
    with pytest.raises(PuzzleError, match="cannot be used as an outline font"):
        text_picture("A", font=broken)
    with pytest.raises(PuzzleError, match="an empty text"):
        text_picture(" \n ")
    with pytest.raises(PuzzleError, match="at most 1000x1000"):
        text_picture("A" * 200)
