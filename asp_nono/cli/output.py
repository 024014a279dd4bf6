"""What commands print: text that cannot harm a terminal, JSON, tables, progress; exit statuses."""

import sys
from collections.abc import Iterable, Sequence, Sized
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from asp_nono.messages import AspNonoError, PuzzleError

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from asp_nono.draw.picture import Picture
    from asp_nono.jobs import Found
    from asp_nono.puzzle import Puzzle


NOT_PASSED = 1
BAD_INPUT = 2
UNDECIDED = 3
INTERRUPTED = 130

_TAMED = ("Cc", "Cf", "Cs", "Zl", "Zp")  # categories of Unicode that could change a display
_SELDOM = 0.2  # seconds in which a display that was cleared is not drawn again: drawing is slow


def say(text: str, *, err: bool = False) -> None:
    """Print lines of text, in the place of what is shown of progress.

    Control characters, which could move the cursor or change the terminal, and marks that change
    the direction of writing are shown as the replacement character.
    """
    clear_progress()
    click.echo(text if text.isascii() and text.isprintable() else _tame(text), err=err)


def _tame(text: str) -> str:
    import unicodedata

    return "".join(
        char if char == "\n" or unicodedata.category(char) not in _TAMED else "\ufffd"
        for char in text
    )


ADVICE = {
    "a puzzle with blotted numbers cannot be repaired": "; see --unblot and --reveal",
    "binary data in no known format; {count} formats are known": ", see `asp-nono convert --help`",
    "no run matches": " --system and --puzzle",
    "no number of the puzzle is blotted": "; --reveal gives cells instead",
    "constants are set in another way": ": -c NAME=VALUE",
    "damaged: {error}": "; `asp-nono lab salvage` keeps what can be read",
    "no system font was found": "; name a font file with --font",
    "port {port} is not available: {reason}": "; choose another with --port",
    "rules, and no puzzle": "; --encoding FILE.lp takes an encoding",
    "text in no known format; {count} formats are known": (
        ", such as lines of # and . (see `asp-nono convert --help`)"
    ),
    "{format} cannot hold {droppable}, but can drop it": ": --lossy",
    "the answers are not the arrangements of the clue, so nothing can be compared": (
        "; see `asp-nono grade`"
    ),
    "the length of the line is unknown": "; expected --width N or the known cells",
}
"""What to do about errors of the library, by the templates of their reasons: it knows no flags."""


def worded(error: AspNonoError) -> str:
    """An error in words, with advice if there is some."""
    return f"{error}{ADVICE.get(error.reason.template, '')}"


def emit(value: dict[str, Any]) -> None:
    """Print a JSON object on a line of its own."""
    import json

    clear_progress()
    text = json.dumps(value, ensure_ascii=False)
    click.echo(text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))  # ends of lines


def answer(
    text: str | Iterable[str], value: dict[str, Any], *, as_json: bool, aside: bool = False
) -> None:
    """Print a result as a JSON object, or as texts, which go to standard error if `aside`."""
    if as_json:
        emit(value)
        return
    for part in [text] if isinstance(text, str) else text:
        say(part, err=aside)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> str:
    """A table; columns after the first are aligned to the right where `right` has an r."""
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
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())


_SHOWN: "set[Bar]" = set()  # what is on the terminal


def clear_progress() -> None:
    """Remove the progress bar, before other output and when a command ends for any reason."""
    while _SHOWN:
        _SHOWN.pop().stop()


class ProgressLine:
    """A line on standard error that says how far the work is.

    If that is no terminal, nothing is shown, or a line each `every` seconds. `whole` has as many
    files as there are, or none if that is not known.
    """

    def __init__(self, whole: Sized = (), every: float | None = None) -> None:
        self._shown = sys.stderr.isatty() and len(whole) != 1
        self._every, self._said = every, monotonic()
        self._whole = whole
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
            if self._every and monotonic() - self._said > self._every:
                self._said = monotonic()
                say(words, err=True)
            return
        total = len(self._whole)
        state: dict[str, Any] = {
            "description": _tame(words),
            "completed": self._done,
            "total": total or None,
        }
        if self._bar in _SHOWN:
            self._bar.update(self._bar.task_ids[0], refresh=True, **state)
            return
        if monotonic() - self._drawn < _SELDOM:
            return
        self._drawn = monotonic()
        self._bar = _bar(total)
        self._bar.add_task(**state)
        _SHOWN.add(self._bar)
        self._bar.start()


def _bar(total: int) -> "Bar":
    from rich import progress
    from rich.console import Console

    columns = [progress.BarColumn(), progress.MofNCompleteColumn()] if total else []
    return progress.Progress(
        *columns,
        progress.TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


def worst(*statuses: int) -> int:
    """The gravest of some exit statuses."""
    return max(statuses, key=(0, UNDECIDED, BAD_INPUT, INTERRUPTED).index)


def status_of(found: "Found") -> int:
    """The exit status of a result."""
    return INTERRUPTED if found.interrupted else 0 if found.finished else UNDECIDED


def lines_of(
    puzzle: "Puzzle", picture: "Picture | None", style: str, width: int | None = None
) -> str:
    """A puzzle in one of the styles that are plain text."""
    from asp_nono.draw.text import draw, draw_rows

    if style == "blocks":
        raise PuzzleError("--style blocks is for terminals; a text file has no colors")
    if style == "text":
        return draw(puzzle, picture, width=width)
    return draw_rows(puzzle, _shown(puzzle, picture, style), simpson=style == "simpson")


class _Terminal:
    """Standard output, as results are shown there."""

    @property
    def width(self) -> int | None:
        """The columns of the terminal; None if it is none."""
        import shutil

        return shutil.get_terminal_size().columns if sys.stdout.isatty() else None

    def __call__(self, puzzle: "Puzzle", picture: "Picture | None") -> str:
        """A puzzle in characters; what is wider than the terminal is in strips."""
        return on_terminal(puzzle, picture)

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> str:
        """A table; columns are aligned to the right where `right` has an r."""
        return table(head, rows, right)


TERMINAL = _Terminal()


def on_terminal(puzzle: "Puzzle", picture: "Picture | None", style: str = "text") -> str:
    """A puzzle in any style; what is wider than the terminal is in strips."""
    width = TERMINAL.width
    if style != "blocks":
        return lines_of(puzzle, picture, style, width)
    from rich.console import Console

    from asp_nono.draw.terminal import BLOCKS, colors_of, draw_blocks

    try:
        BLOCKS.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        raise PuzzleError(
            "the terminal's {encoding} has no block characters", encoding=sys.stdout.encoding
        ) from None
    shown = _shown(puzzle, picture, style)
    return draw_blocks(puzzle, shown, colors_of(Console()), width=width)


def _shown(puzzle: "Puzzle", picture: "Picture | None", style: str) -> "Picture":
    from asp_nono.draw.picture import shown

    found = shown(puzzle, picture)
    if found is None:
        raise PuzzleError("--style {style} shows pictures; a blank puzzle has none", style=style)
    return found
