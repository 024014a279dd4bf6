"""What unit propagation finds: compared with clasp's own, and with the complete line solver."""

from itertools import product
from pathlib import Path
from random import Random

import pytest
from clingo import Control, PropagateControl, PropagateInit, PropagatorCheckMode, parse_term
from hypothesis import given, settings, strategies as st

from asp_nono.asp.encodings import folder
from asp_nono.asp.recipes import recipe
from asp_nono.aspcount.ground import ground, program_of
from asp_nono.aspcount.propagation import Propagation
from asp_nono.clue import Block, Clue, clue_of
from asp_nono.lab import strength as measuring
from asp_nono.lab.strength import Example, StrengthResult, strength
from asp_nono.line.patterns import all_clues
from asp_nono.line.solver import solve
from tests.cases import clue
from tests.cli.run import call, refused
from tests.conftest import NIGHTLY


class _Clasp:
    """Reads off clasp's propagation: what holds when the assumptions have been propagated."""

    def __init__(self, names: list[str], known: str) -> None:
        self._names, self._known = names, known
        self._literals: list[int | None] = []
        self.seen = ""  # a character for each atom; empty after a conflict

    def init(self, init: PropagateInit) -> None:
        init.check_mode = PropagatorCheckMode.Fixpoint
        atoms = [init.symbolic_atoms[parse_term(name)] for name in self._names]
        self._literals = [init.solver_literal(atom.literal) if atom else None for atom in atoms]

    def check(self, control: PropagateControl) -> None:
        values = [None if one is None else control.assignment.value(one) for one in self._literals]
        seen = "".join(
            "." if one is None else "?" if value is None else ".#"[value]
            for one, value in zip(self._literals, values, strict=True)
        )
        if not self.seen and all(k in (s, "?") for s, k in zip(seen, self._known, strict=True)):
            self.seen = seen


def _of_clasp(program: str, files: list[str], names: list[str], known: str, *options: str) -> str:
    control, reader = Control(["1", *options], logger=lambda *_: None), _Clasp(names, known)
    for file in files:
        control.load(file)
    control.add("base", [], program)
    control.ground([("base", [])])
    control.register_propagator(reader)  # type: ignore[arg-type] # not all methods are needed
    terms = [parse_term(name) for name in names]
    given = [(atom, sign == "#") for atom, sign in zip(terms, known, strict=True) if sign != "?"]
    control.solve(assumptions=given)
    return reader.seen


def _ours(propagation: Propagation, values: list[int], known: str) -> str:
    given = [
        ((1 if sign == "#" else -1) * value, 1)
        for value, sign in zip(values, known, strict=True)
        if sign != "?"
    ]
    holds, conflicts = propagation.run(given, 1)
    if conflicts:
        return ""
    return "".join("#" if holds[one] else "." if holds[-one] else "?" for one in values)


@pytest.mark.parametrize(
    "name", ["textbook-starts", "textbook-runs", "textbook-table", "order", "states", "classic"]
)
def test_propagation_is_that_of_clasp(name: str) -> None:
    """On random fillings, with and without clasp's preprocessing."""
    chance, chosen, cells = Random(name), recipe(name), 5  # noqa: S311 - no secret
    for _ in range(8):
        blocks = chance.choice(all_clues(cells, 2))
        known = "".join(chance.choice("???.#") for _ in range(cells))
        line = measuring.LineProgram(chosen, blocks, cells)
        values = [one for (one,) in line.values]
        facts = measuring._facts(chosen, blocks, line.patterns[0])  # noqa: SLF001 - the same
        names = [f"fill({place},1,1)" for place in range(1, cells + 1)]
        files = [str(file) for file in chosen.files]
        for option in ("--eq=0", "--eq=3"):
            theirs = _of_clasp(facts, files, names, known, option)
            assert _ours(line.propagation, values, known) == theirs, (blocks, known, option)


