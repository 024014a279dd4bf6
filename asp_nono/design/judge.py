"""Edited pictures judged: good enough, or what there is to learn from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import Literal, TypeAlias

from asp_nono.asp.recipes import DEFAULT
from asp_nono.asp.recipes import recipe as named_recipe
from asp_nono.design.lessons import Lesson, differences, doubts
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.line.switch import switches
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.solving.result import Result, Technique
from asp_nono.solving.search import Task, search

Aim: TypeAlias = Literal["unique", "line"]
"""What is wanted of a puzzle: exactly one solution, or also that line logic alone finds it."""

_SWITCHES = 200
"""No more switches of one picture are looked at."""


def judge(puzzle: Puzzle, aim: Aim) -> Technique | list[Lesson]:
    """The technique that solves the puzzle of a goal, or what the goal lacks.

    Args:
        puzzle: A puzzle; its goal is the picture that is judged.
        aim: What is wanted of it.

    Returns:
        The weakest technique known to be enough if the aim is met. Otherwise lessons, at least
        one: no picture that agrees with the goal on the cells of one of them meets the aim.
    """
    goal = puzzle.goal
    if goal is None or mismatch(goal, puzzle):
        raise AssertionError("an edited picture is not a solution of its own puzzle")
    board = Board(puzzle)
    if wrong := board.sweep():
        raise AssertionError(f"{wrong} has no arrangement, and yet there is a picture")
    if board.decided:
        return "line"
    if aim == "line":
        near = _lessons(goal, _switched(puzzle, goal))
        return [*(lesson for lesson, _ in doubts(goal, board)), *near]
    others = rivals(puzzle, goal)
    return others if isinstance(others, str) else _lessons(goal, others)


def rivals(puzzle: Puzzle, goal: Grid) -> Technique | list[Grid]:
    """Solutions other than the goal, or the technique that solves a puzzle with no others.

    Switches are easy to find. Where there is none, the first solution that is not the goal is
    taken: its parts tell as much as several solutions do.
    """
    if near := list(_switched(puzzle, goal)):
        return near
    with closing(search(Task(puzzle, named_recipe(DEFAULT)))) as found:
        for event in found:
            if isinstance(event, Grid) and event != goal:
                return [event]
            if isinstance(event, Result) and event.technique:
                return event.technique
    raise AssertionError("a search has not ended")


def _switched(puzzle: Puzzle, goal: Grid) -> Iterator[Grid]:
    """The solutions next to the goal, though not too many."""
    return islice(switches(puzzle, goal), _SWITCHES)


def _lessons(goal: Grid, others: Iterable[Grid]) -> list[Lesson]:
    """What other solutions teach, each lesson once."""
    found = [lesson for other in others for lesson, _ in differences(goal, other)]
    return list(dict.fromkeys(found))
