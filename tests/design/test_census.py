"""The census agrees with known numbers, and with looking at every board."""

from collections import Counter
from pathlib import Path

import pytest

from asp_nono.design.all_boards import Boards, multiplicities
from asp_nono.design.census import census
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.run import open_pool
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Technique, Verdict
from asp_nono.solving.solve import solve
from tests.asp.boards import all_grids
from tests.cases import PALETTE
from tests.cli.run import call, refused


def by_hand(rows: int, columns: int, colors: int = 1) -> dict[int, int]:
    """How many clue sets have how many solutions, from the clues of every picture."""
    grids = all_grids(columns, rows, colors + 1)
    clues = Counter((grid.row_clues(), grid.column_clues()) for grid in grids)
    return dict(sorted(Counter(clues.values()).items()))


@pytest.mark.parametrize(("size", "unique"), [(1, 2), (2, 14), (3, 384), (4, 52362), (5, 25309575)])
def test_known_numbers(size: int, unique: int) -> None:
    """Those of the On-Line Encyclopedia of Integer Sequences, A242876."""
    found = census(size, size)
    assert found.unique == unique
    assert found.boards == found.total == 2 ** (size * size)
    assert not found.stopped


@pytest.mark.parametrize(
    "size", ["111", "171", "711", "231", "321", "261", "341", "531", "222", "332", "143", "226"]
)
def test_every_board_is_counted(size: str) -> None:
    """However many rows, columns and colors there are."""
    rows, columns, colors = map(int, size)
    found = census(rows, columns, colors)
    assert dict(found.solutions) == by_hand(rows, columns, colors)
    assert (found.rows, found.columns, found.colors) == (rows, columns, colors)


@pytest.mark.parametrize("at_once", [1, 3, 20, 100, 10**6])
@pytest.mark.parametrize(
    ("rows", "columns", "states"), [(3, 3, 2), (4, 2, 2), (3, 2, 3), (1, 3, 2)]
)
def test_parts_are_all_boards(rows: int, columns: int, states: int, at_once: int) -> None:
    """Whatever the memory allows, the parts and those like them are all boards, each once."""
    every = Boards(rows, columns, states)
    solutions: Counter[int] = Counter()
    for key, like in every.parts(at_once):
        numbers = every.numbers(key)
        assert len(numbers) == every.size(key)
        assert every.size(key) <= at_once or len(key) == rows
        for number, times in multiplicities(numbers).items():
            solutions[number] += like * times
    assert dict(sorted(solutions.items())) == by_hand(rows, columns, states - 1)


@pytest.mark.parametrize("size", ["421", "341", "521", "222", "232"])
def test_techniques(size: str, tmp_path: Path) -> None:
    """As solving every unique board by itself finds, be it turned or not; listed or counted."""
    rows, columns, colors = map(int, size)
    found: Counter[Technique | None] = Counter()
    between = []
    for grid in all_grids(columns, rows, colors + 1):
        result = solve(Puzzle.of(grid, PALETTE[: colors + 1]))
        if result.verdict is Verdict.UNIQUE:
            found[result.technique] += 1
            if result.technique != "line":
                between.append(f"{result.technique} {grid}".replace("\n", "/"))
    listed = tmp_path / "between.txt"
    assert census(rows, columns, colors, listed=listed).techniques == found
    assert sorted(listed.read_text("utf-8").splitlines()) == sorted(between)
    assert census(columns, rows, colors, techniques="line").techniques == {
        "line": found[Technique.LINE]
    }


@pytest.mark.slow
def test_known_numbers_of_line_solvable_boards() -> None:
    """4x4: all but 1128 of the unique ones. 5x5: counted by others, too."""
    assert census(4, 4, techniques="all").techniques == {"line": 51234, "depth-1": 1128}
    assert census(5, 5, techniques="line").techniques == {"line": 24976511}


def test_others_count_the_same() -> None:
    """Processes, and the workers of a cluster."""
    told: list[tuple[int, int]] = []
    alone = census(4, 3, each=lambda now: told.append((now.boards, now.total)))
    assert told[-1] == (4096, 4096)
    for place in (open_pool(2), open_pool(cluster="local:1")):
        with place as pool:
            assert census(4, 3, pool=pool).solutions == alone.solutions


def test_limits_end_it() -> None:
    """What is counted by then is told as a part; no process is left without its limit."""
    late = census(6, 6, limits=Limits(seconds=0.5))
    assert late.reason == "time limit of 0.5 s"
    assert 0 <= late.boards < late.total == 2**36
    starved = census(5, 5, limits=Limits(megabytes=20))
    assert starved.reason == "memory limit of 20 MiB"


@pytest.mark.parametrize(
    ("size", "reason"),
    [
        ((0, 3, 1), "0x3 boards in 1 colors"),
        ((17, 1, 1), "lines of 17 cells; a census takes at most 16"),
        ((8, 8, 1), "1.8e\\+19 boards; a census takes at most 7.2e\\+16"),
        ((7, 7, 1), "170859375 boards of 7x7 may have the same row clues"),
        ((11, 2, 2), "lines of 11 cells; a census takes at most 10"),
    ],
)
def test_too_much_is_refused(size: tuple[int, int, int], reason: str) -> None:
    """Before anything is made of it."""
    with pytest.raises(PuzzleError, match=reason):
        census(*size)


def test_command_with_a_limit() -> None:
    """What has been counted by then is shown as a part."""
    late = call("census", 6, 6, "--time-limit", 0.2)
    assert late.status == 3
    assert late.out.splitlines()[1].startswith("time limit of 0.2 s; only ")


def test_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A census goes on after a line, within one, and at its end; not another's."""
    monkeypatch.setattr("asp_nono.design.census._CHUNK", 1 << 12)
    monkeypatch.setattr("asp_nono.design.census._AT_ONCE", 1 << 10)  # for more than one chunk
    file, listed = tmp_path / "census.jsonl", tmp_path / "between.txt"
    whole = census(4, 4, checkpoint=file, listed=listed)
    between = listed.read_text()
    assert between.count("\n") == 1128
    text = file.read_text()
    lines = text.splitlines(keepends=True)
    assert len(lines) > 4
    for kept in (lines, lines[:4], [*lines[:4], lines[4][:9]]):
        file.write_text("".join(kept))
        assert census(4, 4, checkpoint=file, listed=listed).solutions == whole.solutions
        assert file.read_text() == text
        assert listed.read_text() == between
    with pytest.raises(PuzzleError, match="the checkpoint of this census"):
        census(4, 4, techniques="line", checkpoint=file)
    assert "census.jsonl: cannot be" in refused("census", 3, 3, "--checkpoint", file)
    assert file.read_text() == text
    (tmp_path / "other").write_text("notes")
    assert "cannot be" in refused("census", 3, 3, "--checkpoint", tmp_path / "other")
    assert (tmp_path / "other").read_text() == "notes"


def test_command_refuses() -> None:
    """In one line."""
    long = "lines of 20 cells; a census takes at most 16 for this number of colors"
    assert refused("census", 20, 1) == f"asp-nono: {long}"
    assert "--jobs is for this machine" in refused(
        "census", 3, 3, "--jobs", 2, "--cluster", "local:1"
    )
