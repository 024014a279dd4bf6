"""`asp-nono facts`, `export`, `encodings`, `new-encoding` and `ground`: what solvers read."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asp_nono.asp import encodings as found_encodings
from asp_nono.asp.encodings import new_encoding as template
from asp_nono.asp.recipes import (
    DEFAULT,
    own_recipes,
    recipe_of,
    recipe_or_files,
    recipes as ours,
)
from asp_nono.asp.source import read_program
from asp_nono.cli import Command, Group, options
from asp_nono.cli.inputs import (
    Given,
    Item,
    Which,
    files,
    find,
    find_and_show,
    one_item,
    only_item,
    show_found,
    which,
)
from asp_nono.cli.output import INTERRUPTED, say, status_of
from asp_nono.draw.picture import Draw
from asp_nono.files import InputFile, write_whole
from asp_nono.jobs import option
from asp_nono.jobs.encodings import (
    Export,
    Facts,
    Ground,
    Growth,
    SideBySideStrength,
    Strength,
    Strengthen,
)
from asp_nono.messages import AspNonoError, EncodingError, Message, PuzzleError
from asp_nono.run.limits import Limits, StoppedError
from asp_nono.solving.result import size_text

if TYPE_CHECKING:
    from asp_nono.asp.recipes import Recipe
    from asp_nono.lab.grounding import Grounded
    from asp_nono.run.pool import Pool

_TRIAL = Limits(10.0, 1024)  # for encodings that may need more than there is
FAULTY = 1  # the exit status if an encoding does not pass its check


@click.command("facts", cls=Command)
@one_item(options.from_saved)
@options.of(Facts)
def facts(item: Item, job: Facts) -> None:
    """Write a puzzle as facts for clingo, with comments that explain them.

    Together with the encodings of the recipe, the facts are a program for clingo alone, whose
    answer sets are the solutions.
    """
    job.require()  # what is wrong with the options is reported without the name of the file
    try:
        found = find(job, item)
    except AspNonoError as error:
        raise PuzzleError(error.message, path=item.file) from None
    click.echo(found.content, nl=False)


@click.command("export", cls=Command)
@one_item(None)
@options.of(Export)
def export(item: Item, job: Export) -> None:
    """Write a puzzle for other solvers, on standard output.

    xcsp3 and minizinc express each clue as a regular constraint. dimacs and aspif are ground
    programs of a recipe; a DIMACS file maps its variables to cells and lists the variables to
    project on.
    """
    click.echo(find(job, item).content, nl=False)


@click.group("encodings", cls=Group)
def encodings() -> None:
    """List, show, check and measure encodings and recipes."""


@encodings.command("list")
@options.parts_of(Facts)["recipes"]
def list_(recipes: Path | None) -> None:
    """List the encodings and recipes, your own last."""
    click.echo(f"Encodings, in {found_encodings.folder()}\n")
    for name in found_encodings.names():
        purpose = found_encodings.encoding(name).header.purpose.split(". ")[0].rstrip(".") + "."
        click.echo(f"  {name}\n{click.wrap_text(purpose, 98, ' ' * 6, ' ' * 6)}")
    click.echo("\nRecipes\n")
    for recipe in (*ours().values(), *own_recipes(recipes).values()):
        default = " (the default)" if recipe.name == DEFAULT else ""
        files = ", ".join(encoding.name for encoding in recipe.encodings())
        blots = "blotted blocks too" if _handles_blots(recipe) else "no blotted blocks"
        click.echo(f"  {recipe.name}{default}\n      {recipe.about}")
        click.echo(f"      {files}; deductions: {recipe.deductions}; {blots}")


def _handles_blots(recipe: "Recipe") -> bool:
    """What the header of ours says; own ones are tried in a process that can be stopped."""
    from asp_nono.asp.program import blot_fault
    from asp_nono.run.pool import Children

    if not (recipe.own and recipe.blotted):
        return recipe.blotted
    with Children(limits=_TRIAL) as pool:
        try:
            return pool.call(blot_fault, recipe) is None
        except (EncodingError, StoppedError):
            return False


@encodings.command("show")
@click.argument("name")
def show(name: str) -> None:
    """Print an encoding with its documentation."""
    click.echo(found_encodings.encoding(name).path.read_text(encoding="utf-8"), nl=False)


@encodings.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(files: tuple[Path, ...]) -> int:
    """Check whether encodings can be used, and whether their headers are right.

    Grounds each file for a small puzzle, alone or, if needed, together with the others, and reports
    everything that `solve --encoding` would refuse. A file needs no header; if it has one, its
    Input, Output and Inner sections must match the rules.

    Exit status: 0 all files can be used, 1 a file cannot be used or its header is wrong.
    """
    from asp_nono.asp.diagnosis.recipes import odd, unread
    from asp_nono.run.pool import Children

    for file in files:
        try:
            read_program(file)
        except EncodingError as error:
            if error.line is None:  # it cannot be read; else it is a fault like others
                raise
    with Children(limits=_TRIAL) as pool:
        alone = {file: _unusable(pool, [file]) for file in files}
        several = len(files) > 1 and any(alone.values())
        together = _unusable(pool, files) if several else "nothing else is there"
    status = 0
    for file, reason in alone.items():
        try:
            header = found_encodings.load(file, strict=False).header
            alone_unread = () if header.purpose or reason else unread(recipe_of([file]))
            for warning in (*odd(recipe_of([file])), *alone_unread):
                say(str(warning), err=True)
            untrue = f"{file}:1:1: error: {header.fault}" if header.fault else ""
            fault = (together and reason) or untrue
        except EncodingError as error:
            fault = error.located
        if fault:
            say(fault, err=True)
            status = FAULTY
            continue
        words = "the header agrees with the rules" if header.purpose else "can be used"
        say(f"{file}: {words}{'; it needs the other files' if reason else ''}")
    return status


def _unusable(pool: "Pool", files: Sequence[Path]) -> str:
    """Why no puzzle can be solved with some encodings together; empty if one can."""
    from asp_nono.asp.program import ground_trial

    try:
        pool.call(ground_trial, recipe_of(files))
    except EncodingError as error:
        return error.located
    except StoppedError as error:
        return f"{', '.join(map(str, files))}: error: {error} while grounding a small puzzle"
    return ""


_measured = options.parts_of(Facts)["recipes"]


@encodings.command("strength")
@click.argument("names", metavar="ENCODING [ENCODING]", nargs=-1, required=True)
@options.json
@options.limits
@_measured
@options.of(Strength)
def strength(
    names: tuple[str, ...], recipes: Path | None, job: Strength, limits: Limits, as_json: bool
) -> int:
    """Measure how much unit propagation finds on a line, for one encoding or for two.

    ENCODING is a recipe or a file (.lp); commas join several files to one program. Compares unit
    propagation on the ground encoding with complete line solving, on all lines (by default those of
    up to 10 cells in one block color) and all partial fillings of each: how often propagation finds
    every cell that follows, and how often it finds a contradiction. The output draws lines on which
    it finds less, and follows the first of them rule by rule; in several colors, letters name the
    colors that each cell may have. With two encodings it shows what both find and what only one of
    them finds. docs/strength.md explains the method and compares all encodings.
    """
    if len(names) > 2:
        raise PuzzleError("expected one encoding or two; commas join files to one program")
    given = Given(tuple(recipe_or_files(name, recipes) for name in names))
    if len(names) == 2:
        both = SideBySideStrength(longest=job.longest, colors=job.colors, blotted=job.blotted)
        return status_of(find_and_show(both, given, limits, as_json=as_json))
    return status_of(find_and_show(job, given, limits, as_json=as_json))


@encodings.command("strengthen")
@click.argument("name", metavar="ENCODING")
@options.json
@options.limits
@_measured
@options.of(Strengthen)
def strengthen(
    name: str, recipes: Path | None, job: Strengthen, limits: Limits, as_json: bool
) -> int:
    """Find redundant constraints with which unit propagation finds more on a line.

    ENCODING is a recipe or a file (.lp); commas join several files to one program. Tries
    constraints of two or three literals over the predicates of the encoding, for a block B of
    length N and color K, and a position S of a line L. Of those that exclude no answer it measures
    the most useful ones as `encodings strength` does, adds the best, and starts again. The output
    shows what propagation finds with each of them. docs/encodings.md explains the method.
    """
    given = Given((recipe_or_files(name, recipes),))
    found = find_and_show(job, given, limits, as_json=as_json)
    return status_of(found)


@click.command("new-encoding", cls=Command)
@click.argument("name", type=click.Path(path_type=Path))
def new_encoding(name: Path) -> None:
    """Write a small, commented encoding to start from, as NAME.lp.

    The new encoding is complete: `solve --encoding` and `grade` accept it as it is. An existing
    file is not overwritten.
    """
    try:
        path = name if name.suffix == ".lp" else name.with_name(f"{name.name}.lp")
    except ValueError:
        raise PuzzleError("expected a name for a file", path=str(name)) from None
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(template(_trials(path)))
    except FileExistsError:
        raise PuzzleError("exists already; choose another name", path=str(path)) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or Message("no name for a file")
        raise PuzzleError("cannot be written: {error}", error=why, path=str(path)) from None
    typed = shlex.quote(f"./{path}" if str(path).startswith("-") else str(path))
    say(f"{path}: written; try asp-nono grade {typed}")


def _trials(path: Path) -> tuple[str, ...]:
    """The commands that the comment of a new encoding names."""
    file = str(path) if str(path).isprintable() else "FILE.lp"
    return (
        f"asp-nono grade {file}",
        f"asp-nono solve --encoding {file} PUZZLE",
        f"asp-nono encodings check {file}    (is this comment still true?)",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measured(options.Statistics):
    """What `ground` prints and draws beside the table of the rules."""

    plot: Path | None = option(
        None,
        metavar="FILE.svg",
        help="Also plot how several encodings, and each of their rules, grow with the puzzle.",
    )

    def text(self, found: "Grounded", name: str, draw: Draw) -> Iterator[str]:
        """The table; the size below."""
        yield from found.text(name, draw)
        if self.stats and found.profile:
            yield size_text(found.profile.statistics)

    def to_json(self, found: "Grounded") -> dict[str, Any]:
        """The same as values."""
        size = found.profile.statistics if self.stats and found.profile else {}
        return found.to_json() | ({"statistics": dict(size)} if size else {})


@click.command("ground", cls=Command)
@options.json
@options.limits
@options.of(_Measured, "measured")
@options.of(Ground)
@which
@files
def ground(
    files: tuple[str, ...],
    which: Which,
    job: Ground,
    measured: _Measured,
    limits: Limits,
    as_json: bool,
) -> int:
    """Profile grounding: how many instances each rule has, and its share of the time.

    FILE is a puzzle. The slowest rule comes first. Each rule is grounded by itself over all atoms
    of the puzzle; docs/lab.md explains how. With --encoding you can profile your own rules, with or
    without a header. If you name several FILEs, they are encodings, and their rules are compared on
    puzzles of increasing size.
    """
    if len(files) > 1:
        return _compare(files, job, measured.plot, limits, as_json=as_json)
    if measured.plot:
        raise PuzzleError("--plot is for several encodings (.lp)")
    item = only_item(files[0], which)
    given = Given(item.inputs, label=item.label, head={"file": item.file})
    found = find(job, given, limits)
    if found.stopped and not found.interrupted:
        raise StoppedError(found.stopped)
    show_found(measured, given, found, as_json=as_json)
    return INTERRUPTED if found.interrupted else 0


def _compare(
    files: tuple[str, ...], job: Ground, plot: Path | None, limits: Limits, *, as_json: bool
) -> int:
    if job.recipe or job.encoding:
        raise PuzzleError("several FILEs are encodings; expected no --recipe and no --encoding")
    for file in files:
        if Path(file).suffix != ".lp" and InputFile(file).is_puzzle_file:
            raise PuzzleError("a puzzle; several FILEs are encodings", path=file)
    if plot and plot.suffix != ".svg":
        raise PuzzleError("--plot {file}: expected FILE.svg", file=str(plot))
    made = [recipe_of([Path(file)]).with_deductions(job.deductions) for file in files]
    found = find_and_show(Growth(), Given(tuple(made)), limits, as_json=as_json)
    if plot and found.sides:
        from asp_nono.lab.plots import ground_growth, svg

        write_whole(str(plot), svg(ground_growth(found)).encode())
    return status_of(found)
