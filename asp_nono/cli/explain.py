"""`asp-nono explain`, `hint`, `why` and `difficulty`: how and why a puzzle is solved."""

from collections.abc import Iterator
from functools import partial
from itertools import chain

import click

from asp_nono.cli import Command, options
from asp_nono.cli.drawing import ending, image, require_number
from asp_nono.cli.inputs import Batch, Item, batch, task
from asp_nono.cli.output import (
    INTERRUPTED,
    UNDECIDED,
    answer,
    cells,
    emit,
    many,
    say,
    status_of,
    table,
    worst,
)
from asp_nono.draw.text import clue_words, draw
from asp_nono.files import write_whole
from asp_nono.jobs.solving import Explain, Hint, Why
from asp_nono.logic.clue_sets import ClueSet, NotForced, Why as Reasons, whys
from asp_nono.logic.course import ORDERS, order_named
from asp_nono.logic.difficulty import Difficulty, measures, no_difficulty, why_no_difficulty
from asp_nono.logic.explain import Options, explain as explain_puzzle, line_steps
from asp_nono.logic.hint import hint as next_hint
from asp_nono.logic.steps import Explanation
from asp_nono.logic.wording import Names
from asp_nono.messages import PuzzleError
from asp_nono.run.limits import Limits, Stopped, StoppedError
from asp_nono.run.pool import InProcess, Pool, run_job, run_stream
from asp_nono.solving.result import Verdict

_TRIAL = 20  # the most lines of a trial that are printed


@click.command("explain", cls=Command)
@task(Explain, options.from_saved)
def explain(item: Item, job: Explain, limits: Limits, as_json: bool) -> int:
    """Explain how a person can solve a puzzle, step by step."""
    _require_target(job.output, job.moving)
    wanted = job.options(item.start)
    if job.compare:
        return _compare(item, wanted, limits, as_json=as_json)
    order_named(job.order)  # reports an unknown one before any work
    shown, names, printed = not (as_json or job.output), Names(item.sound), 0

    def show(found: Explanation) -> None:
        nonlocal printed
        if len(found.steps) > printed:
            printed = len(found.steps)
            say(found.steps[-1].text(printed, names, None if job.full else _TRIAL))

    found = explain_puzzle(item.sound, limits=limits, each=show if shown else None, **wanted)
    if shown:
        say("\n".join(["", draw(item.sound, found.end), "", *found.summary()]))
    if job.output:
        _draw_steps(found, job.output, job.moving)
    if as_json:
        emit(item.head | found.to_json())
    return status_of(found.stopped, found.interrupted)


def _require_target(target: str | None, moving: bool) -> None:
    several, kind = "%d" in (target or ""), ending(target)
    if moving and (several or kind != ".svg"):
        raise PuzzleError("--moving is for --output FILE.svg")
    require_number("--output", target, "step")
    if target is not None and kind not in ((".svg", ".png") if several else (".svg", ".gif")):
        expected = "FILE.svg, FILE.gif, or FILE%d.svg or FILE%d.png for one file each"
        raise PuzzleError(f"--output {target}: expected {expected}")


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


