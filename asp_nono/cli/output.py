"""What commands print: text that cannot harm a terminal, JSON, tables, progress; exit statuses."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import click

from asp_nono.errors import AspNonoError, PuzzleError

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from asp_nono.cli.inputs import Item
    from asp_nono.cli.options import Which
    from asp_nono.draw.picture import Picture
    from asp_nono.puzzle import Puzzle
    from asp_nono.run.limits import Limits, Stopped
    from asp_nono.run.pool import Pool

T = TypeVar("T")

BAD_INPUT = 2
UNDECIDED = 3
INTERRUPTED = 130

BARE = ("rows", "simpson")
"""Styles for other programs to read: only the rows of pictures are printed."""

STYLES = ("text", *BARE, "blocks")
"""text: characters and clues; rows: characters alone; simpson: # and -; blocks: colors."""

_SHOWN_CELLS = 12

_SELDOM = 0.2
"""Seconds in which a display that was cleared is not drawn again: drawing takes milliseconds."""


def say(text: str, *, err: bool = False) -> None:
    """Print lines of text.

    Control characters, which could move the cursor or change the terminal, and marks that change
    the direction of writing are shown as the replacement character.
    """
    click.echo(text if text.isascii() and text.isprintable() else _tame(text), err=err)


def _tame(text: str) -> str:
    import unicodedata

    return "".join(
        char if char == "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs") else "\ufffd"
        for char in text
    )


def emit(value: dict[str, Any], item: Item | None = None) -> None:
    """Print one JSON object on a line of its own, beginning with the puzzle that it is about."""
    import json

    head: dict[str, Any] = {}
    if item:
        head = {"file": item.file, "puzzle": item.number}
        head |= {"width": item.sound.width, "height": item.sound.height}
    click.echo(json.dumps(head | value, ensure_ascii=False))


def complain(item: Item, problem: AspNonoError, *, as_json: bool = False) -> None:
    """Report a puzzle that could not be worked on."""
    unread = problem is item.error  # such errors name the file themselves
    text = str(problem) if unread else f"{item.name}: {problem}"
    if as_json:
        emit({"file": item.file, "error": text})
    else:
        say(f"asp-nono: {text}", err=True)


