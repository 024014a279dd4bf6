"""Options of the command line: those of jobs, derived from their classes, and those of its own."""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, replace
from functools import wraps
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import click

from asp_nono.jobs import Job, JobLimits, Option, declared, option
from asp_nono.messages import Message, PuzzleError, needs
from asp_nono.run import open_pool
from asp_nono.run.limits import Limits

if TYPE_CHECKING:
    from asp_nono.lab.plots import Drawn
    from asp_nono.run.pool import Pool

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


def bundle(name: str, make: Callable[..., object], parts: Mapping[str, Decorator]) -> Decorator:
    """Declare options, and pass what `make` makes of their values to the command as `name`."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def gather(**values: object) -> object:
            values[name] = make(**{part: values.pop(part) for part in parts})
            return command(**values)

        wrapped: Command = gather
        for part in reversed(list(parts.values())):
            wrapped = part(wrapped)
        return wrapped

    return decorate


@dataclass(frozen=True, slots=True)
class WrittenValue(click.ParamType[Any]):
    """A value that is written in a way of its own: the pattern, and what a match of it means."""

    pattern: str
    meaning: Callable[[re.Match[str]], object]
    expected: Message
    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, _: object) -> Any:  # noqa: ANN401 - as click
        """Read a value."""
        if not isinstance(value, str):
            return value
        if found := re.fullmatch(self.pattern, value, re.ASCII):
            return self.meaning(found)
        option = param.opts[0] if param else ""
        raise PuzzleError(
            "{option} {value}; expected {expected}",
            option=option,
            value=value,
            expected=self.expected,
        )


SIZE = WrittenValue(
    "(?!x$)([0-9]{0,4})x([0-9]{0,4})",
    lambda found: (int(found[1] or 0), int(found[2] or 0)),
    Message("cells across and down, as 40x30, 40x or x30"),
)  # width and height: 40x30; 40x and x30 leave the other open, which is 0 then


GRADES = WrittenValue(
    "([0-9]{1,2})(?:-([0-9]{1,2}))?",
    lambda found: (int(found[1]), int(found[2] or found[1])),
    Message("a difficulty from 1 to 10, or two as 4-6"),
)  # the lowest and the highest difficulty: 4-6, or 5 for both


def parts_of(job: type, **written: click.ParamType[Any]) -> dict[str, Decorator]:
    """The options of a dataclass as `jobs` declares them, by the names of its fields."""
    return {one.name: _declare(one, written.get(one.name)) for one in declared(job, "cli")}


def of(job: type, name: str = "job", /, **written: click.ParamType[Any]) -> Decorator:
    """The options of a dataclass, passed to the command as one; see `parts_of`."""
    return bundle(name, job, parts_of(job, **written))


def _declare(one: Option, written: click.ParamType[Any] | None) -> Decorator:
    about, kind, name = one.about, one.kind, one.name.replace("_", "-")
    more: dict[str, Any] = {"default": None if one.default is MISSING else one.default}
    flag, text = about.get("flag", f"--{name}"), about["help"]
    if kind is bool:
        off = one.default is True
        flag, text = (f"--no-{name}", about["off"]) if off else (flag, text)
        more |= {"is_flag": True, "flag_value": not off}
    else:
        more["multiple"] = get_origin(kind) is tuple and one.default == ()
        if written is None and more["multiple"]:
            kind = get_args(kind)[0]
        more |= {"type": written or _type(kind, about), "metavar": about.get("metavar")}
        silent = written or about.get("quiet") or one.default in (None, (), "", 0)
        more["show_default"] = not silent
    return click.option(flag, one.name, help=text, **more)


def _type(kind: Any, about: Mapping[str, Any]) -> click.ParamType[Any]:  # noqa: ANN401 - a type
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    low, high = about.get("ge", about.get("gt")), about.get("le", about.get("lt"))
    if kind in (int, float) and (low, high) == (None, None):
        return click.INT if kind is int else click.FLOAT
    if kind in (int, float):
        bounded = click.IntRange if kind is int else click.FloatRange
        number = bounded(low, high, min_open="gt" in about, max_open="lt" in about)
        number.name = "integer" if kind is int else "number"  # click says "float range"
        return number
    return click.STRING if kind is str else click.Path(path_type=kind)


def given(name: str) -> bool:
    """Whether an option was given to the command that runs, and is not just a default."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Whether a command prints statistics."""

    stats: bool = option(
        False,
        help="Print the size of the ground program, clingo's choices, conflicts and restarts, and "
        "the time of each stage.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof(Statistics):
    """Whether a command prints statistics, and proves what it has found."""

    proof: Path | None = option(
        None,
        metavar="FILE",
        help="Write a certificate of the verdict or the number of one puzzle, which `verify` "
        "checks.",
    )


def limits_of(time_limit: float | None, memory_limit: int | None) -> Limits:
    """The limits that --time-limit and --memory-limit set."""
    if time_limit is not None and isnan(time_limit):
        raise PuzzleError("--time-limit nan; expected a number of seconds")
    # limits beyond ten years or a pebibyte cannot be waited for, or set
    seconds = time_limit and min(time_limit, 10 * 365 * 24 * 3600.0)
    return Limits(seconds, memory_limit and min(memory_limit, 1 << 30))


limits = bundle("limits", limits_of, parts_of(JobLimits))  # of time and memory


def within_patience(job: Job[Any], limits: Limits) -> Limits:
    """The limits, with the job's default time limit if the user gave none."""
    return limits if limits.seconds is not None else replace(limits, seconds=job.patience)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Common:
    """Options of several commands that belong to no job."""

    as_json: bool = option(
        False,
        flag="--json",
        help="Print one JSON object per result, each on one line; see docs/json.md.",
    )
    jobs: int = option(
        1, ge=1, metavar="N", quiet=True, help="Run N jobs at once, each in a process of its own."
    )
    address: str | None = option(
        None,
        flag="--cluster",
        metavar="ADDRESS",
        help="Work on a Dask cluster: HOST:PORT of its scheduler, or local:N for a new one.",
    )
    number: int | None = option(
        None,
        ge=1,
        flag="--puzzle",
        metavar="N",
        help="Take only puzzle N of a file that holds several.",
    )
    form: str | None = option(
        None,
        flag="--from",
        metavar="FORMAT",
        help=(
            "Read files as FORMAT instead of recognizing it by their content; see `asp-nono"
            " convert --help`."
        ),
    )
    style: str | None = option(
        None,
        metavar="STYLE",
        help=(
            "The style: text, with the clues; rows or simpson (# and -), without them; "
            "blocks of color."
        ),
    )
    pattern: str | None = option(
        None,
        flag="--output",
        metavar="FILE",
        help="Write to FILE.svg, .png, .pdf or text; %d in the name is the picture's number.",
    )
    target: str | None = option(
        None,
        flag="--output",
        metavar="FILE",
        help="Write the puzzles to FILE, or each to a file in a folder, FOLDER/.",
    )
    target_form: str | None = option(
        None,
        flag="--to",
        metavar="FORMAT",
        help=(
            "The format to write, as `asp-nono convert --help` lists them; by default the "
            "file's ending decides."
        ),
    )


COMMON = parts_of(_Common)
json, jobs, target_form = map(COMMON.__getitem__, ("as_json", "jobs", "target_form"))


@dataclass(frozen=True, slots=True)
class PoolOptions:
    """Where jobs run that are worth a cluster: in processes here, or on its workers."""

    jobs: int
    address: str | None

    def open(self, limits: Limits | None = None) -> "Pool":
        """The pool; see `open_pool`."""
        if self.address is not None and self.jobs > 1:
            raise PuzzleError("--jobs is for this machine, --cluster for others; expected one")
        return open_pool(self.jobs, limits, cluster=self.address)


place = bundle("place", PoolOptions, {name: COMMON[name] for name in ("jobs", "address")})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotFiles:
    """Where plots go."""

    svg: Path | None = option(None, metavar="FOLDER", help="Write the plots as SVG files.")
    pdf: Path | None = option(None, metavar="FOLDER", help="Write the plots as PDF files.")

    def write(self, draw: "Callable[[], Drawn]") -> None:
        """Draw the plots and write them, if they have a place."""
        folders = {kind: getattr(self, kind) for kind in ("svg", "pdf") if getattr(self, kind)}
        if not folders:
            return
        with needs("lab", "drawing plots"):
            from asp_nono.lab.plots import save
        drawn = draw()
        for kind, folder in folders.items():
            save(drawn, folder, kind)


_FOLDER = click.Path(path_type=Path, file_okay=False)
plot_files = of(PlotFiles, "files", svg=_FOLDER, pdf=_FOLDER)


def saved(text: str, flag: str = "--saved") -> Decorator:
    """An option that names a picture saved in the file."""
    return click.option(flag, "saved", type=_type(int, {"ge": 1}), metavar="N", help=text)


from_saved = saved(
    "Start with the Nth picture saved in the file; its cells are given.", "--from-saved"
)
