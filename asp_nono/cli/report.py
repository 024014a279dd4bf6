"""Results as lines of text and as JSON objects (the contract of docs/json.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from asp_nono.cli.inputs import Item
from asp_nono.cli.say import say
from asp_nono.errors import AspNonoError
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Result, Verdict

if TYPE_CHECKING:
    from asp_nono.counting.book import Count
    from asp_nono.counting.programs.estimate import Estimate

_SHOWN_CELLS = 12

_LONG = 10**15
"""Bounds from here on are told by their power of ten."""


def error(item: Item, problem: AspNonoError, as_json: bool) -> None:
    """Tell of a puzzle that could not be worked on."""
    unread = problem is item.error  # such errors name the file themselves
    text = str(problem) if unread else f"{item.name}: {problem}"
    if as_json:
        emit({"file": item.file, "error": text})
    else:
        say(f"asp-nono: {text}", err=True)


def named(item: Item, saved: int | None) -> str:
    """The puzzle's name in a line of output, and what picture the search began with."""
    return item.name if saved is None else f"{item.name} (from saved picture {saved})"


def emit(value: dict[str, object]) -> None:
    """Print one JSON object on a line of its own."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False))


def head(item: Item) -> dict[str, object]:
    """What every JSON object of a puzzle begins with."""
    size = {"width": item.sound.width, "height": item.sound.height}
    return {"file": item.file, "puzzle": item.number, **size}


def verdict_json(item: Item, result: Result) -> dict[str, object]:
    """The JSON object of a verdict."""
    return {
        **head(item),
        "verdict": str(result.verdict),
        "technique": result.technique,
        "seconds": round(result.seconds, 6),
        "reason": result.reason,
        "differences": [list(cell) for cell in result.differences],
    }


def colors_json(puzzle: Puzzle) -> dict[str, str]:
    """What the characters of printed rows stand for."""
    return {char: color.name for char, color in zip(puzzle.chars, puzzle.colors, strict=True)}


def solutions_json(result: Result) -> dict[str, object]:
    """What the JSON object of `solve` has besides the verdict."""
    chars = result.puzzle.chars
    rows: dict[str, object] = {
        "solutions": [grid.to_text(chars) for grid in result.solutions],
        "colors": colors_json(result.puzzle),
        "complete": result.exhausted,
    }
    if result.stopped:
        rows["certain"] = result.certain.to_text(chars)
    return rows


def count_json(item: Item, count: Count) -> dict[str, object]:
    """The JSON object of a count."""
    return {
        **head(item),
        "verdict": str(count.verdict),
        "seconds": round(count.seconds, 6),
        "reason": count.reason,
        "count": str(count.number),
        "exact": count.exact,
        "at_most": None if count.most is None else str(count.most),
        "tried": [
            {"method": method, "seconds": round(seconds, 6), "outcome": outcome}
            for method, seconds, outcome in count.tried
        ],
    }


def estimate_json(item: Item, found: Estimate) -> dict[str, object]:
    """The JSON object of an estimate: no `count`, and so never taken for one."""
    low, high = found.bounds or (None, None)
    return {
        **head(item),
        "estimate": None if found.number is None else str(found.number),
        "from": None if low is None else str(low),
        "to": None if high is None else str(high),
        "confidence": 1 - found.delta,
        "method": found.method,
        "seconds": round(found.seconds, 6),
        "reason": found.reason,
    }


def count_text(count: Count) -> str:
    """A count and what it took, on one line; what was tried below it if it is not exact."""
    above = "" if count.exact or count.most is None else f", at most {_about(count.most)}"
    why = f": {count.reason}" if count.reason else ""
    took = ", ".join([*count.methods, f"{count.seconds:.3f} s"])
    tried = (
        ""
        if count.exact
        else "".join(
            f"\n  {method} {seconds:.3f} s: {outcome}" for method, seconds, outcome in count.tried
        )
    )
    return f"{count}{above} ({took}){why}{tried}"


def _about(number: int) -> str:
    """A bound from above, rounded up if it is long."""
    return str(number) if number < _LONG else f"10^{len(str(number))}"


def goal_json(result: Result) -> dict[str, object]:
    """What `--goal` adds: how the goal compares with the solutions found."""
    goal, other = result.puzzle.goal, result.other_than_goal
    added: dict[str, object] = {"goal": _goal_word(result)}
    if goal and other:
        added["other"] = other.to_text(result.puzzle.chars)
        added["colors"] = colors_json(result.puzzle)
        added["other_differs"] = [list(cell) for cell in goal.differences(other)]
    return added


def _goal_word(result: Result) -> str:
    if result.puzzle.goal is None:
        return "absent"
    if result.verdict is Verdict.NONE:
        return "not a solution"
    if result.other_than_goal:
        return "not the only solution"
    return "the only solution" if result.verdict is Verdict.UNIQUE else "no other found"


def goal_text(result: Result) -> str:
    """The same in words."""
    goal, other = result.puzzle.goal, result.other_than_goal
    if goal is None:
        return "the file has no goal"
    if other and goal in result.solutions:
        return "the goal is one of them"
    if other:
        return f"a solution other than the goal differs from it in {cells(goal.differences(other))}"
    if result.verdict is Verdict.NONE:
        return "the goal does not agree with the start"
    return f"the goal is {_goal_word(result)}" if result.solutions else "the goal was not reached"


def verdict_text(result: Result) -> str:
    """The verdict and what it took, on one line."""
    took = (
        f"{result.technique}, {result.seconds:.3f} s"
        if result.technique
        else (f"{result.seconds:.3f} s")
    )
    words = f"{result.verdict} ({took})"
    if result.verdict is Verdict.MULTIPLE:
        stopped = f"; {result.reason}" if result.stopped else ""
        return f"{words}: two solutions differ in {cells(result.differences)}{stopped}"
    if result.stopped:
        puzzle = result.puzzle
        total = puzzle.width * puzzle.height
        known = total - result.certain.undecided
        return f"{words}: {result.reason}; {known} of {total} cells are certain"
    return f"{words}: {result.reason}" if result.reason else words


def cells(places: Sequence[tuple[int, int]]) -> str:
    """So many cells, the first of them named by (column,row)."""
    named = " ".join(f"({x},{y})" for x, y in places[:_SHOWN_CELLS])
    more = f" and {len(places) - _SHOWN_CELLS} more" if len(places) > _SHOWN_CELLS else ""
    return f"{len(places)} cell{'' if len(places) == 1 else 's'}: {named}{more}"