_LITERALS = st.builds("{}{}".format, st.sampled_from(["", "not "]), st.sampled_from("abcdef"))
_BODIES = st.lists(_LITERALS, min_size=1, max_size=3).map("; ".join)
_WEIGHTS = st.lists(
    st.tuples(st.integers(1, 3), _LITERALS), min_size=1, max_size=4, unique_by=lambda one: one[1]
)
_TERMS = _WEIGHTS.map(
    lambda some: "; ".join(f"{weight},{n}: {one}" for n, (weight, one) in enumerate(some))
)
_SUMS = st.builds("#sum {{ {} }} >= {}".format, _TERMS, st.integers(1, 6))
_RULES = st.one_of(
    st.builds(":- {}.".format, _BODIES),
    st.builds(
        "{} :- {}.".format, st.sampled_from(["g", "h", "g | h", "{ g }"]), st.one_of(_BODIES, _SUMS)
    ),
    st.builds(":- {}, {}.".format, _LITERALS, _SUMS),
    st.builds("{} :- {}, not g.".format, st.sampled_from(["i", "{ i }"]), _SUMS),
)


def _body(rule: str) -> str:
    return rule.partition(":-")[2].replace(", not g.", ".")


_PROGRAMS = st.lists(_RULES, max_size=7, unique_by=_body).map("\n".join)


@given(_PROGRAMS, st.text("???.#", min_size=9, max_size=9))
@settings(max_examples=60, deadline=None)
def test_propagation_of_random_programs(rules: str, known: str) -> None:
    """Choices, disjunctions, negation and weighted sums, as clasp has them.

    It is told to keep small sums; otherwise it breaks some into rules, which say less where a
    literal stands in a sum with its opposite. No two rules have the same body: clasp drops a
    disjunction where one of its atoms follows from the body alone.
    """
    text = f"{{ a; b; c; d; e; f }}. #defined g/0. #defined h/0. #defined i/0. {rules}"
    program, _ = ground(program_of(text))
    propagation = Propagation(program)
    names = [*"abcdefghi"]
    values = [propagation.any_of(program.shown.get(one, ())) for one in names]
    theirs = _of_clasp(text, [], names, known, "--eq=0", "--trans-ext=no")
    ours = _ours(propagation, values, known)
    assert propagation.tight
    assert ours == theirs


def test_numbers_are_those_of_the_line_solver() -> None:
    """Deductions and contradictions are counted one by one with the complete line solver."""
    *_, found = strength(recipe("order"), 5)
    for length in found.lengths:
        cells, tally = length.cells, [0, 0, 0]
        for blocks, known in product(all_clues(cells, 2), product("?.#", repeat=cells)):
            allowed = [sum(1 << n for n, one in enumerate(known) if one != sign) for sign in "#."]
            left = solve(blocks, cells, allowed)
            tally[0] += left is not None and left != allowed
            tally[1] += left is None
            tally[2] += sum(map(int.bit_count, allowed)) - sum(map(int.bit_count, left or allowed))
        assert [length.deductions, length.contradictions, length.following] == tally
        assert length.clues == len(all_clues(cells, 2))
        assert length.fillings == length.clues * 3**cells
    assert [length.found for length in found.lengths] == [2, 10, 44, 185, 740]
    assert all(length.refuted == length.contradictions for length in found.lengths)


DRAWN = """
textbook-starts   2     ???     ?#?
textbook-starts   2     ?#?#?   -
order             1 1   ??#??   ?.#.?
textbook-order    1 1   ??##??  -
"""


@pytest.mark.parametrize("row", DRAWN.strip().splitlines())
def test_smallest_failures(row: str) -> None:
    """Those that a person can check; propagation finds nothing there."""
    name, *numbers, known, line = row.split()
    *_, found = strength(recipe(name), len(known))
    blocks = clue(" ".join(numbers))
    assert Example(blocks, known, line.strip("-"), known) in found.examples


def _missed(name: str, cells: int, colors: int) -> list[Example]:
    """Lines where a recipe finds less, with clues that begin with the first color, if any.

    No rule tells colors apart, so the others are the same under other names.
    """
    fillings, chosen = measuring.Fillings(cells, colors), recipe(name)
    clues = [one for one in all_clues(cells, colors + 1) if not one or one[0].color == 1]
    programs = (measuring.LineProgram(chosen, one, cells, colors) for one in clues)
    return [one for line in programs for one in measuring._measured(line, fillings)[1]]  # noqa: SLF001


@pytest.mark.parametrize(
    ("colors", "lengths"),
    [
        (1, range(1, 7)),
        (2, range(1, 4)),
        pytest.param(1, range(7, 12), marks=NIGHTLY),
        pytest.param(2, range(4, 8), marks=pytest.mark.slow),
    ],
)
def test_regular_is_complete(colors: int, lengths: range) -> None:
    """Propagation on `textbook/regular` finds all that line solving finds, on all short lines."""
    assert not [one for cells in lengths for one in _missed("textbook-regular", cells, colors)]


