"""The result of a count."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from asp_nono.run.limits import Cause
from asp_nono.solving.result import Verdict, verdict_of

if TYPE_CHECKING:
    from asp_nono.grid import Grid
    from asp_nono.run.limits import Stopped
    from asp_nono.shares import Shares


class Wants(NamedTuple):
    """What is wanted of the solutions besides their number.

    Attributes:
        ranks: The solutions with these numbers, from 0.
        sample: How many solutions to draw at random, uniformly and independently.
        seed: The seed of the sample.
        shares: Whether to count for each cell the solutions that give it each color.
    """

    ranks: tuple[int, ...] = ()
    sample: int = 0
    seed: int = 0
    shares: bool = False

    def __bool__(self) -> bool:
        return bool(self.ranks or self.sample or self.shares)


class Picked(NamedTuple):
    """A wanted solution, and its name: "Solution 7" or "Random solution 1"."""

    name: str
    grid: Grid


class Trial(NamedTuple):
    """A method that was tried.

    Attributes:
        method: "line", "depth-1", "depth-2", "enumerate", "backbone", "topdown", "frontier",
            "beam", or the name of a model counter.
        seconds: The time it took in all.
        outcome: Its last outcome, in words.
    """

    method: str
    seconds: float
    outcome: str


@dataclass(frozen=True, slots=True)
class Count:
    """A number of solutions.

    Attributes:
        number: The number, or a lower bound on it.
        exact: Which of the two.
        most: An upper bound; None where nothing is known.
        reason: What stopped an inexact count, or why there is no solution; else empty.
        tried: The methods in the order in which they were first tried.
        interrupted: Whether Ctrl-C stopped it.
        seconds: Wall-clock time.
        picked: The wanted solutions, if the number is exact.
        shares: The wanted shares, if the number is exact and there are solutions.
    """

    number: int = 0
    exact: bool = False
    most: int | None = None
    reason: str = ""
    tried: tuple[Trial, ...] = ()
    interrupted: bool = False
    seconds: float = 0.0
    picked: tuple[Picked, ...] = ()
    shares: Shares | None = None

    def __str__(self) -> str:
        return str(self.number) if self.exact else f"at least {self.number}"

    @property
    def verdict(self) -> Verdict:
        """What the count says about uniqueness."""
        return verdict_of(self.number, self.exact)

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that were tried."""
        return tuple(trial.method for trial in self.tried)

    def stopped_by(self, stopped: Stopped) -> Count:
        """This snapshot as the result of a count that was stopped."""
        return replace(
            self,
            reason=(self.reason if self.exact else "") or stopped.reason,
            interrupted=stopped.cause is Cause.INTERRUPTED,
            seconds=max(self.seconds, stopped.seconds),
        )

    def to_json(self, chars: str = "") -> dict[str, Any]:
        """The keys of `--json` (docs/json.md).

        Args:
            chars: The character of each color; if it is given, also the solutions that were
                picked, and the shares if they were wanted.
        """
        more: dict[str, Any] = {"picked": [one.grid.to_text(chars) for one in self.picked]}
        if shares := self.shares:
            parts = [[[n / shares.total for n in cell] for cell in row] for row in shares.rows]
            more["shares"] = parts
        return {
            "verdict": str(self.verdict),
            "seconds": round(self.seconds, 6),
            "reason": self.reason,
            "count": str(self.number),
            "exact": self.exact,
            "at_most": None if self.most is None else str(self.most),
            "tried": [
                {"method": method, "seconds": round(seconds, 6), "outcome": outcome}
                for method, seconds, outcome in self.tried
            ],
            **(more if chars else {}),
        }
