"""Pictures read as puzzles: pixel art, screenshots, photographs, XBM and XPM, and none of them."""

import random
import struct
import warnings
import zlib
from contextlib import suppress

import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image

from asp_nono.draw.png import draw_png
from asp_nono.files import read
from asp_nono.formats.picture import NAMES, PictureSettings, opened, read as read_picture
from asp_nono.formats.source import Source
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, PuzzleWarning
from asp_nono.puzzle import Color, Puzzle
from tests.conftest import ROOT
from tests.formats.pictures import encoded, enlarged, photograph, pixels, screenshot
from tests.strategies import grids

INK, PAPER, RED = (0, 0, 0), (255, 255, 255), (220, 30, 30)
FLAG_ROWS = ["..........", ".####r....", ".####rrr..", ".####r....", ".#........", ".#........"]
FLAG = pixels(FLAG_ROWS, {".": PAPER, "#": INK, "r": RED})
FLAG_GOAL = Grid.from_text(FLAG_ROWS, ".#r")
KNIGHT = read(ROOT / "instances" / "pictures" / "chess-knight.xml")[0]


def _read(data: bytes, **given: object) -> Puzzle:
    """The puzzle of a picture; remarks are not looked at."""
    with warnings.catch_warnings(action="ignore", category=PuzzleWarning):
        (puzzle,) = read_picture(Source("x", data), PictureSettings(**given))  # type: ignore[arg-type] # as typed there
    return puzzle


def _image(image: Image.Image, **given: object) -> Puzzle:
    return _read(encoded(image), **given)


@pytest.mark.parametrize("kind", ["PNG", "GIF", "BMP", "PPM", "WEBP"])
def test_pixel_art(kind: str) -> None:
    """One pixel is one cell; the frequent color at the edge is the background."""
    puzzle = _read(encoded(FLAG, kind, **({"lossless": True} if kind == "WEBP" else {})))
    assert puzzle.goal == FLAG_GOAL
    assert [(color.name, color.char, color.rgb) for color in puzzle.colors] == [
        ("white", ".", "ffffff"),
        ("black", "#", "000000"),
        ("red", "r", "dc1e1e"),
    ]


def test_white_is_not_always_the_background() -> None:
    """A white figure on black is that."""
    night = pixels(["#####", "#...#", "#####"], {".": PAPER, "#": INK})
    puzzle = _image(night)
    assert [color.name for color in puzzle.colors] == ["black", "white"]
    assert puzzle.goal == Grid.from_text([".....", ".###.", "....."])
    assert _image(night, background="white").goal == Grid.from_text(["#####", "#...#", "#####"])
    assert _image(night, background="#f0fff0").colors[0].name == "white"


def test_transparency() -> None:
    """What is transparent is background, and white on it is a color of its own."""
    colors = {".": (9, 9, 9, 0), "w": (255, 255, 255, 255), "k": (0, 0, 0, 255)}
    puzzle = _image(pixels(["wwk", "w.k", "..."], colors, "RGBA"))
    assert puzzle.goal == Grid.from_text(["wwk", "w.k", "..."], ".wk")
    assert puzzle.colors[0].rgb not in ("ffffff", "000000")


@pytest.mark.parametrize("kind", ["1", "L", "LA", "P", "I;16", "CMYK"])
def test_kinds_of_pixels(kind: str) -> None:
    """Black stays black and white white, with one bit, sixteen, or four inks."""
    rows = ["##.", "#..", "..."]
    image = pixels(rows, {".": PAPER, "#": INK})
    if kind == "I;16":
        data = b"P5\n3 3\n65535\n" + bytes(4) + b"\xff\xff" + bytes(2) + b"\xff\xff" * 5
    elif kind == "CMYK":
        data = encoded(image.convert(kind), "JPEG", quality=100)
    else:
        data = encoded(image.convert(kind))
    assert _read(data).goal == Grid.from_text(rows)


@pytest.mark.parametrize("cell", [4, 7, 20])
def test_enlarged(cell: int) -> None:
    """Squares in place of pixels are found, and it is said what was decided."""
    with pytest.warns(PuzzleWarning, match=f"x: read as 10x6 cells of {cell}x{cell} pixels"):
        (puzzle,) = read_picture(Source("x", encoded(enlarged(FLAG, cell))))
    assert puzzle.goal == FLAG_GOAL


