"""The unique boards of a census, by the technique that they need."""

from collections import Counter
from typing import Literal, TypeAlias

import numpy as np

from asp_nono.design.all_boards import Boards, Key, Numbers, Part
from asp_nono.design.line_tables import OpenBoards
from asp_nono.grid import Grid
from asp_nono.puzzle import Color, Puzzle
from asp_nono.solving.result import Technique
from asp_nono.solving.solve import solve

Wanted: TypeAlias = Literal["none", "line", "all", "list"]
_TOGETHER = 1 << 16  # boards that are counted at once: about 20 MiB


class UniqueBoards:
    """Boards that are alone with their clues; they are counted many at a time.

    Attributes:
        techniques: How many boards need each technique, of all sizes and positions of a part; with
            "line" only those that line logic solves.
        listed: With "list", the technique and the rows of each board that line logic does not
            solve.
    """

    def __init__(self, every: Boards, wanted: Wanted) -> None:
        self.techniques, self.listed = Counter[Technique](), list[str]()
        self._every, self._wanted = every, wanted
        self._waiting: list[tuple[Part, Numbers]] = []

    def add(self, part: Part, numbers: Numbers) -> None:
        """Count some boards of a part: now, or together with later ones."""
        for first in range(0, len(numbers) if self._wanted != "none" else 0, _TOGETHER):
            self._waiting.append((part, numbers[first : first + _TOGETHER]))
            if sum(len(some) for _, some in self._waiting) >= _TOGETHER:
                self.count()

    def count(self) -> None:
        """Count the boards that wait."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        clues = [self._every.clues(key, numbers) for (key, _), numbers in waiting]
        across, down = (np.concatenate(lines, axis=1) for lines in zip(*clues, strict=True))
        owners = np.repeat(np.arange(len(waiting)), [len(numbers) for _, numbers in waiting])
        parts = [part for part, _ in waiting]
        rest: Numbers = np.arange(len(owners))
        if OpenBoards.possible(len(across), len(down), self._every.row.states):
            rest = self._by_tables(across, down, parts, owners)
        for board in rest:
            technique, picture = self._solved(across[:, board], down[:, board])
            if technique is Technique.LINE or self._wanted != "line":
                self.techniques[technique] += parts[owners[board]][1]
                self._list(technique, parts[owners[board]][0], picture)

    def _by_tables(
        self, across: Numbers, down: Numbers, parts: list[Part], owners: Numbers
    ) -> Numbers:
        """Count those that line logic or trials solve; return the others that are wanted."""
        like = np.array([like for _, like in parts])[owners]
        found = OpenBoards.of(self._every.row.states, across, down).after_line_logic()
        rest = np.flatnonzero(~found.decided)
        self.techniques[Technique.LINE] += int(like.sum() - like[rest].sum())
        if self._wanted == "line" or not len(rest):
            return rest[:0]
        found = found[rest].after_trials()
        decided = found.decided
        if decided.any():
            self.techniques[Technique.DEPTH_1] += int(like[rest[decided]].sum())
        for number in np.flatnonzero(decided) if self._wanted == "list" else ():
            picture = found.picture(number)
            self._list(Technique.DEPTH_1, parts[owners[rest[number]]][0], picture)
        return rest[~decided]

    def _solved(self, across: Numbers, down: Numbers) -> tuple[Technique, Grid]:
        """The technique that a board needs, and its picture."""
        rows = tuple(self._every.row.all_clues[number] for number in across)
        columns = tuple(self._every.column.all_clues[number] for number in down)
        colors = tuple(
            Color(f"color {k}", chr(ord("A") + k), "000000") for k in range(self._every.row.states)
        )
        found = solve(Puzzle(rows, columns, colors))
        if found.technique is None:
            raise AssertionError("a unique board has a technique")
        return found.technique, found.solutions[0]

    def _list(self, technique: Technique, key: Key, picture: Grid) -> None:
        """List a board that line logic does not solve, and its images."""
        if self._wanted == "list" and technique is not Technique.LINE:
            rows = str(picture).split("\n")
            for step, along in self._every.images(key).values():
                text = "/".join(row[::along] for row in rows[::step])
                self.listed.append(f"{technique} {text}")
