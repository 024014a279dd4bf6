"""Clues whose rows and columns ask for different numbers of cells.

asp-nono refuses them as no puzzle, so a program that answers them is not wrong: it leaves out a
test that the numbers make needless. Its author may not know that, and is told.
"""

from __future__ import annotations

from asp_nono.grading.sandbox import Clock, Sandbox
from asp_nono.grading.tour import Program, all_boards
from asp_nono.grading.vocabulary import Board

_SIZES = ((1, 1), (1, 2), (2, 1), (2, 2))


def disagreement(sandbox: Sandbox, program: Program, seconds: float) -> tuple[str, ...]:
    """A remark on a program that is right on all puzzles and answers such clues; else nothing.

    Args:
        sandbox: Where it runs.
        program: The program.
        seconds: Wall-clock time that this may take.
    """
    clock = Clock(seconds)
    for width, height in _SIZES:
        board = Board(width, height, program.colors)
        job = all_boards(program, board, agreed=False)
        answer = sandbox.ask(job | {"most": 0, "project": program.derives}, clock)
        if not isinstance(answer, dict):
            return ()
        if answer["wrong"]:
            told = (
                "it gives pictures even where rows and columns ask for different numbers of cells"
            )
            return (f"on boards of {board} {told}; that is no mistake, as no puzzle is so",)
    return ()
