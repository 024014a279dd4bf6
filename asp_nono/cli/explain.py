"""`asp-nono explain`, `hint`, `why`, `difficulty` and `line`: how a puzzle is solved, and why."""

from dataclasses import dataclass, replace

import click

from asp_nono.cli import Command, options
from asp_nono.cli.drawing import ending, image, require_number
from asp_nono.cli.inputs import Batch, Given, Item, batch, find, find_and_show, task
from asp_nono.cli.output import TERMINAL, answer, emit, say, status_of, table, worst
from asp_nono.files import write_whole
from asp_nono.jobs import option
from asp_nono.jobs.explain import Difficulty, Explain, ExplainLine, Hint, Why
from asp_nono.logic.clue_sets import NotForced
from asp_nono.logic.course import ORDERS, order_named
from asp_nono.logic.steps import Explanation
from asp_nono.logic.wording import Names
from asp_nono.messages import Message, PuzzleError, with_messages
from asp_nono.run.limits import Limits

_TRIAL = 20  # the most lines of a trial that are printed


@dataclass(frozen=True, slots=True, kw_only=True)
class _StepOptions:
    """How steps are shown."""

    compare: bool = option(False, help="Compare the orders of lines instead of printing steps.")
    full: bool = option(False, help="Print every line of a trial (default: the first 20).")
    output: str | None = option(
        None,
        metavar="FILE",
        help="Draw the steps: FILE.svg as a strip, FILE.gif animated; with %d in the name, "
        "one .svg or .png per step.",
    )
    moving: bool = option(False, help="Animate --output FILE.svg.")


@click.command("explain", cls=Command)
@options.of(_StepOptions, "shown")
@task(Explain, options.from_saved)
def explain(item: Item, job: Explain, shown: _StepOptions, limits: Limits, as_json: bool) -> int:
    """Explain how a person can solve a puzzle, step by step.

    Each step names a line, the cells that it decides, and the reason. When no single line decides
    another cell, a step tries a color in a cell; when that does not help either, clingo searches.
    """
    _require_target(shown.output, shown.moving)
    if shown.compare:
        return _compare(item, job, limits, as_json=as_json)
    order_named(job.order)  # reports an unknown one before any work
    printed, names, most = 0, Names(item.sound), None if shown.full else _TRIAL

    def show(found: Explanation) -> None:
        nonlocal printed
        if len(found.steps) > printed:
            printed = len(found.steps)
            say(found.steps[-1].text(printed, names, most, " (--full)"))

    words = not (as_json or shown.output)
    found = find(job, item, limits, each=show if words else None)
    if words:
        *_, end = found.text(item.label, TERMINAL)
        say(end)
    if shown.output:
        _draw_steps(found, shown.output, shown.moving)
    if as_json:
        emit(item.head | job.to_json(found))
    return status_of(found)


def _require_target(target: str | None, moving: bool) -> None:
    several, kind = "%d" in (target or ""), ending(target)
    if moving and (several or kind != ".svg"):
        raise PuzzleError("--moving is for --output FILE.svg")
    require_number("--output", target, "step")
    if target is not None and kind not in ((".svg", ".png") if several else (".svg", ".gif")):
        raise PuzzleError(
            "--output {file}: expected FILE.svg, FILE.gif, or FILE%d.svg or FILE%d.png "
            "for one file each",
            file=target,
        )


def _draw_steps(found: Explanation, target: str, moving: bool) -> None:
    from asp_nono.draw.frames import drawings, gif, moving_svg, strip_svg

    steps, puzzle = found.frames(), found.puzzle
    if "%d" in target:
        for step, drawing in zip(steps, drawings(puzzle, steps), strict=True):
            write_whole(target.replace("%d", step.name), image(drawing, target))
    elif ending(target) == ".gif":
        write_whole(target, gif(puzzle, steps))
    else:
        write_whole(target, (moving_svg if moving else strip_svg)(puzzle, steps).encode())


