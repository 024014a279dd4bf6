"""Explanations as text and as JSON (the contract of docs/json.md)."""

from __future__ import annotations

from asp_nono.cli import INTERRUPTED, UNDECIDED, report
from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.draw.text import draw
from asp_nono.logic.course import ORDERS
from asp_nono.logic.explain import Options, explain
from asp_nono.logic.steps import Explanation
from asp_nono.logic.wording import Names
from asp_nono.run.limits import Cause, Limits


def status_of(found: Explanation) -> int:
    """The exit status of an explanation."""
    if found.stopped is None:
        return 0
    return INTERRUPTED if found.stopped.cause is Cause.INTERRUPTED else UNDECIDED


def tell(item: Item, asked: Options, limits: Limits, *, shown: bool) -> Explanation:
    """Explain a puzzle, and print the steps as they come if they are to be `shown`."""
    names, printed = Names(item.sound), 0

    def show(found: Explanation) -> None:
        nonlocal printed
        if len(found.steps) > printed:
            printed = len(found.steps)
            say(found.steps[-1].text(printed, names))

    found = explain(item.sound, limits=limits, each=show if shown else None, **asked)
    if shown:
        say("\n".join(["", draw(item.sound, found.end), "", *found.summary()]))
    return found


def emit(item: Item, found: Explanation) -> None:
    """Print the JSON object."""
    report.emit({**report.head(item), **found.to_json()})


def compare(item: Item, asked: Options, limits: Limits, *, as_json: bool) -> int:
    """Explain a puzzle in all orders, and print what each costs."""
    rows: list[dict[str, object]] = []
    status = 0
    for order in ORDERS.values():
        found = tell(item, {**asked, "order": order.name, "search": False}, limits, shown=False)
        row = {"order": order.name, "steps": len(found.steps), "looks": found.looks}
        row |= {"moves": found.line_changes, "open": found.end.undecided}
        rows.append({**row, "stopped": found.stopped.reason if found.stopped else ""})
        status = max(status, status_of(found))
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