def many(number: int, what: str) -> str:
    """A number of things."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def cells(places: Sequence[tuple[int, int]]) -> str:
    """The number of cells, the first of them named by (column,row)."""
    named = " ".join(f"({x},{y})" for x, y in places[:_SHOWN_CELLS])
    more = f" and {len(places) - _SHOWN_CELLS} more" if len(places) > _SHOWN_CELLS else ""
    return f"{many(len(places), 'cell')}: {named}{more}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> None:
    """Print a table; columns after the first are aligned to the right where `right` has an r."""
    from io import StringIO

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name, side in zip(head, right.ljust(len(head)), strict=True):
        made.add_column(name, justify="right" if side == "r" else "left", no_wrap=True)
    for row in rows:
        made.add_row(*(Text(_tame(cell)) for cell in row))
    text = StringIO()
    Console(file=text, width=10_000, color_system=None).print(made)
    for line in text.getvalue().splitlines():
        click.echo(line.rstrip())


_SHOWN: set[Bar] = set()  # what is on the terminal


def clear_progress() -> None:
    """Give the terminal back, whatever has ended a command."""
    while _SHOWN:
        _SHOWN.pop().stop()


class Progress:
    """A line on standard error that says how far the work is; nothing if that is no terminal."""

    def __init__(self, total: int = 0) -> None:
        self._shown = sys.stderr.isatty() and total != 1
        self._total = total
        self._done = 0
        self._file = ""
        self._bar: Bar | None = None
        self._drawn = -_SELDOM

    def reach(self, file: str) -> None:
        """Something of `file` is done, and so everything of the file before it."""
        self._done += self._file not in ("", file)
        self._file = file

    def show(self, words: str = "files") -> None:
        """Put words in the place of those before."""
        if not self._shown:
            return
        state: dict[str, Any] = {"description": _tame(words), "completed": self._done}
        if self._bar:
            self._bar.update(self._bar.task_ids[0], refresh=True, **state)
            return
        if monotonic() - self._drawn < _SELDOM:
            return
        self._drawn = monotonic()
        self._bar = _bar(self._total)
        self._bar.add_task(total=self._total or None, **state)
        _SHOWN.add(self._bar)
        self._bar.start()

    def clear(self) -> None:
        """Make room for other output."""
        if self._bar:
            self._bar.stop()
            _SHOWN.discard(self._bar)
            self._bar = None


def _bar(total: int) -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, TextColumn
    from rich.progress import Progress as Bar

    words = TextColumn("{task.description}", markup=False)
    columns: list[ProgressColumn] = [BarColumn(), MofNCompleteColumn(), words] if total else [words]
    return Bar(
        *columns,
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


class Status:
    """The exit status that the puzzles so far call for; the gravest one wins."""

    def __init__(self, *, undecided: bool = False, interrupted: bool = False) -> None:
        self.bad_input = False
        self.undecided = undecided
        self.interrupted = interrupted

    def code(self) -> int:
        """0 when all is done, else 130, 2 or 3."""
        if self.interrupted:
            return INTERRUPTED
        return BAD_INPUT if self.bad_input else UNDECIDED if self.undecided else 0


def status_of(stopped: Stopped | None) -> int:
    """The exit status of a job that something may have stopped."""
    if stopped is None:
        return 0
    return INTERRUPTED if stopped.cause == "interrupted" else UNDECIDED


def show_each(
    files: Sequence[str],
    which: Which,
    work: Callable[[Item, Pool | None], T],
    show: Callable[[Item, T], bool],
    limits: Limits,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    as_json: bool = False,
) -> int:
    """Work on every puzzle of some files, in order, with progress on a terminal.

    Returns:
        The exit status.
    """
    from asp_nono.cli.inputs import items
    from asp_nono.files import paths

    found = paths(files)
    progress, status = Progress(len(found)), Status()
    progress.show()
    outcomes = _outcomes(items(found, which), work, limits, jobs, cluster)
    try:
        with closing(outcomes):
            for item, outcome in outcomes:
                progress.reach(item.file)
                progress.clear()
                try:
                    if isinstance(outcome, AspNonoError):
                        raise outcome
                    status.undecided |= show(item, outcome)
                except AspNonoError as error:
                    status.bad_input = True
                    complain(item, error, as_json=as_json)
                if getattr(outcome, "interrupted", False):
                    status.interrupted = True
                    break
                progress.show()
    finally:
        progress.clear()
    return status.code()


def _outcomes(
    found: Iterator[Item],
    work: Callable[[Item, Pool | None], T],
    limits: Limits,
    jobs: int,
    cluster: str | None,
) -> Generator[tuple[Item, T | AspNonoError], None, None]:
    """Each item in order with its result, or with the error that it has met."""
    if jobs == 1 and not limits and cluster is None:
        for item in found:
            try:
                yield item, work(item, None)
            except AspNonoError as error:
                yield item, error
        return
    from asp_nono.run import open_pool

    with open_pool(jobs, limits, cluster=cluster) as pool:
        yield from pool.ordered(lambda item: work(item, pool), found)


def lines_of(puzzle: Puzzle, picture: Picture | None, style: str, width: int | None = None) -> str:
    """A puzzle in one of the styles that are plain text."""
    from asp_nono.draw.text import draw, draw_rows

    if style == "blocks":
        raise PuzzleError("--style blocks is for terminals; a text file has no colors")
    if style == "text":
        return draw(puzzle, picture, width=width)
    return draw_rows(puzzle, _shown(puzzle, picture, style), simpson=style == "simpson")


def on_terminal(puzzle: Puzzle, picture: Picture | None, style: str = "text") -> str:
    """A puzzle in any style; what is wider than the terminal is in strips."""
    import shutil

    terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if terminal else None
    if style != "blocks":
        return lines_of(puzzle, picture, style, width)
    from asp_nono.draw.terminal import BLOCKS, depth, draw_blocks

    colors = depth(os.environ, terminal=terminal)
    try:
        BLOCKS.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        raise PuzzleError(f"the terminal's {sys.stdout.encoding} has no block characters") from None
    return draw_blocks(puzzle, _shown(puzzle, picture, style), colors, width=width)


def _shown(puzzle: Puzzle, picture: Picture | None, style: str) -> Picture:
    from asp_nono.draw.picture import shown

    found = shown(puzzle, picture)
    if found is None:
        raise PuzzleError(f"--style {style} shows pictures; a blank puzzle has none")
    return found
