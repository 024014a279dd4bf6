"""The result of a count."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import NOTHING, Message, Value, together, with_messages
from asp_nono.puzzle import Puzzle
from asp_nono.run.snapshots import Answer
from asp_nono.shares import Shares
from asp_nono.solving.result import Result, Verdict, verdict_of


@dataclass(frozen=True, slots=True)
class Wants:
    """The results to compute besides the number of solutions.

    Attributes:
        ranks: The solutions with these numbers, from 0.
        sample: How many solutions to draw at random, uniformly and independently.
        seed: The seed of the sample.
        shares: Whether to count for each cell the solutions that give it each color.
        decomposition: Whether to give what the number rests on.
    """

    ranks: tuple[int, ...] = ()
    sample: int = 0
    seed: int = 0
    shares: bool = False
    decomposition: bool = False

    def __bool__(self) -> bool:
        return bool(self.ranks or self.sample or self.shares or self.decomposition)


class Decomposition(NamedTuple):
    """What the number of solutions rests on.

    Attributes:
        board: The colors of the cells where counting began: all solutions lie there.
        lines: The lines of a certificate (docs/proof.md).
    """

    board: PartialGrid
    lines: tuple[str, ...]


class Picked(NamedTuple):
    """A wanted solution, and its name: "Solution 7" or "Random solution 1".

    Attributes:
        name: "Solution 7" or "Random solution 1".
        grid: The solution.
    """

    name: str
    grid: Grid


class MethodTrial(NamedTuple):
    """A method that was tried, the time it took in all, and its last outcome, in words.

    The method is "line", "depth-1", "depth-2", "enumerate", "backbone", "topdown", "frontier",
    "beam", or the name of a model counter.

    Attributes:
        method: Its name.
        seconds: The time that it took in all.
        outcome: What came of it last, in words.
    """

    method: str
    seconds: float
    outcome: str


CONFIDENCE = 0.95  # of an estimate's interval, and of its lower bound


@dataclass(frozen=True, slots=True)
class CountEstimate:
    """An estimate of the number of solutions, to three digits. It is no bound.

    Attributes:
        number: The estimate.
        low: The number lies between this
        high: and this, with this confidence.
        confidence: 0.95 by random runs, 0.8 by ApproxMC.
        surely: The number is above this with a probability of at least 95 %, whatever runs do.
        runs: How many independent runs it is the mean of.
    """

    number: int
    low: int
    high: int
    confidence: float = CONFIDENCE
    surely: int | None = None
    runs: int | None = None

    def __str__(self) -> str:
        number, low, high = map(_short, (self.number, self.low, self.high))
        sure = f"{100 * self.confidence:g} %"
        text = f"about {number}, {sure} confidence interval {low} to {high}"
        if self.surely is None:
            return text
        return f"{text}; above {_short(self.surely)} with a probability of {sure}"

    def to_json(self) -> dict[str, Any]:
        """The numbers as text."""
        return {
            "number": str(self.number),
            "low": str(self.low),
            "high": str(self.high),
            "confidence": self.confidence,
            "surely": None if self.surely is None else str(self.surely),
            "runs": self.runs,
        }


def _short(number: int) -> str:
    """A number, from a million on with three digits and an exponent."""
    return str(number) if number < 10**6 else f"{Decimal(number):.2e}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Answer):
    """A number of solutions.

    Attributes:
        puzzle: The puzzle.
        up_to: The number at which enumeration stops; 0 for none.
        number: The number, or a lower bound on it.
        exact: Which of the two.
        most: An upper bound, if one is known.
        estimate: An estimate, if there is one and the number is not exact.
        approximate: Whether an estimate was asked for.
        why: Why there is no solution, or why enumeration ended early by itself.
        tried: The methods in the order in which they were first tried.
        picked: The wanted solutions, if the number is exact.
        shares: The wanted shares, if the number is exact and not 0.
        decomposition: What the number rests on, if that is wanted and the number is exact.
        search: That of clingo and line logic, if solutions were enumerated.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    puzzle: Puzzle
    up_to: int = 0
    number: int = 0
    exact: bool = False
    most: int | None = None
    estimate: CountEstimate | None = None
    approximate: bool = False
    why: Message = NOTHING
    tried: tuple[MethodTrial, ...] = ()
    picked: tuple[Picked, ...] = ()
    shares: Shares | None = None
    decomposition: Decomposition | None = None
    search: Result | None = None

    def __str__(self) -> str:
        if self.approximate and self.estimate and not self.exact:
            return str(self.estimate)
        return str(self.number) if self.exact else f"at least {self.number}"

    @property
    def because(self) -> Message:
        """Why there is no solution, or what stopped the count; else empty."""
        return self.why or self.stop

    @property
    def finished(self) -> bool:
        """Whether there is what was asked for: all, a number of them, or an estimate."""
        enough = 0 < self.up_to <= self.number or (self.approximate and self.estimate is not None)
        return self.exact or enough

    @property
    def headline(self) -> Message:
        """The number or its bounds, the methods and the time, and the reason if there is one."""
        values: dict[str, Value] = {
            "count": str(self),
            "took": (*self.methods, f"{self.seconds:.3f} s"),
        }
        known = Message("{count} ({took})", **values)
        if not self.finished and (most := self.most) is not None:
            shown = str(most) if most < 10**15 else f"10^{len(str(most))}"
            known = Message("{count}, at most {most} ({took})", most=shown, **values)
        return together((known, self.because))

    def text(self, name: str, _: object) -> Iterator[str]:
        """The headline; below it an estimate and what was tried if the number is not exact."""
        estimate = [f"  estimate: {self.estimate}"] if self.estimate else []
        more = [] if self.exact or self.approximate else [*estimate, *self._trials()]
        yield "\n".join([f"{name}: {self.headline}", *more])

    def _trials(self) -> list[str]:
        return [f"  {one.method} {one.seconds:.3f} s: {one.outcome}" for one in self.tried]

    def statistics_text(self) -> Iterator[str]:
        """Lines on clingo's search if that enumerated solutions, else on what each method took."""
        yield from self.search.statistics_text() if self.search else self._trials()

    @property
    def verdict(self) -> Verdict:
        """The verdict that follows from the count."""
        return verdict_of(self.number, self.exact)

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that were tried."""
        return tuple(trial.method for trial in self.tried)

    def to_json(self, *, picked: bool = False, stats: bool = False) -> dict[str, Any]:
        """The keys of `--json` (docs/json.md).

        With `picked` also the solutions that were picked, and the shares if they were wanted; with
        `stats` clingo's statistics of enumerated solutions.
        """
        chars = self.puzzle.chars
        more: dict[str, Any] = {"picked": [one.grid.to_text(chars) for one in self.picked]}
        if shares := self.shares:
            parts = [[[n / shares.total for n in cell] for cell in row] for row in shares.rows]
            more["shares"] = parts
        return {
            "verdict": str(self.verdict),
            "seconds": round(self.seconds, 6),
            **with_messages(reason=self.because),
            "count": str(self.number),
            "exact": self.exact,
            "at_most": None if self.most is None else str(self.most),
            "estimate": self.estimate and self.estimate.to_json(),
            "tried": [one._asdict() | {"seconds": round(one.seconds, 6)} for one in self.tried],
            **(more if picked else {}),
            **({"statistics": self.search.statistics_json()} if stats and self.search else {}),
        }