def test_near_colors_are_one() -> None:
    """What a lossy format does to colors is undone."""
    puzzle = _read(encoded(enlarged(FLAG, 8), "JPEG", quality=92), cell=8)
    assert puzzle.goal == FLAG_GOAL
    assert [color.rgb for color in puzzle.colors[:2]] == ["ffffff", "000000"]


def test_small_squares_may_be_chance() -> None:
    """A picture whose features happen to be even is not halved unless that is asked for."""
    twice = enlarged(FLAG, 2)
    assert _image(twice).width == 20
    assert _image(twice, cell=2).goal == FLAG_GOAL
    assert _image(twice, cell=9).width == 2  # what is left over is no cell
    halves = pixels(["####....", "####...."] * 4, {".": PAPER, "#": INK})
    assert _image(halves).width == 8


@pytest.mark.parametrize("cell", [9, 16, 25])
@pytest.mark.parametrize("line", [1, 2])
@pytest.mark.parametrize("ink", ["#888888", "#000000", "#cccccc"])
def test_screenshots(cell: int, line: int, ink: str) -> None:
    """The grid is found inside a window, whatever its lines look like."""
    assert KNIGHT.goal
    assert _image(screenshot(KNIGHT.goal, cell=cell, line=line, ink=ink)).goal == KNIGHT.goal


@pytest.mark.parametrize("factor", [0.8, 1.37, 2.5])
def test_scaled_screenshots(factor: float) -> None:
    """Cells need not have a whole number of pixels."""
    assert KNIGHT.goal
    image = screenshot(KNIGHT.goal, cell=20)
    size = int(image.width * factor), int(image.height * factor)
    scaled = image.resize(size, Image.Resampling.BICUBIC)
    assert _image(scaled).goal == KNIGHT.goal
    assert _read(encoded(scaled, "JPEG", quality=70)).goal == KNIGHT.goal


@pytest.mark.parametrize("clues", [True, False])
@pytest.mark.parametrize("name", ["pictures/cat", "pictures/heart", "color/parrot", "color/sunset"])
def test_our_own_drawings(name: str, clues: bool) -> None:
    """A solution drawn as PNG is read as the puzzle that it came from, clues or not."""
    (puzzle,) = read(ROOT / "instances" / f"{name}.xml")
    drawn = _read(draw_png(puzzle, puzzle.goal, clues=clues))
    assert puzzle.goal
    assert drawn.goal
    mine = [[puzzle.colors[color].rgb for color in row] for row in puzzle.goal.rows]
    theirs = [[drawn.colors[color].rgb for color in row] for row in drawn.goal.rows]
    assert theirs == mine


@pytest.mark.slow
@settings(max_examples=40)
@given(st.data())
def test_own_drawings_of_anything(data: st.DataObject) -> None:
    """Also when it shows nothing in particular; the clues follow."""
    width, height = data.draw(st.integers(5, 12)), data.draw(st.integers(5, 12))
    row = st.tuples(*[st.integers(0, 1)] * width)
    puzzle = Puzzle.of(Grid(data.draw(st.tuples(*[row] * height))))
    drawn = _read(draw_png(puzzle, puzzle.goal))
    if drawn.goal != puzzle.goal:
        # black is more frequent at the edge, or the only color
        drawn = _read(draw_png(puzzle, puzzle.goal), threshold=128)
    assert drawn.goal == puzzle.goal


def test_photograph() -> None:
    """It becomes a black figure on white of handy size, and that is said."""
    data = encoded(photograph(), "JPEG")
    with pytest.warns(PuzzleWarning) as caught:
        (puzzle,) = read_picture(Source("x", data))
    first, second = (str(warning.message) for warning in caught)
    assert first.startswith("x: a picture of 640x480 pixels, shrunk to 50x38 cells; another size")
    assert second.endswith(" colors, made black and white")
    assert [color.name for color in puzzle.colors] == ["white", "black"]
    assert puzzle.goal
    rows = puzzle.goal.rows
    assert rows[19][25] == 1  # the ball
    assert sum(map(sum, (rows[0], rows[-1]))) == 0  # the wall
    assert 0.15 < sum(map(sum, rows)) / (50 * 38) < 0.45


