"""Figures, silhouettes, ornaments and words."""

import pytest

from asp_nono.design.drawn_pictures import drawings, motifs
from asp_nono.design.figures import NAMES, posed
from asp_nono.design.generate import generate
from asp_nono.design.local_search import Target, appraise
from asp_nono.design.random_pictures import KINDS, PictureModel, Rng
from asp_nono.design.recognition import RECOGNIZED, clarity, connected, likeness, same_parts
from asp_nono.design.symmetry import symmetries
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, UnknownNameError
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.design.test_generate import made

DRAWN = [kind for kind in KINDS if kind != "noise"]
SIZES = ((20, 20), (30, 30), (25, 20))


def test_motifs_fill_their_frames() -> None:
    """Each is a rectangle without blank borders, and none is there twice."""
    assert len(set(motifs().values())) == len(motifs()) >= 300
    for name, rows in motifs().items():
        assert len({len(row) for row in rows}) == 1, name
        assert set("".join(rows)) == {"#", "."}, name
        for line in (rows[0], rows[-1], *("".join(row[x] for row in rows) for x in (0, -1))):
            assert "#" in line, name
        assert 6 <= min(len(rows), len(rows[0])) <= max(len(rows), len(rows[0])) <= 22, name


@pytest.mark.parametrize("kind", DRAWN)
def test_drawn_pictures_make_unique_puzzles(kind: str) -> None:
    """With a margin that stays, and few cells changed; the same again with the same seed."""
    model, target = PictureModel(20, 18, kind=kind), Target("line-solvable")
    found = made(model, target, count=4, seed=3)
    assert made(model, target, count=2, seed=3) == found[:2]
    for one, puzzle, goal in found:
        result = check(puzzle)
        assert (result.verdict, result.technique) == (Verdict.UNIQUE, "line")
        assert one.changed <= 18
        assert (one.score is None) == (kind == "ornaments")
        assert (one.worth == 1) == (not one.changed)
        if kind in ("figures", "ornaments"):
            rows, columns = goal.rows, goal.columns
            assert not any(map(any, (rows[0], rows[-1], columns[0], columns[-1])))


@pytest.mark.slow
def test_every_name_is_tried() -> None:
    """Where one after the other does not suit, all that fit have their turn."""
    model = PictureModel(20, 20, kind="words")
    fit = {drawings(model, 1, number, 1)[1] for number in range(1, 1001)}
    for first in (1, 18):
        tried = {drawings(model, 1, first, 4 * again + 1)[1] for again in range(len(fit))}
        assert tried == fit


def test_a_name_that_fails_makes_way_for_one_that_is_not_near() -> None:
    """A dozen numbers whose first three names fail show names of their own all the same."""
    model = PictureModel(20, 20, kind="silhouettes")
    shown = [
        drawings(model, 1, number, tried)[1] for number in range(1, 13) for tried in (1, 5, 9, 13)
    ]
    assert len(set(shown)) == len(shown)


@pytest.mark.slow
def test_names_take_turns() -> None:
    """No silhouette comes a second time before all that fit have come; the title names it."""
    model = PictureModel(15, 15, kind="silhouettes")
    names = [drawings(model, 1, number, 1)[1] for number in range(1, 61)]
    assert len(set(names)) == 60
    ((_, cat, goal),) = made(PictureModel(30, 30, kind="silhouettes", motif="cat"), count=1)
    assert cat.title == "Cat"
    assert 3 <= sum(map(sum, goal.rows)) / "".join(motifs()["cat"]).count("#") <= 5
    alone = PictureModel(16, 13, kind="silhouettes", motif="shark")  # whose cells are changed
    assert len([*made(alone, count=1)]) == 1
    letter = PictureModel(13, 12, kind="silhouettes", motif="letter R")
    assert len({drawings(letter, seed, 1, 1) for seed in range(9)}) == 1  # none is mirrored


PARTS = {"duck": 5, "car": 3, "truck": 4, "sailing boat": 3, "rocket": 2, "locomotive": 5}
"""The most parts of figures whose waves, wheels, sails, flames or smoke may be by themselves."""


def _parts(picture: Grid) -> int:
    """The number of connected parts that are filled."""
    return sum(picture.rows[y - 1][x - 1] for (x, y), *_ in connected(picture.rows))


