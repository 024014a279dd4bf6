"""What unit propagation finds: compared with clasp's own, and with the complete line solver."""

from collections import Counter
from dataclasses import astuple
from itertools import product
from pathlib import Path
from random import Random

import pytest
from clingo import Control
from hypothesis import given, settings, strategies as st

from asp_nono import read
from asp_nono.asp.encodings import folder
from asp_nono.asp.recipes import recipe
from asp_nono.aspcount.ground import ground, program_of
from asp_nono.aspcount.propagation import Propagation
from asp_nono.clue import Block, Clue, clue_of
from asp_nono.lab import line_programs, strength as measuring
from asp_nono.lab.sides import side_by_side
from asp_nono.lab.strength import Example, LineKind, StrengthResult, strength
from asp_nono.line.patterns import all_clues
from asp_nono.line.solver import solve
from tests.cases import clue
from tests.cli.run import call, refused
from tests.conftest import NIGHTLY, ROOT
from tools import strength_table
from tools.blocks import filled


def _of_clasp(program: str, files: list[str], names: list[str], known: str, *options: str) -> str:
    """A character for each atom; nothing after a conflict."""
    control = Control(["1", *options], logger=lambda *_: None)
    for file in files:
        control.load(file)
    control.add("base", [], program)
    control.ground([("base", [])])
    given = {name: sign == "#" for name, sign in zip(names, known, strict=True) if sign != "?"}
    seen = line_programs.Fixpoint(names, given).of(control)
    return "".join("?" if one is None else ".#"[one] for one in seen)


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
        line = line_programs.LineProgram(chosen, blocks, cells)
        values = [one for (one,) in line.values]
        facts = line_programs._facts(chosen, blocks, line.patterns[0])  # noqa: SLF001 - the same
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
    fillings, chosen = line_programs.Fillings(cells, colors), recipe(name)
    clues = [one for one in all_clues(cells, colors + 1) if not one or one[0].color == 1]
    lines = (measuring.MeasuredLine(chosen, one, fillings) for one in clues)
    return [one for line in lines for one in line.examples]


COMPLETE = ("textbook-regular", "order-support")


@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize(
    ("colors", "lengths"),
    [
        (1, range(1, 7)),
        (2, range(1, 4)),
        pytest.param(1, range(7, 12), marks=NIGHTLY),
        pytest.param(2, range(4, 6), marks=pytest.mark.slow),
        pytest.param(2, range(6, 8), marks=NIGHTLY),
    ],
)
def test_complete(colors: int, lengths: range, name: str) -> None:
    """Propagation finds all that line solving finds, on all short lines."""
    assert not [one for cells in lengths for one in _missed(name, cells, colors)]


def test_what_is_missed_in_two_colors() -> None:
    """`order` misses a line of one cell less than any that it misses in one color."""
    assert Example(clue("1"), ".ab .ab", ".a .a", ".ab .ab", 2) in _missed("order", 2, 2)


@st.composite
def _known_lines(draw: st.DrawFn, blots: bool) -> tuple[Clue, list[int], int]:
    """A clue in up to three colors; what its cells may be, not all of it possible."""
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
    return (blotted if blots and draw(st.booleans()) else blocks), allowed, len(cells)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPLETE)
@given(st.data())
@settings(max_examples=40)
def test_complete_on_any_line(name: str, data: st.DataObject) -> None:
    """The same on longer lines in up to three colors; `regular` reads blotted lengths, too."""
    blocks, allowed, cells = data.draw(_known_lines(blots=name == "textbook-regular"))
    colors = len(allowed) - 1
    line = line_programs.LineProgram(recipe(name), blocks, cells, colors)
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


def _probed(line: line_programs.LineProgram, known: str) -> str:
    """What failed literals find in one filling, tried one by one; nothing for a contradiction."""
    values = [one for (one,) in line.values]
    known = _ours(line.propagation, values, known)
    for place, (tried, other) in product(range(len(known)), ((".", "#"), ("#", "."))):
        left, right = known[:place], known[place + 1 :]
        if known[place] == "?" and not _ours(line.propagation, values, left + tried + right):
            return _probed(line, left + other + right)
    return known


def _solved(blocks: Clue, known: str) -> str:
    """What line solving finds in a filling; nothing for a contradiction."""
    allowed = [sum(1 << n for n, one in enumerate(known) if one != sign) for sign in "#."]
    left = solve(blocks, len(known), allowed)
    if left is None:
        return ""
    signs = ((left[0] >> n & 1, left[1] >> n & 1) for n in range(len(known)))
    return "".join("?" if empty and full else ".#"[full] for empty, full in signs)


@pytest.mark.parametrize(
    ("name", "cells"),
    [("classic", 4), ("textbook-table", 4), pytest.param("starts", 5, marks=pytest.mark.slow)],
)
def test_failed_literals_one_by_one(name: str, cells: int) -> None:
    """The measurement, which looks up other fillings, finds the same as trials in each filling."""
    fillings, chosen = line_programs.Fillings(cells), recipe(name)
    for blocks in all_clues(cells, 2):
        line, tally = line_programs.LineProgram(chosen, blocks, cells), [0, 0]
        for signs in product("?.#", repeat=cells):
            known = "".join(signs)
            due = _solved(blocks, known)
            if due != known:
                tally[not due] += _probed(line, known) == due
        measured = measuring.MeasuredLine(chosen, blocks, fillings)
        assert list(measured.counts[-2:]) == tally, blocks