@pytest.mark.parametrize(
    ("given", "size"),
    [
        ({"size": (24, 0), "colors": 1}, (24, 18)),
        ({"size": (24, 0), "colors": 8}, (24, 18)),
        ({"size": (0, 12), "threshold": 80}, (16, 12)),
        ({"size": (7, 9), "threshold": 80}, (7, 9)),
    ],
)
def test_photograph_as_requested(given: dict[str, object], size: tuple[int, int]) -> None:
    """With this number of cells and of block colors."""
    puzzle = _read(encoded(photograph(), "JPEG"), **given)
    assert (puzzle.width, puzzle.height) == size
    assert len(puzzle.colors) == 1 + int(str(given.get("colors", 1)))


def _animated(*rows: str) -> bytes:
    first, *others = (pixels([row], {".": PAPER, "#": INK}) for row in rows)
    return encoded(first, "GIF", save_all=True, append_images=others)


def _turned(image: Image.Image) -> bytes:
    """A picture with the note that its top is on the right."""
    exif = Image.Exif()
    exif[0x0112] = 6
    return encoded(image, "PNG", exif=exif)


_SEEN_THROUGH = pixels(["k.k"], {".": (9, 9, 9, 0), "k": (0, 0, 0, 255)}, "RGBA")
_HALF = pixels(["k.k"], {".": (0, 0, 0, 100), "k": (0, 0, 0, 200)}, "RGBA")
_SHADES = encoded(pixels(["abcd"], {"a": INK, "b": (90,) * 3, "c": (160,) * 3, "d": PAPER}))
_LARGE = encoded(FLAG.resize((107, 61), Image.Resampling.NEAREST))


@pytest.mark.parametrize(
    ("data", "given", "goal"),
    [
        (_animated("#..", ".#."), {}, ["#.."]),  # the first frame
        (_turned(pixels(["##.", "..."], {".": PAPER, "#": INK})), {}, [".#", ".#", ".."]),
        (encoded(_SEEN_THROUGH, "GIF"), {}, ["#.#"]),  # one color of the palette is transparent
        (encoded(_SEEN_THROUGH.quantize(4)), {}, ["#.#"]),
        (encoded(_HALF), {}, ["#.#"]),
        (encoded(Image.new("RGBA", (3, 2))), {}, ["...", "..."]),
        (encoded(Image.new("RGB", (4, 1), "#123456")), {}, ["...."]),
        (_SHADES, {"threshold": 100}, ["##.."]),  # black is what is darker
        (_SHADES, {"threshold": 200}, ["###."]),
        (_SHADES, {"threshold": 0}, ["...."]),
        (_SHADES, {"threshold": 100, "background": "black"}, ["..##"]),
        (_LARGE, {"size": (10, 6)}, FLAG_ROWS),  # no color in between appears at the edges
    ],
)
def test_oddities(data: bytes, given: dict[str, object], goal: list[str]) -> None:
    """Animations, pictures on their side, transparency, one color, thresholds, flat drawings."""
    puzzle = _read(data, **given)
    assert puzzle.goal == Grid.from_text(goal, ".#r")
    if "size" in given:
        assert len(puzzle.colors) == 3
    if "background" in given:
        assert [color.name for color in puzzle.colors] == ["black", "white"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"size": (10, 10), "cell": 3}, "both size and cell; they exclude each other"),
        ({"colors": 2, "threshold": 3}, "both colors and threshold; they exclude each other"),
        ({"size": (0, 0)}, "size 0x0; expected 1 to 1000"),
        ({"size": (5, 1001)}, "size 5x1001; expected 1 to 1000"),
        ({"cell": 0}, "cells of 0 pixels; expected at least 1"),
        ({"colors": 0}, "0 block colors; expected 1 to 31"),
        ({"threshold": 256}, "threshold 256; expected 0 to 255"),
        ({"background": "grue"}, "color 'grue'; expected a value such as #ff8800, or one of"),
        ({"size": (11, 6)}, "11x6 cells from 10x6 pixels; a cell has at least one"),
        ({"cell": 100}, "0x0 cells; expected at most 1000x1000"),
        ({"background": "blue"}, "no cell has the background #143cdc; the picture has #"),
    ],
)
def test_settings_that_make_no_sense(given: dict[str, object], reason: str) -> None:
    """Each has its line."""
    with pytest.raises(PuzzleError) as caught:
        _image(FLAG, **given)
    assert str(caught.value).startswith(reason)


