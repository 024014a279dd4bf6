"""The short strings of davidje13's site, alone and in CSV files.

The strings of our puzzles were made by the site's own program.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.files import read_text
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.formats.strings import _code
from asp_nono.grid import Grid
from tests.formats.damage import Cuts, cuts, refused_within_bounds, survives
from tests.formats.fixtures import FLAG, PLAIN, WIDE, asked, clues, one, recognized, refusal
from tests.strategies import grids

STRINGS = {
    "flag": "RrXeu6bxe4",
    "3x2": "RnLN6",
    "1x4": "RjS8",
    "all blank": "RlIA",
}

CSV = r"""# ours, all of them

name, Rules ,more
Flag,RrXeu6bxe4,1
"a ""b"", '#'",RnLN6
'it\'s', "RjS8" # the last
,RlIA
"""

_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def written(grid: Grid) -> str:
    """The string for the clues of a picture, by the description of the format."""
    bits = ""

    def up_to(limit: int, number: int) -> str:
        code = first = 0
        for length, count in enumerate(_code(limit)):
            if number < first + count:
                return f"{code + number - first:0{length}b}" if length else ""
            first, code = first + count, (code + count) << 1
        raise AssertionError(number)

    for size in (grid.width, grid.height):
        high = (size >> 4) + 1
        bits += "0" * (high.bit_length() - 1) + f"{high:b}{size & 15:04b}"
    for limit, side in ((grid.width, grid.row_clues()), (grid.height, grid.column_clues())):
        for clue in side:
            left = sum(block.least for block in clue)
            bits += up_to(limit, left)
            for block in clue[: limit - left]:
                if left:
                    bits += up_to(left - 1, block.least - 1)
                    left -= block.least
    bits += "0" * (-len(bits) % 6)
    return "R" + "".join(_CHARS[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


@pytest.mark.parametrize("name", STRINGS)
def test_strings(name: str) -> None:
    """Each is recognized and poses its puzzle."""
    assert recognized(STRINGS[name]) == "short-rules"
    assert asked(STRINGS[name]) == clues(PLAIN[name])
    assert asked(f"\n{STRINGS[name]} \n") == clues(PLAIN[name])


@given(grids(max_side=40) | grids(max_side=3))
def test_any_clues(grid: Grid) -> None:
    """Whatever is written by the rules of the format is read."""
    assert asked(written(grid), "short-rules") == (grid.row_clues(), grid.column_clues())


def test_the_same_strings() -> None:
    """These tests write what the site's program writes."""
    flag = Grid.from_text(["####.", "#.##.", "####.", "#....", "....."])
    assert written(flag) == STRINGS["flag"]
    assert written(Grid.from_text(["#.#", "##."])) == STRINGS["3x2"]


@given(st.integers(0, 1000))
def test_code(limit: int) -> None:
    """Every number has a code, and no bits are left that stand for nothing."""
    counts = _code(limit)
    assert sum(counts) == limit + 1
    longest = len(counts) - 1
    assert sum(count << (longest - n) for n, count in enumerate(counts)) == 1 << longest


def test_csv() -> None:
    """Quotes are of both kinds, # begins a comment, and other columns do not count."""
    assert recognized(CSV) == "short-rules"
    flag, wide, tall, blank = read_text(CSV)
    assert (flag.title, clues(flag)) == ("Flag", clues(FLAG))
    assert (wide.title, clues(wide)) == ("a b, '#'", clues(WIDE))
    assert (tall.title, tall.height) == ("it's", 4)
    assert (blank.title, blank.rows) == ("", ((), ()))
    assert one("rules\nRnLN6\n").title == ""


def test_one_bad_puzzle_of_three() -> None:
    """The others are still read."""
    source = Source.of_text("name,rules\na,RnLN6\nb,RnL\nc\n", "p")
    _, short, none = find("short-rules").read(source)
    assert str(short) == "puzzle 2: 'b': the string ends too early"
    assert str(none) == "puzzle 3: 'c': ''; expected R, then letters, digits, - and _"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("RnLN6A", "1 characters too many"),
        ("RnLN", "the string ends too early"),
        ("R", "the string ends too early"),
        ("Rg" + "A" * 10, "width 0; expected 1 to 1000"),
        ("RAAAAAAAAAA", "width too large; expected 1 to 1000"),
        ("RAH____", "width 16367; expected 1 to 1000"),
        ("RrXeu6bxf4", "the rows ask for 12 black cells, the columns for 18"),
        ("name,rule\na,b\n", "no column 'rules'; expected one, or a string that begins with R"),
        ("", "no column 'rules'; expected one, or a string that begins with R"),
        ("name,rules\n# none\n", "no line under the one that names the columns"),
        ("rules\nrnLN6\n", "'rnLN6'; expected R, then letters, digits, - and _"),
    ],
)
def test_bad_strings(text: str, reason: str) -> None:
    """What is wrong is said."""
    assert refusal(text, "short-rules").startswith(reason)


@given(cuts())
def test_damaged(damage: Cuts) -> None:
    """Whatever befalls a file, it is read or refused."""
    survives(CSV.encode(), damage, "short-rules")
    survives(STRINGS["flag"].encode(), damage, "short-rules")


@given(st.text(_CHARS, min_size=1, max_size=60))
def test_any_string(text: str) -> None:
    """Bits that nobody wrote are read or refused."""
    survives(f"R{text}".encode(), [], "short-rules")


@pytest.mark.parametrize(
    "text",
    [
        "R" + "A" * 200_000,
        "RAD6AD6" + "A" * 200_000,
        "rules\n" + "x\n" * 50_000,
        "rules\n" + '"x' * 100_000,
        "," * 200_000,
        "'" + "\"'" * 100_000,
    ],
)
def test_monsters(text: str) -> None:
    """Neither memory nor time grows beyond the file's own size."""
    refused_within_bounds(text, "short-rules")