@pytest.mark.slow
@pytest.mark.parametrize("names", [("starts", "states"), ("classic", "textbook-table")])
def test_side_by_side_one_by_one(names: tuple[str, str]) -> None:
    """Who finds all is counted filling by filling."""
    *_, found = side_by_side(recipe(names[0]), recipe(names[1]), 4, LineKind())
    for cells, measured in enumerate(found.lengths, 1):
        tally = {True: Counter[tuple[bool, ...]](), False: Counter[tuple[bool, ...]]()}
        for blocks in all_clues(cells, 2):
            lines = [line_programs.LineProgram(recipe(name), blocks, cells) for name in names]
            for known in map("".join, product("?.#", repeat=cells)):
                if (due := _solved(blocks, known)) != known:
                    values = [[one for (one,) in line.values] for line in lines]
                    seen = [
                        _ours(line.propagation, some, known) == due
                        for line, some in zip(lines, values, strict=True)
                    ]
                    tally[bool(due)][tuple(seen)] += 1
        for kind, numbers in ((True, measured.deductions), (False, measured.contradictions)):
            order = [(True, True), (True, False), (False, True), (False, False)]
            assert [tally[kind][one] for one in order] == list(astuple(numbers))
    for one in found.only:
        assert one.example.known == one.example.found or one.example.line
    assert [one.finder for one in found.only] == ([0, 1] if "states" in names else [1])


AUTOMATON = """
textbook-automaton, rule by rule (ground rules; those about columns are left out):
  known      nothing but the clue
  derived    accept(row(1))
               the body must not hold: :- not accept(row(1)).
  undecided  letter(row(1),2,1) :- fill(2,1,1).
             letter(row(1),2,0) :- not fill(2,1,1).
             state(row(1),2,(1,1)) :- letter(row(1),2,1), state(row(1),1,(1,0)).
             state(row(1),2,(1,2)) :- letter(row(1),2,1), state(row(1),1,(1,1)).
             state(row(1),2,(1,0)) :- letter(row(1),2,0), state(row(1),1,(1,0)).
             state(row(1),1,(1,0)) :- letter(row(1),1,0).
             state(row(1),3,(1,2)) :- letter(row(1),3,1), state(row(1),2,(1,1)).
             state(row(1),1,(1,1)) :- letter(row(1),1,1).
             state(row(1),3,(2,0)) :- letter(row(1),3,0), state(row(1),2,(1,2)).
             state(row(1),3,(1,1)) :- letter(row(1),3,1), state(row(1),2,(1,0)).
             state(row(1),3,(1,0)) :- letter(row(1),3,0), state(row(1),2,(1,0)).
             letter(row(1),1,0) :- not fill(1,1,1).
             and 5 more rules
  missed     fill(2,1,1); with its opposite, propagation ends in a conflict
"""


def test_trace_drawn() -> None:
    """The automaton says nothing of a cell in the middle that all arrangements fill."""
    *_, found = strength(recipe("textbook-automaton"), 3)
    assert found.trace
    assert list(found.trace.text("textbook-automaton")) == AUTOMATON.strip("\n").split("\n")


@pytest.mark.parametrize("name", ["order", "states", "textbook-runs", "order-totals", "classic"])
def test_steps_are_all_that_propagation_finds(name: str) -> None:
    """In random fillings the steps of a trace are the literals that hold, each found once."""
    chance = Random(name)  # noqa: S311 - no secret
    for _ in range(6):
        line = line_programs.LineProgram(recipe(name), chance.choice(all_clues(5, 2)), 5)
        picture = chance.choice(line.patterns)
        known = zip(line.values, picture, strict=True)
        given = [value if one else -value for (value,), one in known if chance.random() < 0.4]
        holds, conflict = line.propagation.run([(one, 1) for one in given], 1)
        steps = [step.literal for step in line.propagation.steps(given)]
        variables = range(1, len(holds) // 2 + 1)
        assert not conflict
        assert sorted(steps) == sorted(v for n in variables for v in (n, -n) if holds[v])


def test_blotted_lines() -> None:
    """`textbook/regular` is complete on them; `starts` is not; others cannot read them."""
    *_, found = strength(recipe("textbook-regular"), 5, LineKind(blotted=True))
    assert found.share == 1
    assert [one.clues for one in found.lengths] == [1, 1, 4, 6, 15]
    *_, found = strength(recipe("starts"), 3, LineKind(blotted=True))
    assert Example((Block(None, 1),), ".?", ".#", ".?") in found.examples
    assert "cannot handle blotted" in refused("encodings", "strength", "--blotted", "classic")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["textbook-difference", "textbook-clingcon"])
