"""The jobs that can be run on puzzles and programs: a class for each, with all its options.

A field of a job is an option: its type, its default, and what `option` says of it. The options of
the command line, the studio's requests, docs/cli.md and the JSON schema derive from these classes.
`run` gives immutable snapshots of one type, the last one final. A snapshot has `text` for a
terminal, `progress` for the line shown while the job runs, `to_json`, and `finished`, which is
false if something is undecided.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from types import GenericAlias, NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from asp_nono.grid import PartialGrid
from asp_nono.messages import Message
from asp_nono.run import Work, run_job
from asp_nono.run.limits import Limits
from asp_nono.run.snapshots import Snapshot

if TYPE_CHECKING:
    from pydantic import BaseModel

    from asp_nono.draw.picture import Draw
    from asp_nono.run.pool import Pool

_BOUNDS = ("ge", "gt", "le", "lt", "max_length", "pattern")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a job."""

    name: str  #: of the field
    kind: Any  #: its type, without None
    optional: bool  #: whether None was part of the type
    default: Any
    about: Mapping[str, Any]  #: what `option` and the words beside the module say of it

    @property
    def bounds(self) -> dict[str, Any]:
        """What goes to pydantic's `Field`."""
        return {name: self.about[name] for name in _BOUNDS if name in self.about}


def option(
    default: Any,  # noqa: ANN401 - the type of the field
    *,
    help: str,  # noqa: A002 - as click has it
    only: Literal["", "cli", "studio"] = "",
    **about: str | float,
) -> Any:  # noqa: ANN401 - the type of the field
    """A field of a job: its default, its help, and more about it.

    `only` is the one of command line and studio that has the option, if not both have it. Of the
    rest, `ge`, `gt`, `le`, `lt`, `max_length` and `pattern` are bounds on the value (on the items
    of a list), and these are for the command line:

    - `metavar`: what stands for the value in the help
    - `flag`: its name where that is not the field's, as `-n`
    - `off`: the help of the flag that turns the option off, `--no-...`
    - `quiet`: true if the help does not show the default
    """
    more = {} if default is MISSING else {"default": default}
    return field(**more, metadata={"only": only, "help": help, **about})


Start: TypeAlias = PartialGrid | None
"""The picture that is known at the start, if there is one."""


class Found(Snapshot, Protocol):
    """The result of a job so far."""

    @property
    def finished(self) -> bool:
        """Whether nothing is left undecided."""

    @property
    def progress(self) -> Message:
        """What to show while the job runs; empty for nothing."""

    def text(self, name: str, draw: "Draw") -> Iterator[str]:
        """The result for a terminal, in parts, with `name` as that of what the job ran on."""

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""


F = TypeVar("F", bound=Found)

