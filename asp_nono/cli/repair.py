"""`asp-nono ambiguity` and `repair`: where a puzzle has several solutions, and what repairs it."""

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from asp_nono.cli import Command, options
from asp_nono.cli.drawing import DRAWN, Gallery, ending, image, on_terminal, require_number
from asp_nono.cli.inputs import Batch, Item, Which, files, items, task, which
from asp_nono.cli.output import answer, cells, many, status_of, watched
from asp_nono.design import givens
from asp_nono.design.ambiguity import Ambiguity, ambiguity as find_ambiguity
from asp_nono.design.repair import ANY, Repair, RepairResult, repair as repair_picture
from asp_nono.draw.board import region_drawing
from asp_nono.draw.picture import Difference, Picture
from asp_nono.files import paths, write, write_whole
from asp_nono.formats.losses import Options
from asp_nono.formats.registry import writer
from asp_nono.formats.source import MAX_BYTES
from asp_nono.grid import Grid, PartialGrid
from asp_nono.jobs.design import Ambiguity as AmbiguityJob, Repair as Job
from asp_nono.logic.wording import cell_named
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Verdict

_GIVENS = {
    "reveal": (givens.reveal, "given cell", "cells given from the start"),
    "unblot": (givens.unblot, "number", "blotted numbers shown"),
}  # the ways to leave the picture: the function, and the words for one given and for several


@click.command("ambiguity", cls=Command)
@task(AmbiguityJob)
def ambiguity(item: Item, job: AmbiguityJob, limits: Limits, as_json: bool) -> int:
    """Show where a puzzle has several solutions: the cells that differ, in independent regions."""
    target = job.output
    if target is not None and ending(target) not in (".svg", ".png"):
        raise PuzzleError(f"--output {target}: regions are drawn as .svg or .png")
    found = watched(find_ambiguity, item.sound, limits=limits, words=_ambiguity_progress)
    answer(_ambiguity_text(item, found), item.head | found.to_json(), as_json=as_json)
    if target is not None:
        regions = [region.cells for region in found.regions] or [found.cells]  # all, if none known
        write_whole(target, image(region_drawing(found.puzzle, found.picture, regions), target))
    return status_of(not found.exact, found.interrupted)


def _ambiguity_progress(known: Ambiguity) -> str:
    if known.verdict is Verdict.NONE:
        return "there is no solution"
    if not known.regions:
        most = known.possible.undecided
        return f"at least {len(known.cells)}, at most {most} cells differ"
    counted = sum(region.exact for region in known.regions)
    return f"{counted} of {len(known.regions)} regions counted; at least {known.least} solutions"


def _ambiguity_text(item: Item, found: Ambiguity) -> Iterator[str]:
    yield f"{item.name}: {_ambiguity_headline(found)} ({found.seconds:.3f} s)"
    if found.verdict is Verdict.NONE or not found.possible.undecided:
        return
    yield on_terminal(found.puzzle, found.possible)
    if not found.complete:
        yield "    ? may differ; all other cells are equal in all solutions"
    for number, region in enumerate(found.regions, 1):
        ways = f"{'' if region.exact else 'at least '}{region.least} ways"
        yield f"region {number}: {ways}; {cells(region.cells)}"


def _ambiguity_headline(found: Ambiguity) -> str:
    if found.verdict is Verdict.NONE:
        return f"none: {found.reason}"
    if found.verdict is Verdict.UNIQUE:
        return "unique: no cell differs"
    stopped = f"; {found.reason}" if found.reason else ""
    if not found.complete:
        return f"{found.verdict}: at least {cells(found.cells)}{stopped}"
    number = f"{'' if found.exact else 'at least '}{found.least} solutions"
    regions = many(len(found.regions), "independent region")
    return f"multiple: {len(found.cells)} cells differ, in {regions}; {number}{stopped}"


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
            reason = "expected a digit for each cell: its cost, 0 for a cell that must not change"
            raise PuzzleError(reason, path=file, where=(f"line {number}",))
    if not rows:
        raise PuzzleError("expected a line of digits for each row", path=file)
    return tuple(tuple(map(int, row)) for row in rows)


