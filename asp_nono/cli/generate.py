"""`asp-nono generate`, `make`, `blot`, `census`: puzzles made, numbers hidden, boards counted."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice, repeat
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import click

from asp_nono.cli import Command, options
from asp_nono.cli.drawing import PuzzleWriter, ending, image, puzzle_writer, require_number
from asp_nono.cli.inputs import (
    Batch,
    Given,
    Item,
    Which,
    files,
    find,
    items,
    show_found,
    which,
)
from asp_nono.cli.output import INTERRUPTED, say, status_of
from asp_nono.cli.pictures import is_picture
from asp_nono.design.generate import Generated, GivenPicture
from asp_nono.design.random_pictures import COLORS
from asp_nono.files import InputFile, InputFiles, write_whole
from asp_nono.grid import Grid
from asp_nono.jobs import option
from asp_nono.jobs.design import Blot, Census, Generate, Make
from asp_nono.jobs.files import PictureOptions
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import WHITE, Puzzle
from asp_nono.run.limits import Limits

if TYPE_CHECKING:
    from asp_nono.design.givens import BlotResult
    from asp_nono.design.make import MakeResult


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sources:
    """How many puzzles there are, and what is drawn for them instead of random pictures."""

    count: int = option(1, ge=1, metavar="N", help="The number of puzzles to generate.")
    text: str | None = option(
        None, metavar="TEXT", help="Draw this text instead of random pictures."
    )
    font: Path | None = option(
        None,
        metavar="FILE",
        help="The font of the text [default: a small built-in font, or a system font].",
    )
    from_pictures: Path | None = option(
        None,
        metavar="FOLDER",
        help="Start from the pictures in a folder instead of random ones; see `asp-nono convert "
        "--help`.",
    )
    touch_up: int | None = option(
        None,
        ge=0,
        metavar="N",
        help="Recolor at most N cells of a text or picture [default: one in 20].",
    )


def _source(job: Generate, sources: _Sources) -> tuple[Generate, Sequence[GivenPicture], str]:
    """The job, the pictures that are given if any are, and how the files of puzzles are named."""
    text, folder, font = sources.text, sources.from_pictures, sources.font
    if text is not None and folder is not None:
        raise PuzzleError("--text and --from-pictures exclude each other; choose one")
    if font is not None and text is None:
        raise PuzzleError("--font is for --text")
    width, height = job.size
    if text is None and folder is None:
        if sources.touch_up is not None:
            raise PuzzleError("--touch-up is for --text and --from-pictures")
        if not (width and height):
            raise PuzzleError(
                "--size {width}x{height}; expected cells across and down, as 20x15",
                width=width or "",
                height=height or "",
            )
        job = replace(job, kind="silhouettes") if job.motif and not options.given("kind") else job
        _require_kind(job)
        return job, (), f"{'random' if job.kind == 'noise' else job.kind}-{width}x{height}"
    for name in ("kind", "motif", "density", "smoothness", "symmetry", "colors"):
        if options.given(name) and (name != "colors" or folder is None):
            raise PuzzleError("--{option} is for random pictures", option=name)
    size = job.size if options.given("size") else None
    if text is not None:
        return job, [_lettered(text, size, font, sources.touch_up)], "text"
    colors = job.colors if options.given("colors") else None
    found = _read(folder or Path(), size, colors)
    return job, [GivenPicture(one, sources.touch_up) for one in found], "picture"


def _require_kind(job: Generate) -> None:
    """Do nothing if the options fit to the kind of pictures."""
    if job.motif is not None and job.kind not in ("silhouettes", "figures"):
        raise PuzzleError("--motif is for --kind silhouettes and figures")
    noise = () if job.kind == "noise" else ("density", "smoothness", "colors")
    for name in filter(options.given, noise):
        raise PuzzleError("--{option} is not for --kind {kind}", option=name, kind=job.kind)


def _lettered(
    text: str, size: tuple[int, int] | None, font: Path | None, touch_up: int | None
) -> GivenPicture:
    from asp_nono.design.lettering import letter_signs, text_picture

    if size and not all(size):
        raise PuzzleError("--size of a text; expected cells across and down, as 40x20")
    puzzle = Puzzle.of(text_picture(text, size, font), title=" ".join(text.split()))
    return GivenPicture(puzzle, touch_up, () if font else letter_signs(text, size))


def _read(folder: Path, size: tuple[int, int] | None, colors: int | None) -> list[Puzzle]:
    """The pictures of a folder; one that cannot be read is reported and left out."""
    from asp_nono.files import read
    from asp_nono.formats.picture import PictureSettings

    if not folder.is_dir():
        raise PuzzleError("no such folder; expected a folder of pictures", path=str(folder))
    settings = PictureSettings(size=size, colors=colors) if size or colors else None
    found = []
    for file in sorted(path for path in folder.iterdir() if is_picture(str(path))):
        try:
            (puzzle,) = read(file, picture=settings)
            found.append(puzzle if puzzle.title else replace(puzzle, title=file.stem))
        except PuzzleError as error:
            say(f"asp-nono: {error}", err=True)
    if not found:
        raise PuzzleError("no picture in this folder can be read", path=str(folder))
    return found


@click.command("generate", cls=Command)
@options.of(Generate, size=options.SIZE, difficulty=options.GRADES)
@options.of(_Sources, "sources")
@options.limits
@options.jobs
@options.json
@puzzle_writer
def generate(
    job: Generate,
    sources: _Sources,
    limits: Limits,
    jobs: int,
    as_json: bool,
    writer: PuzzleWriter,
) -> int:
    """Generate puzzles that are unique or meet another target.

    asp-nono changes a few cells of a random, drawn or given picture until its puzzle meets the
    target. The same options and seed always give the same puzzles. generate prints them or writes
    them to files, and gives the reason for each puzzle that it could not find.

    Exit status 3 if a puzzle was not found.
    """
    job, pictures, name = _source(job, sources)
    wanted = len(pictures) if pictures and not options.given("count") else sources.count
    writer.require(_sample(job, pictures), several=wanted > 1)

    def after(_: Given, found: Generated) -> None:
        if found.puzzle and (writer.target or not as_json):
            puzzle, score = found.puzzle, found.score
            heading = puzzle.title if score is None else f"{puzzle.title} (score {score})"
            writer.put(puzzle, f"{name}-s{job.seed}-{found.number}", puzzle.goal, heading)

    subjects = (
        Given((number, picture), f"asp-nono: puzzle {number}")
        for number, picture in enumerate(islice(pictures or repeat(None), wanted), 1)
    )
    batch = Batch((), Which(), limits, as_json=as_json, jobs=jobs)
    try:
        status = batch.run(job, after=after, read=subjects, aside=lambda _: True)
    except KeyboardInterrupt:  # what was found is kept
        status = INTERRUPTED
    writer.finish()
    return status


def _sample(job: Generate, pictures: Sequence[GivenPicture]) -> Puzzle:
    """A sample of the puzzles to come, to check that they can be written."""
    if pictures:
        return pictures[0].puzzle
    palette = job.model.palette
    picture = Grid((tuple(range(len(palette))),))
    return replace(Puzzle.of(picture, palette, title="Sample"), notes=("a note",))


@dataclass(frozen=True, slots=True, kw_only=True)
class _SheetOption:
    """The file for the best ways to draw a photograph."""

    sheet: str | None = option(
        None,
        metavar="FILE",
        help="Draw the six best puzzles of a photograph side by side; FILE.png or .svg; with %d "
        "in the name, one file per photograph.",
    )

    def require(self, *, several: bool) -> None:
        """Raise an error for a name that is not for drawings, or not for several."""
        if self.sheet is None:
            return
        if ending(self.sheet) not in (".png", ".svg"):
            raise PuzzleError("--sheet {file}: a sheet is drawn as .png or .svg", file=self.sheet)
        require_number("--sheet", self.sheet, "photograph")
        if several and "%d" not in self.sheet:
            raise PuzzleError(
                "--sheet {file}: several files; put %d into its name", file=self.sheet
            )

    def draw(self, made: "MakeResult", name: str, number: int) -> None:
        """Draw the puzzles of a photograph."""
        if self.sheet is None:
            return
        if not made.sheet:
            reason = "no sheet is drawn, because the picture was read in one way only"
            say(f"asp-nono: warning: {name}: {reason}", err=True)
            return
        from asp_nono.draw.board import sheet

        shown = [(one.puzzle, str(one.about)) for one in made.sheet if one.puzzle]
        target = self.sheet.replace("%d", str(number))
        write_whole(target, image(sheet(shown, name), target))


def _photographs(
    files: Iterable[InputFile], which: Which, reading: PictureOptions
) -> Iterator[Item | Given]:
    """The puzzles of all files, and the photographs among them."""
    settings = None if reading == PictureOptions() else reading.settings
    for file in files:
        try:
            photo = file.photograph(settings) if is_picture(file.name) else None
        except PuzzleError:
            photo = None  # the error comes from reading the puzzle
        if photo:
            yield Given((photo,), file.name, file.name)
        else:
            yield from items([file], which, settings)


@click.command("make", cls=Command)
@files
@which
@options.of(Make, difficulty=options.GRADES)
@options.of(PictureOptions, "reading", size=options.SIZE)
@options.of(_SheetOption, "sheet")
@options.limits
@puzzle_writer
def make(
    files: tuple[str, ...],
    which: Which,
    job: Make,
    reading: PictureOptions,
    sheet: _SheetOption,
    limits: Limits,
    writer: PuzzleWriter,
) -> int:
    """Make unique puzzles of the difficulty you ask for, from photographs and pictures.

    FILE is a picture, a puzzle with its goal, or a folder. asp-nono draws a photograph in many
    ways - other parts of it, numbers of colors and thresholds - and keeps the most recognizable;
    other pictures are read as `asp-nono convert` does. It changes as few cells as possible until
    the puzzle is unique and has the difficulty. If that takes too long, it looks for larger
    changes. The output says how many cells changed and whether fewer would suffice, and warns if
    nothing can be recognized.

    Exit status 3 if a puzzle was not found.
    """
    found = list(_photographs(_with_pictures(files), which, reading))
    sheet.require(several=len(found) > 1)
    for sample in [one for item in found if (one := _readable(item))][:1]:
        writer.require(replace(sample, title="Sample"), several=len(found) > 1)
    numbers = count(1)

    def after(item: Item | Given, made: "MakeResult") -> None:
        stem = item.stem if isinstance(item, Item) else PurePath(item.file).stem
        sheet.draw(made, stem, next(numbers))
        if made.puzzle:
            titled = replace(made.puzzle, title=made.puzzle.title or stem)
            writer.put(titled, stem, made.puzzle.goal)

    batch = Batch((), which, limits)
    status = batch.run(
        job, after=after, read=found, aside=lambda made: bool(writer.target) or not made.puzzle
    )
    writer.finish()
    return status


def _readable(item: Item | Given) -> Puzzle | None:
    """A sample of the puzzle to come; None if there is an error instead."""
    if isinstance(item, Given):
        (photo,) = item.inputs
        palette = (WHITE, *COLORS[: 1 if photo.colors == 1 else 2])
        return Puzzle.of(Grid((tuple(range(len(palette))),)), palette)
    return item.found if isinstance(item.found, Puzzle) else None


def _with_pictures(files: Sequence[str]) -> Iterator[InputFile]:
    """The files; for each folder its pictures, or its puzzles if there are none."""
    for file in files:
        folder = Path(file)
        within = sorted(map(str, folder.iterdir())) if folder.is_dir() else []
        pictures = list(filter(is_picture, within))
        yield from map(InputFile, pictures) if pictures else InputFiles([file])


@click.command("blot", cls=Command)
@files
@which
@options.of(Blot)
@options.limits
@options.json
@puzzle_writer
def blot(
    files: tuple[str, ...],
    which: Which,
    job: Blot,
    limits: Limits,
    as_json: bool,
    writer: PuzzleWriter,
) -> int:
    """Hide as many numbers of puzzles as possible while they stay unique.

    Prints how many numbers are hidden, and whether that is proven to be the most possible. Each
    hidden number is shown as ?. At a limit or Ctrl-C, blot keeps the best choice found so far.
    """
    found = list(items(InputFiles(files), which))  # all of them, to know what will be written
    for sample in [_hidden(item.found) for item in found if isinstance(item.found, Puzzle)][:1]:
        writer.require(sample, several=len(found) > 1)

    def after(item: Item, blotted: "BlotResult") -> None:
        if blotted.puzzle and (writer.target or not as_json):
            writer.put(blotted.puzzle, item.stem)

    batch = Batch((), which, limits, as_json=as_json)
    status = batch.run(job, after=after, read=found, aside=lambda _: writer.target is not None)
    writer.finish()
    return status


def _hidden(puzzle: Puzzle) -> Puzzle:
    """A sample of the puzzles to come: all its numbers are hidden."""
    rows, columns = (
        tuple(tuple(replace(block, length=None) for block in clue) for clue in clues)
        for clues in (puzzle.rows, puzzle.columns)
    )
    return replace(puzzle, rows=rows, columns=columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class _CensusOptions:
    """What is printed besides."""

    histogram: bool = option(
        False, help="Print the number of clue sets for each number of solutions."
    )


@click.command("census", cls=Command)
@click.argument("rows", metavar="M", type=click.IntRange(1))
@click.argument("columns", metavar="N", type=click.IntRange(1))
@options.of(Census)
@options.of(_CensusOptions, "printed")
@options.limits
@options.place
@options.json
def census(
    rows: int,
    columns: int,
    job: Census,
    printed: _CensusOptions,
    limits: Limits,
    place: options.PoolOptions,
    as_json: bool,
) -> int:
    """Count all boards of M rows and N columns, their clue sets, and those with one solution.

    The numbers are exact. A census that is stopped early reports the boards counted so far.
    """
    size = Given((rows, columns))
    with place.open(limits) as pool:
        found = find(job, size, limits, pool)
    show_found(job, size, found, as_json=as_json)
    for line in found.histogram() if printed.histogram and not as_json else ():
        say(line)
    return status_of(found)