Input: TypeAlias = Literal["puzzle", "picture", "program", "exercise", "file"]
"""What an input of a request is: a puzzle, a picture in that puzzle or null, a program's text, an
exercise of the pages that are served or null, the bytes of a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(ABC, Generic[F]):
    """The options of a job, and what runs it."""

    patience: ClassVar[float | None] = None
    """Seconds after which the command line stops the job where no limit is given."""
    bounded: ClassVar[bool] = False
    """Whether `run` takes `limits`, too, to end by itself before they are reached."""
    spread: ClassVar[bool] = False
    """Whether it works in other processes, within limits that it keeps itself."""
    pooled: ClassVar[bool] = False
    """Whether `run` takes `pool`, too: all of the pool works on this one job."""
    piecewise: ClassVar[bool] = False
    """Whether `news` gives a piece of the result, which later news do not repeat."""

    @property
    def child(self) -> bool:
        """Whether it needs a process of its own even without limits, so that Ctrl-C reaches us."""
        return False

    @classmethod
    def inputs(cls) -> dict[str, Input]:
        """What a request has besides the options, and `run` takes in this order."""
        return {}

    @abstractmethod
    def run(self, *inputs: Any, **more: Any) -> Work[F]:  # noqa: ANN401 - as the job has them
        """What is to be done; each snapshot has all that is known so far.

        What is wrong with the options is raised at once.
        """

    def within(
        self,
        limits: Limits | None,
        *inputs: Any,  # noqa: ANN401 - as the job has them
        pool: "Pool | None" = None,
    ) -> Work[F]:
        """`run` on these inputs, with limits and a pool if it takes them."""
        more: dict[str, Any] = {"limits": limits or Limits()} if self.bounded else {}
        if self.pooled:
            more["pool"] = pool
        return self.run(*inputs, **more)

    def find(
        self,
        *inputs: Any,  # noqa: ANN401 - as the job has them
        limits: Limits | None = None,
        pool: "Pool | None" = None,
        each: Callable[[F], None] | None = None,
    ) -> F:
        """The last snapshot, within limits and in a pool; marked if something stopped the job."""
        work = self.within(limits, *inputs, pool=pool)
        if self.spread:
            return run_job(work.job, work.initial, each=each)
        return run_job(
            work.job,
            work.initial,
            limits,
            pool,
            child=self.child,
            brief=work.brief,
            each=each,
        )

    def text(self, found: F, name: str, draw: "Draw") -> Iterator[str]:
        """What a terminal shows of a result, as these options have it."""
        yield from found.text(name, draw)

    def to_json(self, found: F) -> dict[str, Any]:
        """The keys of `--json` as these options have them."""
        return found.to_json()

    def values(self, found: F) -> dict[str, Any]:
        """What the studio gets as the result."""
        return self.to_json(found)

    def news(self, found: F) -> dict[str, Any]:
        """What the studio gets of a snapshot; empty for nothing."""
        return self.values(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleJob(Job[F]):
    """A job on one puzzle: `run` takes it, and the picture at the start where there may be one."""

    start: ClassVar[str] = ""
    """What a request calls the picture that is known at the start; empty if there is none."""

    @classmethod
    def inputs(cls) -> dict[str, Input]:
        """The puzzle, and the picture at the start if there may be one."""
        return {"puzzle": "puzzle", **({cls.start: "picture"} if cls.start else {})}


@dataclass(frozen=True, slots=True, kw_only=True)
class JobLimits:
    """What a job may take."""

    time_limit: float | None = option(
        None,
        gt=0,
        metavar="SECONDS",
        help="Stop working on a puzzle after SECONDS, grounding included.",
    )
    memory_limit: int | None = option(
        None,
        ge=1,
        metavar="MIB",
        help="Stop working on a puzzle when it needs more than MIB of memory.",
    )


def declared(job: type, where: str) -> Iterator[Option]:
    """The options that a job has in "cli" or "studio"."""
    types = get_type_hints(job)
    for one in fields(job):
        if one.metadata["only"] in ("", where):
            yield Option(one.name, *_required(types[one.name]), one.default, one.metadata)


def _required(kind: Any) -> tuple[Any, bool]:  # noqa: ANN401 - a type
    """A type without None, and whether None was part of it."""
    if get_origin(kind) in (Union, UnionType):
        parts = [part for part in get_args(kind) if part is not NoneType]
        return (parts[0] if len(parts) == 1 else Union[tuple(parts)]), True  # noqa: UP007 - of a tuple
    return kind, False


def request(
    options: type, base: "type[BaseModel]", inputs: Mapping[str, Any] | None = None
) -> "type[BaseModel]":
    """The body of a request with the options of a class, and limits if it is one of jobs.

    Unknown keys are refused, and values are of just these types.
    """
    from pydantic import create_model

    made: dict[str, Any] = dict(inputs or {})
    for group in (options, JobLimits) if issubclass(options, Job) else (options,):
        made |= {one.name: _key(one) for one in declared(group, "studio")}
    return create_model(f"{options.__name__}Body", __base__=base, __doc__=options.__doc__, **made)


def job_of(options: type, body: "BaseModel") -> Any:  # noqa: ANN401 - of this class
    """The job, or the options, for which a request asks."""
    return options(
        **{one.name: _frozen(getattr(body, one.name)) for one in declared(options, "studio")}
    )


def _key(one: Option) -> tuple[Any, Any]:
    from pydantic import Field

    made: dict[str, Any] = {"description": one.about["help"]}
    if one.default is not MISSING:
        made["default"] = one.default
    wired = _wired(one.kind, one.bounds)
    return (wired | None if one.optional else wired), Field(**made)


def _wired(kind: Any, bounds: dict[str, Any]) -> Any:  # noqa: ANN401 - types
    """A type as JSON has it: arrays for tuples, and 2.0 for 2."""
    from pydantic import BeforeValidator, Field

    if get_origin(kind) is tuple:
        item, *more = get_args(kind)
        wired = GenericAlias(list, (_wired(item, bounds),))
        if more == [...]:
            return wired
        return Annotated[wired, Field(min_length=1 + len(more), max_length=1 + len(more))]
    if kind is int:
        return Annotated[int, Field(**bounds), BeforeValidator(_whole)]
    if kind is str:
        return Annotated[str, Field(**{"max_length": 1000, **bounds})]
    return Annotated[kind, Field(**bounds)] if bounds else kind


def _whole(value: object) -> object:
    """Write 2.0 as 2: to JSON they are the same."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _frozen(value: Any) -> Any:  # noqa: ANN401 - any JSON
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
