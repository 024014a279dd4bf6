"""The ledger of the tournament sets: what it says fits together, and what can be done again."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pyarrow.parquet as pq
import pytest

from asp_nono.archive.chunk import clues_hash
from asp_nono.files import read
from asp_nono.lab.export import clue_features
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Technique, Verdict
from asp_nono.solving.solve import check
from tests.conftest import SHARED
from tests.docs.pages import page
from tools.ledger import FEATURES, LEDGER, summary, witness

HELD = ("icga2017", "tcga2016")  # the sets that are at hand


@cache
def rows() -> list[dict[str, Any]]:
    """The rows of the ledger."""
    found: list[dict[str, Any]] = pq.read_table(LEDGER).to_pylist()
    return found


@cache
def boards(name: str) -> list[Puzzle]:
    """The boards of a set."""
    return read(SHARED / "tournament" / f"{name}.txt")


def test_every_board() -> None:
    """Thirty sets of a thousand boards, all different, each with a verdict and its reasons."""
    assert set(Counter(row["set"] for row in rows()).values()) == {1000}
    assert len({row["set"] for row in rows()}) == 30
    assert len({row["clues"] for row in rows()}) == 30_000
    for row in rows():
        unique = row["verdict"] == Verdict.UNIQUE
        assert unique or row["verdict"] == Verdict.MULTIPLE
        assert row["technique"] in {*Technique}
        assert (row["second_witness"] is None) == (unique or row["witness"] is None)
        assert (row["differing"] == 0) == unique
        assert (row["certificate"] is not None) == unique
        assert row["at_least"] is None or int(row["at_least"]) >= (1 if unique else 2)


def test_the_page() -> None:
    """Its table is that of the ledger."""
    assert f"<!-- sets -->\n{summary()}<!-- end -->" in page("docs/ledger.md")


@pytest.mark.shared
@pytest.mark.parametrize("name", HELD)
def test_the_boards_at_hand(name: str) -> None:
    """They are those of the ledger, in its order."""
    known = [row["clues"] for row in rows() if row["set"] == name]
    assert known == [clues_hash(puzzle) for puzzle in boards(name)]


@pytest.mark.shared
@pytest.mark.parametrize("name", HELD)
def test_boards_decided_again(name: str) -> None:
    """Some for which line logic is enough: verdict, technique, the only solution, features."""
    easy = [row for row in rows() if row["set"] == name and row["technique"] != Technique.SEARCH]
    unique = [row for row in easy if row["verdict"] == Verdict.UNIQUE]
    some = [*Random(1).sample(easy, 3), *unique[:3]]  # noqa: S311 - nothing secret
    for row in {row["board"]: row for row in some}.values():
        puzzle = boards(name)[row["board"] - 1]
        found = check(puzzle)
        assert (str(found.verdict), found.technique) == (row["verdict"], row["technique"])
        if found.verdict is Verdict.UNIQUE:
            assert witness(found.solutions[0]) == row["witness"]
        features = clue_features(puzzle)
        assert {one: features[one] for one in FEATURES} == pytest.approx(
            {one: row[one] for one in FEATURES}, abs=1e-4
        )