def test_what_is_missed_in_two_colors() -> None:
    """`order` misses a line of one cell less than any that it misses in one color."""
    assert Example(clue("1"), ".ab .ab", ".a .a", ".ab .ab", 2) in _missed("order", 2, 2)


@st.composite
def _known_lines(draw: st.DrawFn) -> tuple[Clue, list[int], int]:
    """A clue in up to three colors, with blots; what its cells may be, not all of it possible."""
    colors = draw(st.integers(2, 4))
    cells = draw(st.lists(st.integers(0, colors - 1), min_size=1, max_size=11))
    blocks = clue_of(tuple(cells))
    blotted = tuple(Block(None, one.color) if draw(st.booleans()) else one for one in blocks)
    allowed = [(1 << len(cells)) - 1] * colors
    for place, color in enumerate(cells):
        for other in range(1, colors):
            known = draw(st.sampled_from(("nothing", "nothing", "true", "wrong")))
            if known != "nothing" and (other == color) == (known == "wrong"):
                allowed[other] &= ~(1 << place)
    return (blotted if draw(st.booleans()) else blocks), allowed, len(cells)


@pytest.mark.slow
@given(_known_lines())
@settings(max_examples=40)
def test_regular_is_complete_on_any_line(case: tuple[Clue, list[int], int]) -> None:
    """The same on longer lines in up to three colors, where some lengths are blotted."""
    blocks, allowed, cells = case
    colors = len(allowed) - 1
    line = measuring.LineProgram(recipe("textbook-regular"), blocks, cells, colors)
    literals = [(place, color) for place in range(cells) for color in range(1, colors + 1)]
    excluded = [one for one in literals if not allowed[one[1]] >> one[0] & 1]
    given = [(-line.values[place][color - 1], 1) for place, color in excluded]
    holds, conflict = line.propagation.run(given, 1)
    left = solve(blocks, cells, allowed)
    assert bool(conflict) == (left is None)
    for place, color in literals if left else ():
        may = [one for one, places in enumerate(left or ()) if places >> place & 1]
        value = line.values[place][color - 1]
        assert (holds[-value], holds[value]) == (color not in may, may == [color])


def test_snapshots_grow() -> None:
    """There is one for each length, with the sums of all before."""
    found = list(strength(recipe("starts"), 4))
    assert [len(one.lengths) for one in found] == [1, 2, 3, 4]
    assert found[-1].whole.deductions == 2 + 10 + 44 + 185
    assert found[0].share == 1 > found[-1].share
    assert StrengthResult(name="none").share == 0


STRONG = """\
{ fill(X,Y,1) } :- possible(X,Y,1).
:- fill(X,Y,1), block(row(Y),_,_,_), X < 0.
#show fill/3.
"""


def test_programs_that_are_no_encoding(tmp_path: Path) -> None:
    """The answers have to be the arrangements; the message names the first line where not."""
    file = tmp_path / "loose.lp"
    file.write_text(STRONG)
    text = refused("encodings", "strength", file)
    assert "on a line of 1 with the clue 0: the answers are not the arrangements" in text


def test_command() -> None:
    """The table by length and the lines; JSON has the same; a limit keeps what is known."""
    file = folder() / "textbook" / "table.lp"
    text = call("encodings", "strength", file, "--longest", 4).out
    assert "\n    4      8       648" in text
    assert "clue 2\n  known         ???\n  line solving  ?#?\n  propagation   ???\n" in text
    (value,) = call("encodings", "strength", "--json", file, "--longest", 4).objects
    assert value["recipe"] == str(file)
    assert value["lengths"][3]["found"] == 172
    assert value["examples"][0] == {"clue": [2], "known": "???", "line": "?#?", "found": "???"}
    (value,) = call("encodings", "strength", "--json", file, "--colors", 2, "--longest", 1).objects
    assert (value["colors"], value["share"], value["examples"]) == (2, 1, [])
    own = ("--recipes", file.parent, "--recipe", "table", "--longest", 2)
    assert call("encodings", "strength", *own).out.startswith("table: all lines of 1 to 2 cells")
    ran = call("encodings", "strength", file, "--time-limit", 0.001)
    assert (ran.status, ran.out) == (3, "stopped at lines of 1 cells: time limit of 0.001 s\n")
    assert "--recipe, not both" in refused("encodings", "strength")
