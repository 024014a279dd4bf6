"""`asp-nono facts`, `export`, `encodings`, `new-encoding` and `ground`: what solvers read."""

import shlex
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asp_nono.asp import encodings as found_encodings
from asp_nono.asp.deductions import open_puzzle
from asp_nono.asp.encodings import new_encoding as template
from asp_nono.asp.facts import CLASSIC, PUZZLE, facts_text, wanted
from asp_nono.asp.recipes import DEFAULT, own_recipes, recipe_among, recipe_of, recipes as ours
from asp_nono.asp.source import read_program
from asp_nono.cli import Command, Group, options
from asp_nono.cli.check import size_text
from asp_nono.cli.inputs import Item, Which, files, one_item, only_item, which
from asp_nono.cli.output import answer, say, status_of, table
from asp_nono.files import write_whole
from asp_nono.jobs.programs import Ground, Strength
from asp_nono.jobs.solving import Export, Facts
from asp_nono.messages import AspNonoError, EncodingError, Message, PuzzleError, UnknownNameError
from asp_nono.run.limits import Limits, StoppedError

if TYPE_CHECKING:
    from asp_nono.asp.ground_profile import RuleSize
    from asp_nono.lab.grounding import Growth
    from asp_nono.lab.strength import Length, Strength as StrengthResult
    from asp_nono.run.pool import Pool

FAULTY = 1  # the exit status if an encoding does not pass its check
_DIALECTS = ("ours", "classic")
_SHOWN = 100  # characters of a rule that are shown


@click.command("facts", cls=Command)
@one_item(options.from_saved)
@options.of(Facts)
def facts(item: Item, job: Facts) -> None:
    """Write a puzzle as facts for clingo, with comments that explain them.

    Together with the encodings of the recipe, the facts are a program for clingo alone, whose
    answer sets are the solutions.
    """
    if job.dialect not in (None, *_DIALECTS):
        raise UnknownNameError("dialect", job.dialect, _DIALECTS)
    job.chosen  # noqa: B018 - reports what is wrong with it, without the name of the file
    try:
        text = _facts(item, job)
    except AspNonoError as error:
        raise PuzzleError(str(error), path=item.file) from None
    click.echo(text, nl=False)


def _facts(item: Item, job: Facts) -> str:
    classic = job.dialect == "classic"
    left = open_puzzle(item.sound, "none" if classic else job.chosen.deductions, item.start)
    signatures = CLASSIC if classic else wanted(job.chosen, item.sound)
    signatures |= frozenset() if signatures & CLASSIC else PUZZLE
    if isinstance(left, Message):
        raise PuzzleError(f"no facts with deductions, because there is no solution: {left}")
    return facts_text(left, signatures)


@click.command("export", cls=Command)
@one_item(None)
@options.of(Export)
def export(item: Item, job: Export) -> None:
    """Write a puzzle for other solvers, on standard output.

    xcsp3 and minizinc express each clue as a regular constraint. dimacs and aspif are ground
    programs of a recipe; a DIMACS file maps its variables to cells and lists the variables to
    project on.
    """
    from asp_nono.aspcount.export import export as exported

    click.echo(exported(item.sound, job.to, job.chosen), nl=False)


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
        blots = "blotted blocks too" if recipe.blotted else "no blotted blocks"
        click.echo(f"  {recipe.name}{default}\n      {recipe.about}")
        click.echo(f"      {files}; deductions: {recipe.deductions}; {blots}")


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
    from asp_nono.run.pool import Children

    for file in files:
        read_program(file)
    with Children(limits=Limits(10.0, 1024)) as pool:
        alone = {file: _unusable(pool, [file]) for file in files}
        several = len(files) > 1 and any(alone.values())
        together = _unusable(pool, files) if several else "nothing else is there"
    status = 0
    for file, reason in alone.items():
        try:
            header = found_encodings.load(file, strict=False).header
            fault = f"{file}: {header.fault}" if header.fault else together and reason
        except EncodingError as error:
            fault = str(error)
        if fault:
            say(f"asp-nono: {fault}", err=True)
            status = FAULTY
            continue
        words = "the header agrees with the rules" if header.purpose else "there is no header"
        unread = sorted(header.unread) if not header.purpose and not reason else ()
        odd = f"; no rule reads {', '.join(unread)}" if unread else ""
        say(f"{file}: {words}{'; it needs the other files' if reason else ''}{odd}")
    return status


