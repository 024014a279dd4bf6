"""What calls are answered with, for the description of the server."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from asp_nono.web.schema import PuzzleValue


class Answer(BaseModel):
    """An answer; keys may be added in later versions."""

    model_config = ConfigDict(extra="allow")


class Problem(Answer):
    """What is wrong, in a sentence, and the place in what was sent, outermost first."""

    message: str
    where: list[str]


class Limits(Answer):
    """The most that a job may take, and how many there may be."""

    seconds: float | None
    megabytes: int | None
    jobs: int
    waiting: int
    body: int
    side: int


class FileFormat(Answer):
    """A format of puzzle files."""

    name: str
    title: str
    suffixes: list[str]
    writes: bool


class Recipe(Answer):
    """Encodings that work together."""

    name: str
    about: str
    hints: str
    encodings: list[str]


class About(Answer):
    """What this installation can do."""

    version: str
    formats: list[FileFormat]
    recipes: list[Recipe]
    hints: list[str]
    dialects: list[str]
    orders: list[str]
    symmetries: list[str]
    papers: list[str]
    extras: dict[str, bool]
    limits: Limits


class Encoding(Answer):
    """An encoding and its text."""

    name: str
    text: str


class Encodings(Answer):
    """All encodings, and one to start from."""

    encodings: list[Encoding]
    template: str


class Found(Answer):
    """One puzzle of a file, or what is wrong with it."""

    puzzle: PuzzleValue | None = None
    error: Problem | None = None


class Read(Answer):
    """The puzzles of a file."""

    puzzles: list[Found]
    format: str | None
    warnings: list[str]


class Pictured(Answer):
    """The puzzle that a picture poses."""

    puzzle: PuzzleValue
    warnings: list[str]


class File(Answer):
    """A file: its name, its media type, its bytes in base64."""

    name: str
    type: str
    data: str
    warnings: list[str]


_MEANINGS = {
    400: "The body is no JSON.",
    401: "No token, or a wrong one.",
    403: "Another page's call.",
    413: "The body is too large.",
    415: "The body is not declared as JSON.",
    422: "The body is not what was expected, or what it holds is not sound.",
    500: "The studio made a mistake.",
    503: "Too many jobs are waiting, or the work took too much time or memory.",
}

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": meaning} for status, meaning in _MEANINGS.items()
}
"""The answers to calls that fail."""
