"""From the files that a command names to the puzzles in them, and the work on each."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence, Sized
from contextlib import closing
from dataclasses import dataclass, field, fields, replace
from functools import partial, reduce
from itertools import groupby
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from asp_nono.cli import options
from asp_nono.cli.output import (
    BAD_INPUT,
    INTERRUPTED,
    TERMINAL,
    UNDECIDED,
    ProgressLine,
    answer,
    emit,
    say,
    worded,
    worst,
)
from asp_nono.draw.picture import Draw
from asp_nono.files import InputFile, InputFiles, write_whole
from asp_nono.grid import PartialGrid
from asp_nono.jobs import F, Found, Job
from asp_nono.messages import AspNonoError, PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits

if TYPE_CHECKING:
    from asp_nono.counting.result import Count
    from asp_nono.formats.picture import PictureSettings
    from asp_nono.proof.certificate import Proven
    from asp_nono.run.pool import Pool
    from asp_nono.solving.result import Result

T = TypeVar("T")
P = TypeVar("P", bound="Result | Count")

SELDOM = 30.0  # seconds between two lines of progress where there is no terminal


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle of a file, or why there is none."""

    file: str  #: the file, as the user named it or as it lies in the folder that was named
    number: int  #: which puzzle of the file, from 1
    found: Puzzle | AspNonoError  #: the puzzle, or why there is none
    several: bool = False  #: whether the file holds others
    saved: int | None = None  #: the saved picture to begin with, from 1

    @property
    def name(self) -> str:
        """The file, and the number of the puzzle where there are several."""
        return f"{self.file} #{self.number}" if self.several else self.file

    @property
    def stem(self) -> str:
        """The stem of names of files made from it."""
        stem = PurePath(self.file).stem or "puzzle"
        return f"{stem}-{self.number}" if self.several else stem

    @property
    def label(self) -> str:
        """The name in a line of output, with the saved picture to begin with."""
        return self.name if self.saved is None else f"{self.name} (from saved picture {self.saved})"

    @property
    def sound(self) -> Puzzle:
        """The puzzle; the error is raised if it could not be read."""
        if isinstance(self.found, AspNonoError):
            raise self.found
        return self.found

    @property
    def head(self) -> dict[str, Any]:
        """The keys with which its JSON object begins."""
        size = {"width": self.sound.width, "height": self.sound.height}
        return {"file": self.file, "puzzle": self.number, **size}

    @property
    def inputs(self) -> tuple[Puzzle, PartialGrid | None]:
        """The input of a job; raises its error if there is one."""
        return self.sound, self.start

    @property
    def start(self) -> PartialGrid | None:
        """The saved picture to begin with; a PuzzleError if the puzzle has no such picture."""
        if self.saved is None:
            return None
        pictures = self.sound.saved
        if self.saved > len(pictures):
            raise PuzzleError(
                "there is no saved picture {number}; the puzzle has {count}",
                number=self.saved,
                count=len(pictures),
            )
        return pictures[self.saved - 1].grid


class Subject(Protocol):
    """The input of a job."""

    @property
    def inputs(self) -> tuple[Any, ...]:
        """The input of the job; raises its error if there is one."""

    @property
    def file(self) -> str:
        """The file that it is from; empty if it is from none."""

    @property
    def label(self) -> str:
        """Its name in a line of output."""

    @property
    def head(self) -> dict[str, Any]:
        """The keys with which the JSON object of a result begins."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a job is run on that is not from a file of puzzles; an error in it is the command's."""

    inputs: tuple[Any, ...] = ()
    label: str = ""
    file: str = ""
    head: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Which:
    """Which puzzles of a file are meant."""

    number: int | None = None  #: only this one, counted from 1; None for all
    form: str | None = None  #: the format to read files in, by name; None to recognize it


def items(
    files: Iterable[InputFile],
    which: Which,
    picture: "PictureSettings | None" = None,
    saved: int | None = None,
) -> Iterator[Item]:
    """The puzzles of all files; a file that cannot be read gives an item with the error."""

    def read(file: InputFile) -> tuple[str, list[Puzzle | PuzzleError] | PuzzleError]:
        try:
            return file.name, file.puzzles(which.form, picture)
        except PuzzleError as error:
            return file.name, error

    number = which.number
    for file, puzzles in map(read, files):  # which keeps no content while the puzzles are solved
        if isinstance(puzzles, PuzzleError):
            yield Item(file, number or 1, puzzles)
            continue
        if number is not None and number > len(puzzles):
            error = PuzzleError(
                "there is no puzzle {number}; the file holds {count}",
                number=number,
                count=len(puzzles),
                path=file,
            )
            yield Item(file, number, error)
        for index, found in enumerate(puzzles, 1):
            if number in (None, index):
                yield Item(file, index, found, len(puzzles) > 1, saved)