def _compare(item: Item, wanted: Options, limits: Limits, *, as_json: bool) -> int:
    rows: list[dict[str, object]] = []
    status = 0
    for order in ORDERS.values():
        wanted = {**wanted, "order": order.name, "search": False}
        found = explain_puzzle(item.sound, limits=limits, **wanted)
        row = {"order": order.name, "steps": len(found.steps), "looks": found.looks}
        row |= {"moves": found.line_changes, "open": found.end.undecided}
        rows.append({**row, "stopped": found.stopped.reason if found.stopped else ""})
        status = worst(status, status_of(found.stopped, found.interrupted))
    head = ("order", "steps", "looks", "moves", "open", "")
    text = [
        table(head, [list(map(str, row.values())) for row in rows], right=" rrrr"),
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
    """Show the easiest next step from a partly solved grid, or say that it has an error."""
    puzzle = item.sound
    try:
        found = InProcess(limits).call(next_hint, puzzle, item.start)
    except KeyboardInterrupt:
        return INTERRUPTED
    except StoppedError as error:
        problem = f"no hint was found: {error}"
        answer(problem, item.head | {"state": "undecided", "text": problem}, as_json=as_json)
        return UNDECIDED
    text = [found.text(puzzle, job.tell)]
    if found.step and job.tell == "cells":
        text.append(found.step.text(1, Names(puzzle)))
    if job.errors and found.wrong:
        text.append(f"wrong: {cells(found.wrong)}")
    answer(text, item.head | found.to_json(puzzle, job.tell, errors=job.errors), as_json=as_json)
    return 0


@click.command("why", cls=Command)
@task(
    Why,
    cell=options.Written(
        "([0-9]{1,5}),([0-9]{1,5})",
        lambda found: (int(found[1]), int(found[2])),
        "column and row, as 3,5",
    ),
)
def why(item: Item, job: Why, limits: Limits, as_json: bool) -> int:
    """Find a smallest set of clues that forces a cell, or that is contradictory."""
    if (job.cell is None) != job.clash:
        raise PuzzleError("expected either --cell X,Y or --clash")
    limits = options.within_patience(job, limits)
    begun = Reasons(puzzle=item.sound, cell=job.cell)
    found = run_job(partial(whys, item.sound, job.cell), begun, limits)
    if found.interrupted:
        return INTERRUPTED
    text = found.text()
    if found.cell and isinstance(found.found, NotForced) and not found.found.pictures:
        text = f"{text[:-1]}; --clash names the clues that clash."
    value = item.head | found.to_json() | {"text": text}
    answer(chain([text], _lines(found)), value, as_json=as_json)
    return UNDECIDED if found.found is None else 0


def _lines(why: Reasons) -> Iterator[str]:
    """The lines with their clues, the bound on the size of the set, and the derivation."""
    puzzle, found = why.puzzle, why.found
    if not isinstance(found, ClueSet):
        return
    for line in found.lines:
        clues = puzzle.rows if line.axis == "row" else puzzle.columns
        yield f"  {line}: {clue_words(puzzle, clues[line.number - 1])}"
    yield why.known()
    steps, names = line_steps(puzzle, frozenset(found.lines), why.cell), Names(puzzle)
    if steps:
        yield "\nWith these clues alone, line by line:"
        yield from (step.text(number, names) for number, step in enumerate(steps, 1))
    elif found.lines:
        yield "\nSingle lines do not show it: colors must be tried."


@click.command("difficulty", cls=Command)
@batch()
def difficulty(batch: Batch) -> int:
    """Rate puzzles: how difficult they are, from 1 to 10, and how tedious."""

    def rate(item: Item, pool: Pool | None) -> Difficulty | Verdict | Stopped:
        (found,) = run_stream(partial(measures, item.sound), batch.limits, pool)
        return found

    def show(item: Item, found: Difficulty | Verdict | Stopped) -> bool:
        if isinstance(found, Difficulty):
            text, value = _rating(found), found.to_json()
        else:
            reason = found.reason if isinstance(found, Stopped) else why_no_difficulty(found)
            text, value = f"not rated; {reason}", no_difficulty(reason)
        answer(f"{item.name}: {text}", item.head | value, as_json=batch.as_json)
        return isinstance(found, Stopped)

    return batch.each(rate, show)


def _rating(found: Difficulty) -> str:
    trials = f" ({found.trials} of them trials)" if found.trials else ""
    shares = [f"{name} {share:.1%}" for name, share in found.shares.items() if share]
    measured = [many(found.sweeps, "sweep"), many(found.steps, "step") + trials]
    measured += [f"stuck {many(found.stuck, 'time')}"] if found.stuck else []
    measured.append(", ".join(shares))
    if found.untried:
        measured.append(f"depth-2 not tried, {found.untried} cells are open")
    rating = f"difficulty {found.grade}, tedium {found.tedium}"
    return f"{rating} ({found.technique}; {'; '.join(measured)})"
