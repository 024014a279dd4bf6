"""Generated puzzles are what was demanded of them."""

from itertools import pairwise
from typing import Unpack

import pytest
from hypothesis import given, strategies as st

from asp_nono.design.generate import Generated, GivenPicture, Making, generate
from asp_nono.design.local_search import WANTED, Target, appraise
from asp_nono.design.random_pictures import PictureModel, Rng, random_picture
from asp_nono.design.symmetry import SYMMETRIES, orbits
from asp_nono.grid import Grid
from asp_nono.logic.difficulty import difficulty
from asp_nono.messages import AspNonoError, Message
from asp_nono.puzzle import BLACK, WHITE, Puzzle, satisfies
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check

ARROW = Grid.from_text(["..#..", ".###.", "#####"])


def made(
    motif: PictureModel, target: Target | None = None, **making: Unpack[Making]
) -> list[tuple[Generated, Puzzle, Grid]]:
    """Puzzles that are sure to be found, and their pictures."""
    found = [
        (one, one.puzzle, one.puzzle and one.puzzle.goal)
        for one in generate(motif, target, **making)
    ]
    return [(one, puzzle, goal) for one, puzzle, goal in found if puzzle and goal]


def images(picture: Grid) -> dict[str, Grid]:
    """What each symmetry makes of a picture; a symmetric one stays as it is."""
    rows = picture.rows
    return {
        "left-right": Grid(tuple(row[::-1] for row in rows)),
        "top-down": Grid(rows[::-1]),
        "point": Grid(tuple(row[::-1] for row in rows[::-1])),
        "diagonal": Grid(picture.columns),
        "other-diagonal": Grid(tuple(column[::-1] for column in picture.columns[::-1])),
        "four-fold": Grid(tuple(column[::-1] for column in picture.columns)),
    }


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("colors", [1, 3])
def test_symmetries_hold(symmetry: str, colors: int) -> None:
    """In noise, in patches, and in the puzzles that local changes make of them."""
    motif = PictureModel(9, 9, 0.4, colors, 0.4, symmetry)
    pictures = [random_picture(motif, Rng(number)) for number in range(3)]
    pictures += [goal for _, _, goal in made(motif, count=3)]
    wanted = {"none": [], "both": ["left-right", "top-down"]}.get(symmetry, [symmetry])
    for picture in pictures:
        for name in wanted:
            assert images(picture)[name] == picture, name


@given(
    st.integers(1, 12),
    st.integers(1, 12),
    st.floats(0, 1),
    st.integers(1, 4),
    st.floats(0, 1),
    st.sampled_from(["none", "left-right", "top-down", "both", "point"]),
)
def test_random_pictures_have_their_colors(
    width: int, height: int, density: float, colors: int, smoothness: float, symmetry: str
) -> None:
    """Each color has its share of the cells, but for those that are alike by symmetry."""
    motif = PictureModel(width, height, density, colors, smoothness, symmetry)
    picture = random_picture(motif, Rng(1))
    assert (picture.width, picture.height) == (width, height)
    cells = [cell for row in picture.rows for cell in row]
    alike = max(map(len, orbits(width, height, symmetry)))
    for color, quota in enumerate(motif.quotas):
        assert abs(cells.count(color) - quota) < alike


def test_smooth_pictures_have_larger_patches() -> None:
    """The smoother, the more neighbors are alike."""

    def alike(smoothness: float) -> int:
        model = PictureModel(20, 20, smoothness=smoothness)
        pictures = (random_picture(model, Rng(number)) for number in range(5))
        return sum(a == b for one in pictures for row in one.rows for a, b in pairwise(row))

    found = [alike(smoothness) for smoothness in (0, 0.25, 0.5, 1)]
    assert found == sorted(found)
    assert found[0] < 0.6 * 5 * 380 < 0.75 * 5 * 380 < found[2]


@pytest.mark.parametrize("recipe", ["starts", "states"])
@pytest.mark.parametrize(
    ("motif", "verdict"),
    [
        (PictureModel(10, 10), "unique"),
        (PictureModel(12, 9, 0.6, 3), "unique"),
        (PictureModel(15, 15, 0.5, smoothness=0), "unique"),
        (PictureModel(15, 15, 0.4, 2, 0.2, "point"), "line-solvable"),
        (PictureModel(6, 6, 0.5, smoothness=0.1), "multiple"),
    ],
)
def test_verdicts_are_true(motif: PictureModel, verdict: str, recipe: str) -> None:
    """By encodings that have no hint from line logic, and no part in the making."""
    for one, puzzle, goal in made(motif, Target(verdict), count=4, seed=7):  # type: ignore[arg-type]
        assert (puzzle.width, puzzle.height) == (motif.width, motif.height)
        assert satisfies(goal, puzzle)
        result = check(puzzle, recipe=recipe)
        assert result.verdict is one.verdict
        assert result.verdict.value == ("multiple" if verdict == "multiple" else "unique")
        if verdict == "line-solvable":
            assert check(puzzle).technique == "line"


@pytest.mark.parametrize("grades", [(1, 1), (3, 4), (5, 7), (7, 8)])
def test_grades_are_true(grades: tuple[int, int]) -> None:
    """Graded again, the puzzles are as difficult as demanded."""
    for one, puzzle, _ in made(PictureModel(10, 10), Target("unique", *grades), count=2):
        result = check(puzzle)
        assert result.verdict is Verdict.UNIQUE
        found = difficulty(puzzle, result.solutions[0])
        assert found == one.difficulty
        assert grades[0] <= found.grade <= grades[1]


