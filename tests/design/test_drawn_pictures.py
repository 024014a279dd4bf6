"""Figures, silhouettes, ornaments and words, and the measure of their look."""

import pytest

from asp_nono.design.drawn_pictures import faults, motifs, picture_of
from asp_nono.design.generate import generate
from asp_nono.design.local_search import Target
from asp_nono.design.random_pictures import KINDS, PictureModel
from asp_nono.design.symmetry import symmetries
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, UnknownNameError
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.design.test_generate import made

DRAWN = [kind for kind in KINDS if kind != "noise"]


def test_motifs_fill_their_frames() -> None:
    """Each is a rectangle without blank borders, and none is there twice."""
    assert len(set(motifs().values())) == len(motifs()) >= 200
    for name, rows in motifs().items():
        assert len({len(row) for row in rows}) == 1, name
        assert set("".join(rows)) == {"#", "."}, name
        for line in (rows[0], rows[-1], *("".join(row[x] for row in rows) for x in (0, -1))):
            assert "#" in line, name
        assert 6 <= min(len(rows), len(rows[0])) <= max(len(rows), len(rows[0])) <= 22, name


@pytest.mark.parametrize(
    ("rows", "broken", "plain"),
    [
        (["##..", "##..", "....", "#..#"], 4, 2),  # three parts, two of them specks
        (["###.", "#.#.", "###."], 1, 2),  # a pinhole
        ([".##.", "..#.", ".#..", ".##."], 1, 2),  # a checkerboard
        (["###", "###"], 0, 3),  # two of five lines may be plain
        (["#.##.#", "#.##.#"], 2, 2),  # three parts; four of eight lines may be plain, six are
    ],
)
def test_faults(rows: list[str], broken: int, plain: int) -> None:
    """As counted by hand."""
    assert faults(Grid.from_text(rows)) == broken + plain


@pytest.mark.parametrize("kind", DRAWN)
def test_drawn_pictures_make_unique_puzzles(kind: str) -> None:
    """With a margin that stays, and few cells changed; the same again with the same seed."""
    model, target = PictureModel(20, 18, kind=kind), Target("line-solvable")
    found = made(model, target, count=4, seed=3)
    assert made(model, target, count=2, seed=3) == found[:2]
    for one, puzzle, goal in found:
        result = check(puzzle)
        assert (result.verdict, result.technique) == (Verdict.UNIQUE, "line")
        assert one.faults == faults(goal) + one.changed
        assert one.changed <= 18
        if kind in ("figures", "ornaments"):
            rows, columns = goal.rows, goal.columns
            assert not any(map(any, (rows[0], rows[-1], columns[0], columns[-1])))


def test_names_take_turns() -> None:
    """No silhouette comes a second time before all that fit have come; the title names it."""
    model = PictureModel(15, 15, kind="silhouettes")
    names = [picture_of(model, 1, number, 1)[1] for number in range(1, 61)]
    assert len(set(names)) == 60
    ((_, cat, goal),) = made(PictureModel(30, 30, kind="silhouettes", motif="cat"), count=1)
    assert cat.title == "Cat"
    assert 3 <= sum(map(sum, goal.rows)) / "".join(motifs()["cat"]).count("#") <= 5
    letter = PictureModel(13, 12, kind="silhouettes", motif="letter R")
    assert len({picture_of(letter, seed, 1, 1) for seed in range(9)}) == 1  # none is mirrored


@pytest.mark.parametrize("symmetry", ["four-fold", "both", "left-right"])
@pytest.mark.parametrize("kind", ["figures", "ornaments"])
def test_symmetries_of_drawn_pictures(kind: str, symmetry: str) -> None:
    """Hold in the puzzle, also where cells were changed."""
    model = PictureModel(14, 14, kind=kind, symmetry=symmetry)
    for _, _, goal in made(model, Target("line-solvable"), count=3):
        assert symmetry in symmetries(goal)


def test_the_best_of_many_has_fewest_faults() -> None:
    """It cannot have more than the first one."""
    model = PictureModel(12, 12, smoothness=0.2)
    many = generate(model, count=3, best_of=6)
    for (first, _, goal), best in zip(made(model, count=3), many, strict=True):
        assert best.tries >= 6 > first.tries
        assert best.faults <= faults(goal) == first.faults


def test_drawn_pictures_are_refused() -> None:
    """Where nothing fits, or there is no such thing."""
    with pytest.raises(PuzzleError, match="none of the silhouettes fits into 4x4 cells"):
        picture_of(PictureModel(4, 4, kind="silhouettes"), 0, 1, 1)
    with pytest.raises(UnknownNameError, match="motif"):
        picture_of(PictureModel(20, 20, kind="silhouettes", motif="unicorn"), 0, 1, 1)
    with pytest.raises(UnknownNameError, match="kind"):
        PictureModel(20, 20, kind="fractals")
