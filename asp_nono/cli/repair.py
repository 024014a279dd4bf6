"""`asp-nono ambiguity` and `repair`: where a puzzle has several solutions, and what repairs it."""

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from asp_nono.cli import Command, options
from asp_nono.cli.drawing import DRAWN, Gallery, ending, image, require_number
from asp_nono.cli.inputs import Batch, Item, batch, find_and_show, items, task
from asp_nono.cli.output import status_of
from asp_nono.design.givens import GivensResult
from asp_nono.design.repair import RepairResult
from asp_nono.draw.board import region_drawing
from asp_nono.draw.picture import Picture
from asp_nono.files import InputFiles, write, write_whole
from asp_nono.formats.registry import writer
from asp_nono.formats.source import MAX_BYTES
from asp_nono.formats.writing import WriteSettings
from asp_nono.grid import PartialGrid
from asp_nono.jobs import PuzzleJob, option
from asp_nono.jobs.design import Ambiguity, Repair, Reveal, Unblot
from asp_nono.messages import Message, PuzzleError, all_of
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawn:
    """The file for the regions of a puzzle."""

    output: str | None = option(
        None, metavar="FILE", help="Draw the regions over the picture; FILE.svg or .png."
    )


@click.command("ambiguity", cls=Command)
@options.of(_Drawn, "drawn")
@task(Ambiguity)
def ambiguity(item: Item, job: Ambiguity, limits: Limits, as_json: bool, drawn: _Drawn) -> int:
    """Show where a puzzle has several solutions: the cells that differ, in independent regions.

    Lists the cells that differ between solutions, groups them into independent regions, and counts
    the ways to fill each region. After a limit or Ctrl-C, the list may be incomplete, but every
    cell on it differs.
    """
    target = drawn.output
    if target is not None and ending(target) not in (".svg", ".png"):
        raise PuzzleError("--output {file}: regions are drawn as .svg or .png", file=target)
    found = find_and_show(job, item, limits, as_json=as_json)
    if target is not None:
        regions = [region.cells for region in found.regions] or [found.cells]  # all, if none known
        write_whole(target, image(region_drawing(found.puzzle, found.picture, regions), target))
    return status_of(found)


def _area(found: re.Match[str]) -> tuple[int, ...]:
    """The columns and rows of `3-7,2-9`; `3,2` is a single cell."""
    left, right, top, bottom = found.groups()
    return int(left), int(top), int(right or left), int(bottom or top)