def _require_agreement(job: Job) -> None:
    output, drawing = job.output, job.drawing
    if drawing is not None and ending(drawing) not in DRAWN:
        raise PuzzleError(f"--drawing {drawing}: the difference is drawn as .svg, .png or .pdf")
    require_number("--output", output, "repair")
    require_number("--drawing", drawing, "repair")
    if output is not None and ending(output) in DRAWN:
        raise PuzzleError(f"--output {output}: puzzles are drawn with --drawing {output}")
    if job.reveal and job.unblot:
        raise PuzzleError("--reveal and --unblot exclude each other; choose one")
    if not (job.reveal or job.unblot):
        return
    kept = f"of the picture; --{job.means} leaves it as it is"
    for name in ("line_solvable", "alternatives", "difficulty"):
        if options.given(name):
            raise PuzzleError(f"--{name.replace('_', '-')} is for repairs {kept}")
    if any(map(options.given, ("up_to", "region", "weights", "protect", "keep_symmetry"))):
        names = "--up-to, --region, --weights, --protect and --keep-symmetry"
        raise PuzzleError(f"{names} are for changes {kept}")


@click.command("repair", cls=Command)
@files
@which
@options.of(
    Job,
    difficulty=options.GRADES,
    region=options.Written(
        r"(\d{1,5})(?:-(\d{1,5}))?,(\d{1,5})(?:-(\d{1,5}))?", _area, "columns and rows, as 3-7,2-9"
    ),
    weights=options.Written("(?s).*", _weights, "a file"),
)
@options.limits
@options.json
def repair(files: tuple[str, ...], which: Which, job: Job, limits: Limits, as_json: bool) -> int:
    """Find the smallest change of a picture that makes its puzzle unique."""
    _require_agreement(job)
    found = list(items(paths(files), which))  # all of them, to know what will be written
    _require_place(job, several=len(found) > 1)
    limits = options.within_patience(job, limits)

    def work(item: Item, _: object) -> RepairResult | givens.GivensResult:
        _require_writable(_at(job, item), item.sound)
        if job.reveal or job.unblot:
            find, *_ = _GIVENS[job.means]
            return watched(find, item.sound, limits=limits, words=_givens_progress)
        how: dict[str, Any] = {"aim": job.aim, "alternatives": job.alternatives, "terms": job.terms}
        how |= {"grades": job.difficulty, "limits": limits}
        return watched(repair_picture, item.sound, **how, words=_repair_progress)

    def show(item: Item, result: RepairResult | givens.GivensResult) -> bool:
        if isinstance(result, RepairResult):
            answer(_repair_text(item, result), item.head | result.to_json(), as_json=as_json)
            for number, one in enumerate(result.repairs, 1):
                before = result.puzzle.goal
                _write(_at(job, item), one.puzzle, before and _change(before, one), number)
            return not (result.smallest or result.complete)
        value = item.head | {"means": job.means} | result.to_json()
        answer(_givens_text(item, job.means, result), value, as_json=as_json)
        if result.repaired:
            _write(_at(job, item), result.repaired, result.repaired.given)
        return not (result.smallest or result.hopeless)

    return Batch(files, which, as_json=as_json).each(work, show, found)


def _require_place(job: Job, *, several: bool) -> None:
    """Make the folder that is named; several puzzles need one."""
    if job.output and job.output.endswith(("/", os.sep)):
        Path(job.output).mkdir(exist_ok=True)
    elif several and job.output and not Path(job.output).is_dir():
        raise PuzzleError(f"--output {job.output}; expected a folder, as fixed/, for several")
    if several and job.drawing:
        raise PuzzleError("--drawing is for one puzzle; choose it with --puzzle")


def _at(job: Job, item: Item) -> Job:
    """The job with the file to write, where a folder is named: with the name of the puzzle's."""
    if not job.output or not Path(job.output).is_dir():
        return job
    name = f"{item.stem}.json" if job.reveal else f"{item.stem}.xml"
    return replace(job, output=str(Path(job.output, name)))


def _write(job: Job, puzzle: Puzzle, picture: Picture | None, number: int = 1) -> None:
    """Write and draw a repaired puzzle; files whose name has no `%d` are for the first."""
    output, drawing = job.output, job.drawing
    if output and (number == 1 or "%d" in output):
        write([puzzle], output.replace("%d", str(number)))
    if drawing and (number == 1 or "%d" in drawing):
        gallery = Gallery(drawing.replace("%d", str(number)))
        gallery.put(puzzle, picture)
        gallery.finish()


def _change(before: Grid, one: Repair) -> Difference:
    return Difference(before, one.picture, ("before", "after"))


def _require_writable(job: Job, puzzle: Puzzle) -> None:
    """Raise an error if a result cannot be written, so that no work is lost at the end."""
    if job.output:
        given = PartialGrid.unknown(puzzle.width, puzzle.height, len(puzzle.colors))
        color = puzzle.goal.rows[0][0] if puzzle.goal else 0
        rows = ((1 << color, *given.rows[0][1:]), *given.rows[1:])
        sample = replace(puzzle, given=PartialGrid(rows)) if job.reveal else puzzle
        writer(job.output, None)([sample], Options())