@pytest.mark.slow
def test_large_random_pictures_become_unique() -> None:
    """By local changes: hardly any of them is unique as it is drawn."""
    motif = PictureModel(30, 30, 0.5, smoothness=0.1)
    for one, puzzle, goal in made(motif, count=2, tries=1):
        assert one.changed > 0
        assert check(puzzle).verdict is Verdict.UNIQUE
        assert abs(sum(map(sum, goal.rows)) - 450) <= 900 // 50


def test_seeds_reproduce() -> None:
    """The same seed gives the same puzzles, whoever works; another one gives others."""
    motif, target = PictureModel(12, 12, 0.5, 2), Target("unique", 3, 8)
    alone = list(generate(motif, target, count=4, seed=5))
    assert list(generate(motif, target, count=4, seed=5)) == alone
    assert list(generate(motif, target, count=4, seed=5, jobs=2)) == alone
    assert list(generate(motif, target, count=2, seed=5, limits=Limits(seconds=600))) == alone[:2]
    mine, others = (
        {puzzle.rows for _, puzzle, _ in made(motif, target, count=4, seed=seed)} for seed in (5, 6)
    )
    assert not mine & others


def test_a_seed_means_the_same_picture_for_ever() -> None:
    """On every machine and in later versions; a change here is a change for users."""
    picture = random_picture(PictureModel(8, 5, 0.5, 2, 0.5, "left-right"), Rng(1, 2, 3))
    assert picture.to_text(".ab") == ["bb....bb", "ba....ab", "ba....ab", "aa....aa", ".a.bb.a."]


def test_it_gives_up_in_words() -> None:
    """When nothing can be what is demanded, the pictures tried are counted by what they lack."""
    known: list[Generated] = []
    (found,) = generate(PictureModel(2, 1), Target("multiple"), tries=3, each=known.append)
    tried = [(one.tries, one.rejected[Message("unique")], one.done) for one in known]
    assert tried == [(1, 1, False), (2, 2, False), (3, 3, True)]
    assert found.puzzle is None
    assert str(found.outcome) == "no puzzle found; 3 pictures tried, 3 unique"
    (late,) = generate(
        PictureModel(25, 25), Target("unique", 10, 10), tries=10**6, limits=Limits(seconds=1)
    )
    assert late.puzzle is None
    assert str(late.outcome).startswith("time limit of 1 s; ")


def test_pictures_are_changed_in_few_cells() -> None:
    """A picture that is unique stays; another one is changed within the bounds; texts are kept."""
    ones = Puzzle.of(Grid.from_text(["#...", ".#..", "..#.", "...#"]), title="Ones")
    arrow = Puzzle.of(ARROW, title="Arrow")
    unique, other = generate([GivenPicture(arrow), GivenPicture(ones, 4)])
    assert unique.puzzle
    assert (unique.changed, unique.puzzle.goal, unique.puzzle.title) == (0, ARROW, "Arrow")
    assert other.puzzle
    assert other.puzzle.goal
    assert ones.goal
    assert 0 < other.changed == len(ones.goal.differences(other.puzzle.goal)) <= 4
    assert check(other.puzzle).verdict is Verdict.UNIQUE
    (none,) = generate([GivenPicture(ones, 0)], tries=2)
    assert none.puzzle is None
    assert {str(failure): number for failure, number in none.rejected.items()} == {"not unique": 2}
    blank = Puzzle.of(Grid(((0, 0),)), (WHITE,))  # with no second color nothing can be changed
    (none,) = generate([GivenPicture(blank)], Target("multiple"), tries=1)
    assert none.puzzle is None


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: PictureModel(0, 3), "size 0x3; expected sides of 1 to 1000"),
        (lambda: PictureModel(3, 3, density=1.5), "density 1.5; expected 0 to 1"),
        (lambda: PictureModel(3, 3, smoothness=float("nan")), "smoothness nan; expected 0 to 1"),
        (lambda: PictureModel(3, 3, colors=9), "9 block colors; expected 1 to 8"),
        (lambda: PictureModel(3, 4, symmetry="four-fold"), "symmetry four-fold of 3x4 cells"),
        (lambda: PictureModel(3, 3, symmetry="points"), "symmetry"),
        (lambda: Target("unique", 5, 4), "difficulty 5 to 4"),
        (lambda: Target("any", 5, 6), "a grade and the verdict any"),
        (lambda: Target("good"), "verdict"),  # type: ignore[arg-type]
        (lambda: GivenPicture(Puzzle(((),), ((),), (WHITE, BLACK))), "the puzzle has no goal"),
        (lambda: list(generate(PictureModel(3, 3), jobs=0)), "0 jobs"),
    ],
)
def test_what_cannot_be_is_refused(make: object, text: str) -> None:
    """In one line that names what was expected."""
    assert callable(make)
    with pytest.raises(AspNonoError, match=text):
        make()


@given(st.sampled_from(WANTED), st.integers(0, 2**20 - 1))
def test_appraisals_agree_with_verdicts(wanted: str, cells: int) -> None:
    """A picture lacks nothing exactly when its puzzle has the verdict."""
    picture = Grid(tuple(tuple(cells >> 5 * y + x & 1 for x in range(5)) for y in range(4)))
    found = appraise(picture, (WHITE, BLACK), Target(wanted))  # type: ignore[arg-type]
    result = check(Puzzle.of(picture), recipe="starts")
    line = check(Puzzle.of(picture)).technique == "line"
    right = {
        "unique": result.verdict is Verdict.UNIQUE,
        "line-solvable": result.verdict is Verdict.UNIQUE and line,
        "multiple": result.verdict is Verdict.MULTIPLE,
        "any": True,
    }
    assert (not found.lack) == right[wanted]
