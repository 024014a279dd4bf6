"""Grounding taken apart in a process that can be killed: `python -m asp_nono.lab.dissect`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from asp_nono.asp.deductions import OpenPuzzle, open_puzzle
from asp_nono.asp.recipes import Recipe
from asp_nono.errors import AspNonoError
from asp_nono.files import read_text, write_text
from asp_nono.lab.processes import Process, ending, environment, ours
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits


def dissect(puzzle: Puzzle, recipe: Recipe, limits: Limits) -> dict[str, Any]:
    """Ground a puzzle with a recipe, as a whole and rule by rule.

    Returns:
        What `asp_nono.asp.ground_profile` finds, as values of JSON; only "reason" if line logic
        shows that there is no solution, so that there is nothing to ground.

    Raises:
        AspNonoError: If the recipe cannot be used, or a limit is reached.
    """
    job = {
        "puzzle": write_text([puzzle], form="json"),
        "recipe": recipe.name,
        "files": [str(file) for file in recipe.files],
        "hints": recipe.deductions,
        "options": recipe.options,
    }
    words = ours("asp_nono.lab.dissect")
    with Process(words, limits, say=json.dumps(job), environment=environment()) as process:
        lines = b""
        while part := process.receive():
            lines += part
        usage = process.wait()
        if usage.late or not lines:
            raise AspNonoError(ending(usage, limits, process.last_words()))
    found: dict[str, Any] = json.loads(lines)
    if "error" in found:
        raise AspNonoError(found["error"])
    return found


def main() -> None:
    """Do the job that is on standard input."""
    job = json.load(sys.stdin)
    (puzzle,) = read_text(job["puzzle"], form="json")
    files = tuple(map(Path, job["files"]))
    recipe = Recipe(job["recipe"], "", files, job["hints"], tuple(job["options"]), bare=True)
    try:
        found = _found(puzzle, recipe)
    except AspNonoError as error:
        found = {"error": str(error)}
    sys.stdout.write(json.dumps(found, default=str))


def _found(puzzle: Puzzle, recipe: Recipe) -> dict[str, Any]:
    from asp_nono.asp.ground_profile import ground_profile
    from asp_nono.asp.program import Program

    match open_puzzle(puzzle, recipe.deductions):
        case OpenPuzzle() as left:
            return asdict(ground_profile(Program.of(recipe, left)))
        case reason:
            return {"reason": reason}


if __name__ == "__main__":
    main()