def _compare(item: Item, job: Explain, limits: Limits, *, as_json: bool) -> int:
    rows: list[dict[str, object]] = []
    cells: list[list[str]] = []
    status = 0
    for order in ORDERS.values():
        found = find(replace(job, order=order.name, search=False), item, limits)
        row = {"order": order.name, "steps": len(found.steps), "looks": found.looks}
        row |= {"moves": found.line_changes, "open": found.end.undecided}
        rows.append({**row, **with_messages(stopped=found.because)})
        cells.append([*map(str, row.values()), found.reason])
        status = worst(status, status_of(found))
    head = ("order", "steps", "looks", "moves", "open", "")
    text = [
        table(head, cells, right=" rrrr"),
        "\nsteps: deductions; looks: line solver calls; moves: from one line to another",
        "open: undecided cells at the end",
        *(f"  {order.name}: {order.about}" for order in ORDERS.values()),
    ]
    answer(text, item.head | {"orders": rows}, as_json=as_json)
    return status


@click.command("hint", cls=Command)
@task(
    Hint, options.saved("The grid is the Nth picture saved in the file; without this it is empty.")
)
def hint(item: Item, job: Hint, limits: Limits, as_json: bool) -> int:
    """Show the easiest next step from a partly solved grid, or say that it has an error.

    By default the hint names only the line to look at; --tell also names the rule or the cells. If
    the grid has an error, hint only says so; --errors lists the wrong cells, but not their colors.
    """
    if job.errors and item.saved is None:
        raise PuzzleError("--errors needs --saved N: an empty grid has no errors")
    found = find_and_show(job, item, limits, as_json=as_json)
    return status_of(found)


@click.command("why", cls=Command)
@click.option("--clash", is_flag=True, help="Explain why the puzzle has no solution.")
@task(
    Why,
    cell=options.WrittenValue(
        "([0-9]{1,5}),([0-9]{1,5})",
        lambda found: (int(found[1]), int(found[2])),
        Message("column and row, as 3,5"),
    ),
)
def why(item: Item, job: Why, clash: bool, limits: Limits, as_json: bool) -> int:
    """Find a smallest set of clues that forces a cell, or that is contradictory.

    No smaller set of lines is enough. If that cannot be proven in time (30 s unless you set
    --time-limit), why prints the smallest set found and the proven lower bound.
    """
    if (job.cell is None) != clash:
        raise PuzzleError("expected either --cell X,Y or --clash")
    found = find_and_show(job, item, limits, as_json=as_json)
    if isinstance(found.found, NotForced) and found.cell and not found.found.pictures:
        say("--clash names the clues that clash.", err=as_json)
    return status_of(found)


@click.command("difficulty", cls=Command)
@batch()
def difficulty(batch: Batch) -> int:
    """Rate puzzles: how difficult they are, from 1 to 10, and how tedious.

    Prints one line per puzzle: the difficulty, the tedium, the weakest technique that solves it,
    the number of sweeps over all lines, the number of steps, and the share of the cells that each
    technique decides. Only puzzles with exactly one solution are rated. FILE may be a folder.
    """
    return batch.run(Difficulty())


@dataclass(frozen=True, slots=True, kw_only=True)
class _LineOptions:
    """How the line is printed."""

    json: bool = option(False, help="Print a JSON object; see docs/json.md.")


@click.command("line", cls=Command)
@click.argument("clue", metavar="CLUE")
@click.argument("known", metavar="[CELLS]", required=False)
@options.of(ExplainLine)
@options.of(_LineOptions, "printed")
def line(clue: str, known: str | None, job: ExplainLine, printed: _LineOptions) -> None:
    """List the patterns of one line, and explain which cells they decide.

    CLUE lists the lengths of the blocks, ? for a hidden one, with letters for colors: '2,3' or
    '1r ?b'; 0 is a blank line. CELLS has one character per cell: . is background, # or a letter is
    a color, ? is open, and [.r] is open between the colors listed.
    """
    if job.all and job.count:
        raise PuzzleError("--all and --count exclude each other; choose one")
    find_and_show(job, Given((clue, known)), Limits(), as_json=printed.json)
