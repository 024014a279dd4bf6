"""The bodies of requests, checked before any work begins, and the answers, for OpenAPI.

The options of jobs come from `asp_nono.jobs`; here is only what a request holds besides them.
"""

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, WithJsonSchema, create_model

from asp_nono.jobs import Input, files, job_of, request
from asp_nono.jobs.programs import LONGEST_PROGRAM
from asp_nono.web.jobs import JOBS

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_ERRORS: dict[str, str] = _TABLE.pop("errors")
_WITHIN = "#/components/schemas/"


@cache
def definitions() -> dict[str, Any]:
    """The parts of docs/puzzles.schema.json by name, as OpenAPI wants them."""
    package = Path(__file__).parent
    beside = package.parents[1] / "docs"
    root = beside if (package.parents[1] / "pyproject.toml").exists() else package
    text = (root / "puzzles.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text.replace("#/definitions/", _WITHIN))["definitions"]
    return found


def _reference(name: str) -> WithJsonSchema:
    # Wrapped, because pydantic looks up what a bare reference means, and knows its own only.
    return WithJsonSchema({"allOf": [{"$ref": f"{_WITHIN}{name}"}]})


PuzzleValue: TypeAlias = Annotated[dict[str, JsonValue], _reference("puzzle")]
"""A puzzle, as in our JSON files; the reader of files decides whether it is sound."""

_Picture: TypeAlias = Annotated[list[str], _reference("picture"), Field(max_length=1000)]
_Puzzles: TypeAlias = Annotated[list[PuzzleValue], Field(min_length=1, max_length=1000)]
_Text: TypeAlias = Annotated[str, Field(max_length=1000)]
_Program: TypeAlias = Annotated[str, Field(max_length=LONGEST_PROGRAM)]
_Base64: TypeAlias = Annotated[
    str, Field(description="Bytes in base64.", json_schema_extra={"contentEncoding": "base64"})
]

_INPUTS: dict[Input, tuple[Any, Any]] = {
    "puzzle": (PuzzleValue, ...),
    "picture": (_Picture | None, None),
    "program": (_Program, ...),
    "exercise": (_Text | None, None),
    "file": (_Base64, ...),
}  # the inputs of jobs, for pydantic


class Body(BaseModel):
    """A body: no other keys, and values of just these types."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Request:
    """The request of a call: the options of a job, or others, and inputs besides.

    Args:
        job: The class of the job, or of the options.
        inputs: Pydantic's definitions by name. A name may end with `_`, which is no part of the
            key: there the key is a name of Python's own.
    """

    def __init__(self, job: type | None = None, **inputs: Any) -> None:  # noqa: ANN401
        self._job = job
        self.piecewise = getattr(job, "piecewise", False)
        self._names = {name: name.rstrip("_") for name in inputs}
        keys = {self._names[name]: value for name, value in inputs.items()}
        self.body: type[BaseModel] = (
            request(job, Body, keys) if job else create_model("ReadBody", __base__=Body, **keys)
        )

    def values(self, body: BaseModel) -> dict[str, Any]:
        """The inputs of a body by their names, and the job under `job`."""
        inputs = {name: getattr(body, key) for name, key in self._names.items()}
        return inputs | ({"job": job_of(self._job, body)} if self._job else {})


def job_requests() -> dict[str, Request]:
    """The requests of all jobs, by the last part of their paths."""
    found = {}
    for path, job in JOBS.items():
        inputs = {name: _INPUTS[kind] for name, kind in job.inputs().items()}
        found[path] = Request(job, **inputs)
    return found


READ = Request(data=(_Base64, ...), name=(_Text, ""), format_=(_Text | None, None))
PICTURE = Request(files.PictureOptions, data=(_Base64, ...), name=(_Text, ""))
WRITE = Request(
    files.WritingOptions, puzzles=(_Puzzles, ...), format_=(_Text, ...), name=(_Text | None, None)
)
DRAW = Request(
    files.DrawingOptions,
    puzzle=(PuzzleValue, ...),
    picture=(_Picture | None, None),
    other=(_Picture | None, None),
    type_=(Literal["svg", "png"], "svg"),
)
PUBLISH = Request(files.PublishingOptions, puzzles=(_Puzzles, ...))
PRINT = Request(
    files.PrintingOptions, puzzles=(_Puzzles, ...), solution=(bool, False), letters=(bool, False)
)


class _AnswerBody(BaseModel):
    model_config = ConfigDict(extra="allow")


def _answers() -> dict[str, type[BaseModel]]:
    found: dict[str, type[BaseModel]] = {}
    for name, keys in _TABLE.items():
        about = keys.pop("what")
        made: dict[str, Any] = {
            key: (kind, None if kind.endswith("| None") else ...) for key, kind in keys.items()
        }
        found[name] = create_model(name, __base__=_AnswerBody, __doc__=about, **made)
        found[name].model_rebuild(_types_namespace={**found, "PuzzleValue": PuzzleValue})
    return found


ANSWERS = _answers()  # the models of the answers to calls, from the table beside this module

ERRORS: dict[int | str, dict[str, Any]] = {
    int(status): {"model": ANSWERS["Problem"], "description": meaning}
    for status, meaning in _ERRORS.items()
}  # the answers to calls that fail
