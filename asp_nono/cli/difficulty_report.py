"""Difficulty as text and as JSON (the contract of docs/json.md)."""

from __future__ import annotations

from asp_nono.cli import report
from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.logic.difficulty import Difficulty
from asp_nono.run.limits import Stopped
from asp_nono.solving.result import Verdict

Found = Difficulty | Verdict | Stopped


def emit(item: Item, found: Found) -> None:
    """Print the JSON object."""
    told: dict[str, object] = {"grade": None, "tedium": None, "technique": None}
    told |= {"sweeps": None, "steps": None, "trials": None}
    told |= {"stuck": None, "ahead": None, "untried": None, "shares": {}}
    if isinstance(found, Difficulty):
        told = {"grade": found.grade, "tedium": found.tedium, "technique": str(found.technique)}
        told |= {"sweeps": found.sweeps, "steps": found.steps, "trials": found.trials}
        told |= {"stuck": found.stuck, "ahead": found.ahead, "untried": found.untried}
        told["shares"] = {str(name): round(share, 4) for name, share in found.shares.items()}
    report.emit({**report.head(item), **told, "reason": _reason(found)})


def text(item: Item, found: Found) -> None:
    """Print the line."""
    if not isinstance(found, Difficulty):
        say(f"{item.name}: no grade; {_reason(found)}")
        return
    shares = [f"{name} {share:.1%}" for name, share in found.shares.items() if share]
    steps = f"{found.steps} step{'' if found.steps == 1 else 's'}"
    if found.trials:
        steps += f" ({found.trials} of them trials)"
    sweeps = f"{found.sweeps} sweep{'' if found.sweeps == 1 else 's'}"
    grades = f"grade {found.grade}, tedium {found.tedium}"
    measures = [sweeps, steps, ", ".join(shares)]
    if found.stuck:
        measures.insert(2, f"stuck {found.stuck} time{'' if found.stuck == 1 else 's'}")
    if found.untried:
        measures.append(f"depth-2 not tried, {found.untried} cells are open")
    say(f"{item.name}: {grades} ({found.technique}; {'; '.join(measures)})")


def _reason(found: Found) -> str:
    """Why there is no grade; empty if there is one."""
    if isinstance(found, Difficulty):
        return ""
    if isinstance(found, Stopped):
        return found.reason
    return {
        Verdict.MULTIPLE: "the puzzle has several solutions",
        Verdict.NONE: "the puzzle has no solution",
    }.get(found, "nobody knows whether the puzzle has one solution")