def test_colors_with_names() -> None:
    """A background can be asked for by each name that colors are given."""
    for name, rgb in NAMES.items():
        puzzle = _image(pixels(["ab"], {"a": rgb, "b": (1, 2, 3)}), background=name)
        assert puzzle.colors[0] == Color(name, puzzle.colors[0].char, bytes(rgb).hex())


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _bomb(width: int, height: int, data: bytes = b"") -> bytes:
    """A PNG that promises more pixels than it holds."""
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    body = _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(data)) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def _with_text(length: int) -> bytes:
    """A PNG with a text that unpacks to this length; at most 1 MiB of text is read."""
    head, image, end = encoded(FLAG).partition(b"IDAT")
    text = _chunk(b"zTXt", b"note\0\0" + zlib.compress(bytes(length), 9))
    return head[:-4] + text + head[-4:] + image + end


@pytest.mark.parametrize(
    "data",
    [
        _with_text(2_000_000),
        _bomb(100_000, 100_000),
        _bomb(8_000, 8_000, bytes(8_000 * 1_001)),
        b"P5 1000000 1000000 255 " + bytes(100),
        b"BM" + struct.pack("<IHHIIiiHHIIiiII", 70, 0, 0, 54, 40, 60_000, 60_000, 1, 1, *[0] * 6),
        b"GIF89a" + struct.pack("<HHBBB", 65_535, 65_535, 0, 0, 0) + b",",
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\nshowpage\n",
    ],
)
def test_bombs(data: bytes) -> None:
    """A few bytes that would unpack to gigabytes, or run another program, are refused before."""
    with pytest.raises(PuzzleError, match=r"more than 30 million pixels|a damaged picture"):
        _read(data)


KINDS = {
    **{kind: encoded(FLAG, kind) for kind in ("PNG", "GIF", "BMP", "JPEG", "WEBP", "PPM")},
    "XBM": b"#define x_width 9\n#define x_height 2\nstatic char x_bits[] = { 1, 0x01, 2, 0 };\n",
    "XPM": b'/* XPM */\nstatic char *x[] = {\n"2 2 2 1",\n"a c #fff",\n"b c red",\n"ab",\n"ba"};\n',
}


@pytest.mark.parametrize("kind", KINDS)
def test_damaged(kind: str) -> None:
    """Cut off anywhere, or with bytes changed: a puzzle or one error, and nothing else."""
    data, chance = KINDS[kind], random.Random(kind)  # noqa: S311 - nothing is kept secret
    cut = [data[:length] for length in range(2, len(data), max(1, len(data) // 60))]
    changed = []
    for _ in range(150):
        copy = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            copy[chance.randrange(len(copy))] = chance.randrange(256)
        changed.append(bytes(copy))
    for damaged in cut + changed:
        with suppress(PuzzleError):
            assert _read(damaged).goal


def _opened(text: str) -> list[list[str]]:
    """The pixels of a picture as hexadecimal digits with their alpha."""
    image = opened(Source("x", text.encode()))
    data = image.tobytes()
    cells = [data[at : at + 4].hex() for at in range(0, len(data), 4)]
    return [cells[at : at + image.width] for at in range(0, len(cells), image.width)]


@given(grids(max_side=20))
def test_xbm_of_pillow(grid: Grid) -> None:
    """What another program writes is read as it was meant."""
    image = Image.new("1", (grid.width, grid.height))
    for y, row in enumerate(grid.rows):
        for x, cell in enumerate(row):
            image.putpixel((x, y), cell)  # of this format, 1 is the foreground
    shown = [["000000ff" if cell else "ffffff00" for cell in row] for row in grid.rows]
    assert _opened(encoded(image, "XBM").decode()) == shown


def test_xpm_with_long_keys() -> None:
    """Two characters for a pixel, among them those of comments."""
    text = (
        '/* XPM */\nchar *x[]={"3 1 3 2","/* c #010203","*/ c light blue","gg c gray50","/**/gg"};'
    )
    assert _opened(text) == [["010203ff", "add8e6ff", "7f7f7fff"]]
