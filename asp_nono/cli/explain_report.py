"""Explanations as text and as JSON (the contract of docs/json.md)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from asp_nono.cli import INTERRUPTED, UNDECIDED, report
from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.draw.text import draw
from asp_nono.logic import words
from asp_nono.logic.data import explanation_data
from asp_nono.logic.explain import Options, tellings
from asp_nono.logic.names import Names
from asp_nono.logic.orders import ORDERS
from asp_nono.logic.steps import Explanation, Outcome, Step
from asp_nono.run.limits import Limits, Stopped
from asp_nono.solving.result import known_at_start
from asp_nono.solving.tally import INTERRUPTED as INTERRUPT
from asp_nono.solving.worker import at_work


@dataclass(frozen=True, slots=True)
class Told:
    """An explanation, and what stopped it.

    Attributes:
        found: The explanation, as far as it got.
        stopped: The limit or the interrupt that cut it short; else empty.
    """

    found: Explanation
    stopped: str

    @property
    def status(self) -> int:
        """The exit status."""
        if self.stopped == INTERRUPT:
            return INTERRUPTED
        return UNDECIDED if self.stopped else 0


def tell(item: Item, asked: Options, limits: Limits, *, shown: bool) -> Told:
    """Explain a puzzle, and print the steps as they come if they are to be `shown`."""
    puzzle, names, steps = item.sound, Names(item.sound), list[Step]()
    whole, stopped = None, ""
    try:
        for found in at_work(partial(tellings, puzzle, asked), limits):
            if isinstance(found, Step):
                steps.append(found)
                if shown:
                    say("\n".join(words.lines_of(found, len(steps), names)))
            elif isinstance(found, Explanation):
                whole = found
            elif isinstance(found, Stopped):
                stopped = found.reason
    except KeyboardInterrupt:
        stopped = INTERRUPT
    if whole is None:
        start = known_at_start(puzzle, asked.get("start"))
        order = asked.get("order", "")
        whole = Explanation(puzzle, start, tuple(steps), Outcome.OPEN, order, 0, stopped)
    if shown:
        say("\n".join(["", draw(puzzle, whole.end), "", *words.summary(whole)]))
    return Told(whole, stopped)


def emit(item: Item, told: Told) -> None:
    """Print the JSON object."""
    report.emit({**report.head(item), **explanation_data(told.found)})


def compare(item: Item, asked: Options, limits: Limits, *, as_json: bool) -> int:
    """Explain a puzzle in all orders, and print what each costs."""
    rows: list[dict[str, object]] = []
    status = 0
    for order in ORDERS.values():
        told = tell(item, {**asked, "order": order.name, "search": False}, limits, shown=False)
        found = told.found
        row = {"order": order.name, "steps": len(found.steps), "looks": found.looks}
        row |= {"moves": found.line_changes, "open": found.end.undecided}
        rows.append({**row, "stopped": told.stopped})
        status = max(status, told.status)
    if as_json:
        report.emit({**report.head(item), "orders": rows})
        return status
    say(f"{'order':10}{'steps':>7}{'looks':>7}{'moves':>7}{'open':>7}")
    for row in rows:
        numbers = "".join(f"{row[key]:>7}" for key in ("steps", "looks", "moves", "open"))
        say(f"{row['order']:10}{numbers}  {row['stopped'] or ''}".rstrip())
    say(
        "\nsteps: deductions; looks: how often a line is looked at; moves: from one line to another"
    )
    say("open: cells that are not decided in the end")
    for order in ORDERS.values():
        say(f"  {order.name}: {order.about}")
    return status