def _repair_progress(known: RepairResult) -> str:
    if known.complete:
        return "every edit was checked"
    best = f"a repair of {many(len(known.repairs[0].changes), 'cell')}; " if known.repairs else ""
    tried = f"{known.proposed} edits checked, {known.learned} nogoods"
    if known.smallest:
        return f"{best}{tried}; none is smaller, looking for a better one"
    return f"{best}{tried}; a repair costs {known.least} or more"


def _repair_text(item: Item, found: RepairResult) -> Iterator[str]:
    puzzle = found.puzzle
    if found.chosen:
        yield f"{item.name}: no goal in the file; its first solution is repaired"
    yield f"{item.name}: {_repair_headline(found)} ({found.seconds:.3f} s)"
    for number, one in enumerate(found.repairs, 1):
        if puzzle.goal is None or not one.changes:
            continue
        yield f"\nRepair {number}: {_about(one)}"
        for change in one.changes:
            before, after = (puzzle.colors[color].name for color in (change.before, change.after))
            yield f"  {cell_named((change.x, change.y))}: {before} becomes {after}"
        yield on_terminal(one.puzzle, _change(puzzle.goal, one))


def _repair_headline(found: RepairResult) -> str:
    aim = "solvable line by line" if found.aim == "line" else "unique"
    if found.grades != ANY:
        low, high = found.grades
        aim += f" and of difficulty {low}" + (f" to {high}" if low < high else "")
    stopped = f" ({found.ended_by})" if found.ended_by else ""
    if not found.repairs:
        if found.complete:
            most = "" if found.up_to is None else f" at a cost of up to {found.up_to}"
            return f"no permitted change{most} makes it {aim}"
        return f"no repair found: {found.reason}; one costs {found.least} or more"
    first = found.repairs[0]
    if not first.changes:
        return f"it is already {aim}; there is nothing to repair"
    weighed = first.cost != len(first.changes)
    costs = f", at a cost of {first.cost}," if weighed else ""
    words = f"a change of {many(len(first.changes), 'cell')}{costs} makes it {aim}; "
    if not found.smallest:
        return f"{words}whether {_between(found, weighed)} would do is not known{stopped}"
    if not found.best:
        words += "no smaller one does, but another of this size may look better"
        return words + stopped
    return f"{words}no smaller one does{stopped}"


def _between(found: RepairResult, weighed: bool) -> str:
    """The costs between what is too small and what is enough."""
    least, most = found.least, found.repairs[0].cost - 1
    sizes = f"{least} to {most}" if least < most else f"{most}"
    return f"a cost of {sizes}" if weighed else f"{sizes} cell{'' if sizes == '1' else 's'}"


def _about(one: Repair) -> str:
    parts = [many(len(one.changes), "cell")]
    if one.cost != len(one.changes):
        parts[0] += f" at a cost of {one.cost}"
    rated = f", difficulty {one.difficulty.grade}" if one.difficulty else ""
    parts.append(f"solved by {one.technique}{rated}")
    if one.isolated:
        word = "more" if one.isolated > 0 else "fewer"
        parts.append(f"{many(abs(one.isolated), 'isolated cell')} {word}")
    if one.broken:
        parts.append("less symmetric")
    return "; ".join(parts)


def _givens_progress(known: givens.GivensResult) -> str:
    if known.hopeless:
        return "nothing suffices"
    if known.repaired is None:
        return "looking for givens that suffice"
    return f"{len(known.items)} suffice, at least {known.least} are needed"


def _givens_text(item: Item, means: str, found: givens.GivensResult) -> Iterator[str]:
    if found.chosen:
        yield f"{item.name}: no goal in the file; its first solution is to be the only one"
    yield f"{item.name}: {_givens_headline(means, found)} ({found.seconds:.3f} s)"
    for one in found.items:
        if isinstance(one, givens.Cell):
            yield f"  {cell_named((one.x, one.y))}: {found.puzzle.colors[one.color].name}"
        else:
            yield f"  {one.line}, block {one.block}: {one.length}"
    if found.repaired and found.items:
        yield on_terminal(found.repaired, None)


def _givens_headline(means: str, found: givens.GivensResult) -> str:
    _, one, several = _GIVENS[means]
    if found.hopeless:
        return "there would be several solutions even with all numbers shown"
    if found.repaired is None:
        return f"nothing found: {found.reason}"
    number = len(found.items)
    if not number:
        return "it is already unique; nothing is needed"
    words = f"1 {one} makes it unique" if number == 1 else f"{number} {several} make it unique"
    if found.smallest:
        return f"{words}; fewer do not"
    return f"{words}; perhaps a set of {found.least} is enough: {found.reason}"