def only_item(file: str, which: Which, saved: int | None = None) -> Item:
    """The puzzle of a file; PuzzleError if it cannot be read, or is one of several."""
    found = list(items([InputFile(file)], which, saved=saved))
    if len(found) > 1:
        raise PuzzleError(
            "holds {count} puzzles; choose one with --puzzle", count=len(found), path=file
        )
    found[0].sound  # noqa: B018 - raises the error
    return found[0]


F_contra = TypeVar("F_contra", bound=Found, contravariant=True)


class ResultView(Protocol[F_contra]):
    """How results are shown; a job is a view of its own."""

    def text(self, found: F_contra, name: str, draw: Draw) -> Iterator[str]:
        """What a terminal shows, with `name` as that of what the job ran on."""

    def to_json(self, found: F_contra) -> dict[str, Any]:
        """The keys of `--json`."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The puzzles on which a command works one after the other, or several at once."""

    files: tuple[str, ...]
    which: Which
    limits: Limits = field(default_factory=Limits)  #: what each puzzle may take
    saved: int | None = None
    as_json: bool = False
    jobs: int = 1

    def each(
        self,
        work: "Callable[[Any, Pool | None], T]",
        show: Callable[[Any, T], bool | None],
        read: Iterable[Subject] | None = None,
    ) -> int:
        """Work on every puzzle, in order, with progress on a terminal; the exit status.

        `work` gives the result of a puzzle; the pool is None where this process does the work.
        `show` prints a result; it says whether something is undecided. `read` are the puzzles if
        they have been read already, or what else there is to work on.
        """
        whole: Sized = ()
        if isinstance(read, Sequence):
            whole = [name for name, _ in groupby(one.file for one in read)]
        if read is None:
            whole = found = InputFiles(self.files)
            read = items(found, self.which, saved=self.saved)
        progress, status = ProgressLine(whole), 0
        progress.show()
        outcomes = self._outcomes(work, read)
        with closing(outcomes):
            for item, outcome in outcomes:
                progress.reach(item.file)
                try:
                    if isinstance(outcome, AspNonoError):
                        raise outcome
                    if show(item, outcome):
                        status = worst(status, UNDECIDED)
                except AspNonoError as error:
                    if not isinstance(item, Item):
                        raise
                    status = worst(status, BAD_INPUT)
                    self._report(item, error)
                if getattr(outcome, "interrupted", False):
                    return INTERRUPTED
                progress.show()
        return status

    def run(
        self,
        job: Job[F],
        *,
        view: "ResultView[F] | None" = None,
        before: Callable[[Any], None] | None = None,
        each: Callable[[Any, F], None] | None = None,
        after: Callable[[Any, F], None] | None = None,
        read: Iterable[Subject] | None = None,
        aside: Callable[[F], bool] | None = None,
        quiet: bool = False,
    ) -> int:
        """Run a job on every puzzle and print what it finds; the exit status.

        `view` says how results are shown, if not as the job has it. `before` may refuse a puzzle,
        `each` is called with every snapshot, and `after` does more with a result, such as to write
        it; for `read` see `Batch.each`. The text of results that are `aside` goes to standard
        error; with `quiet` only JSON is printed.
        """
        limited = replace(self, limits=options.within_patience(job, self.limits))

        def work(item: Subject, pool: "Pool | None") -> F:
            if before:
                before(item)
            return find(job, item, limited.limits, pool, each and partial(each, item))

        def show(item: Subject, found: F) -> bool:
            beside = aside is not None and aside(found)
            if self.as_json or not quiet:
                show_found(view or job, item, found, as_json=self.as_json, aside=beside)
            if after:
                after(item, found)
            return not found.finished

        return limited.each(work, show, read)

    def prove(self, job: "Job[Proven[P]]", file: Path, view: "ResultView[Proven[P]]") -> int:
        """Run a job on one puzzle, and write the certificate that it makes; the exit status."""
        if len(self.files) > 1:
            raise PuzzleError("--proof FILE is for one puzzle; expected one file")

        def after(_: Item, found: "Proven[P]") -> None:
            if found.certificate:
                write_whole(file, found.certificate.text().encode())

        one = [only_item(self.files[0], self.which, self.saved)]
        return self.run(job, view=view, after=after, read=one)

    def _report(self, item: Item, error: AspNonoError) -> None:
        """Say why a puzzle could not be worked on; errors of reading name the file themselves."""
        text = worded(error) if error is item.found else f"{item.name}: {worded(error)}"
        if self.as_json:
            emit({"file": item.file, "error": text, "error_message": error.message.to_json()})
        else:
            say(f"asp-nono: {text}", err=True)

    def _outcomes(
        self, work: "Callable[[Subject, Pool | None], T]", found: Iterable[Subject]
    ) -> Generator[tuple[Subject, T | AspNonoError], None, None]:
        if self.jobs == 1 and not self.limits:
            for item in found:
                try:
                    yield item, work(item, None)
                except AspNonoError as error:
                    yield item, error
            return
        from asp_nono.run import open_pool

        with open_pool(self.jobs, self.limits) as pool:
            yield from pool.ordered(lambda item: work(item, pool), found)


