"""`asp-nono generate`, `make`, `blot`, `census`: puzzles made, numbers hidden, boards counted."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

import click

from asp_nono.cli import Command, options
from asp_nono.cli.drawing import PuzzleWriter, puzzle_writer
from asp_nono.cli.inputs import Batch, Item, Which, files, items, which
from asp_nono.cli.output import Progress, answer, emit, many, say, status_of, watched
from asp_nono.cli.pictures import is_picture
from asp_nono.design.census import Census, census as count_boards
from asp_nono.design.generate import Generated, GivenPicture, generate as generate_puzzles
from asp_nono.design.givens import BlotResult, blot as blot_puzzle
from asp_nono.design.nogoods import Aim
from asp_nono.design.random_pictures import PictureModel
from asp_nono.design.repair import repair as repair_picture
from asp_nono.files import paths
from asp_nono.grid import Grid
from asp_nono.jobs import option
from asp_nono.jobs.design import Blot, Census as CensusJob, Generate, Make
from asp_nono.jobs.files import Picture as Reading
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.run import open_pool
from asp_nono.run.limits import Limits

_WAYS = 4  # of so many ways to reach a difficulty, the one with the fewest changes is taken

Source: TypeAlias = PictureModel | Sequence[GivenPicture]


@dataclass(frozen=True, kw_only=True)
class _Drawn:
    """What is drawn instead of random pictures, and how much of it may be changed."""

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


def _source(job: Generate, drawn: _Drawn) -> tuple[Source, str]:
    """The sources of the pictures, and the names of the files for their puzzles."""
    text, folder, font = drawn.text, drawn.from_pictures, drawn.font
    if text is not None and folder is not None:
        raise PuzzleError("--text and --from-pictures exclude each other; choose one")
    if font is not None and text is None:
        raise PuzzleError("--font is for --text")
    width, height = job.size
    if text is None and folder is None:
        if drawn.touch_up is not None:
            raise PuzzleError("--touch-up is for --text and --from-pictures")
        if not (width and height):
            written = f"--size {width or ''}x{height or ''}"
            raise PuzzleError(f"{written}; expected cells across and down, as 20x15")
        job = replace(job, kind="silhouettes") if job.motif and not options.given("kind") else job
        _require_kind(job)
        return job.model, f"{'random' if job.kind == 'noise' else job.kind}-{width}x{height}"
    for name in ("kind", "motif", "density", "smoothness", "symmetry", "colors"):
        if options.given(name) and (name != "colors" or folder is None):
            raise PuzzleError(f"--{name} is for random pictures")
    size = job.size if options.given("size") else None
    if text is not None:
        return [GivenPicture(_lettered(text, size, font), drawn.touch_up)], "text"
    colors = job.colors if options.given("colors") else None
    found = _read(folder or Path(), size, colors)
    return [GivenPicture(one, drawn.touch_up) for one in found], "picture"


def _require_kind(job: Generate) -> None:
    """Do nothing if the options fit to the kind of pictures."""
    if job.motif is not None and job.kind != "silhouettes":
        raise PuzzleError("--motif is for --kind silhouettes")
    noise = () if job.kind == "noise" else ("density", "smoothness", "colors")
    still = ("symmetry",) if job.kind in ("silhouettes", "words") else ()
    for name in filter(options.given, (*noise, *still)):
        raise PuzzleError(f"--{name} is not for --kind {job.kind}")


def _lettered(text: str, size: tuple[int, int] | None, font: Path | None) -> Puzzle:
    from asp_nono.design.lettering import text_picture

    if size and not all(size):
        raise PuzzleError("--size of a text; expected cells across and down, as 40x20")
    return Puzzle.of(text_picture(text, size, font), title=" ".join(text.split()))


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
@options.of(_Drawn, "drawn")
@options.limits
@options.jobs
@options.json
@puzzle_writer
def generate(
    job: Generate,
    drawn: _Drawn,
    limits: Limits,
    jobs: int,
    as_json: bool,
    writer: PuzzleWriter,
) -> int:
    """Generate puzzles that are unique or meet another target."""
    source, name = _source(job, drawn)
    if not isinstance(source, PictureModel) and not options.given("count"):
        job = replace(job, count=len(source))
    writer.require(_sample(source), several=job.count > 1)
    progress = Progress()
    found = generate_puzzles(
        source,
        job.target,
        count=job.count,
        seed=job.seed,
        tries=job.tries,
        best_of=job.best_of,
        limits=limits,
        jobs=jobs,
        each=lambda known: progress.show(_trying(known, job.count)),
    )
    missing = interrupted = False
    with closing(found):
        try:
            for one in found:
                missing |= one.puzzle is None
                if as_json:
                    emit(one.to_json())
                elif one.puzzle is None:
                    say(f"asp-nono: puzzle {one.number}: {one.outcome}", err=True)
                if one.puzzle and (writer.target or not as_json):
                    writer.put(one.puzzle, f"{name}-s{job.seed}-{one.number}", one.puzzle.goal)
        except KeyboardInterrupt:  # what was found is kept
            interrupted = True
    writer.finish()
    return status_of(missing, interrupted)


def _trying(known: Generated, wanted: int) -> str:
    failures = [f"{number} {failure}" for failure, number in known.rejected.items()]
    return f"puzzle {known.number} of {wanted}: " + ", ".join([f"{known.tries} tried", *failures])


def _sample(source: Source) -> Puzzle:
    """A sample of the puzzles to come, to check that they can be written."""
    if not isinstance(source, PictureModel):
        return source[0].puzzle
    picture = Grid((tuple(range(len(source.palette))),))
    return replace(Puzzle.of(picture, source.palette, title="Sample"), notes=("a note",))


@click.command("make", cls=Command)
@files
@which
@options.of(Make, difficulty=options.GRADES)
@options.of(Reading, "reading", size=options.SIZE)
@options.limits
@puzzle_writer
def make(
    files: tuple[str, ...],
    which: Which,
    job: Make,
    reading: Reading,
    limits: Limits,
    writer: PuzzleWriter,
) -> int:
    """Make unique puzzles of the difficulty you ask for, from photographs and pictures."""
    settings = None if reading == Reading() else reading.settings
    limits = options.within_patience(job, limits)
    files = tuple(_with_pictures(files))
    found = list(items(files, which, settings))
    for sample in [item.found for item in found if isinstance(item.found, Puzzle)][:1]:
        writer.require(replace(sample, title="Sample"), several=len(found) > 1)

    def show(item: Item, made: tuple[Generated, str]) -> bool:
        one, proof = made
        if one.puzzle is None:
            say(f"{item.name}: {one.outcome}", err=True)
            return True
        size = f"{one.puzzle.width}x{one.puzzle.height}"
        grade = f", difficulty {one.difficulty.grade}" if one.difficulty else ""
        changed = many(one.changed, "cell") + " changed"
        say(f"{item.name}: {size}, unique{grade}; {changed}, {proof}", err=bool(writer.target))
        titled = replace(one.puzzle, title=one.puzzle.title or item.stem)
        writer.put(titled, item.stem, one.puzzle.goal)
        return False

    batch = Batch(files, which)
    status = batch.each(lambda item, _: _made(item.sound, job, limits), show, found)
    writer.finish()
    return status


def _with_pictures(files: Sequence[str]) -> Iterator[str]:
    """The files; for each folder its pictures, or its puzzles if there are none."""
    for file in files:
        folder = Path(file)
        within = sorted(map(str, folder.iterdir())) if folder.is_dir() else []
        yield from filter(is_picture, within) if any(map(is_picture, within)) else paths([file])


def _made(puzzle: Puzzle, job: Make, limits: Limits) -> tuple[Generated, str]:
    """The puzzle after the smallest repair; if that misses the difficulty, after other changes."""
    began = perf_counter()
    half = replace(limits, seconds=limits.seconds and limits.seconds / 2)
    aim: Aim = "line" if job.line_solvable else "unique"
    found = repair_picture(puzzle, aim=aim, alternatives=1, grades=job.difficulty, limits=half)
    if found.interrupted:
        raise KeyboardInterrupt
    for one in found.repairs:
        less = f"whether {found.least} would do is not known"
        proof = "no fewer will do" if found.smallest else less
        changed = len(one.changes)
        rated = one.difficulty
        return Generated(number=1, puzzle=one.puzzle, changed=changed, difficulty=rated), proof
    left = limits.seconds and max(0.1, round(limits.seconds - (perf_counter() - began), 1))
    picture = GivenPicture(found.puzzle, job.touch_up)
    rest = replace(limits, seconds=left)
    (other,) = generate_puzzles([picture], job.target, best_of=_WAYS, limits=rest)
    return other, "the fewest of those tried"


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
    """Hide as many numbers of puzzles as possible while they stay unique."""
    found = list(items(paths(files), which))  # all of them, to know what will be written
    for sample in [_hidden(item.found) for item in found if isinstance(item.found, Puzzle)][:1]:
        writer.require(sample, several=len(found) > 1)

    def work(item: Item, _: object) -> BlotResult:
        return watched(
            blot_puzzle, item.sound, job.aim, limits=limits, words=lambda now: _hiding(item, now)
        )

    def show(item: Item, result: BlotResult) -> bool:
        text = _hiding(item, result) if result.puzzle else f"{item.name}: no number hidden"
        if as_json:
            emit(item.head | result.to_json())
        else:
            text += f" ({result.reason})" if result.reason else ""
            say(text, err=writer.target is not None)
        if result.puzzle and (writer.target or not as_json):
            writer.put(result.puzzle, item.stem)
        return bool(result.reason)

    status = Batch(files, which, as_json=as_json).each(work, show, found)
    writer.finish()
    return status


def _hiding(item: Item, known: BlotResult) -> str:
    hidden = len(known.hidden)
    if known.largest:
        more = "as many as possible"
    else:
        more = "no other can be added" if known.maximal else "perhaps others can be added"
        more += f", at most {known.most} in total"
    return f"{item.name}: {hidden} of {hidden + known.shown} numbers hidden, {more}"


def _hidden(puzzle: Puzzle) -> Puzzle:
    """A sample of the puzzles to come: all its numbers are hidden."""
    rows, columns = (
        tuple(tuple(replace(block, length=None) for block in clue) for clue in clues)
        for clues in (puzzle.rows, puzzle.columns)
    )
    return replace(puzzle, rows=rows, columns=columns)


@click.command("census", cls=Command)
@click.argument("rows", metavar="M", type=click.IntRange(1))
@click.argument("columns", metavar="N", type=click.IntRange(1))
@options.of(CensusJob)
@options.limits
@options.jobs
@options.cluster
@options.json
def census(
    rows: int,
    columns: int,
    job: CensusJob,
    limits: Limits,
    jobs: int,
    address: str | None,
    as_json: bool,
) -> int:
    """Count all boards of M rows and N columns, their clue sets, and those with one solution."""
    if address is not None and (limits.megabytes is not None or jobs > 1):
        raise PuzzleError("--memory-limit and --jobs are for this machine, --cluster for others")
    board, kept = (rows, columns, job.colors), {"checkpoint": job.checkpoint, "listed": job.list}
    with open_pool(jobs, limits, cluster=address) as pool:
        how = {"techniques": job.wanted, "limits": limits, "pool": pool, **kept}
        found = watched(count_boards, *board, **how, words=_counted)
    answer(_census(found, job.histogram), found.to_json(), as_json=as_json)
    return status_of(found.reason, found.interrupted)


def _counted(known: Census) -> str:
    return f"{known.boards} of {known.total} boards ({100 * known.boards / known.total:.1f}%)"


def _census(found: Census, histogram: bool) -> Iterator[str]:
    least = "at least " if found.stopped else ""
    colors = "" if found.colors == 1 else f" in {found.colors} block colors"
    yield f"boards of {found.rows}x{found.columns}{colors}: {found.total}"
    if found.stopped:
        yield f"{found.reason}; only {found.boards} of them were counted"
    yield f"clue sets: {least}{found.clue_sets}"
    yield f"uniquely solvable: {least}{found.unique}"
    for name, times in found.techniques.items():
        yield f"  {'line-solvable' if name == 'line' else f'by {name}'}: {least}{times}"
    if histogram:
        for number, times in found.solutions.items():
            yield f"clue sets with {many(number, 'solution')}: {least}{times}"
