"""The jobs that can be run on puzzles, with all their options: the one place that declares them.

The options of the command line, the studio's requests, docs/cli.md and the JSON schema derive from
these classes. A field is an option: its type, its default, and what `option` adds. Its help is in
the file .toml of the same name beside the module, alone or with words for the command line:

- `metavar`: what stands for the value in the help
- `flag`: its name where that is not the field's, as `-n`
- `off`: the help of the flag that turns the option off, `--no-...`
- `quiet`: true if the help does not show the default
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import GenericAlias, NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

if TYPE_CHECKING:
    from pydantic import BaseModel

_BOUNDS = ("ge", "gt", "le", "lt", "max_length", "pattern")


class Option(NamedTuple):
    """An option of a job."""

    name: str  # of the field
    kind: Any  # its type, without None
    optional: bool  # whether None was part of the type
    default: Any
    about: Mapping[str, Any]  # what `option` and the words beside the module say of it

    @property
    def bounds(self) -> dict[str, Any]:
        """What goes to pydantic's `Field`."""
        return {name: self.about[name] for name in _BOUNDS if name in self.about}


def option(
    default: Any,  # noqa: ANN401 - the type of the field
    *,
    only: Literal["", "cli", "studio"] = "",
    **bounds: float | str,
) -> Any:  # noqa: ANN401 - the type of the field
    """A field of a job: its default and its bounds; those of a list are for its items.

    `only` is the one of command line and studio that has the option, if not both have it.
    """
    return field(default=default, metadata={"only": only, **bounds})


@cache
def _words(module: str) -> dict[str, dict[str, Any]]:
    """The words beside a module, by class and field."""
    place = Path(str(sys.modules[module].__file__))
    path = place.with_name(f"{module.rpartition('.')[2]}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@dataclass(frozen=True, kw_only=True)
class Job:
    """The options of a job, and what the library takes in their place; others run it."""

    patience: ClassVar[float | None] = None
    """Seconds after which the command line stops the job where no limit is given."""
    limited: ClassVar[bool] = True  # whether a request may set limits


@dataclass(frozen=True, kw_only=True)
class PuzzleJob(Job):
    """A job on one puzzle."""

    start: ClassVar[str] = ""
    """What a request calls the picture that is known at the start; empty if there is none."""


@dataclass(frozen=True, kw_only=True)
class JobLimits:
    """What a job may take."""

    time_limit: float | None = option(None, gt=0)
    memory_limit: int | None = option(None, ge=1)


def declared(job: type, where: str) -> Iterator[Option]:
    """The options that a job has in "cli" or "studio"."""
    words: dict[str, Any] = {}
    for base in filter(is_dataclass, reversed(job.__mro__)):
        words |= _words(base.__module__).get(base.__name__, {})
    types = get_type_hints(job)
    for one in fields(job):
        if one.metadata.get("only") in (None, "", where):
            said = words[one.name]
            about = {**one.metadata, **({"help": said} if isinstance(said, str) else said)}
            yield Option(one.name, *_required(types[one.name]), one.default, about)


def _required(kind: Any) -> tuple[Any, bool]:  # noqa: ANN401 - a type
    """A type without None, and whether None was part of it."""
    if get_origin(kind) in (Union, UnionType):
        parts = [part for part in get_args(kind) if part is not NoneType]
        return (parts[0] if len(parts) == 1 else Union[tuple(parts)]), True  # noqa: UP007
    return kind, False


def request(
    job: type[Job], base: "type[BaseModel]", inputs: Mapping[str, Any] | None = None
) -> "type[BaseModel]":
    """The body of a request for a job: unknown keys are refused, values are of just these types."""
    from pydantic import create_model

    made: dict[str, Any] = dict(inputs or {})
    for group in (job, JobLimits) if job.limited else (job,):
        made |= {one.name: _key(one) for one in declared(group, "studio")}
    return create_model(f"{job.__name__}Body", __base__=base, __doc__=job.__doc__, **made)


def job_of(job: type[Job], body: "BaseModel") -> Any:  # noqa: ANN401 - a job of this class
    """The job that a request asks for."""
    return job(**{one.name: _frozen(getattr(body, one.name)) for one in declared(job, "studio")})


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
