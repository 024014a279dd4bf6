"""Photographs made into puzzles: drawn by us, so that we know what is to be seen in them."""

import signal
import sys
from itertools import product
from math import hypot
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st
from PIL import Image, ImageDraw

from asp_nono.design.local_search import Target
from asp_nono.design.make import MakeResult, make, makes
from asp_nono.design.photographs import COLORS, Crop, Drawer, Way, best_drawn, renderings
from asp_nono.design.recognition import View, resemblance
from asp_nono.files import read, read_photograph
from asp_nono.formats.oklab import oklab, rgb_of
from asp_nono.formats.picture import Photograph, PictureSettings
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.cli.run import GUARD, run, start
from tests.design.pictures import scene


def _photo(**settings: object) -> Photograph:
    return Photograph(np.asarray(scene()), **settings)  # type: ignore[arg-type] # any of them


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scene as a camera would write it."""
    path = tmp_path_factory.mktemp("photo") / "portrait.jpg"
    scene().save(path, quality=90)
    return path


@given(st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=9))
def test_oklab_and_back(colors: list[tuple[int, int, int]]) -> None:
    """No color is lost; the lightness of grays grows with them."""
    rgb = np.array(colors, np.uint8)
    assert (rgb_of(oklab(rgb)) == rgb).all()
    grays = oklab(np.repeat(np.arange(256, dtype=np.uint8)[:, None], 3, axis=1))
    assert (np.diff(grays[:, 0]) > 0).all()
    assert np.abs(grays[:, 1:]).max() < 1e-6


def _disc(colors: tuple[Color, ...], inside: int, side: int = 16) -> Puzzle:
    rows = (
        tuple(
            inside * (hypot(x - side / 2 + 0.5, y - side / 2 + 0.5) < side / 3) for x in range(side)
        )
        for y in range(side)
    )
    return Puzzle.of(Grid(tuple(rows)), colors)


def test_resemblance_is_of_forms() -> None:
    """Brightness and size of cells matter little; a lost form, noise and a turned one much."""
    photo = np.full((64, 64, 3), 200, np.uint8)
    disc = np.hypot(*(np.indices((64, 64)) - 31.5)) < 64 / 3
    photo[disc] = 60
    fine = View(oklab(photo))
    gray = Color("gray", "g", "777777")
    same, paler = (resemblance(fine, _disc((WHITE, one), 1)) for one in (BLACK, gray))
    assert same == pytest.approx(paler, abs=0.01)
    assert same > 0.8
    assert resemblance(fine, _disc((WHITE, BLACK), 1, side=5)) < same - 0.1
    assert resemblance(fine, _disc((BLACK, WHITE), 1)) < 0.2
    blank = Puzzle.of(Grid(((0,) * 16,) * 16), (WHITE, BLACK))
    assert resemblance(fine, blank) < same - 0.3
    dots = Grid(tuple(tuple((x * 7 + y * 5) % 3 // 2 for x in range(16)) for y in range(16)))
    assert resemblance(fine, Puzzle.of(dots, (WHITE, BLACK))) < 0.2


@pytest.mark.slow
@pytest.mark.parametrize("size", [(24, 0), (12, 24)])
def test_ways_have_the_size_and_the_colors(size: tuple[int, int]) -> None:
    """One of each number of colors, parts of the photograph, and none is drawn twice."""
    *_, (tried, found) = renderings(_photo(size=size), 6)
    assert tried > 100
    assert {one.way.colors for one in found} == set(COLORS)
    assert len({one.puzzle for one in found}) == len(found) == 6
    for one in found:
        width, height = one.puzzle.width, one.puzzle.height
        assert width == size[0]
        assert height == (size[1] or 20)
        assert len(one.puzzle.colors) - 1 <= one.way.colors
        left, top, right, bottom = one.crop.box
        assert 0 <= left < right <= 240.001
        assert 0 <= top < bottom <= 200.001
        assert (right - left) / width == pytest.approx((bottom - top) / height, rel=0.05)


@pytest.mark.slow
def test_settings_are_kept() -> None:
    """The number of colors, and the background."""
    *_, (_, found) = renderings(_photo(size=(20, 20), colors=1), 6)
    assert all(one.puzzle.colors == (WHITE, BLACK) for one in found)
    assert len({one.puzzle for one in found}) == 6
    assert len({one.crop for one in found}) > 2
    *_, (_, found) = renderings(_photo(size=(20, 20), colors=1, background="black"), 2)
    assert all([one.rgb for one in one.puzzle.colors] == ["000000", "ffffff"] for one in found)


@pytest.mark.parametrize("left", [0, 13, 40])
def test_parts_are_moved_until_they_are_best(left: int) -> None:
    """Half a cell further to any side, the same way is worth no more."""
    drawer = Drawer(_photo())
    (draft,) = drawer.drawn(Crop(left, 20, left + 180, 200), 18, 18, [Way(2)])
    found = drawer.placed(draft)
    assert found.worth >= draft.worth
    for across, down in product((-5, 0, 5), repeat=2):
        box = np.add(found.crop.box, (across, down, across, down)).tolist()
        if min(box) >= 0 and box[2] <= 240 and box[3] <= 200:
            (other,) = drawer.drawn(Crop(*box), 18, 18, [Way(2)])
            assert other.worth <= found.worth


def test_more_cells_and_colors_show_more() -> None:
    """The same part, drawn as well as possible."""
    photo, crop = _photo(), Crop(20, 0, 220, 200)
    small, large, colored = (
        best_drawn(photo, crop, side, side, colors) for side, colors in ((10, 1), (30, 1), (30, 4))
    )
    assert small < large < colored
    assert best_drawn(photo, crop, 500, 500, 1) == 0  # there are not so many pixels
    assert Way(1).colors == 1


@pytest.mark.slow
def test_made_of_a_photograph() -> None:
    """Six unique puzzles, the best first; each score is that of the changed picture."""
    known: list[MakeResult] = []
    found = make(_photo(size=(20, 20)), each=known.append)
    assert found.puzzle == found.sheet[0].puzzle
    assert len(found.sheet) == 6
    for one in found.sheet:
        assert one.puzzle
        assert check(one.puzzle).verdict is Verdict.UNIQUE
        assert one.score
        assert one.difficulty
        assert one.part
        left, top, right, bottom = one.part
        assert 0 <= left < right <= 1
        assert 0 <= top < bottom <= 1
    assert (found.score or 0) >= 60
    assert not found.advice
    assert all(one.progress for one in known)
    assert [len(one.sheet) for one in known[-8:-1]] == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.slow
@pytest.mark.nightly
def test_what_cannot_be_recognized_is_said() -> None:
    """With what would help, if anything does."""
    (*_, found) = makes(_photo(size=(9, 9), colors=1), Target())
    assert found.puzzle
    assert str(found.advice).startswith("nothing recognizable at this size; ")
    noise = np.random.default_rng(1).integers(0, 256, (90, 90, 3)).astype(np.uint8)
    found = make(Photograph(noise, (20, 20)), limits=Limits(seconds=60))
    assert "crop the picture" in str(found.advice)


def test_what_was_cut_off_is_said() -> None:
    """As a share of the photograph; nothing if it is whole."""
    photo = _photo(size=(9, 9), colors=1)
    high, wide, _ = photo.pixels.shape
    part = photo.share((wide / 4, 0, wide, high / 2))
    assert part == (0.25, 0, 1, 0.5)
    said = "part from 25 to 100 percent of the width and from 0 to 50 percent of the height"
    assert said in str(MakeResult(part=part).cropped)
    for whole in ((0, 0, wide, high), (0.5, 0, wide, high - 0.5)):
        assert not MakeResult(part=photo.share(whole)).cropped


def test_the_named_limit_is_the_one_that_was_set() -> None:
    """Not what was left of it for other changes after repairs were looked for."""
    picture = Puzzle.of(Grid.from_text(["#.#.#.#.#.#.", ".#.#.#.#.#.#"] * 8))
    hard = Target(least=9, most=10)
    (*_, found) = makes(picture, hard, limits=Limits(seconds=2))
    assert found.puzzle is None
    assert str(found.outcome).startswith("time limit of 2 s; ")


def test_only_photographs_are_drawn_in_many_ways(file: Path, tmp_path: Path) -> None:
    """A drawing, another kind of file, and settings that say how to read it, are read once."""
    assert read_photograph(file)
    assert read_photograph(file, PictureSettings(threshold=100)) is None
    assert read_photograph(file, PictureSettings(cell=10)) is None
    drawing = tmp_path / "drawing.png"
    scene().quantize(8).save(drawing)
    assert read_photograph(drawing) is None


@pytest.mark.slow
def test_make_command(file: Path, tmp_path: Path) -> None:
    """It writes the best puzzle, and draws six of them."""
    sheet, target = tmp_path / "six.png", tmp_path / "made.json"
    ran = run("make", file, "--size", "18x18", "--sheet", sheet, "--output", target)
    assert ran.status == 0, ran.err
    (found,) = read(target)
    assert (found.width, found.title) == (18, "portrait")
    assert check(found).verdict is Verdict.UNIQUE
    assert ": 18x18, " in ran.err
    assert ", score " in ran.err
    with Image.open(sheet) as image:
        assert image.width > 1000
    wrong = run("make", file, file, "--sheet", sheet)
    assert (wrong.status, "several files; put %d into its name" in wrong.err) == (2, True)
    wrong = run("make", file, "--sheet", "six.txt")
    assert (wrong.status, "a sheet is drawn as .png or .svg" in wrong.err) == (2, True)


def test_interrupted_it_keeps_the_best(file: Path, tmp_path: Path) -> None:
    """Ctrl-C while ways are compared or repaired: what is there by then is written."""
    target = tmp_path / "made.json"
    process = start("make", file, "--size", "60x60", "--colors", 1, "--output", target)
    with pytest.raises(Exception, match="timed out"):
        process.communicate(timeout=3)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=GUARD) == 130
    process.communicate()
    assert not target.exists() or check(*read(target)).verdict is Verdict.UNIQUE


def test_a_drawing_has_no_sheet(tmp_path: Path) -> None:
    """A picture of few colors is read in one way, which the command says instead of a sheet."""
    image = Image.new("RGB", (60, 60), "white")
    ImageDraw.Draw(image).ellipse((12, 12, 47, 47), fill="black")
    image.save(tmp_path / "disk.png")
    ran = run("make", tmp_path / "disk.png", "--size", "10x10", "--sheet", tmp_path / "six.png")
    assert ran.status == 0
    assert "no sheet is drawn, because the picture was read in one way only" in ran.err
    assert not (tmp_path / "six.png").exists()


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Pillow is not installed, the error says how to get it."""
    scene().save(tmp_path / "scene.png")
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(PuzzleError, match="needs the extra 'pictures'"):
        read_photograph(tmp_path / "scene.png")
