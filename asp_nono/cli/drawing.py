"""Where pictures and puzzles go that a command makes: to standard output, or to files."""

import os
import signal
import warnings
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from asp_nono.cli.options import COMMON, bundle, given, of, parts_of
from asp_nono.cli.output import clear_progress, lines_of, on_terminal, say
from asp_nono.draw.picture import Picture
from asp_nono.files import formats, write, write_whole
from asp_nono.formats.registry import find, writer
from asp_nono.formats.writing import WriteSettings
from asp_nono.grid import Grid
from asp_nono.jobs.files import DrawingOptions, PrintingOptions, WritingOptions
from asp_nono.messages import (
    PuzzleError,
    PuzzleWarning,
    UnknownNameError,
    UnwritableError,
    alternatives,
)
from asp_nono.puzzle import Puzzle

if TYPE_CHECKING:
    from asp_nono.draw.shapes import Drawing

Exhibit: TypeAlias = tuple[Puzzle, Picture | None]

DRAWN = (".svg", ".png", ".pdf")
_OTHER = (".bmp", ".gif", ".jpeg", ".jpg", ".tif", ".tiff", ".webp")  # nothing is drawn in these
BARE = ("rows", "simpson")  # for other programs to read: only the rows of pictures are printed
STYLES = ("text", *BARE, "blocks")
"""text: characters and clues; rows: characters alone; simpson: # and -; blocks: colors."""

_MOST = 1000  # no more pictures are put into one PDF; with more, none is written
_FOR = {  # the kinds of output that options are for
    "style": ("", "txt"),
    "clues": ("svg", "png", "pdf"),
    "letters": ("svg", "png", "pdf"),
    "cell_size": ("svg", "png"),
    **dict.fromkeys(("paper", "per_page", "booklet"), ("pdf",)),
}


def ending(file: str | None) -> str:
    """The ending of a file's name, in small letters; empty for no file."""
    return PurePath(file or "").suffix.lower()


def require_number(option: str, pattern: str | None, what: str = "picture") -> None:
    """Do nothing if the only % in the name of a file is that of `%d`."""
    if pattern is not None and "%" in pattern.replace("%d", ""):
        raise PuzzleError(
            "{option} {file}: a % that is not %d; %d is the {what}'s number",
            option=option,
            file=pattern,
            what=what,
        )


@dataclass(slots=True)
class Gallery:
    """Pictures printed or written as they are found, or kept for one file of all of them."""

    pattern: str | None = None  #: the file, or with %d one for each picture; None prints them
    style: str | None = None  #: None: with clues if printed or blank, bare rows in text files
    drawing: DrawingOptions = field(default_factory=DrawingOptions)
    printing: PrintingOptions = field(default_factory=PrintingOptions)
    _number: int = 0
    _together: list[Exhibit] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """The kind of file written: svg, png, pdf or txt; empty for standard output."""
        found = ending(self.pattern)
        return found[1:] if found in DRAWN else "txt" if self.pattern else ""

    @property
    def printed(self) -> bool:
        """Whether pictures go to standard output."""
        return self.pattern is None

    @property
    def bare(self) -> bool:
        """Whether standard output is for pictures alone, which another program reads."""
        return self.printed and self.style in BARE

    def put(self, puzzle: Puzzle, picture: Picture | None, heading: str = "") -> None:
        """Show a picture, under a heading where there is room for words."""
        self._number += 1
        if self.pattern is None:
            self._print(on_terminal(puzzle, picture, self.style or "text"), heading)
        elif "%d" in self.pattern:
            content = self._content([(puzzle, picture)])
            write_whole(self.pattern.replace("%d", str(self._number)), content)
        elif self.kind == "pdf" and self._number > _MOST:
            self._together.clear()
            raise PuzzleError(
                "more than {most} pictures for one PDF; put %d into its name", most=_MOST
            )
        else:
            self._together.append((puzzle, picture))

    def finish(self) -> None:
        """Write the pictures that go to one file, once they are all there."""
        if not self._together or self.pattern is None:
            return
        count, kind = len(self._together), self.kind
        if count > 1 and kind in ("svg", "png"):
            raise PuzzleError(
                "--output {file}: {count} pictures, but a .{kind} file holds one; "
                "put %d into its name",
                file=self.pattern,
                count=count,
                kind=kind,
            )
        write_whole(self.pattern, self._content(self._together))

    def _print(self, drawn: str, heading: str) -> None:
        if self.bare:
            drawn = "\n" * (self._number > 1) + drawn
        elif heading:
            say(heading)
        if self.style == "blocks":
            clear_progress()
            click.echo(drawn, color=True)  # the codes are ours: nothing of a file is among them
        else:
            say(drawn)
        if not self.bare:
            say("")

    def _text(self, puzzle: Puzzle, picture: Picture | None) -> str:
        """A picture in a text file; a blank puzzle has its clues alone."""
        from asp_nono.draw.picture import shown

        found = shown(puzzle, picture)
        return lines_of(puzzle, picture, self.style or ("rows" if found else "text"))

    def _content(self, exhibits: list[Exhibit]) -> bytes:
        """A file with these pictures; only text and PDF can hold several."""
        if self.kind == "txt":
            return "\n".join(f"{self._text(*exhibit)}\n" for exhibit in exhibits).encode()
        how: dict[str, Any] = asdict(self.drawing)
        cell = how.pop("cell_size")
        if self.kind == "pdf":
            from asp_nono.draw.pdf import draw_pdf

            return draw_pdf(exhibits, **how, **asdict(self.printing))
        (exhibit,) = exhibits
        if self.kind == "png":
            from asp_nono.draw.png import draw_png

            return draw_png(*exhibit, cell=cell, **how)
        from asp_nono.draw.svg import CELL, draw_svg

        return draw_svg(*exhibit, cell=cell or CELL, **how).encode()