def _unusable(pool: "Pool", files: Sequence[Path]) -> str:
    """Why no puzzle can be solved with some encodings together; empty if one can."""
    from asp_nono.asp.program import ground_trial

    try:
        pool.call(ground_trial, recipe_of(files))
    except EncodingError as error:
        return str(error)
    except StoppedError as error:
        return f"{', '.join(map(str, files))}: {error} while grounding a small puzzle"
    return ""


@encodings.command("strength")
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@options.json
@options.limits
@options.of(Strength)
def strength(files: tuple[Path, ...], job: Strength, limits: Limits, as_json: bool) -> int:
    """Measure how much unit propagation finds on a line.

    Compares unit propagation on the ground encoding with complete line solving, on all lines of up
    to 10 cells with one block color and on all partial fillings of each: how often propagation
    finds every cell that follows, and how often it finds a contradiction. The output draws lines on
    which it finds less. Several files are one program. docs/encodings.md explains the method.
    """
    from asp_nono.lab.strength import Strength as Result, strength as measure
    from asp_nono.run import run_job

    if bool(files) == bool(job.recipe):
        raise PuzzleError("expected encodings (.lp) or a --recipe, not both")
    chosen = recipe_among(job.recipe, job.recipes) if job.recipe else recipe_of(files)
    work = partial(measure, chosen, job.longest)
    found = run_job(work, Result(name=chosen.name), limits, child=bool(limits))
    answer(_strength_text(found), found.to_json(), as_json=as_json)
    return status_of(found.stopped, found.interrupted)


def _strength_text(found: "StrengthResult") -> Iterator[str]:
    from asp_nono.lab.strength import percent

    whole, done = found.whole, len(found.lengths)
    if done:
        yield f"{found.name}: all lines of 1 to {done} cells, all partial fillings"
        first = ("cells", "clues", "fillings", "something follows", "all found", "share")
        head = (*first, "contradictions", "found", "share")
        rows = [_strength_row(str(one.cells), one) for one in found.lengths]
        yield table(head, [*rows, _strength_row("all", whole)], right="r" * 9)
        cells = f"{whole.colored} of {whole.following}"
        share = percent(whole.colored, whole.following)
        yield f"\nUnit propagation finds {share} of the cells that follow ({cells})."
    for one in found.examples:
        yield "\n" + one.drawn()
    if done and not found.examples:
        yield "On these lines it finds all that complete line solving finds."
    if not found.tight:
        yield "The program is not tight: unfounded sets, not measured, may find more."
    if found.stopped:
        yield f"stopped at lines of {done + 1} cells: {found.reason}"


def _strength_row(name: str, one: "Length") -> list[str]:
    from asp_nono.lab.strength import percent

    numbers = (one.clues, one.fillings, one.deductions, one.found)
    share = percent(one.found, one.deductions)
    refuted = percent(one.refuted, one.contradictions)
    return [name, *map(str, numbers), share, *map(str, (one.contradictions, one.refuted)), refuted]


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
            file.write(template(str(path)))
    except FileExistsError:
        raise PuzzleError("exists already; choose another name", path=str(path)) from None
    except (OSError, ValueError) as error:
        words = getattr(error, "strerror", None) or "no name for a file"
        raise PuzzleError(f"cannot be written: {words}", path=str(path)) from None
    typed = shlex.quote(f"./{path}" if str(path).startswith("-") else str(path))
    say(f"{path}: written; try asp-nono grade {typed}")


