"""Steps and explanations in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from asp_nono.clue import Line
from asp_nono.logic.names import Names, cell_named, cells_named, joined, sentence
from asp_nono.logic.rules import Rule
from asp_nono.logic.steps import Change, Explanation, Step, Trial

_INDENT = "   "
_NUMBER = 4


def headline(step: Step, names: Names) -> str:
    """What a step learns: `row 3: cells 4-6 painted`."""
    if step.rule is Rule.IMPOSSIBLE:
        return f"{step.line} cannot be filled" if step.line else "there is no solution"
    if step.line:
        return f"{step.line}: {_learnt(step.changes, step.line, names)}"
    if len(step.changes) == 1:
        (change,) = step.changes
        return f"{cell_named(change.cell)}: {_state(change.left, change.gone, names)}"
    by_row: dict[int, list[Change]] = {}
    for change in step.changes:
        by_row.setdefault(change.cell[1], []).append(change)
    parts = (f"row {y}: {_learnt(some, Line('row', y), names)}" for y, some in by_row.items())
    return "; ".join(parts)


def _learnt(changes: Iterable[Change], line: Line, names: Names) -> str:
    groups: dict[str, int] = {}
    for change in changes:
        position = change.cell[0 if line.axis == "row" else 1] - 1
        state = _state(change.left, change.gone, names)
        groups[state] = groups.get(state, 0) | 1 << position
    return "; ".join(f"{cells_named(cells)} {state}" for state, cells in groups.items())


def _state(left: int, gone: int, names: Names) -> str:
    return names.set(left) if not left & (left - 1) else f"not {names.set(gone)}"


def lines_of(step: Step, number: int, names: Names) -> Iterator[str]:
    """A numbered step with its reason, and what is tried in it, as lines of text."""
    yield f"{number:{_NUMBER}}. {headline(step, names)}  [{step.rule}]"
    yield from _detail(step, names, " " * (_NUMBER + 2))


def _detail(step: Step, names: Names, indent: str) -> Iterator[str]:
    reason = step.reason.removeprefix(f"{headline(step, names)}: ")
    yield f"{indent}{sentence(reason)}"
    if step.matrix:
        yield from (f"{indent}{_INDENT}{line}" for line in step.matrix.table().text())
    for trial in step.trials:
        yield from _trial(trial, names, indent)


def _trial(trial: Trial, names: Names, indent: str) -> Iterator[str]:
    yield f"{indent}Suppose {cell_named(trial.cell)} is {names.color(trial.color)}:"
    for step in trial.steps:
        if step.rule is not Rule.IMPOSSIBLE:
            yield f"{indent}{_INDENT}- {headline(step, names)}  [{step.rule}]"
            yield from _detail(step, names, f"{indent}{_INDENT}  ")
        else:
            yield f"{indent}{_INDENT}- {sentence(step.reason)}"


def course_of(trial: Trial) -> str:
    """What a trial comes to: the lines that it visits, and the one that fails."""
    lines: list[str] = []
    for step in trial.steps[:-1] if trial.fails else trial.steps:
        name = str(step.line) if step.line else "a further trial"
        if not lines or lines[-1] != name:
            lines.append(name)
    if not trial.fails:
        return f"{joined(lines, 'and')} would tell more" if lines else "nothing else would matter"
    end = trial.steps[-1].line
    if not lines:
        return f"there would be no way to fill {end}"
    return f"{joined(lines, 'and')} would leave no way to fill {end}"


def summary(found: Explanation) -> list[str]:
    """How many steps of each rule there are, and what they lead to."""
    counts: Counter[Rule] = Counter(
        step.rule for step in found.steps if step.rule != Rule.IMPOSSIBLE
    )
    named = [f"{rule} {counts[rule]}" for rule in Rule if counts[rule]]
    total = counts.total()
    lines = [f"{total} step{'' if total == 1 else 's'}: {', '.join(named) or 'none'}"]
    lines.append(f"order: {found.order}, {found.looks} looks at a line")
    note = f" ({found.note})" if found.note else ""
    lines.append(f"outcome: {found.outcome}{note}")
    return lines


def text(found: Explanation) -> str:
    """All steps, and the summary."""
    names = Names(found.puzzle)
    lines = [
        line for number, step in enumerate(found.steps, 1) for line in lines_of(step, number, names)
    ]
    return "\n".join([*lines, "", *summary(found)])
