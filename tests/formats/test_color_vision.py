"""Colors that color-blind people tell apart."""

import re
import warnings

import numpy as np
import pytest
from hypothesis import given, strategies as st

from asp_nono.design.random_pictures import COLORS
from asp_nono.formats.color_vision import APART, distances, least_apart, moved_apart
from asp_nono.formats.colors import OFFERED, Ink, numbered, of_names, of_values, palette
from asp_nono.formats.oklab import Rgb, oklab
from asp_nono.formats.picture import PictureSettings, read
from asp_nono.formats.source import Source
from asp_nono.messages import PuzzleWarning
from asp_nono.puzzle import BLACK, WHITE, Puzzle
from tests.conftest import ROOT
from tests.formats.pictures import encoded, photograph, pixels

RGB = st.tuples(*[st.integers(0, 255)] * 3)


def _values(*digits: str) -> Rgb:
    return np.array([list(bytes.fromhex(one)) for one in digits], np.uint8)


def _of(puzzle: Puzzle) -> Rgb:
    return _values(*(color.rgb for color in puzzle.colors))


@pytest.mark.parametrize(
    ("one", "other", "usual"),
    [
        ("d02020", "7a6a10", 0.14),  # red and olive: those without red or green cones
        ("2e8b57", "2f7fa8", 0.11),  # green and blue: those without blue cones
    ],
)
def test_what_is_confused(one: str, other: str, usual: float) -> None:
    """Pairs that most people tell apart are near to each other for some."""
    pair = _values(one, other)
    seen = float(np.linalg.norm(np.subtract(*oklab(pair))))
    assert seen > usual
    assert distances(pair)[0, 1] < 0.6 * seen


@given(st.integers(0, 255), st.integers(0, 255))
def test_gray_is_gray_to_all(one: int, other: int) -> None:
    """Nobody sees grays nearer to each other or farther apart than others do."""
    grays = np.array([[one] * 3, [other] * 3], np.uint8)
    usual = float(np.linalg.norm(np.subtract(*oklab(grays))))
    assert distances(grays)[0, 1] == pytest.approx(usual, abs=0.002)


def test_chosen_colors_are_moved_apart() -> None:
    """All that `generate` has, those for colors without a value, and those of the page."""
    for colors in ((WHITE, *COLORS), numbered(1 + len(OFFERED)), of_names([*"abcdefghijk"])):
        assert least_apart(_values(*(color.rgb for color in colors)))[0] >= APART
    script = (ROOT / "asp_nono" / "page" / "static" / "palette.js").read_text(encoding="utf-8")
    offered = dict(re.findall(r"\['(\w+)', '([0-9a-f]{6})'\]", script))
    assert offered == {BLACK.name: BLACK.rgb, **OFFERED}


@given(st.lists(RGB, min_size=1, max_size=6, unique=True))
def test_few_colors_are_moved_apart(colors: list[tuple[int, int, int]]) -> None:
    """Any six become so, and those that are so stay as they are."""
    values = np.array(colors, np.uint8)
    apart = moved_apart(values)
    if len(colors) > 1:
        assert least_apart(apart)[0] >= APART
    assert (moved_apart(apart) == apart).all()


def test_only_what_must_move_moves() -> None:
    """The others stay."""
    colors = _values("ffffff", "000000", "c62828", "2e7d32")
    moved = moved_apart(colors)
    assert (moved[:2] == colors[:2]).all()
    assert np.linalg.norm(oklab(moved) - oklab(colors), axis=1).max() < APART


def test_photographs() -> None:
    """Reduced to few colors, these can be distinguished."""
    data = encoded(photograph())
    for colors in (2, 3, 4, 5):
        with warnings.catch_warnings(action="ignore", category=PuzzleWarning):
            (puzzle,) = read(Source("x", data), PictureSettings(size=(20, 0), colors=colors))
        assert least_apart(_of(puzzle))[0] >= APART


def test_pixel_art_keeps_its_colors() -> None:
    """A remark names the two that are most alike."""
    meaning = {".": (255, 255, 255), "r": (0xC6, 0x28, 0x28), "g": (0x2E, 0x7D, 0x32)}
    art = encoded(pixels(["....", ".rg.", ".rr.", "...."], meaning))
    with pytest.warns(PuzzleWarning, match=r"may not tell .*c62828.* from .*2e7d32"):
        (puzzle,) = read(Source("x", art))
    assert {color.rgb for color in puzzle.colors} == {"ffffff", "c62828", "2e7d32"}
    plain = encoded(pixels(["....", ".rr."], meaning))
    with warnings.catch_warnings(action="error"):
        read(Source("x", plain))


@given(st.lists(st.tuples(st.text(max_size=2), RGB), min_size=1, max_size=40))
def test_characters_are_distinct(wishes: list[tuple[str, tuple[int, int, int]]]) -> None:
    """Whatever is wished for, in palettes of values as in those of pictures."""
    values = [bytes(rgb).hex() for _, rgb in wishes]
    inks = [Ink(f"{n}", value, wishes[n][0]) for n, value in enumerate(values)]
    keys = [chr(0x4E00 + n) for n in range(len(wishes))]
    meaning = {key: rgb for key, (_, rgb) in zip(keys, wishes, strict=True)}
    with warnings.catch_warnings(action="ignore", category=PuzzleWarning):
        strip = Source("x", encoded(pixels(["".join(keys)], meaning)))
        (puzzle,) = read(strip, PictureSettings(cell=1, colors=31))
    for colors in (palette(inks), of_values(values), numbered(len(values)), puzzle.colors):
        assert len({color.char for color in colors}) == len(colors)
