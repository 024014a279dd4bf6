"""A puzzle for other solvers: of constraints (XCSP3, MiniZinc), of SAT (DIMACS), of ASP (aspif).

For constraint solvers each clue is a deterministic automaton that reads its line. The other two are
ground programs of a recipe: aspif as clingo makes it, DIMACS as its formula (`completion`).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from asp_nono.asp.recipes import Recipe
from asp_nono.aspcount.completion import formula_of
from asp_nono.aspcount.ground import GroundRule, GroundRules, ground, puzzle_program
from asp_nono.line.automaton import START, automaton
from asp_nono.puzzle import Puzzle


def export(puzzle: Puzzle, form: str, recipe: Recipe) -> str:
    """A puzzle as xcsp3, minizinc, dimacs or aspif; EncodingError if the recipe has no formula."""
    if form == "xcsp3":
        return "\n".join(_xcsp3(puzzle)) + "\n"
    if form == "minizinc":
        model = Path(__file__).with_name("nonogram.mzn").read_text(encoding="utf-8")
        return model + "\n".join(_minizinc(puzzle)) + "\n"
    program, _ = ground(puzzle_program(puzzle, recipe=recipe))
    return "\n".join(_dimacs(program) if form == "dimacs" else _aspif(program)) + "\n"


def _allowed(puzzle: Puzzle) -> Iterator[tuple[int, int, list[int]]]:
    """Row and column, from 0, and the colors of the cells that are given in part or whole."""
    every = (1 << len(puzzle.colors)) - 1
    for y, row in enumerate(puzzle.given.rows if puzzle.given else ()):
        for x, cell in enumerate(row):
            if cell != every:
                yield y, x, [color for color in range(len(puzzle.colors)) if cell >> color & 1]


def _xcsp3(puzzle: Puzzle) -> Iterator[str]:
    yield '<instance format="XCSP3" type="CSP">'
    yield "  <variables>"
    size = f"[{puzzle.height}][{puzzle.width}]"
    yield f'    <array id="x" size="{size}"> 0..{len(puzzle.colors) - 1} </array>'
    yield "  </variables>"
    yield "  <constraints>"
    for line, clue, _ in puzzle.lines():
        index = f"[{line.number - 1}]"
        machine = automaton(clue)
        steps = (
            f"(q{state},{color},q{there})"
            for state, following in enumerate(machine.arcs)
            for color, there in sorted(following.items())
        )
        yield "    <regular>"
        yield f"      <list> x{f'{index}[]' if line.axis == 'row' else f'[]{index}'} </list>"
        yield f"      <transitions> {''.join(steps)} </transitions>"
        yield f"      <start> q{START} </start>"
        final = " ".join(f"q{state}" for state in sorted(machine.accepting))
        yield f"      <final> {final} </final>"
        yield "    </regular>"
    for y, x, colors in _allowed(puzzle):
        supports = " ".join(map(str, colors))
        lists = f"<list> x[{y}][{x}] </list> <supports> {supports} </supports>"
        yield f"    <extension> {lists} </extension>"
    yield "  </constraints>"
    yield "</instance>"


def _minizinc(puzzle: Puzzle) -> Iterator[str]:
    """The data of `nonogram.mzn`, where colors and states count from 1 and 0 is no state."""
    made = [automaton(clue) for _, clue, _ in puzzle.lines()]
    colors = range(len(puzzle.colors))
    yield f"width = {puzzle.width};\nheight = {puzzle.height};\ncolors = {len(colors)};"
    yield f"states = {[len(machine.arcs) for machine in made]};"
    rows = [
        ",".join(str(following.get(color, -1) + 1) for color in colors)
        for machine in made
        for following in machine.arcs
    ]
    yield f"next = [|{'|'.join(rows)}|];"
    ends = (",".join(str(state + 1) for state in sorted(one.accepting)) for one in made)
    yield f"final = [{', '.join('{' + some + '}' for some in ends)}];"
    for y, x, allowed in _allowed(puzzle):
        yield f"constraint cell[{y + 1},{x + 1}] in {{{','.join(str(k + 1) for k in allowed)}}};"


def _dimacs(program: GroundRules) -> Iterator[str]:
    """Projected as in the Model Counting Competition; comments name what the variables say."""
    cnf = formula_of(program)
    yield f"p cnf {cnf.variables} {len(cnf.clauses)}"
    yield "c t pmc"
    yield " ".join(["c p show", *map(str, cnf.shown), "0"])
    if program.projected is None:
        yield from (
            f"c {part or 'always'} {symbol}"
            for symbol, part in zip(program.shown, cnf.parts, strict=True)
            if part is not None
        )
    yield from (" ".join(map(str, (*clause, 0))) for clause in cnf.clauses)


def _aspif(program: GroundRules) -> Iterator[str]:
    yield "asp 1 0 0"
    yield from map(_rule, program.rules)
    if program.projected is not None:
        yield f"3 {_counted(program.projected)}"
    for symbol, conditions in program.shown.items():
        for condition in conditions:
            yield f"4 {len(symbol.encode())} {symbol} {_counted(condition)}"
    yield "0"


def _rule(rule: GroundRule) -> str:
    head = f"1 {int(rule.choice)} {_counted(rule.head)}"
    if rule.conjunction:
        return f"{head} 0 {_counted([literal for literal, _ in rule.body])}"
    body = " ".join(f"{literal} {weight}" for literal, weight in rule.body)
    return f"{head} 1 {rule.bound} {len(rule.body)} {body}"


def _counted(numbers: Sequence[int]) -> str:
    return " ".join(map(str, (len(numbers), *numbers)))
