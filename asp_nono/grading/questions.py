"""What a program is told of a puzzle when it is tried out: a stranger's program, or a recipe."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from asp_nono.asp.deductions import OpenPuzzle, open_puzzle
from asp_nono.asp.facts import facts_text
from asp_nono.asp.program import Program as Grounding
from asp_nono.asp.recipes import Deductions, Recipe, recipe
from asp_nono.errors import EncodingError, PuzzleError
from asp_nono.grading.dialects import dialect, recognised
from asp_nono.grading.sandbox import Refused, Sandbox
from asp_nono.grading.submission import Submission, submission_of
from asp_nono.grading.vocabulary import Board, OurFacts, Patterns, Vocabulary
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Stopped

_THREADS = ("--parallel-mode", "-t")
"""Options that ask for threads, which the sandbox does not grant."""

_READING = 10.0
"""Seconds for parsing a program."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A program with what it is told.

    Attributes:
        puzzle: The puzzle.
        submission: The program.
        vocabulary: The words in which it is told the puzzle.
        facts: What it is told, and a rule that shows its picture if it does not do so itself.
        options: Options for clingo.
        notes: What it is not told.
        nothing: Why there is nothing to ask: line logic shows that there is no solution.
        seen: What inspection found in it; None for a recipe, whose headers are checked instead.
    """

    puzzle: Puzzle
    submission: Submission
    vocabulary: Vocabulary
    facts: str
    options: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    nothing: str = ""
    seen: dict[str, Any] | None = None


def of_recipe(puzzle: Puzzle, name: str, deductions: str | None) -> Asked:
    """A recipe, with its own deductions or those given.

    Raises:
        UnknownNameError: If there is no such recipe or level of deductions.
        EncodingError, UnwritableError: If it cannot be used for this puzzle.
    """
    chosen = recipe(name).with_deductions(deductions)
    own = _joined(chosen)
    words = OurFacts(chosen.inputs())
    alone = tuple(word for word in chosen.options if not word.startswith(_THREADS))
    notes = () if alone == chosen.options else ("it has one thread only here",)
    match open_puzzle(puzzle, chosen.deductions):
        case OpenPuzzle() as left:
            facts = Grounding.of(chosen, left).facts
            return Asked(puzzle, own, words, facts, alone, notes)
        case reason:
            return Asked(puzzle, own, words, "", nothing=reason)


def of_program(
    sandbox: Sandbox, puzzle: Puzzle, text: str, words: str | None, deductions: Deductions = "none"
) -> Asked:
    """A stranger's program.

    Args:
        sandbox: Where it is inspected.
        puzzle: The puzzle.
        text: The program.
        words: The name of a dialect; None to recognise it.
        deductions: What line logic derives for it, if it reads our facts.

    Raises:
        EncodingError: If it may not be run, or does not parse.
        UnknownNameError: If there is no such dialect.
        PuzzleError: If its words cannot tell this puzzle.
    """
    submission = submission_of(text, "the program")
    found = _inspected(sandbox, submission)
    inputs = frozenset(found["used"]) - frozenset(found["derived"])
    vocabulary = dialect(words) if words else recognised(inputs)
    shown = "" if found["shows_something"] else f"#show {vocabulary.output.signature}."
    defined = [f"#defined {signature}." for signature in sorted(vocabulary.signatures)]
    if isinstance(vocabulary, OurFacts):
        vocabulary = vocabulary.reading(inputs)
        match open_puzzle(puzzle, deductions):
            case OpenPuzzle() as left:
                told = facts_text(left, vocabulary.wanted)
            case reason:
                return Asked(puzzle, submission, vocabulary, "", nothing=reason)
        told = "\n".join([told, *defined, shown])
        return Asked(puzzle, submission, vocabulary, told, seen=found)
    _require_words(vocabulary, puzzle)
    board = Board(puzzle.width, puzzle.height, len(puzzle.colors))
    facts = vocabulary.board_facts(board)
    for line, clue, _ in puzzle.lines():
        facts += vocabulary.line_facts(line, clue, board)
    notes = (f"{vocabulary.name} has no words for the given cells",) if puzzle.given else ()
    return Asked(
        puzzle,
        submission,
        vocabulary,
        "\n".join([*facts, *defined, shown]),
        tuple(vocabulary.constants(board)),
        notes,
        seen=found,
    )


def _joined(chosen: Recipe) -> Submission:
    """The encodings of a recipe as one program; they are our own and may say what they like."""
    lines: list[str] = []
    places: list[tuple[str, int]] = []
    for file in chosen.files:
        new = file.read_text(encoding="utf-8").split("\n")
        lines += new
        places += [(file.name, number) for number in range(1, len(new) + 1)]
    return Submission(chosen.name, Path(chosen.name), "\n".join(lines), tuple(places))


def _inspected(sandbox: Sandbox, submission: Submission) -> dict[str, Any]:
    found = sandbox.ask({"do": "inspect", "text": submission.text, "colored": {}}, _READING)
    if isinstance(found, Stopped):
        reason = f"clingo's parser does not get through it: {found.reason}"
        raise EncodingError(submission.name, reason)
    if isinstance(found, Refused):
        raise EncodingError(submission.name, found.reason, place=submission.place(found.line))
    return found


def _require_words(vocabulary: Vocabulary, puzzle: Puzzle) -> None:
    """Do nothing if these words can tell a puzzle's clues.

    Raises:
        PuzzleError: If they cannot.
    """
    many = len(puzzle.colors) > 2
    names = vocabulary.color_names if isinstance(vocabulary, Patterns) else ()
    if many and not vocabulary.colored:
        raise PuzzleError(f"the dialect {vocabulary.name} has no words for colours")
    if names and len(puzzle.colors) > len(names):
        reason = f"the dialect {vocabulary.name} names {len(names) - 1} block colours only"
        raise PuzzleError(reason)
    if puzzle.blotted:
        raise PuzzleError(f"the dialect {vocabulary.name} has no words for blotted blocks")
