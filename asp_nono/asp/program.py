"""Encodings and facts put together, grounded by clingo, and read back as pictures."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from typing import Any

from asp_nono.asp.deductions import OpenPuzzle, without_deductions
from asp_nono.asp.encodings import load
from asp_nono.asp.engine import Control, Function, Number, Symbol
from asp_nono.asp.facts import FACTS, fact_groups, facts_text, wanted
from asp_nono.asp.header import digest
from asp_nono.asp.recipes import PARTS, PICTURE, Recipe
from asp_nono.asp.source import ClingoMessages, constant_options, read_program
from asp_nono.asp.theories import TheoryControl
from asp_nono.clue import Block, Clue, Line
from asp_nono.grid import Grid
from asp_nono.messages import EncodingError, Message, Value, WrongSolutionError, together
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, mismatch, satisfies
from asp_nono.run.child import in_thread

_CELL = re.compile(r"fill\((-?[0-9]+),(-?[0-9]+),(-?[0-9]+)\)")  # faster than reading arguments
_LENGTHS = ("", "_binary", "_ternary")  # clingo counts short constraints apart
_POLL = 0.1  # seconds between checks for signals while clingo works
_OPTIONS = "options of clingo"  # in place of a file in errors
_SHOWN = 120  # wrong pictures of no more characters are shown in the error


@dataclass(frozen=True, slots=True)
class Program:
    """Encodings and facts, the input of clingo."""

    recipe: Recipe
    facts: str
    lines: tuple[Line, ...] = ()  #: those of the puzzle, if it may be a multi-shot program

    @classmethod
    def of(cls, recipe: Recipe, left: OpenPuzzle, *, trusted: bool = False) -> "Program":
        """The program that decides what is open of a puzzle.

        A user's recipe that is not trusted has to show that it handles blotted blocks.

        Raises:
            EncodingError: If an encoding cannot be used, reads facts that do not exist, has parts
                that are not grounded, or cannot handle the puzzle's blotted blocks.
        """
        _require_parts(recipe)
        facts = facts_text(left, wanted(recipe, left.puzzle))
        proved = trusted or not (left.puzzle.blotted and recipe.own)
        if not proved and (fault := blot_fault(recipe)):
            raise EncodingError(Message("recipe {name}", name=recipe.name), fault)
        # Own encodings need not declare what may have no facts, or what a later part derives.
        names = recipe.inputs() if recipe.own else frozenset[str]()
        if recipe.parts:
            names = names.union(*(part.derived for part in recipe.encodings()))
        facts += "".join(f"#defined {name}.\n" for name in sorted(names))
        if not any(part.header.outputs for part in recipe.encodings()):
            facts += f"#show {PICTURE}.\n"
        return cls(recipe, facts, tuple(line.line for line in left.lines))

    def ground(self) -> Control:
        """A control with the ground program, ready to solve; EncodingError if clingo complains."""
        with ClingoMessages(self.recipe.name) as messages:
            control = TheoryControl(["--project=show", *self.options], messages.logger)
            control.configuration.stats = "1"  # effort is added up over all searches
            for file in self.recipe.files:
                control.read_file(file)
            control.add("base", [], self.facts)
            parts: list[tuple[str, list[Symbol]]] = [("base", [])]
            if self.recipe.parts == "lines":
                parts += [("line", [Function(axis, [Number(n)])]) for axis, n in self.lines]
            in_thread(lambda: control.ground(parts))
            if self.recipe.parts == "steps":
                self._step(control)
        return control

    @property
    def options(self) -> list[str]:
        """Those of clingo, with the values of constants, and so that #heuristic has effect."""
        options = list(self.recipe.options)
        steered = any(part.header.steers for part in self.recipe.encodings())
        if steered and not any(word.startswith("--heuristic") for word in options):
            options.append("--heuristic=Domain")
        return [*options, *constant_options(self.recipe.constants, self.recipe.name)]

    def _step(self, control: Control) -> None:
        """Ground the parts of one step after the other, until there is an answer set.

        There are no more steps than lines: then each step can add one.
        """
        control.add("check", ["t"], "#external query(t).")
        for step in range(len(self.lines) + 1):
            time = Number(step)
            parts = [("step", [time])] * (step > 0) + [("check", [time])]
            in_thread(partial(control.ground, parts))
            if step:
                control.release_external(Function("query", [Number(step - 1)]))
            control.assign_external(Function("query", [time]), True)
            with control.solve(async_=True) as handle:
                while not handle.wait(_POLL):
                    pass
                if handle.get().satisfiable:
                    return

    def require_single_shot(self) -> None:
        """Raise an EncodingError for a program that is grounded in parts."""
        if self.recipe.parts:
            raise EncodingError(self.recipe.name, "this works only on programs without parts")

    def steer(self, control: Control, left: OpenPuzzle) -> None:
        """Ground the recipe's heuristic too; EncodingError if clingo complains."""
        if self.recipe.heuristic is None:
            return
        encoding = load(self.recipe.heuristic, strict=False)
        derived = frozenset[str]().union(*(part.derived for part in self.recipe.encodings()))
        if unknown := sorted(encoding.inputs - derived - FACTS.keys()):
            raise EncodingError(encoding.name, "nothing supplies {names}", names=tuple(unknown))
        text = read_program(encoding.path) + fact_groups(left, encoding.inputs)
        with ClingoMessages(encoding.name):
            control.add("heuristic", [], text)
            in_thread(lambda: control.ground([("heuristic", [])]))
        control.configuration.solver.heuristic = "Domain"  # type: ignore[union-attr] # clingo's own


