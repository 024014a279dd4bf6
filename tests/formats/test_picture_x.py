"""XBM and XPM, the pictures of the X window system."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from asp_nono.errors import PuzzleError
from asp_nono.files import read_text
from asp_nono.formats.picture_open import opened
from asp_nono.formats.source import Source
from asp_nono.grid import Grid
from tests.formats.pictures import encoded
from tests.strategies import grids


def _pixels(text: str) -> list[list[str]]:
    """The pixels of a picture as hexadecimal digits with their alpha."""
    image = opened(Source("x", text.encode()))
    data = image.tobytes()
    cells = [data[at : at + 4].hex() for at in range(0, len(data), 4)]
    return [cells[at : at + image.width] for at in range(0, len(cells), image.width)]


def _reason(text: str) -> str:
    with pytest.raises(PuzzleError) as caught:
        _pixels(text)
    return str(caught.value)


XBM = """\
#define flag_width 10
#define flag_height 2
static unsigned char flag_bits[] = {
   0x01, 0x02, 0xfe, 0x01 };
"""


@pytest.mark.parametrize(
    "text",
    [
        XBM,
        f"/* a comment */\n{XBM}",
        XBM.replace("\n   ", " ").replace("[]", "[ ]"),
        XBM.replace("0x01, 0x02, 0xfe, 0x01", "1,2,254,1,"),
        XBM.replace("unsigned char", "short").replace("0x01, 0x02, 0xfe, 0x01", "0x0201, 0x01fe"),
        XBM.replace("static", "#define flag_x_hot 3\n#define flag_y_hot 1\nstatic"),
    ],
)
def test_xbm(text: str) -> None:
    """The lowest bit comes first, and 1 is black; the old kind has sixteen bits to a number."""
    assert read_text(text)[0].goal == Grid.from_text(["#........#", ".########."])


@given(grids(max_side=20))
def test_xbm_of_pillow(grid: Grid) -> None:
    """What another program writes is read as it was meant."""
    image = Image.new("1", (grid.width, grid.height))
    for y, row in enumerate(grid.rows):
        for x, cell in enumerate(row):
            image.putpixel((x, y), cell)  # of this format, 1 is the foreground
    data = encoded(image, "XBM")
    shown = [["000000ff" if cell else "ffffff00" for cell in row] for row in grid.rows]
    assert _pixels(data.decode()) == shown


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (XBM.replace("height", "depth"), "an XBM without width, height and bits"),
        (XBM.partition("{")[0], "an XBM without width, height and bits"),
        (XBM.replace(", 0x01 }", "}"), "3 numbers of bits; expected 4"),
        (XBM.replace("0xfe", "0xzz"), "'0xzz' among the bits; expected numbers such as 0x1f"),
        (XBM.replace("height 2", "height 2000"), "height '2000'; expected 1 to 1000"),
    ],
)
def test_damaged_xbm(text: str, reason: str) -> None:
    """One line, with what was expected."""
    assert _reason(text) == reason


XPM = """\
/* XPM */
static char *poppy[] = {
/* columns rows colors chars-per-pixel */
"3 2 3 1 ",
"  c None",
". c #000000",
"r c #ff0000",
/* pixels */
"r. ",
" .."
};
"""


@pytest.mark.parametrize(
    "text",
    [
        XPM,
        XPM.replace("#000000", "black").replace("#ff0000", "Red"),
        XPM.replace("#000000", "#000").replace("#ff0000", "#f00"),
        XPM.replace("#000000", "#000000000000").replace("#ff0000", "#ffff00000000"),
        XPM.replace(". c #000000", ".\ts ink\tm white\tc #000000\tg4 gray"),
        XPM.replace("c None", "s mask c none"),
        XPM.replace("\n", " "),
        XPM.replace("3 2 3 1 ", "3 2 3 1 0 0 XPMEXT"),
    ],
)
def test_xpm(text: str) -> None:
    """Colors by name, with any number of digits, beside others for other screens."""
    shown = _pixels(text)
    red, black = "ff0000ff", "000000ff"
    assert [[pixel if pixel.endswith("ff") else "" for pixel in row] for row in shown] == [
        [red, black, ""],
        ["", black, black],
    ]


def test_xpm_with_long_keys() -> None:
    """Two characters for a pixel, among them those of comments."""
    text = (
        '/* XPM */\nchar *x[]={"3 1 3 2","/* c #010203","*/ c light blue","gg c gray50","/**/gg"};'
    )
    assert _pixels(text) == [["010203ff", "add8e6ff", "7f7f7fff"]]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (XPM.replace('"3 2 3 1 "', '"3 2"'), "an XPM without its size and the number of its"),
        (XPM.replace("3 2 3 1", "3 2 x 1"), "colors 'x'; expected a number"),
        (XPM.replace("3 2 3 1", "3 2 3 9"), "3 colors of 9 characters; expected fewer"),
        (XPM.replace("3 2 3 1", "3 2 99999 1"), "99999 colors of 1 characters; expected fewer"),
        (XPM.replace("3 2 3 1", "3 3 3 1"), "5 lines; expected 3 colors and 3 rows"),
        (XPM.replace("3 2 3 1", "3 2000 3 1"), "height '2000'; expected 1 to 1000"),
        (XPM.replace('"r. "', '"rx "'), "row 1: color 'x' is not declared"),
        (XPM.replace('"r. "', '"r."'), "row 1: color '' is not declared"),
        (XPM.replace("#ff0000", "#ff00"), "color 'c #ff00'; expected one such as c #ff0000"),
        (XPM.replace("#ff0000", "mauvish"), "color 'c mauvish'; expected one such as c #ff0000"),
        (XPM.replace("c #ff0000", ""), "color ''; expected one such as c #ff0000"),
        (XPM.replace("#ff0000", "x" * 300), "color 'c xxxxxxxx"),
    ],
)
def test_damaged_xpm(text: str, reason: str) -> None:
    """One line, with the place and what was expected."""
    assert _reason(text).startswith(reason)


@given(st.text(alphabet='"abc #0123456789{}/*,\n ', max_size=80))
def test_any_text(text: str) -> None:
    """Whatever follows their first words: a picture or one error."""
    for start in ("/* XPM */", '/* XPM */ "2 1 1 1", "a c red",', "#define x_width 2\n"):
        with suppress(PuzzleError):
            assert _pixels(start + text)
