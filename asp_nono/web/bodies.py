"""The bodies of all calls: what is checked before any work begins."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from asp_nono.web.schema import PictureValue, PuzzleValue

MOST_PUZZLES = 1000
"""No more puzzles are written or printed at once."""

_MOST_ROWS = 1000


def _whole(value: object) -> object:
    """Write 2.0 as 2: to JSON they are the same."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]

_CODED: dict[str, JsonValue] = {"contentEncoding": "base64"}

Text = Annotated[str, Field(max_length=1000)]
"""A name or the like."""

Program = Annotated[str, Field(max_length=1 << 18)]
"""An encoding."""

Share = Annotated[float, Field(ge=0, le=1)]
Grade = Annotated[Whole, Field(ge=1, le=10)]
Side = Annotated[Whole, Field(ge=0, le=1000)]
Rectangle = Annotated[
    list[Annotated[Whole, Field(ge=1, le=1000)]],
    Field(min_length=4, max_length=4, description="Left, top, right and bottom, counted from 1."),
]
Picture = Annotated[PictureValue, Field(max_length=_MOST_ROWS)]
Puzzles = Annotated[list[PuzzleValue], Field(min_length=1, max_length=MOST_PUZZLES)]


Base64 = Annotated[str, Field(description="Bytes in base64.", json_schema_extra=_CODED)]


class Body(BaseModel):
    """A body: no other keys, and values of just these types."""

    model_config = ConfigDict(extra="forbid", strict=True)

    def arguments(self) -> dict[str, Any]:
        """What the work is called with."""
        return {name: getattr(self, name) for name in type(self).model_fields}


class ReadBody(Body):
    """A file."""

    data: Base64
    name: Text = ""
    form: Annotated[Text | None, Field(alias="format")] = None


class PictureBody(Body):
    """A picture, and what to make of it."""

    data: Base64
    name: Text = ""
    size: Annotated[list[Side], Field(min_length=2, max_length=2)] | None = None
    cell: Annotated[Whole, Field(ge=1, le=10_000)] | None = None
    colors: Annotated[Whole, Field(ge=1, le=31)] | None = None
    threshold: Annotated[Whole, Field(ge=0, le=255)] | None = None
    background: Text | None = None


class WriteBody(Body):
    """Puzzles, and the format to write them in."""

    puzzles: Puzzles
    form: Annotated[Text, Field(alias="format")]
    lossy: bool = False
    colored: bool = False
    name: Text | None = None


class DrawBody(Body):
    """A puzzle, what its cells show, and how it is drawn."""

    puzzle: PuzzleValue
    picture: Picture | None = None
    other: Picture | None = None
    clues: bool = True
    letters: bool = False
    cell: Annotated[Whole, Field(ge=1, le=100)] = 20
    kind: Annotated[Literal["svg", "png"], Field(alias="type")] = "svg"


class PrintBody(Body):
    """Puzzles to be printed."""

    puzzles: Puzzles
    solution: bool = False
    booklet: bool = False
    paper: Text = "a4"
    per_page: Annotated[Whole, Field(ge=1, le=100)] = 1
    letters: bool = False


class JobBody(Body):
    """What every job takes: its limits."""

    seconds: Annotated[float, Field(ge=0.001, le=1e6)] = 10.0
    megabytes: Annotated[Whole, Field(ge=64, le=1 << 20)] | None = None

    def arguments(self) -> dict[str, Any]:
        """What the work is called with, besides its limits."""
        given = super().arguments()
        return {name: given[name] for name in given if name not in ("seconds", "megabytes")}


class PuzzleBody(JobBody):
    """A job on a puzzle."""

    puzzle: PuzzleValue


class StartBody(PuzzleBody):
    """A job on a puzzle of which something is known beforehand."""

    start: Picture | None = None


class CheckBody(StartBody):
    """Whether it is unique."""

    recipe: Text | None = None


class SolutionsBody(PuzzleBody):
    """Which solutions."""

    first: Annotated[str, Field(pattern=r"^[0-9]{1,1000}$")] = "0"
    most: Annotated[Whole, Field(ge=1, le=100)] = 1


class ExplainBody(StartBody):
    """How it is explained."""

    order: Text = "easiest"
    depth: Annotated[Whole, Field(ge=0, le=2)] = 2
    search: bool = True


class HintBody(PuzzleBody):
    """A grid that somebody works on, and how much of the next step is told."""

    grid: Picture | None = None
    tell: Literal["where", "rule", "cells"] = "where"


class ErrorsBody(PuzzleBody):
    """A grid that somebody works on, and how much of its errors is told."""

    grid: Picture
    tell: Literal["whether", "cells"] = "whether"


class WhyBody(PuzzleBody):
    """The cell that is asked about: column and row."""

    cell: Annotated[list[Annotated[Whole, Field(ge=1, le=1000)]], Field(min_length=2, max_length=2)]


class RunBody(PuzzleBody):
    """A program to be run on the puzzle, or a recipe."""

    program: Program | None = None
    recipe: Text | None = None
    hints: Text | None = None
    most: Annotated[Whole, Field(ge=1, le=100)] = 10
    dialect: Text | None = None
    sizes: bool = False


class GradeBody(JobBody):
    """A program to be judged."""

    program: Program
    dialect: Text | None = None
    colors: Annotated[Whole, Field(ge=1, le=2)] | None = None
    ladder: bool = True


class RepairBody(PuzzleBody):
    """What a repair may change, and what it is to reach."""

    aim: Literal["unique", "line"] = "unique"
    most: Annotated[Whole, Field(ge=1, le=20)] = 3
    up_to: Annotated[Whole, Field(ge=1, le=1000)] = 8
    region: Annotated[list[Rectangle], Field(max_length=1000)] = []
    outline: bool = False
    symmetric: bool = False


class GenerateBody(JobBody):
    """What puzzles are made, and how many."""

    width: Annotated[Whole, Field(ge=1, le=1000)]
    height: Annotated[Whole, Field(ge=1, le=1000)]
    density: Share = 0.5
    colors: Annotated[Whole, Field(ge=1, le=8)] = 1
    smoothness: Share = 0.5
    symmetry: Text = "none"
    verdict: Literal["unique", "line-solvable", "multiple", "any"] = "unique"
    grades: Annotated[list[Grade], Field(min_length=2, max_length=2)] = [1, 10]
    count: Annotated[Whole, Field(ge=1, le=100)] = 1
    seed: Annotated[Whole, Field(ge=0, le=10**9)] = 0
    tries: Annotated[Whole, Field(ge=1, le=10_000)] = 100

    def arguments(self) -> dict[str, Any]:
        """What the work is called with: the look of pictures, and what is demanded."""
        look = ("width", "height", "density", "colors", "smoothness", "symmetry")
        least, most = self.grades
        return {
            "motif": {name: getattr(self, name) for name in look},
            "demands": {"verdict": self.verdict, "least": least, "most": most},
            **{name: getattr(self, name) for name in ("count", "seed", "tries")},
        }
