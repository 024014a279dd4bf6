"""The paths of jobs, each answered with a stream of events."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from asp_nono.web import answers
from asp_nono.web.bodies import (
    CheckBody,
    ErrorsBody,
    ExplainBody,
    GenerateBody,
    GradeBody,
    HintBody,
    JobBody,
    PuzzleBody,
    RepairBody,
    RunBody,
    SolutionsBody,
    StartBody,
    WhyBody,
)
from asp_nono.web.quick import DECLARED, KEY, Page
from asp_nono.web.replies import Stream
from asp_nono.web.studio import Studio

_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events, one JSON object a line; docs/studio-api.md describes them.",
        "content": {Stream.media_type: {"schema": {"type": "string"}}},
    }
}

router = APIRouter(
    prefix="/api/jobs",
    tags=["jobs"],
    default_response_class=Response,
    responses=_STREAM | answers.ERRORS,
    dependencies=[KEY, DECLARED],
)


def _stream(request: Request, kind: str, body: JobBody, page: str) -> Response:
    studio: Studio = request.app.state.studio
    return studio.stream(kind, body, page)


@router.post("/check")
async def check(request: Request, body: CheckBody, page: Page = "") -> Response:
    """Whether a puzzle has one solution, and if not, two of them."""
    return _stream(request, "verdicts.check", body, page)


@router.post("/count")
async def count(request: Request, body: StartBody, page: Page = "") -> Response:
    """How many solutions a puzzle has."""
    return _stream(request, "verdicts.count", body, page)


@router.post("/solutions")
async def solutions(request: Request, body: SolutionsBody, page: Page = "") -> Response:
    """Some of its solutions, by number."""
    return _stream(request, "verdicts.solutions", body, page)


@router.post("/ambiguity")
async def ambiguity(request: Request, body: PuzzleBody, page: Page = "") -> Response:
    """Where its solutions differ."""
    return _stream(request, "designs.ambiguity", body, page)


@router.post("/solve")
async def solve(request: Request, body: StartBody, page: Page = "") -> Response:
    """What lines tell, visit by visit, and the solution."""
    return _stream(request, "solving.solve", body, page)


@router.post("/explain")
async def explain(request: Request, body: ExplainBody, page: Page = "") -> Response:
    """How a person could solve it, step by step."""
    return _stream(request, "solving.explain", body, page)


@router.post("/difficulty")
async def difficulty(request: Request, body: PuzzleBody, page: Page = "") -> Response:
    """How difficult and how tedious it is."""
    return _stream(request, "solving.difficulty", body, page)


@router.post("/hint")
async def hint(request: Request, body: HintBody, page: Page = "") -> Response:
    """The easiest next step from a grid."""
    return _stream(request, "reasons.hint", body, page)


@router.post("/errors")
async def errors(request: Request, body: ErrorsBody, page: Page = "") -> Response:
    """Whether a grid has an error."""
    return _stream(request, "reasons.errors", body, page)


@router.post("/why")
async def why(request: Request, body: WhyBody, page: Page = "") -> Response:
    """The fewest clues that force the colour of a cell."""
    return _stream(request, "reasons.why", body, page)


@router.post("/clash")
async def clash(request: Request, body: PuzzleBody, page: Page = "") -> Response:
    """The fewest clues that clash."""
    return _stream(request, "reasons.clash", body, page)


@router.post("/run")
async def run(request: Request, body: RunBody, page: Page = "") -> Response:
    """The answer sets of a program or a recipe, as pictures and as atoms."""
    return _stream(request, "programs.run", body, page)


@router.post("/grade")
async def grade(request: Request, body: GradeBody, page: Page = "") -> Response:
    """A program judged on all small boards."""
    return _stream(request, "programs.grade", body, page)


@router.post("/repair")
async def repair(request: Request, body: RepairBody, page: Page = "") -> Response:
    """The smallest changes after which the picture is the only solution."""
    return _stream(request, "designs.repair", body, page)


@router.post("/generate")
async def generate(request: Request, body: GenerateBody, page: Page = "") -> Response:
    """Puzzles made at random that are what is demanded."""
    return _stream(request, "designs.generate", body, page)
