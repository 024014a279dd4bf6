"""The data set Boards: made again bit for bit, measured again, described as it is."""

import json
from collections import Counter, defaultdict
from hashlib import sha256
from random import Random
from secrets import randbits

import pytest

from asp_nono.files import read_data
from asp_nono.lab.instances import BOARDS, Range, board_of, choose, puzzle_of, read_boards
from asp_nono.messages import PuzzleError
from asp_nono.proof.certificate import certificate_of, verify
from asp_nono.puzzle import Puzzle
from asp_nono.solving.solve import check
from tests.conftest import ROOT
from tools.blocks import filled
from tools.boards.describe import CROISSANT, PAGE, croissant, joined, leaks, tables
from tools.boards.families import FAMILIES
from tools.boards.measure import decided, features
from tools.boards.table import FEATURES, made, plants

ROWS = read_boards(BOARDS)


def certified(puzzle: Puzzle) -> str:
    """The verdict of a certificate that is verified without a solver."""
    *_, last = verify(certificate_of(check(puzzle)))
    return str(last.verdict)


def test_all_boards_are_there() -> None:
    """Three boards of each plant, one of each verdict, all in one split, and no clues twice."""
    of_plant = defaultdict[str, list[dict[str, str]]](list)
    for row in ROWS:
        of_plant[row["name"].rpartition("-")[0]].append(row)
    assert list(of_plant) == [f"{family}-{number:02}" for family, number in plants()]
    for three in of_plant.values():
        assert sorted(row["verdict"] for row in three) == ["multiple", "none", "unique"]
        assert len({row["split"] for row in three}) == 1
    assert len({(row["rows"], row["columns"]) for row in ROWS}) == len(ROWS) >= 1500
    assert len({row["family"] for row in ROWS}) == len(FAMILIES)


def test_the_numbers_of_solutions_fit() -> None:
    """Each number of pictures fits its verdict."""
    least = {"unique": 1, "none": 0}
    for row in ROWS:
        if row["verdict"] == "multiple":
            assert not row["solutions"] or 2 <= int(row["solutions"]) <= 100
        else:
            assert int(row["solutions"]) == least[row["verdict"]]


def test_no_feature_gives_the_verdict_away() -> None:
    """No single one predicts more than 80 %; the unique boards need search."""
    rows = joined()
    assert all(share <= 0.8 for _, share in leaks(rows))
    found = Counter((row["verdict"], row["technique"]) for row in rows)
    assert found["unique", "search"] >= 200


def test_an_experiment_takes_boards() -> None:
    """By split, family and pattern; with names, sizes and known numbers of solutions."""
    (test, faults), base = choose(["boards:test"], ROOT, {}), ROOT
    assert not faults
    assert {one.name for one in test} == {row["name"] for row in ROWS if row["split"] == "test"}
    (some, _), row = choose(["boards:noise-15", "boards:noise-15-0?-a"], base, {}), ROWS[0]
    assert len(some) == len([row for row in ROWS if row["family"] == "noise-15"])
    first = next(one for one in some if one.name == row["name"])
    assert (first.set, first.size) == ("boards", (15, 15, 1))
    assert first.known == Range(int(row["solutions"]), int(row["solutions"]))
    assert puzzle_of(first).rows == board_of(row).rows
    (again,) = read_data(first.text.data, first.text.name)
    assert not isinstance(again, PuzzleError)
    with pytest.raises(PuzzleError, match="no boards 'nothing'"):
        choose(["boards:nothing"], ROOT, {})


def test_colors_and_hidden_lengths_are_read() -> None:
    """Families have what their names say."""
    for row in ROWS:
        puzzle = board_of(row)
        blotted = any(block.blotted for clue in puzzle.rows for block in clue)
        blotted |= any(block.blotted for clue in puzzle.columns for block in clue)
        family = FAMILIES[row["family"]]
        assert blotted == bool(family.blots)
        assert len(puzzle.colors) <= 1 + family.inks


@pytest.mark.parametrize(
    "plant",
    [
        *(("noise-15", 0), ("dominoes-colors", 1), ("dominoes-blotted", 2)),
        *(pytest.param((name, 4), marks=pytest.mark.slow) for name in ("noise-20", "colors-20")),
        *(
            pytest.param(plant, marks=pytest.mark.slow)
            for plant in (("blotted-15", 60), ("dominoes-hardest", 4))
        ),
    ],
)
def test_boards_are_made_again(plant: tuple[str, int]) -> None:
    """Bit for bit, from the seed."""
    prefix = f"{plant[0]}-{plant[1]:02}-"
    assert made(plant) == [row for row in ROWS if row["name"].startswith(prefix)]


@pytest.mark.slow
def test_features_are_measured_again() -> None:
    """25 rows drawn at random each time, so that none stays stale for long.

    Where search by cases alone takes minutes, the other solver has to do.
    """
    stored = {row["name"]: row for row in read_boards(FEATURES)}
    seed = randbits(32)
    for row in Random(seed).sample(ROWS, 25):  # noqa: S311 - no secret
        known, puzzle = stored[row["name"]], board_of(row)
        assert features(puzzle).items() <= known.items(), (seed, row["name"])
        hard = int(known["conflicts"]) > 200_000
        assert str(check(puzzle).verdict if hard else decided(puzzle)[0]) == row["verdict"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "family", ["noise-15", "colors-20", "blotted-15", "dominoes", "dominoes-hardest"]
)
def test_verdicts_have_certificates(family: str) -> None:
    """Certificates of the first plants are verified without a solver."""
    for row in [row for row in ROWS if row["family"] == family][:3]:
        assert certified(board_of(row)) == row["verdict"]


def test_the_description_is_up_to_date() -> None:
    """The metadata have the hashes of the files, and the page its tables."""
    stored = json.loads(CROISSANT.read_text(encoding="utf-8"))
    assert stored == croissant()
    hashes = {one["name"]: one["sha256"] for one in stored["distribution"]}
    assert hashes["boards.tsv"] == sha256(BOARDS.read_bytes()).hexdigest()
    page = PAGE.read_text(encoding="utf-8")
    assert page == filled(page, tables())
