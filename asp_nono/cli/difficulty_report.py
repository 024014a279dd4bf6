"""Difficulty as text and as JSON (the contract of docs/json.md)."""

from __future__ import annotations

from asp_nono.cli import report
from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.logic.difficulty import Difficulty, no_difficulty, why_no_difficulty
from asp_nono.run.limits import Stopped
from asp_nono.solving.result import Verdict

Found = Difficulty | Verdict | Stopped


def emit(item: Item, found: Found) -> None:
    """Print the JSON object."""
    told = found.to_json() if isinstance(found, Difficulty) else no_difficulty(_reason(found))
    report.emit({**report.head(item), **told})


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


def _reason(found: Verdict | Stopped) -> str:
    """Why there is no grade."""
    return found.reason if isinstance(found, Stopped) else why_no_difficulty(found)