@click.command("ground", cls=Command)
@options.json
@options.limits
@options.of(Ground)
@which
@files
def ground(files: tuple[str, ...], which: Which, job: Ground, limits: Limits, as_json: bool) -> int:
    """Profile grounding: how many instances each rule has, and its share of the time.

    FILE is a puzzle. The slowest rule comes first. Each rule is grounded by itself over all atoms
    of the puzzle; docs/lab.md explains how. With --encoding you can profile your own rules, with or
    without a header. If you name several FILEs, they are encodings, and their rules are compared on
    puzzles of increasing size.
    """
    from asp_nono.lab.grounding import ground_profile
    from asp_nono.run.pool import Children

    if len(files) > 1:
        return _compare(files, job, limits, as_json=as_json)
    if job.plot:
        raise PuzzleError("--plot is for several encodings (.lp)")
    item, recipe = only_item(files[0], which), job.chosen
    with Children(limits=limits) as pool:
        found = pool.call(ground_profile, item.sound, recipe)
    size = None if "reason" in found else found.pop("statistics")
    value = {"file": item.file, "recipe": recipe.name, **found}
    lines = list(_ground_text(found))
    if job.stats and size:
        value["statistics"] = size
        lines.append(size_text(size))
    answer(lines, value, as_json=as_json)
    return 0


def _compare(files: tuple[str, ...], job: Ground, limits: Limits, *, as_json: bool) -> int:
    from asp_nono.lab.grounding import Growth, ground_growth
    from asp_nono.run import run_job

    if job.recipe or job.encoding:
        raise PuzzleError("several FILEs are encodings; expected no --recipe and no --encoding")
    if job.plot and job.plot.suffix != ".svg":
        raise PuzzleError(f"--plot {job.plot}: expected FILE.svg")
    made = [recipe_of([Path(file)]).with_deductions(job.deductions) for file in files]
    found = run_job(partial(ground_growth, made), Growth(names=files), limits, child=bool(limits))
    answer(_growth_text(found), found.to_json(), as_json=as_json)
    if job.plot and found.sides:
        from asp_nono.lab.plots import ground_growth as plot, svg

        write_whole(str(job.plot), svg(plot(found)).encode())
    return status_of(found.stopped, found.interrupted)


def _growth_text(found: "Growth") -> Iterator[str]:
    for number, name in enumerate(found.names):
        yield f"{chr(ord('A') + number)}  {name}"
    letters = [chr(ord("A") + number) for number in range(len(found.names))]
    if found.sides:
        head = ["\nside", *(f"{a} {what}" for a in letters for what in ("rules", "ms"))]
        rows = [
            [str(side), *(text for one in some for text in (str(one.instances), _ms(one.seconds)))]
            for side, some in zip(found.sides, found.profiles, strict=True)
        ]
        yield table(head, rows, right="r" * len(head))
        yield f"\nRule by rule at side {found.sides[-1]}; power: of the side, as instances grow"
        head = [f"{a} {what}" for a in letters for what in ("instances", "power", "ms")]
        rows = [
            [*(cell for one in sizes for cell in _grown(found, one)), _short(text)]
            for text, sizes in found.rules()
        ]
        yield table([*head, ""], rows, right="r" * len(head))
    if found.stopped:
        yield f"stopped: {found.reason}"


def _grown(found: "Growth", sizes: "Sequence[RuleSize]") -> list[str]:
    if not sizes:
        return ["", "", ""]
    power, last = found.power(sizes), sizes[-1]
    shown = "" if power is None else f"{power:.1f}"
    return [str(last.instances), shown, _ms(last.time_instantiate / 1e9)]


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN else f"{flat[: _SHOWN - 3]}..."


def _ground_text(found: dict[str, Any]) -> Iterator[str]:
    if "reason" in found:
        yield f"nothing to ground: {found['reason']}"
        return
    whole = sum(rule["time_instantiate"] for rule in found["rules"]) or 1
    size = f"{found['instances']} ground rules (facts included), {found['atoms']} atoms"
    yield f"{size}, grounded in {found['seconds']:.3f} s"
    rows = []
    for rule in found["rules"]:
        taken = rule["time_instantiate"]
        times = f"{taken / whole:.1%}", _ms(taken / 1e9)
        sizes, place = (rule["instances"], rule["literals"]), Path(rule["file"]).name
        rows.append([*times, *map(str, sizes), f"{place}:{rule['line']}", _short(rule["text"])])
    yield table(("share", "ms", "instances", "literals", "rule", ""), rows, right="rrrr")
