"""Shots of a puzzle that is being solved, alone and put together."""

import re
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from asp_nono.clue import Line
from asp_nono.draw.frames import Frame, MarkTable, Supposed, drawings, gif, moving_svg, strip_svg
from asp_nono.draw.shapes import Box, Label
from asp_nono.draw.svg import svg
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from tests.cases import PALETTE, partial

CROSS = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
FRAMES = [
    Frame(partial("???|???|???"), words=("The beginning", "")),
    Frame(
        partial("???|###|???"),
        Line("row", 2),
        new=((1, 2), (2, 2), (3, 2)),
        words=("1. row 2: all filled", "The only block fills the row, " * 6),
    ),
    Frame(
        partial("???|###|.#."),
        Line("column", 2),
        new=((1, 3), (2, 3), (3, 3)),
        because=((2, 2),),
        words=("2. done", "Enough."),
    ),
]


def test_frames_are_alike() -> None:
    """All are of one size, with frames around new cells, reasons and the line, and all words."""
    first, second, third = drawings(CROSS, FRAMES)
    assert first.width == second.width == third.width
    assert first.height == second.height == third.height
    frames = [shape for shape in third.layer("step") if isinstance(shape, Box)]
    assert [box.fill for box in frames[::4]] == ["0072b2", "009e73", *["d55e00"] * 3]
    assert first.layer("step") == ()
    text = svg(second)
    said = " ".join(re.findall("<text[^>]*>([^<]*)</text>", text))
    assert "1. row 2: all filled" in said
    assert said.count("The only block fills the row,") == 6
    assert ">?<" not in text


def test_strip() -> None:
    """One image with all frames, well-formed, without scripts."""
    text = strip_svg(CROSS, FRAMES)
    root = ET.fromstring(text)  # noqa: S314 - our own
    assert root.tag.endswith("svg")
    (one,) = (float(drawing.width) for drawing in drawings(CROSS, FRAMES[:1]))
    assert float(root.attrib["viewBox"].split()[2]) == pytest.approx(3 * 20 * one)
    assert text.count("The beginning") == text.count("Enough.") == 1
    assert "<script" not in text


def test_strip_in_rows() -> None:
    """Four frames stand beside each other, the fifth begins a row."""
    frames = [Frame(FRAMES[0].picture, words=(f"frame {number}", "")) for number in range(1, 6)]
    one = next(drawings(CROSS, frames))
    root = ET.fromstring(strip_svg(CROSS, frames))  # noqa: S314 - our own
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert (width, height) == pytest.approx((4 * 20 * one.width, 2 * 20 * one.height))
    said = {text.text: text.attrib for text in root.iter("{http://www.w3.org/2000/svg}text")}
    first, fourth, fifth = (said[f"frame {number}"] for number in (1, 4, 5))
    assert (first["x"], fourth["y"]) == (fifth["x"], first["y"])
    assert float(fifth["y"]) - float(first["y"]) == pytest.approx(20 * one.height, abs=0.1)


def test_moving() -> None:
    """Each frame has its time; new cells stay; without animation the last one is seen."""
    text = moving_svg(CROSS, FRAMES)
    ET.fromstring(text)  # noqa: S314 - our own
    assert text.count('repeatCount="indefinite"') == 3 + 2
    assert text.count('values="hidden;visible;hidden"') == 2
    assert text.count(' visibility="hidden"') == 2
    assert 'dur="12.0s"' in text
    assert 'keyTimes="0.00000;0.41667;0.58333"' in text


def test_many_frames_take_a_minute() -> None:
    """Each is shown for less time then, and the first and the last one as long as ever."""
    text = moving_svg(CROSS, [FRAMES[0], *FRAMES[1:2] * 98, FRAMES[2]])
    assert 'dur="70.0s"' in text
    assert f'keyTimes="0.00000;{5 / 70:.5f};{(5 + 60 / 98) / 70:.5f}"' in text


