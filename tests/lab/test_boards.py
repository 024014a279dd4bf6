"""The data set of 1,000 boards: the same each time, measured consistently, in three formats."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from asp_nono.asp.recipes import recipe
from asp_nono.aspcount.count import count_program
from asp_nono.aspcount.ground import program_of
from asp_nono.files import read
from asp_nono.lab.instances import choose
from asp_nono.solving.solve import check
from tools.boards import BOARDS, EACH, FAMILIES, MEASURES, Board, dimacs, export, known

OTHERS = ("none-12", "noise-10-colors")


def _table(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return {row["name"]: row for row in csv.DictReader(file, delimiter="\t")}


@pytest.mark.parametrize(
    "numbers", [(0, EACH - 1), pytest.param(range(1, EACH - 1, 7), marks=pytest.mark.slow)]
)
def test_boards_are_made_again(numbers: range) -> None:
    """Bit for bit."""
    table = _table(BOARDS)
    for family in FAMILIES:
        for number in numbers:
            row = Board(f"{family}-{number:02}", family, number).row()
            assert {key: str(value) for key, value in row.items()} == table[row["name"]]


def test_the_measures_are_consistent() -> None:
    """A verdict fits the exact count; a level of deductions leaves no more open than another."""
    boards, measures = _table(BOARDS), _table(MEASURES)
    assert list(boards) == list(measures)
    assert Counter(row["split"] for row in boards.values()) == {
        "train": 600,
        "validation": 200,
        "test": 200,
    }
    assert len({row["hash"] for row in boards.values()}) == 1000
    for row in measures.values():
        count = row["count"]
        fits = {"": row["verdict"], "0": "none", "1": "unique"}.get(count, "multiple")
        assert row["verdict"] == fits
        levels = [int(row[f"open_{level}"]) for level in ("bounds", "line", "probe")]
        assert levels == sorted(levels, reverse=True)


@pytest.mark.parametrize(
    "name", ["noise-10-01", *(pytest.param(f"{one}-00", marks=pytest.mark.slow) for one in OTHERS)]
)
def test_three_formats(tmp_path: Path, name: str) -> None:
    """XML reads back the same; facts and DIMACS have as many models as there are pictures."""
    family, _, number = name.rpartition("-")
    board, row = Board(name, family, int(number)), _table(MEASURES)[name]
    export(board, tmp_path)
    (puzzle,) = read(tmp_path / family / f"{name}.xml")
    assert (puzzle.rows, puzzle.columns) == (board.puzzle.rows, board.puzzle.columns)
    facts = program_of(files=[tmp_path / family / f"{name}.lp", *recipe("textbook-starts").files])
    assert str(count_program(facts).number) == row["count"]
    assert str(check(puzzle).verdict) == row["verdict"]
    lines = [line.split() for line in dimacs(puzzle).splitlines() if line[0] not in "cp"]
    rules = ["{ v(1..%s) }." % max(abs(int(word)) for line in lines for word in line)]  # noqa: UP031
    for *literals, _ in lines:
        body = ", ".join(f"not v({word})".replace("not v(-", "v(") for word in literals)
        rules.append(f":- {body}.")
    rules.append("#show v/1.")
    assert str(count_program(program_of("\n".join(rules))).number) == row["count"]
    (tmp_path / "index.toml").write_text(known())
    (instance,), _ = choose([f"{family}/{name}.xml"], tmp_path, {})
    assert str(instance.known.high) == row["count"]