def find(
    job: Job[F],
    item: Subject,
    limits: Limits | None = None,
    pool: "Pool | None" = None,
    each: Callable[[F], None] | None = None,
    every: float | None = None,
) -> F:
    """The result of a job; `each` is called with every snapshot, a terminal shows its progress.

    Where there is no terminal, the progress is a line each `every` seconds, or nothing.
    """
    progress = ProgressLine(every=every)

    def show(known: F) -> None:
        if each:
            each(known)
        if known.progress:
            progress.show(str(known.progress))

    return job.find(*item.inputs, limits=limits, pool=pool, each=show)


def show_found(
    view: ResultView[F], item: Subject, found: F, *, as_json: bool, aside: bool = False
) -> None:
    """Print what a job has found; its text goes to standard error if that is `aside`."""
    text = () if as_json else view.text(found, item.label, TERMINAL)
    value = item.head | view.to_json(found) if as_json else {}
    answer(text, value, as_json=as_json, aside=aside)


def find_and_show(job: Job[F], item: Subject, limits: Limits, *, as_json: bool) -> F:
    """Run a job once, and print what it finds; its errors name the file."""
    try:
        found = find(job, item, options.within_patience(job, limits), every=SELDOM)
    except PuzzleError as error:
        raise error if error.path else error.within(path=item.file) from None
    show_found(job, item, found, as_json=as_json)
    return found


files = click.argument("files", metavar="FILE...", nargs=-1, required=True)
"""Puzzle files, folders of them, or - for standard input."""

which = options.bundle(
    "which", Which, {one.name: options.COMMON[one.name] for one in fields(Which)}
)


def one_item(saved: options.Decorator | None) -> options.Decorator:
    """FILE, --puzzle and --from, as an `Item`; and `saved`, which names a picture to begin with."""
    parts: dict[str, options.Decorator] = {"file": click.argument("file", metavar="FILE")}
    parts |= {"which": which, **({"saved": saved} if saved else {})}
    return options.bundle("item", only_item, parts)


def task(
    job: type, saved: options.Decorator | None = None, **written: click.ParamType[Any]
) -> options.Decorator:
    """A job on one puzzle: `one_item`, the options of the job, the limits, and --json."""
    parts = (options.json, options.limits, options.of(job, **written), one_item(saved))
    return lambda command: reduce(lambda made, part: part(made), parts, command)


def batch(
    saved: options.Decorator | None = None, *, parallel: bool = False, bare: bool = False
) -> options.Decorator:
    """The options of commands that work on many puzzles, as a `Batch`.

    `saved` names a picture to begin with; `bare` leaves out limits and --json.
    """
    parts: dict[str, options.Decorator] = {"files": files, "which": which}
    parts |= {} if bare else {"limits": options.limits}
    parts |= {"saved": saved} if saved else {}
    parts |= {"jobs": options.jobs} if parallel else {}
    return options.bundle("batch", Batch, parts | ({} if bare else {"as_json": options.json}))