def test_words_keep_their_width() -> None:
    """Captions are broken into lines, never squeezed or stretched."""
    for words in ("The only block fills all 5 cells, so there is only one way.", "iiii " * 40):
        (drawing,) = drawings(CROSS, [Frame(FRAMES[0].picture, words=("WWW " * 20, words))])
        assert "textLength" not in svg(drawing)


def test_trial() -> None:
    """A trial shows its cells in the colors supposed, numbered, and the line that fails."""
    cells = (Supposed((1, 1), 2, 0), Supposed((2, 1), 1, 1), Supposed((3, 1), 3, 2))
    frame = Frame(FRAMES[0].picture, supposed=cells, wrong=Line("row", 2), words=("Suppose", ""))
    (drawing,) = drawings(CROSS, [frame])
    step = drawing.layer("step")
    assert [shape.text for shape in step if isinstance(shape, Label)] == ["?", "1", "2"]
    fills = [shape.fill for shape in step if isinstance(shape, Box)]
    assert fills[::5][:3] == ["000000", "ffffff", "e2e2e2"]
    assert fills.count("cc79a7") == 4 * 4


def test_colors_left() -> None:
    """A cell that has lost a color shows the others, until it has only one."""
    puzzle = Puzzle.of(Grid(((1, 2),)), PALETTE[:3])
    frames = [Frame(PartialGrid(((7, 3),))), Frame(PartialGrid(((6, 2),)), new=((1, 1), (2, 1)))]
    first, second = drawings(puzzle, frames)
    colors = [color.rgb for color in puzzle.colors]
    assert [box.fill for box in first.layer("left")][1::2] == [colors[0], colors[1]]
    assert [box.fill for box in second.layer("left")][1::2] == [colors[1], colors[2]]
    moving, strip = moving_svg(puzzle, frames), strip_svg(puzzle, frames[:1])
    assert moving.count(f'fill="#{colors[2]}"') > strip.count(f'fill="#{colors[2]}"')


def test_table() -> None:
    """A table stands under the words, and in text has the same marks."""
    table = MarkTable("gap", ("1-3", "5"), ("block 1 (2)", "block 2 (1)"), ((True, False),) * 2)
    assert table.text() == ["gap         1-3 5", "block 1 (2)  +  -", "block 2 (1)  +  -"]
    bare, full = (
        next(drawings(CROSS, [Frame(FRAMES[0].picture, words=("a", "b"), table=one)]))
        for one in (None, table)
    )
    assert full.height > bare.height + table.height
    labels = [shape for shape in full.layer("caption") if isinstance(shape, Label)]
    said = [label.text for label in labels]
    assert said[:2] == ["a", "b"]
    grounds = [shape.center for shape in full.layer("caption") if isinstance(shape, Box)]
    assert grounds == [(label.x, label.y) for label in labels if label.text == "+"]
    assert len(grounds) == 2
    assert {"gap", "1-3", "5", "block 1 (2)"} <= set(said)


def test_gif() -> None:
    """A frame for each frame, the first and the last one for longest."""
    image = Image.open(BytesIO(gif(CROSS, FRAMES)))
    assert (image.format, image.n_frames) == ("GIF", 3)  # type: ignore[attr-defined]
    times = []
    for number in range(3):
        image.seek(number)
        times.append(image.info["duration"])
    assert times == [5000, 2000, 5000]


@pytest.mark.slow
def test_too_much() -> None:
    """What would be too large is refused in one line, before it is drawn."""
    wide = Puzzle(rows=((),) * 400, columns=((),) * 400)
    frame = Frame(PartialGrid.unknown(400, 400, 2))
    with pytest.raises(PuzzleError, match="2 pictures of 400x400 cells are too many for one strip"):
        strip_svg(wide, [frame, frame])
    with pytest.raises(PuzzleError, match="400x400 cells are too many for a GIF"):
        gif(wide, [frame])
    with pytest.raises(PuzzleError, match="5001 pictures; at most 5000"):
        moving_svg(CROSS, FRAMES[:1] * 5001)
