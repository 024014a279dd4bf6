"""The plots of a report as SVG files."""

from __future__ import annotations

import re
from pathlib import Path

from asp_nono.errors import PuzzleError
from asp_nono.files import write_whole
from asp_nono.lab.board import Clock, boards
from asp_nono.lab.heat import heat
from asp_nono.lab.plots import against, growth, survival
from asp_nono.lab.runs import Results
from asp_nono.lab.words import ranked


def write_plots(results: Results, clock: Clock, folder: Path) -> list[Path]:
    """Write four plots for each task; the files.

    The best competitor stands against each of the others.

    Raises:
        PuzzleError: If a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PuzzleError(f"cannot be made: {error.strerror}", path=str(folder)) from None
    texts: dict[str, str] = {}
    for board in boards(results.runs, clock):
        order = ranked(board)
        sets = sorted({puzzle[0] for puzzle in board.puzzles})
        task = _word(board.task)
        texts[f"{task}-survival"] = survival(board, order)
        texts[f"{task}-ground-size"] = growth(board, order, sets)
        texts[f"{task}-heat"] = heat(board, order, sets)
        for row in order[1:]:
            texts[f"{task}-{_word(row.label)}-against-{_word(order[0].label)}"] = against(
                board, row, order[0], sets
            )
    files = []
    for name, text in texts.items():
        path = folder / f"{name}.svg"
        write_whole(path, text.encode())
        files.append(path)
    return files


def _word(text: str) -> str:
    """A text as a part of a file's name."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-")[:80]
