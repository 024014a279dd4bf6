"""The result of a search."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import NOTHING, Message, plural, together, with_messages
from asp_nono.puzzle import Puzzle
from asp_nono.run.snapshots import Answer

WITNESSES = 2  # solutions that show that a puzzle is not unique

_LISTED = 12  # the most cells that are listed by their places


class Technique(StrEnum):
    """What decides a puzzle or a cell, from the weakest technique to the strongest."""

    LINE = "line"  #: line logic, one line at a time
    DEPTH_1 = "depth-1"  #: look-ahead from one cell at a time
    DEPTH_2 = "depth-2"  #: look-ahead from two cells at once
    LINEAR = "linear"  #: adding up the clues of all lines
    SEARCH = "search"  #: more than that

    @classmethod
    def of_depth(cls, depth: int) -> "Technique":
        """Line logic and look-ahead from this many cells at once; search beyond two."""
        return list(cls)[depth] if depth <= 2 else cls.SEARCH

    @property
    def strength(self) -> int:
        """The place in this order, 0 for the weakest."""
        return list(Technique).index(self)


class Verdict(StrEnum):
    """Whether a puzzle has one solution, several, none, or it is not known yet."""

    UNIQUE = "unique"  #: one solution
    MULTIPLE = "multiple"  #: at least two
    NONE = "none"  #: the clues contradict each other
    UNDECIDED = "undecided"  #: a limit stopped the search before the answer was known


@dataclass(frozen=True, slots=True)
class Effort:
    """clingo's effort in the finished turns of a search, and the modes of the current turn."""

    conflicts: int = 0  #: how often a guess led to a contradiction
    restarts: int = 0  #: how often the search began again, with what it had learned
    modes: tuple[str, ...] = ()  #: the modes of heuristics that are on

    @property
    def about(self) -> Message:
        """The same in words."""
        steered = NOTHING
        if self.modes:
            steered = Message("now steered by marginals ({modes})", modes=self.modes)
        conflicts = Message("{count} conflicts", count=self.conflicts)
        restarts = Message("{count} restarts", count=self.restarts)
        return together((conflicts, restarts, steered), ", ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Answer):
    """The result of a search, final or so far.

    Attributes:
        puzzle: The puzzle.
        certain: What is known of every solution.
        technique: The weakest known to be enough; search also if clingo searched and a
            limited effort found nothing weaker. None before the end of the search.
        solutions: Those found, in this order; of a snapshot of a search only the first two.
        latest: In a snapshot that came with a new solution, that one.
        number: Of solutions found.
        wanted: After how many the search stops; 0 if it looks for all of them.
        exhausted: Whether there are no others.
        why: Why there is no solution, or why the search ended early by itself; else empty.
        line_seconds: Of all seconds those in line logic, and.
        ground_seconds: In writing facts and grounding.
        effort: What clingo has spent so far, if it searches in turns.
        statistics: Clingo's, if its search has come to an end.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    puzzle: Puzzle
    certain: PartialGrid
    technique: Technique | None = None
    solutions: tuple[Grid, ...] = ()
    latest: Grid | None = None
    number: int = 0
    wanted: int = WITNESSES
    exhausted: bool = False
    why: Message = NOTHING
    line_seconds: float = 0.0
    ground_seconds: float = 0.0
    effort: Effort | None = None
    statistics: Mapping[str, int] | None = None

    @property
    def verdict(self) -> Verdict:
        """The state of the uniqueness check; "undecided" is never a guess at one of the others."""
        return verdict_of(self.number, self.exhausted)

    @property
    def because(self) -> Message:
        """Why there is no solution, or what stopped the search for more; else empty."""
        return self.stop or self.why

    @property
    def finished(self) -> bool:
        """Whether no solution is left, or as many were found as were looked for."""
        return self.exhausted or 0 < self.wanted <= self.number

    @property
    def progress(self) -> Message:
        """What clingo has spent; empty before its first turn is over, and beside a solution."""
        return NOTHING if self.effort is None or self.latest else self.effort.about

    @property
    def headline(self) -> Message:
        """The verdict, the technique and the time; how two solutions differ, or the reason."""
        took = tuple(filter(None, (self.technique, f"{self.seconds:.3f} s")))
        verdict = Message("{verdict} ({took})", verdict=str(self.verdict), took=took)
        return together((verdict, self._shown()))

    def _shown(self) -> Message:
        if self.verdict is Verdict.MULTIPLE:
            cells = _listed(self.differences)
            if not self.stopped:
                return Message("two solutions differ in {cells}", cells=cells)
            return Message(
                "two solutions differ in {cells}; {reason}", cells=cells, reason=self.stop
            )
        if not self.stopped:
            return self.because
        total = self.puzzle.width * self.puzzle.height
        known = total - self.certain.undecided
        return Message(
            "{reason}; {known} of {total} cells are certain",
            reason=self.stop,
            known=known,
            total=total,
        )

    def text(self, name: str, _: object) -> Iterator[str]:
        """The headline."""
        yield f"{name}: {self.headline}"

    def conclusion(self) -> Iterator[Message]:
        """The headline among words on the number of solutions and on the goal."""
        if self.verdict is Verdict.MULTIPLE and self.exhausted:
            yield Message("all {count} solutions found", count=self.number)
        elif self.verdict is Verdict.MULTIPLE:
            yield Message("{count} solutions found", count=self.number)
        yield self.headline
        goal, other = self.puzzle.goal, self.other_than_goal
        if other and goal in self.solutions:
            yield Message("the goal is solution {number}", number=self.solutions.index(goal) + 1)
        elif other:
            yield self.about_goal

    @property
    def differences(self) -> tuple[tuple[int, int], ...]:
        """The cells (column, row), 1-based, where the two witnesses of `multiple` differ."""
        if len(self.solutions) < WITNESSES:
            return ()
        return self.solutions[0].differences(self.solutions[1])

    @property
    def other_than_goal(self) -> Grid | None:
        """A solution that is not the designer's picture, if one was found and there is a goal."""
        goal = self.puzzle.goal
        if goal is None:
            return None
        return next((grid for grid in self.solutions if grid != goal), None)

    @property
    def stages(self) -> dict[str, float]:
        """Seconds in line logic, in grounding and in clingo's search, as far as these began."""
        known = {"line": self.line_seconds, "ground": self.ground_seconds}
        known = {stage: seconds for stage, seconds in known.items() if seconds}
        if "ground" in known:
            known["search"] = self.seconds - self.line_seconds - self.ground_seconds
        return known

    def statistics_text(self) -> Iterator[str]:
        """The same as lines of text, with the reason if they are not known."""
        names = {"line": "line logic", "ground": "grounding", "search": "search"}
        times = ", ".join(f"{names[stage]} {spent:.3f} s" for stage, spent in self.stages.items())
        if found := self.statistics:
            yield f"  {times}"
            yield f"  {numbers_text(found, 'choices', 'conflicts', 'restarts')}"
            yield f"  {size_text(found)}"
            return
        why = "clingo was not needed"
        if self.stopped:
            spent = f"at least {self.effort.about}" if self.effort else "what it spent is not known"
            why = f"clingo's search was stopped; {spent}" if "ground" in self.stages else "stopped"
        yield f"  {'; '.join(filter(None, [times, why]))}"

    def statistics_json(self) -> dict[str, Any]:
        """The statistics in JSON: seconds by stage, and clingo's numbers if known."""
        seconds = {stage: round(spent, 6) for stage, spent in self.stages.items()}
        return {"seconds": seconds, **(self.statistics or {})}

    def to_json(
        self, *, solutions: bool = False, goal: bool = False, stats: bool = False
    ) -> dict[str, Any]:
        """The values that `--json` prints; see docs/json.md.

        Args:
            solutions: Also the solutions, and what is certain if the search was stopped.
            goal: Also how the goal compares with the solutions.
            stats: Also clingo's statistics.
        """
        return {
            "width": self.puzzle.width,
            "height": self.puzzle.height,
            "verdict": str(self.verdict),
            "technique": self.technique,
            "seconds": round(self.seconds, 6),
            **with_messages(reason=self.because),
            **({"effort": asdict(self.effort)} if self.effort else {}),
            "differences": [list(cell) for cell in self.differences],
            **(self._solutions_json() if solutions else {}),
            **(self._goal_json() if goal else {}),
            **({"statistics": self.statistics_json()} if stats else {}),
        }

    def _solutions_json(self) -> dict[str, Any]:
        chars = self.puzzle.chars
        rows: dict[str, Any] = {
            "solutions": [grid.to_text(chars) for grid in self.solutions],
            "colors": self.puzzle.color_names,
            "complete": self.exhausted,
        }
        unfinished = self.stopped or self.verdict is Verdict.UNDECIDED
        return rows | ({"certain": self.certain.to_text(chars)} if unfinished else {})

    def _goal_json(self) -> dict[str, Any]:
        goal, other = self.puzzle.goal, self.other_than_goal
        if goal is None or other is None:
            return {"goal": self.goal_state}
        return {
            "goal": self.goal_state,
            "other": other.to_text(self.puzzle.chars),
            "colors": self.puzzle.color_names,
            "other_differs": [list(cell) for cell in goal.differences(other)],
        }

    @property
    def about_goal(self) -> Message:
        """How the goal compares with the solutions found, in words."""
        goal, other = self.puzzle.goal, self.other_than_goal
        if goal is None:
            return Message("the file has no goal")
        if other and goal in self.solutions:
            return Message("the goal is one of them")
        if other:
            return Message(
                "a solution other than the goal differs from it in {cells}",
                cells=_listed(goal.differences(other)),
            )
        if self.verdict is Verdict.NONE:
            return Message("the goal does not agree with the start")
        if not self.solutions:
            return Message("the goal was not reached")
        return Message("the goal is {state}", state=self.goal_state)

    @property
    def goal_state(self) -> str:
        """How the goal compares with the solutions found."""
        if self.puzzle.goal is None:
            return "absent"
        if self.verdict is Verdict.NONE:
            return "not a solution"
        if self.other_than_goal:
            return "not the only solution"
        return "the only solution" if self.verdict is Verdict.UNIQUE else "no other found"

    def _repr_html_(self) -> str:
        """The verdict with a drawing, as notebooks show it."""
        from asp_nono.draw.notebook import verdict_html

        found = (str(self.verdict), self.reason, self.solutions, self.certain)
        return verdict_html(self.puzzle, *found)


def _listed(cells: Sequence[tuple[int, int]]) -> Message:
    """The number of cells, and the first of them by column and row."""
    places = " ".join(f"({x},{y})" for x, y in cells[:_LISTED])
    if (more := len(cells) - _LISTED) > 0:
        return Message(
            "{count} cells: {places} and {more} more", count=len(cells), places=places, more=more
        )
    return plural(len(cells), "{count} cell: {places}", "{count} cells: {places}", places=places)


def size_text(found: Mapping[str, int]) -> str:
    """The size of a ground program, of which these are clingo's statistics."""
    tight = "tight" if found["tight"] else "not tight"
    names = ("rules", "atoms", "bodies", "variables", "constraints")
    return f"{numbers_text(found, *names)}; {tight}"


def numbers_text(found: Mapping[str, int], *names: str) -> str:
    """Some of clingo's statistics with their names."""
    return ", ".join(f"{found[name]} {name}" for name in names)


def verdict_of(number: int, exhausted: bool) -> Verdict:
    """The verdict of a number of solutions, if there may be others or not (`exhausted`)."""
    if number >= WITNESSES:
        return Verdict.MULTIPLE
    if not exhausted:
        return Verdict.UNDECIDED
    return Verdict.UNIQUE if number else Verdict.NONE


def known_at_start(puzzle: Puzzle, start: PartialGrid | None = None) -> PartialGrid:
    """The cells known before the search: the given ones, and those of a start, which must fit."""
    known = puzzle.given or PartialGrid.unknown(puzzle.width, puzzle.height, len(puzzle.colors))
    if start is None:
        return known
    puzzle.require_fit(start)
    return known.within(start)