def _require_parts(recipe: Recipe) -> None:
    for part in recipe.encodings():
        if extra := sorted(part.header.parts.difference(PARTS.get(recipe.parts, ()))):
            known = tuple(
                Message("{name} for {parts}", name=name, parts=" and ".join(some))
                for name, some in PARTS.items()
            )
            raise EncodingError(
                part.name,
                "nothing grounds the program part {part}; ways to ground parts: {known}",
                part=extra[0],
                known=known,
            )
    if recipe.parts and not any(part.header.parts for part in recipe.encodings()):
        raise EncodingError(
            recipe.name,
            "has no #program parts; the way to ground parts, {name}, needs some",
            name=recipe.parts,
        )


def require_options(recipe: Recipe) -> Iterator[Message]:
    """Check a recipe's options and constants; yield remarks on constants that no encoding names.

    EncodingError if clingo does not accept one.
    """
    program = Program(recipe, "")
    if any(re.match("-c|--const", word) for word in recipe.options):
        raise EncodingError(_OPTIONS, "constants are set in another way")
    with ClingoMessages(_OPTIONS) as messages:
        Control(["--project=show", *program.options], messages.logger)
    texts = "".join(map(read_program, recipe.paths))
    for name, _ in recipe.constants:
        if not re.search(rf"(?<![\w']){re.escape(name)}(?![\w'])", texts):
            yield Message(
                "constant {name}: no encoding of {recipe} names it", name=name, recipe=recipe.name
            )


def statistics(control: Control) -> dict[str, int]:
    """The size of a ground program, and what all searches on it have spent.

    Read before the first search, clingo's numbers would stay empty for good.
    """
    found: dict[str, Any] = control.statistics
    program, solver = found["problem"]["lp"], found["problem"]["generator"]
    effort = found["accu"]["solving"]["solvers"]
    return {
        **{name: int(program[name]) for name in ("atoms", "rules", "bodies")},
        "variables": int(solver["vars"]),
        "constraints": sum(int(solver[f"constraints{of}"]) for of in _LENGTHS),
        **{name: int(effort[name]) for name in ("choices", "conflicts", "restarts")},
        "tight": not program["sccs"],
    }


def ground_trial(recipe: Recipe) -> None:
    """Ground a recipe for a small puzzle in two colors, to see whether it can be used.

    A multi-shot program is grounded by the way that has its parts. Errors are those of `Program`.
    """
    have = {part for one in recipe.encodings() for part in one.header.parts}
    way = next((way for way, parts in PARTS.items() if have.intersection(parts)), "")
    puzzle = Puzzle.of(Grid(((1, 0, 1), (2, 2, 0))), (WHITE, BLACK, Color("red", "o", "c00000")))
    Program.of(replace(recipe, parts=way), without_deductions(puzzle)).ground()


def blot_fault(recipe: Recipe) -> Message | None:
    """Why a recipe cannot handle blotted blocks: the first small board that it gets wrong, if any.

    All that a header can say is that some rule reads them. EncodingError if it cannot be used.
    """
    recipe = recipe.with_deductions("none")
    return _blot_fault(recipe, tuple(digest(path) for path in recipe.paths))


