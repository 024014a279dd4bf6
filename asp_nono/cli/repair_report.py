"""Repairs of pictures as text and as JSON (the contract of docs/json.md)."""

from __future__ import annotations

from asp_nono.cli import report
from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.cli.styles import on_terminal
from asp_nono.design.edit import Change
from asp_nono.design.repair import RepairResult
from asp_nono.design.repairs import Chosen, Event, Looked, Progress, Repair
from asp_nono.draw.picture import Difference
from asp_nono.logic.wording import cell_named
from asp_nono.puzzle import Puzzle


def progress(event: Event) -> str:
    """One line on how far the search is."""
    match event:
        case Progress(least, proposed, learnt):
            return f"{proposed} edits judged, {learnt} lessons; a repair costs {least} or more"
        case Repair():
            return f"a repair of {_cells(len(event.changes))}"
        case Chosen():
            return "the first solution is taken as the picture"
        case Looked():
            return "every edit was looked at"


def emit(item: Item, found: RepairResult) -> None:
    """Print the JSON object."""
    task = found.task
    told: dict[str, object] = {
        "aim": task.aim,
        "colors": report.colors_json(task.puzzle),
        "first_solution": found.chosen,
        "repairs": [_repair_json(repair) for repair in found.repairs],
        "smallest": found.smallest,
        "least": found.least,
        "complete": found.complete,
        "stopped": found.reason,
        "seconds": round(found.seconds, 6),
    }
    report.emit({**report.head(item), **told})


def _repair_json(repair: Repair) -> dict[str, object]:
    chars, graded = repair.puzzle.chars, repair.difficulty
    return {
        "changes": [[c.x, c.y, chars[c.before], chars[c.after]] for c in repair.changes],
        "cost": repair.cost,
        "technique": repair.technique,
        "isolated": repair.isolated,
        "broken_symmetries": repair.broken,
        "grade": graded.grade if graded else None,
        "rows": repair.picture.to_text(chars),
    }


def text(item: Item, found: RepairResult) -> None:
    """Print what is known, then every repair with its picture."""
    puzzle = found.task.puzzle
    if found.chosen:
        say(f"{item.name}: no goal in the file; its first solution is repaired")
    say(f"{item.name}: {_headline(found)} ({found.seconds:.3f} s)")
    for number, repair in enumerate(found.repairs, 1):
        if puzzle.goal is None or not repair.changes:
            continue
        say(f"\nRepair {number}: {_about(repair)}")
        for change in repair.changes:
            say(f"  {_change(puzzle, change)}")
        say(on_terminal(repair.puzzle, Difference(puzzle.goal, repair.picture), "text"))


def _headline(found: RepairResult) -> str:
    aim = "solvable line by line" if found.task.aim == "line" else "unique"
    if not found.repairs:
        if found.complete:
            return f"no change within the terms (--up-to {found.task.terms.up_to}) makes it {aim}"
        return f"no repair found: {found.reason}; one costs {found.least} or more"
    first = found.repairs[0]
    if not first.changes:
        return f"it is {aim} as it is; there is nothing to repair"
    costs = "" if first.cost == len(first.changes) else f", at a cost of {first.cost},"
    words = f"a change of {_cells(len(first.changes))}{costs} makes it {aim}; "
    stopped = f" ({found.reason})" if found.reason else ""
    if found.smallest:
        return words + f"no smaller one does{stopped}"
    return words + f"whether one that costs {found.least} or more does was not found out{stopped}"


def _about(repair: Repair) -> str:
    """How good a repair is."""
    parts = [_cells(len(repair.changes))]
    if repair.cost != len(repair.changes):
        parts[0] += f" at a cost of {repair.cost}"
    graded = f", difficulty {repair.difficulty.grade}" if repair.difficulty else ""
    parts.append(f"solved by {repair.technique}{graded}")
    if repair.isolated:
        word = "more" if repair.isolated > 0 else "fewer"
        number = abs(repair.isolated)
        cells = "isolated cell" if number == 1 else "isolated cells"
        parts.append(f"{number} {cells} {word}")
    if repair.broken:
        parts.append("less symmetric")
    return "; ".join(parts)


def _change(puzzle: Puzzle, change: Change) -> str:
    before, after = (puzzle.colors[color].name for color in (change.before, change.after))
    return f"{cell_named((change.x, change.y))}: {before} becomes {after}"


def _cells(number: int) -> str:
    return f"{number} cell{'' if number == 1 else 's'}"