def test_theories(name: str) -> None:
    """Their own propagation is measured; no rules, so no trace."""
    *_, found = strength(recipe(name), 3)
    assert [one.refuted for one in found.lengths] == [2, 12, NUMBERS[name][0]]
    assert [one.found for one in found.lengths] == [2, 10, NUMBERS[name][1]]
    assert found.trace is None


NUMBERS = {"textbook-difference": (74, 33), "textbook-clingcon": (78, 44)}
"""Of lines of three cells: the contradictions and the deductions that are found."""


def test_command() -> None:
    """The table by length and the lines; JSON has the same; a limit keeps what is known."""
    file = folder() / "textbook" / "table.lp"
    text = call("encodings", "strength", file, "--longest", 4).out
    assert "  missed     fill(2,1,1); with its opposite, propagation ends in a conflict\n" in text
    assert "\n    4      8       648" in text
    assert "clue 2\n  known         ???\n  line solving  ?#?\n  propagation   ???\n" in text
    (value,) = call("encodings", "strength", "--json", file, "--longest", 4).objects
    assert value["recipe"] == str(file)
    assert value["lengths"][3]["found"] == 172
    assert value["examples"][0] == {"clue": [2], "known": "???", "line": "?#?", "found": "???"}
    (value,) = call("encodings", "strength", "--json", file, "--colors", 2, "--longest", 1).objects
    assert (value["colors"], value["share"], value["examples"]) == (2, 1, [])
    own = ("--recipes", file.parent, "table", "--longest", 2)
    assert call("encodings", "strength", *own).out.startswith("table: all lines of 1 to 2 cells")
    ran = call("encodings", "strength", file, "--time-limit", 0.001)
    assert (ran.status, ran.out) == (3, "stopped at lines of 1 cells: time limit of 0.001 s\n")


def test_two_encodings() -> None:
    """Tables, the lines where one finds more, and a trace; JSON has the same; faults are named."""
    short = ("starts", "states", "--longest", 4)
    text = call("encodings", "strength", *short).out
    assert text.startswith("A: starts\nB: states\nAll lines of 1 to 4 cells, ")
    assert "\n  all   229       3       1        8\n" in text
    assert "They differ on 2 of 18 lines: 2 on 4 cells, 1 1 on 4 cells\n" in text
    assert "A line on which states finds all that follows, and starts does not:\n" in text
    assert "\nstarts, rule by rule" in text
    (value,) = call("encodings", "strength", "--json", *short).objects
    assert [one["recipe"] for one in value["sides"]] == ["starts", "states"]
    assert value["lengths"][3]["deductions"] == {"both": 174, "first": 3, "second": 1, "neither": 7}
    assert [one["found_by"] for one in value["only"]] == ["starts", "states"]
    assert value["only"][1]["trace"]["wanted"] == "not fill(1,1,1)"
    same = call("encodings", "strength", "starts", "switched", "--longest", 3).out
    assert "They find the same on all these lines.\n" in same
    assert "\nstarts, rule by rule" in same
    ran = call("encodings", "strength", *short, "--time-limit", 0.001)
    assert (ran.status, ran.out) == (3, "stopped at lines of 1 cells: time limit of 0.001 s\n")
    assert "one encoding or two" in refused("encodings", "strength", "order", "starts", "states")
    assert "unknown recipe 'start'" in refused("encodings", "strength", "starts", "start")
    assert "no.lp: cannot be read" in refused("encodings", "strength", "order", "no.lp")


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("blotted blocks", "states"),
        pytest.param("one color", "textbook-automaton", marks=NIGHTLY),
        pytest.param("two colors", "order", marks=pytest.mark.slow),
        pytest.param("theories, two colors", "textbook-clingcon", marks=NIGHTLY),
    ],
)
def test_atlas_is_current(table: str, name: str) -> None:
    """Rows of docs/strength.md, measured again."""
    part = strength_table.parts()[table]
    _, _, row = strength_table.block(part._replace(names=(name,))).splitlines()
    assert row in strength_table.PAGE.read_text(encoding="utf-8").splitlines()


def test_study_is_current() -> None:
    """Tables and figure of the study are those of its raw data; one of its rows is run again."""
    runs = strength_table.data()
    page = strength_table.STUDY.read_text(encoding="utf-8")
    assert filled(page, strength_table.conclusions(runs)) == page
    drawing = strength_table.figure(runs)
    assert all(f">{run.recipe}<" in drawing for run in runs)
    (run,) = [r for r in runs if (r.puzzle, r.recipe) == ("pictures/heart.xml", "starts")]
    (heart,) = read(ROOT / "instances" / run.puzzle)
    again = strength_table.measured_run(recipe("starts"), heart, run.puzzle)
    assert again._replace(seconds=run.seconds) == run


def test_trace_of_the_page() -> None:
    """docs/strength.md shows what the command prints."""
    text = call("encodings", "strength", "--longest", 4, "states", "starts").out
    page = strength_table.PAGE.read_text(encoding="utf-8")
    shown = page[page.index("A line on which states finds") :].partition("\n```\n")[0]
    assert shown in text