@pytest.mark.parametrize("name", NAMES)
def test_figures_are_whole(name: str) -> None:
    """Each is connected but for the parts that are meant to be apart, and fills its frame."""
    poses = {size: [posed(name, *size, Rng(seed))[0] for seed in range(20)] for size in SIZES}
    for (width, height), found in poses.items():
        assert len(set(found)) >= 10, "poses differ"
        for one in found:
            assert (one.width, one.height) == (width, height)
            assert 1 <= _parts(one) <= PARTS.get(name, 1)
            used = [
                [i for i, line in enumerate(lines) if any(line)]
                for lines in (one.rows, one.columns)
            ]
            assert min(map(min, used)) >= 1
            assert max(used[0]) < height - 1
            assert max(used[1]) < width - 1
            assert len(used[0]) >= 0.75 * height or len(used[1]) >= 0.75 * width


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_figures_make_unique_puzzles(name: str) -> None:
    """In any pose, and the title names them."""
    for size in (20, 30):
        model = PictureModel(size, size, kind="figures", motif=name)
        for _, puzzle, goal in made(model, count=5, seed=size):
            assert puzzle.title.lower() == name
            assert _parts(goal) <= PARTS.get(name, 1)
            assert check(puzzle).verdict == Verdict.UNIQUE


def test_figures_take_turns() -> None:
    """Each comes once before any comes again."""
    model = PictureModel(15, 15, kind="figures")
    names = [drawings(model, 4, number, 1)[1] for number in range(1, 2 * len(NAMES) + 1)]
    assert sorted(names[: len(NAMES)]) == sorted(names[len(NAMES) :]) == sorted(NAMES)


def test_a_changed_figure_is_told_from_others() -> None:
    """A dog that becomes a cat cell by cell is no longer one when most cells are the cat's."""
    ways, _ = drawings(PictureModel(20, 20, kind="figures", motif="dog"), 1, 1, 1)
    (sign,) = ways[0].signs()
    assert len(sign.others) == len(NAMES) - 1
    assert likeness(ways[0].picture, sign.others[0], ways[0].signs()) == 0


@pytest.mark.parametrize("symmetry", ["four-fold", "both", "left-right"])
def test_symmetries_of_ornaments(symmetry: str) -> None:
    """Hold in the puzzle, also where cells were changed."""
    model = PictureModel(14, 14, kind="ornaments", symmetry=symmetry)
    for _, _, goal in made(model, Target("line-solvable"), count=3):
        assert symmetry in symmetries(goal)


def test_the_best_of_many_is_the_cleanest() -> None:
    """It cannot be worse than the first one."""
    model = PictureModel(12, 12, smoothness=0.2)
    many = generate(model, count=3, best_of=6)
    for (first, _, goal), best in zip(made(model, count=3), many, strict=True):
        assert best.tries >= 6 > first.tries
        assert best.worth >= clarity(goal) == first.worth


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["silhouettes", "words"])
def test_drawn_in_another_way_before_cells_are_changed(kind: str) -> None:
    """Where any way to draw a picture makes a unique puzzle, no cell changes; else it stays."""
    model = PictureModel(20, 20, kind=kind)
    repaired = 0
    for one, puzzle, goal in made(model, count=40, seed=11):
        tries = range(1, one.tries + 1)
        ways = [way for tried in tries for way in drawings(model, 11, one.number, tried)[0]]
        ready = [way for way in ways if not appraise(way.picture, puzzle.colors, Target()).lack]
        assert bool(ready) == (not one.changed)
        assert one.worth == max(likeness(way.picture, goal, way.signs()) for way in ways)
        assert one.worth >= RECOGNIZED
        repaired += bool(one.changed)
        assert any(same_parts(way.picture, goal) for way in ways)
    assert repaired < 4


def test_drawn_pictures_are_refused() -> None:
    """Where nothing fits, or there is no such thing."""
    with pytest.raises(PuzzleError, match="none of the silhouettes fits into 4x4 cells"):
        drawings(PictureModel(4, 4, kind="silhouettes"), 0, 1, 1)
    with pytest.raises(UnknownNameError, match="motif"):
        drawings(PictureModel(20, 20, kind="silhouettes", motif="unicorn"), 0, 1, 1)
    with pytest.raises(UnknownNameError, match="figure"):
        drawings(PictureModel(20, 20, kind="figures", motif="anchor"), 0, 1, 1)
    with pytest.raises(PuzzleError, match="none of the figures fits into 20x14 cells"):
        drawings(PictureModel(20, 14, kind="figures"), 0, 1, 1)
    for kind in ("figures", "silhouettes", "words"):
        with pytest.raises(PuzzleError, match=f"symmetry both of {kind}; expected none"):
            PictureModel(20, 20, kind=kind, symmetry="both")
    with pytest.raises(UnknownNameError, match="kind"):
        PictureModel(20, 20, kind="fractals")