def _weights(found: re.Match[str]) -> tuple[tuple[int, ...], ...]:
    """The digits of a file, a line for each row."""
    file = found.string
    try:
        with open(file, "rb") as stream:  # noqa: PTH123 - a name that no path can be is an OSError
            text = stream.read(MAX_BYTES)
    except (OSError, ValueError):
        raise PuzzleError("cannot be read", path=file) from None
    rows = text.decode("ascii", "replace").split()
    for number, row in enumerate(rows, 1):
        if not re.fullmatch("[0-9]+", row):
            raise PuzzleError(
                "expected a digit for each cell: its cost, 0 for a cell that must not change",
                path=file,
                where=(Message("line {number}", number=number),),
            )
    if not rows:
        raise PuzzleError("expected a line of digits for each row", path=file)
    return tuple(tuple(map(int, row)) for row in rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Means:
    """How the picture is kept, if it is."""

    reveal: bool = option(
        False, help="Keep the picture: find the fewest cells to give at the start."
    )
    unblot: bool = option(False, help="Keep the picture: find the fewest hidden numbers to show.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _RepairOutput:
    """The files for repaired puzzles and their drawings."""

    output: str | None = option(
        None,
        metavar="FILE",
        help="Write the repaired puzzle in the format of the file's ending; with %d in the name, "
        "write one file per repair; with FOLDER/, one per puzzle.",
    )
    drawing: str | None = option(
        None,
        metavar="FILE",
        help="Draw the changes: FILE.svg, .png or .pdf; with %d in the name, one file per repair.",
    )

    def require(self) -> None:
        """Raise an error for names of files that are not for puzzles, or not for drawings."""
        if self.drawing is not None and ending(self.drawing) not in DRAWN:
            raise PuzzleError(
                "--drawing {file}: the difference is drawn as .svg, .png or .pdf",
                file=self.drawing,
            )
        require_number("--output", self.output, "repair")
        require_number("--drawing", self.drawing, "repair")
        if self.output is not None and ending(self.output) in DRAWN:
            raise PuzzleError(
                "--output {file}: puzzles are drawn with --drawing {file}", file=self.output
            )

    def require_place(self, *, several: bool) -> None:
        """Make the folder that is named; several puzzles need one."""
        target = self.output
        if target and target.endswith(("/", os.sep)):
            Path(target).mkdir(exist_ok=True)
        elif several and target and not Path(target).is_dir():
            raise PuzzleError(
                "--output {file}; expected a folder, as fixed/, for several", file=target
            )
        if several and self.drawing:
            raise PuzzleError("--drawing is for one puzzle; choose it with --puzzle")

    def at(self, name: str) -> "_RepairOutput":
        """The same, with a file of this name to write where a folder is named."""
        if not self.output or not Path(self.output).is_dir():
            return self
        return replace(self, output=str(Path(self.output, name)))

    def require_writable(self, sample: Puzzle) -> None:
        """Raise an error if a result cannot be written, so that no work is lost at the end."""
        if self.output:
            writer(self.output, None)([sample], WriteSettings())

    def write(self, puzzle: Puzzle, picture: Picture | None, number: int = 1) -> None:
        """Write and draw a repaired puzzle; files whose name has no `%d` are for the first."""
        output, drawing = self.output, self.drawing
        if output and (number == 1 or "%d" in output):
            write([puzzle], output.replace("%d", str(number)))
        if drawing and (number == 1 or "%d" in drawing):
            gallery = Gallery(drawing.replace("%d", str(number)))
            gallery.put(puzzle, picture)
            gallery.finish()


@click.command("repair", cls=Command)
@options.of(_Means, "means")
@options.of(
    Repair,
    difficulty=options.GRADES,
    region=options.WrittenValue(
        r"(\d{1,5})(?:-(\d{1,5}))?,(\d{1,5})(?:-(\d{1,5}))?",
        _area,
        Message("columns and rows, as 3-7,2-9"),
    ),
    weights=options.WrittenValue("(?s).*", _weights, Message("a file")),
)
@options.of(_RepairOutput, "output")
@batch()
def repair(means: _Means, job: Repair, output: _RepairOutput, batch: Batch) -> int:
    """Find the smallest change of a picture that makes its puzzle unique.

    FILE is a puzzle with its goal, a picture, or a folder. With --difficulty, repair also changes
    puzzles that are already unique, until they are as easy or hard as you ask. No smaller change is
    enough. If that cannot be proven in time (60 s per puzzle unless you set --time-limit), repair
    shows the best change found and the smaller sizes that are not ruled out.
    """
    output.require()
    _require_agreement(means)
    chosen: PuzzleJob[Any] = Reveal() if means.reveal else Unblot() if means.unblot else job
    ending = "json" if means.reveal else "xml"
    read = list(items(InputFiles(batch.files), batch.which))  # to know what will be written
    output.require_place(several=len(read) > 1)

    def before(item: Item) -> None:
        sample = _given(item.sound) if means.reveal else item.sound
        output.at(f"{item.stem}.{ending}").require_writable(sample)

    def after(item: Item, found: RepairResult | GivensResult) -> None:
        target = output.at(f"{item.stem}.{ending}")
        if isinstance(found, GivensResult):
            if found.repaired:
                target.write(found.repaired, found.repaired.given)
            return
        before = found.puzzle.goal
        for number, one in enumerate(found.repairs, 1):
            target.write(one.puzzle, before and one.change(before), number)

    return batch.run(chosen, before=before, after=after, read=read)


def _given(puzzle: Puzzle) -> Puzzle:
    """The puzzle with a given cell."""
    given = PartialGrid.unknown(puzzle.width, puzzle.height, len(puzzle.colors))
    color = puzzle.goal.rows[0][0] if puzzle.goal else 0
    rows = ((1 << color, *given.rows[0][1:]), *given.rows[1:])
    return replace(puzzle, given=PartialGrid(rows))


_OF_CHANGES = ("up_to", "region", "weights", "protect", "keep_symmetry", "least_score")


def _require_agreement(means: _Means) -> None:
    """Raise an error if an option does not go with the way the picture is kept."""
    if means.reveal and means.unblot:
        raise PuzzleError("--reveal and --unblot exclude each other; choose one")
    if not (means.reveal or means.unblot):
        return
    keeper = "reveal" if means.reveal else "unblot"
    for name in ("line_solvable", "alternatives", "difficulty"):
        if options.given(name):
            raise PuzzleError(
                "--{option} is for repairs of the picture; --{keeper} leaves it as it is",
                option=name.replace("_", "-"),
                keeper=keeper,
            )
    if any(map(options.given, _OF_CHANGES)):
        named = [f"--{name.replace('_', '-')}" for name in _OF_CHANGES]
        raise PuzzleError(
            "{options} are for changes of the picture; --{keeper} leaves it as it is",
            options=all_of(named, most=len(named)),
            keeper=keeper,
        )