def image(drawing: "Drawing", file: str) -> bytes:
    """A drawing as .png or .svg, by the ending of a file."""
    from asp_nono.draw.png import png
    from asp_nono.draw.svg import svg

    return png(drawing) if ending(file) == ".png" else svg(drawing).encode()


def _gallery(**parts: Any) -> Gallery:  # noqa: ANN401 - options
    made = Gallery(**parts)
    style, pattern = made.style, made.pattern
    for name, kinds in _FOR.items():
        if given(name) and made.kind not in kinds:
            raise PuzzleError(
                "--{option} is for --output FILE{endings}",
                option="no-clues" if name == "clues" else name.replace("_", "-"),
                endings=alternatives(f".{kind}" for kind in kinds if kind),
            )
    if style is not None and style not in STYLES:
        raise UnknownNameError("style", style, STYLES)
    if given("paper"):
        from asp_nono.draw.pdf import paper_named

        paper_named(made.printing.paper)
    require_number("--output", pattern)
    if pattern is not None and ending(pattern) in _OTHER:
        raise PuzzleError(
            "--output {file}: expected {endings}, or a text file", file=pattern, endings=DRAWN
        )
    if pattern is not None and "%d" in pattern and made.printing.booklet:
        raise PuzzleError("--output {file}: a booklet is one file; leave out %d", file=pattern)
    return made


gallery = bundle(
    "gallery",
    _gallery,
    {name: COMMON[name] for name in ("style", "pattern")}
    | {"drawing": of(DrawingOptions, "drawing"), "printing": of(PrintingOptions, "printing")},
)  # --style, --output and the options of drawings, as a `Gallery`


@dataclass(slots=True)
class PuzzleWriter:
    """Puzzles shown as they are found, or written."""

    target: str | None  #: a file, - for standard output, or a folder; None if they are only shown
    form: str | None  #: the format to write; None if the ending of the file decides
    lossy: bool  #: drop what the format cannot hold
    _noteless: bool = False
    _kept: list[Puzzle] = field(default_factory=list)
    _gallery: Gallery = field(default_factory=Gallery)

    @property
    def _folder(self) -> bool:
        return self.target is not None and (
            self.target.endswith(("/", os.sep)) or Path(self.target).is_dir()
        )

    def require(self, sample: Puzzle, *, several: bool) -> None:
        """Do nothing if such puzzles can be written, so that no work is lost at the end."""
        if self.target is None:
            return
        if ending(self.target) in DRAWN:
            raise PuzzleError(
                "{file}: puzzles are drawn with asp-nono show --output; "
                "write them to a puzzle file",
                file=self.target,
            )
        require_format(self.target, self.form)
        if self._folder:
            self.form = self.form or "xml"
            Path(self.target).mkdir(exist_ok=True)
        elif not Path(self.target).absolute().parent.is_dir():
            raise PuzzleError("there is no such folder", path=str(Path(self.target).parent))
        self._noteless = not self._holds(sample, several=several)

    def _holds(self, sample: Puzzle, *, several: bool) -> bool:
        """Whether the format holds notes; without them, it holds such puzzles in any case."""
        text_of = writer(self.target or "", self.form)
        number = 2 if several and not self._folder else 1
        try:
            text_of([sample] * number, WriteSettings())
        except UnwritableError:
            with warnings.catch_warnings(action="ignore", category=PuzzleWarning):
                text_of([replace(sample, notes=())] * number, WriteSettings(self.lossy))
            return False
        return True

    def put(
        self, puzzle: Puzzle, name: str, picture: Grid | None = None, heading: str | None = None
    ) -> None:
        """Show a puzzle under a heading, its title if left out, or write it or keep it for that."""
        if self.target is None:
            self._gallery.put(puzzle, picture, puzzle.title if heading is None else heading)
            return
        puzzle = replace(puzzle, notes=()) if self._noteless else puzzle
        if self._folder:
            self._write([puzzle], str(Path(self.target, name + find(self.form or "").suffixes[0])))
        else:
            self._kept.append(puzzle)

    def finish(self) -> None:
        """Write the puzzles that go to one file."""
        clear_progress()  # before standard output is written
        if self._kept and self.target is not None:
            self._write(self._kept, self.target)

    def _write(self, puzzles: list[Puzzle], file: str) -> None:
        """Write a file; Ctrl-C takes effect afterwards, so that no half file is left behind."""
        pressed: list[int] = []
        before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
        try:
            write(puzzles, file, form=self.form, lossy=self.lossy)
        finally:
            signal.signal(signal.SIGINT, before)
        if pressed:
            raise KeyboardInterrupt


def require_format(target: str, form: str | None) -> None:
    """Do nothing unless puzzles go to standard output in no format."""
    if target == "-" and form is None:
        raise PuzzleError(
            "standard output has no ending; name the format with --to: {formats}",
            formats=tuple(known.name for known in formats() if known.write),
        )


def _writer(target: str | None, target_form: str | None, *, lossy: bool) -> PuzzleWriter:
    if target is None and target_form is None and lossy:
        raise PuzzleError("--lossy is for puzzles that are written; name a file with --output")
    return PuzzleWriter("-" if target is None and target_form else target, target_form, lossy)


_WRITING = {name: COMMON[name] for name in ("target", "target_form")}
puzzle_writer = bundle("writer", _writer, _WRITING | {"lossy": parts_of(WritingOptions)["lossy"]})