@cache
def _blot_fault(recipe: Recipe, digests: tuple[str, ...]) -> Message | None:
    """Solved once for each state of the files."""
    del digests
    for posed, solutions in _blotted_boards():
        try:
            found = _pictures(Program.of(recipe, without_deductions(posed), trusted=True), posed)
        except WrongSolutionError as error:
            return together((Message("cannot handle blotted blocks"), error.message))
        if found != solutions:
            return Message(
                "cannot handle blotted blocks: rows {rows} and columns {columns} have "
                "{expected} solutions, and it finds {found} of them",
                rows=_clue_texts(posed.rows),
                columns=_clue_texts(posed.columns),
                expected=len(solutions),
                found=len(found),
            )
    return None


def _pictures(program: Program, puzzle: Puzzle) -> set[Grid]:
    """The checked pictures of all answer sets."""
    control = program.ground()
    control.configuration.solve.models = 0  # type: ignore[union-attr] # clingo's own
    with control.solve(yield_=True) as handle:
        return {picture(puzzle, one.symbols(shown=True), program.recipe.name) for one in handle}


_BLOTTED = (
    ("? ?|?", "?|?|2"),
    ("1 ?|?", "?|1|?"),
    ("?|? 1", "?|?|1|?"),
    ("3|? ?", "?|2|?|?"),
    ("? 1|2 ?", "?|0|? |2"),
    ("?|0|?|?", "1 ?"),
    ("?", "1|1|1|1|1"),
    ("? ?", "1|1|1|0|1"),
    ("? ? ?", "1|0|?|0|1|1"),
    ("?|?|0|?", "? 1"),
)
"""Rows and columns of small boards in one color, which every encoding can read."""


@cache
def _blotted_boards() -> list[tuple[Puzzle, set[Grid]]]:
    """The boards, each with all its solutions: several, one or none."""
    boards = []
    for rows, columns in _BLOTTED:
        posed = Puzzle(_clues(rows), _clues(columns), (WHITE, BLACK))
        lines = list(product((0, 1), repeat=posed.width))
        every = map(Grid, product(lines, repeat=posed.height))
        boards.append((posed, {one for one in every if satisfies(one, posed)}))
    return boards


def _clues(text: str) -> tuple[Clue, ...]:
    numbers = (clue.replace("0", "").split() for clue in text.split("|"))
    return tuple(tuple(Block(None if n == "?" else int(n)) for n in clue) for clue in numbers)


def _clue_texts(clues: Iterable[Clue]) -> tuple[str, ...]:
    texts = (" ".join(str(block.length or "?") for block in clue) for clue in clues)
    return tuple(text or "0" for text in texts)


def picture(
    puzzle: Puzzle,
    atoms: Iterable[Symbol],
    source: str = "the encoding",
    decided: Mapping[tuple[int, int], int] | None = None,
) -> Grid:
    """The checked picture of the `fill/3` atoms of an answer set, found by `source`.

    Cells without an atom have the color in `decided`, by (column, row), 1-based, or background.

    Raises:
        WrongSolutionError: If it is not a solution of the puzzle: the encoding is wrong.
    """
    rows = [[0] * puzzle.width for _ in range(puzzle.height)]
    for (x, y), color in (decided or {}).items():
        rows[y - 1][x - 1] = color
    for text in map(str, atoms):
        cell = _CELL.fullmatch(text)
        if cell is None:
            if text.startswith("fill("):
                raise WrongSolutionError(
                    "{encoding}: {atom} is not a cell; expected fill(column, row, color)",
                    encoding=source,
                    atom=text,
                )
            continue
        x, y, color = map(int, cell.groups())
        if not (1 <= x <= puzzle.width and 1 <= y <= puzzle.height):
            raise WrongSolutionError(
                "{encoding}: {atom} lies outside {size} cells",
                encoding=source,
                atom=text,
                size=f"{puzzle.width}x{puzzle.height}",
            )
        if not 1 <= color < len(puzzle.colors) or rows[y - 1][x - 1] not in (0, color):
            raise WrongSolutionError(
                "{encoding}: {atom} gives a cell a second or an unknown color",
                encoding=source,
                atom=text,
            )
        rows[y - 1][x - 1] = color
    grid = Grid.from_rows(rows)
    _require_solution(grid, puzzle, source)
    return grid


def _require_solution(grid: Grid, puzzle: Puzzle, source: str) -> None:
    """Check a picture that an encoding gave."""
    if wrong := mismatch(grid, puzzle):
        drawn = "|".join(grid.to_text(puzzle.chars))
        known: dict[str, Value] = {"encoding": source, "reason": wrong, "picture": drawn}
        if len(drawn) > _SHOWN:
            raise WrongSolutionError("{encoding} gave a wrong picture: {reason}", **known)
        raise WrongSolutionError(
            "{encoding} gave a wrong picture: {reason} in |{picture}|", **known
        )
