"""Edited pictures judged: good enough, or what there is to learn from them."""

from __future__ import annotations

from collections.abc import Iterator
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
from asp_nono.solving.events import Ended, Found, Task, Technique
from asp_nono.solving.search import search

Aim: TypeAlias = Literal["unique", "line"]
"""What is wanted of a puzzle: exactly one solution, or also that line logic alone finds it."""

_SWITCHES = 200
"""No more lessons are taken from switches of one picture."""


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
        return [lesson for lesson, _ in doubts(goal, board)] + list(_switched(puzzle, goal))
    return _searched(puzzle, goal)


def _searched(puzzle: Puzzle, goal: Grid) -> Technique | list[Lesson]:
    """The technique of a puzzle with one solution, or lessons from others.

    Switches are easy to find. Where there is none, the first solution that is not the goal is
    enough: its parts teach as much as several solutions.
    """
    if lessons := list(dict.fromkeys(_switched(puzzle, goal))):
        return lessons
    with closing(search(Task(puzzle, named_recipe(DEFAULT)), interruptible=False)) as events:
        for event in events:
            if isinstance(event, Found) and event.grid != goal:
                return [lesson for lesson, _ in differences(goal, event.grid)]
            if isinstance(event, Ended):
                return event.technique
    raise AssertionError("a search has not ended")


def _switched(puzzle: Puzzle, goal: Grid) -> Iterator[Lesson]:
    """Lessons from the smallest differences that there are."""
    for other in islice(switches(puzzle, goal), _SWITCHES):
        yield from (lesson for lesson, _ in differences(goal, other))
