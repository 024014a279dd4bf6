"""The jobs that can be run on puzzles, with all their options: the one place that declares them.

The options of the command line, the studio's requests, docs/cli.md and the JSON schema derive from
these classes. The metadata of a job's fields are those of pydantic's `Field`, and our own:

- `metavar`: what stands for the value in the help of the command line
- `short`: a short name there, as `-n`
- `off`: the help of the flag that turns the option off, `--no-...`
- `old`: former names that still work; with dashes on the command line, without them in requests
- `only`: "cli" or "studio" for an option that the other one does not have
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from importlib import import_module
from types import GenericAlias, NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

if TYPE_CHECKING:
    from pydantic import BaseModel

_MODULES = ("solving", "reasons", "design", "programs", "files")  # imported when asked for

_BOUNDS = ("description", "ge", "gt", "le", "lt", "max_length", "pattern")
"""The metadata that go to pydantic."""


def option(
    default: Any,  # noqa: ANN401 - the type of the field
    description: str,
    *,
    metavar: str = "",
    short: str = "",
    old: tuple[str, ...] = (),
    only: Literal["", "cli", "studio"] = "",
    off: str = "",
    **bounds: float | str,
) -> Any:  # noqa: ANN401 - the type of the field
    """A field of a job: its default (`MISSING` if it has none), its help, and its bounds.

    Bounds of a list are those of its items.
    """
    own = {"metavar": metavar, "short": short, "old": old, "only": only, "off": off}
    return field(default=default, metadata={"description": description, **bounds, **own})


@dataclass(frozen=True, kw_only=True)
class Job:
    """The options of a job, and what the library takes in their place; others run it."""

    patience: ClassVar[float | None] = None
    """Seconds after which the command line stops the job where no limit is given."""
    limited: ClassVar[bool] = True
    """Whether a request may set limits."""

    @staticmethod
    def upgraded(values: dict[str, Any]) -> dict[str, Any]:
        """A request in which options of another form than today's have today's form."""
        return values


@dataclass(frozen=True, kw_only=True)
class PuzzleJob(Job):
    """A job on one puzzle."""

    start: ClassVar[str] = ""
    """What a request calls the picture that is known at the start; empty if there is none."""


@dataclass(frozen=True, kw_only=True)
class JobLimits:
    """What a job may take."""

    time_limit: float | None = option(
        None,
        "Stop working on a puzzle after SECONDS, grounding included.",
        metavar="SECONDS",
        old=("seconds",),
        gt=0,
    )
    memory_limit: int | None = option(
        None,
        "Stop working on a puzzle when it needs more than MIB of memory.",
        metavar="MIB",
        old=("megabytes",),
        ge=1,
    )


def jobs() -> dict[str, type[Job]]:
    """All jobs by name."""
    modules = [import_module(f"{__name__}.{name}") for name in _MODULES]
    return {
        name.lower(): one
        for module in modules
        for name, one in vars(module).items()
        if isinstance(one, type) and issubclass(one, Job) and one.__module__ == module.__name__
    }


def declared(job: type) -> Iterator[tuple[Field[Any], Any]]:
    """The options of a job with their types."""
    types = get_type_hints(job)
    return ((one, types[one.name]) for one in fields(job))


def required(kind: Any) -> tuple[Any, bool]:  # noqa: ANN401 - a type
    """A type without None, and whether None was part of it."""
    if get_origin(kind) in (Union, UnionType):
        parts = [part for part in get_args(kind) if part is not NoneType]
        return (parts[0] if len(parts) == 1 else Union[tuple(parts)]), True  # noqa: UP007
    return kind, False


def request(
    job: type[Job], base: type[BaseModel], inputs: Mapping[str, Any] | None = None
) -> type[BaseModel]:
    """The body of a request for a job: unknown keys are refused, values are of just these types."""
    from pydantic import create_model, model_validator

    made: dict[str, Any] = dict(inputs or {})
    for group in (job, JobLimits) if job.limited else (job,):
        for one, kind in declared(group):
            if one.metadata["only"] != "cli":
                made[one.name] = _key(one, kind)
    upgrade: Any = model_validator(mode="before")(_upgrading(job.upgraded))
    return create_model(
        f"{job.__name__}Body",
        __base__=base,
        __doc__=job.__doc__,
        __validators__={"upgrade": upgrade},
        **made,
    )


def job_of(job: type[Job], body: BaseModel) -> Any:  # noqa: ANN401 - a job of this class
    """The job that a request asks for."""
    names = [one.name for one in fields(job) if one.metadata["only"] != "cli"]
    return job(**{name: _frozen(getattr(body, name)) for name in names})


def _upgrading(upgraded: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Any], Any]:
    def upgrade(values: Any) -> Any:  # noqa: ANN401 - any JSON
        return upgraded(dict(values)) if isinstance(values, dict) else values

    return upgrade


def _key(one: Field[Any], kind: Any) -> tuple[Any, Any]:  # noqa: ANN401 - types
    from pydantic import AliasChoices
    from pydantic import Field as Key

    kind, optional = required(kind)
    bounds = {name: one.metadata[name] for name in _BOUNDS[1:] if name in one.metadata}
    wired = _wired(kind, bounds)
    old = [name for name in one.metadata["old"] if not name.startswith("-")]
    made: dict[str, Any] = {"description": one.metadata["description"]}
    if old:
        made["validation_alias"] = AliasChoices(one.name, *old)
    if one.default is not MISSING:
        made["default"] = one.default
    return (wired | None if optional else wired), Key(**made)


def _wired(kind: Any, bounds: dict[str, Any]) -> Any:  # noqa: ANN401 - types
    """A type as JSON has it: arrays for tuples, and 2.0 for 2."""
    from pydantic import BeforeValidator
    from pydantic import Field as Key

    if get_origin(kind) is tuple:
        item, *more = get_args(kind)
        wired = GenericAlias(list, (_wired(item, bounds),))
        if more == [...]:
            return wired
        return Annotated[wired, Key(min_length=1 + len(more), max_length=1 + len(more))]
    if kind is int:
        return Annotated[int, Key(**bounds), BeforeValidator(_whole)]
    if kind is str:
        return Annotated[str, Key(**{"max_length": 1000, **bounds})]
    return Annotated[kind, Key(**bounds)] if bounds else kind


def _whole(value: object) -> object:
    """Write 2.0 as 2: to JSON they are the same."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _frozen(value: Any) -> Any:  # noqa: ANN401 - any JSON
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
