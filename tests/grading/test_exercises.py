"""Exercises beyond nonograms: references are right, slips are found with the smallest instance."""

import re
from base64 import b64decode
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import pytest

from asp_nono.grading.child import inspect
from asp_nono.grading.counterexample import InstanceExample
from asp_nono.grading.exercise import FolderExercise, drawing
from asp_nono.grading.exercise_folder import read_exercise
from asp_nono.grading.instances import answers
from asp_nono.grading.report import GradeResult, as_text
from asp_nono.grading.rubric import CONSTRUCTS
from asp_nono.messages import PuzzleError
from tests.cli.run import run
from tests.conftest import ROOT
from tests.grading.programs import filed, graded_file

EXERCISES = ROOT / "docs" / "exercises"


@cache
def shipped(name: str) -> FolderExercise:
    """One of our exercises."""
    return read_exercise(EXERCISES / name, 512)


def graded(name: str, text: str, folder: Path) -> GradeResult:
    """The grade of a text for one of our exercises."""
    file = filed(folder, {"student.lp": text}) / "student.lp"
    return graded_file(file, shipped(name))


def slipped(name: str, old: str, new: str, folder: Path) -> GradeResult:
    """The grade of a reference of ours with a slip."""
    text = (EXERCISES / name / "reference.lp").read_text(encoding="utf-8")
    assert old in text
    return graded(name, text.replace(old, new), folder)


def verdict(found: GradeResult) -> tuple[str, float, bool]:
    """The outcome, the points, and whether it passes."""
    return found.outcome, found.score.points, found.score.passed


def example(found: GradeResult) -> InstanceExample:
    """The instance that shows the mistake."""
    assert isinstance(found.counterexample, InstanceExample)
    return found.counterexample


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(one.name for one in EXERCISES.iterdir()))
def test_references_are_right(name: str, tmp_path: Path) -> None:
    """Each has all points, on every instance."""
    text = (EXERCISES / name / "reference.lp").read_text(encoding="utf-8")
    found = graded(name, text, tmp_path)
    assert verdict(found) == ("right", 100, True)
    assert "larger instances" in str(found.tried)


WRONG = sorted(EXERCISES.glob("*/wrong/*.lp"))


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(
            one,
            marks=[pytest.mark.slow] * (number % 4 > 0 or one.parts[-3] == "parcel"),
            id=f"{one.parts[-3]}-{one.stem}",
        )
        for number, one in enumerate(WRONG)
    ],
)
def test_wrong_programs(file: Path, tmp_path: Path) -> None:
    """Each is wrong, with the hint of its exercise; with other names of variables, too."""
    text = re.sub(r"\b([VCTIPRXYS])\b", r"Z\1", file.read_text(encoding="utf-8"))
    found = graded(file.parts[-3], text, tmp_path)
    assert (found.outcome, found.score.passed) == ("wrong", False)
    assert found.diagnosis is not None
    assert found.diagnosis.kind.name == file.stem
    assert f"Kind of mistake: {file.stem} (" in as_text(found)


def test_each_exercise_has_wrong_programs() -> None:
    """At least two of them, each of another kind."""
    names = [file.parts[-3] for file in WRONG]
    assert len(set(names)) == 10
    assert all(names.count(one.name) >= 2 for one in EXERCISES.iterdir())


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "facts"),
    [
        ("queens", "|C' - C|", "C' - C", 3, "size(2)."),
        ("schedule", "0..E-D)", "0..E-D-1)", 1, "end(2).\ntask(1,a,1)."),
        ("coloring", "{ color(V, C) : hue(C) } = 1", "1 { color(V, C) : hue(C) }", 1,
         "hue(1).\nhue(2).\nnode(1)."),
    ],
)  # fmt: skip
def test_slips(name: str, old: str, new: str, line: int, facts: str, tmp_path: Path) -> None:
    """The smallest instance and the faulty rule."""
    found = slipped(name, old, new, tmp_path)
    shown = example(found)
    assert (found.outcome, shown.facts, found.score.passed) == ("wrong", facts, False)
    assert f"line {line}" in [str(one.place) for one in found.suspects[:2]]
    assert shown.faulty


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("parcel", "at(R, 0) :- robot(R).", "at(1, 0)."),
        ("coloring", "edge(V, W),", "edge(V, W), V < W,"),
        ("coloring", "C) : hue(C) } = 1 :-", "1..N) } = 1 :- N = #max { C : hue(C) },"),
        ("cover", "edge(V, W),", "edge(V, W), V < W,"),
        ("schedule", "T != T',", "M = (a; b), T != T',"),
        ("team", "1@2, P : hire(P) }.\n#minimize { W@1", "10+W"),
        (
            "cycle",
            "reached(1).\nreached(W) :- reached(V), next(V, W).",
            "at(1, 1). at(W, P+1) :- at(V, P), next(V, W), P < 6. reached(V) :- at(V, _).",
        ),
        ("connected", "|X-X'| + |Y-Y'| = 1", "|X-X' + 10*(Y-Y')| = (1; 10)"),
    ],
)
def test_what_small_instances_have_in_common(name: str, old: str, new: str, tmp_path: Path) -> None:
    """A program that relies on it is wrong on a larger instance: names, order, sizes."""
    found = slipped(name, old, new, tmp_path)
    assert (found.outcome, found.score.passed) == ("wrong", False)
    assert "larger instances" in str(found.tried)


@pytest.mark.parametrize(
    ("declared", "picked"),
    [("#external given(1..2).", "2"), ("#external given(1).", "12"), ("", "12")],
)
def test_facts_that_come_later(declared: str, picked: str) -> None:
    """They count only if the program has declared them external before it was grounded."""
    text = f"{{ pick(1..N) }} = 1 :- size(N). :- given(X), not pick(X). {declared}"
    facts = "size(2).\n#program later.\ngiven(2)."
    job = {
        "text": text,
        "layer": "",
        "shown": ["pick/1"],
        "instances": [[facts]],
        "parts": ["later"],
    }
    (found,) = answers({**job, "right": None, "together": False, "most": 9})["answers"]
    assert sorted(found["sets"]) == [(f"pick({number})",) for number in picked]


def test_repeated_and_refused(tmp_path: Path) -> None:
    """A choice that no shown atom depends on costs points; a script is not run."""
    text = (EXERCISES / "queens" / "reference.lp").read_text(encoding="utf-8")
    found = graded("queens", f"{text}{{ idle }}.\n", tmp_path)
    assert verdict(found) == ("repeats", 80, True)
    report = as_text(found)
    assert "gives an answer at least 2 times" in " ".join(report.split())
    assert "\n\n  size(1).\n" in report
    found = graded("queens", "#script (python) print(1) #end.", tmp_path)
    assert (found.outcome, found.score.points) == ("refused", 0)


@pytest.mark.slow
def test_page(tmp_path: Path) -> None:
    """The page has the report and a picture; what is no part of an exercise is refused."""
    if not (find_spec("clingraph") and which("dot")):
        pytest.skip("clingraph or Graphviz is not installed")
    student, page, facts = (tmp_path / name for name in ("<b>.lp", "page.html", "facts.lp"))
    student.write_text("{ color(V, C) : hue(C) } = 1 :- node(V).\n", encoding="utf-8")
    given = ["grade", "--exercise", str(EXERCISES / "coloring"), str(student)]
    assert run(*given, "--html", str(page), "--facts", str(facts)).status == 1
    assert facts.read_text() == "edge(1,2).\nhue(1).\nnode(1).\nnode(2)."
    text = page.read_text(encoding="utf-8")
    assert "color(1,1) color(2,1)" in text
    assert "<b>" not in text
    picture = b64decode(text.partition("base64,")[2].partition('"')[0]).decode()
    assert "(2, 1)" in picture
    assert 'stroke="red"' in picture
    refused = run(*given, "--colors", "1")
    assert refused.status == 2
    assert refused.err == "asp-nono: --colors has no effect with --exercise; leave it out\n"


def test_texts_are_not_drawn() -> None:
    """A text could be a template, which clingraph would expand outside of the sandbox."""
    exercise = read_exercise(EXERCISES / "coloring", 512, drawing=True)
    assert drawing(exercise, "node(1).", ('color(1,"{{ 7*7 }}")',)) == ""


@pytest.mark.parametrize(
    "table",
    [
        "show = 3",
        'show = ["p/1"]\nshwo = 1',
        'title = "none"',
        'show = ["p/1"]\nforbids = ["#cuont"]',
        'show = ["p/1"]\nrequires = ["reached"]',
        'show = ["p/1"]\nreferences = []',
        'show = ["p/1"]\nreferences = "one.lp"',
        'show = ["p/1"]\nreferences = ["one.lp"]\nreference = "two.lp"',
        'show = ["p/1"]\nreferences = ["one.lp"]\nchecker = "two.lp"',
        'show = ["p/1"]\n[mistakes.one]\ntitle = "a"\nhint = "b"\nlarger = "larger.lp"',
    ],
)
def test_wrong_tables(table: str, tmp_path: Path) -> None:
    """An entry that is wrong is named."""
    (tmp_path / "exercise.toml").write_text(table)
    with pytest.raises(PuzzleError, match=r"exercise\.toml"):
        read_exercise(tmp_path, 256)


CYCLES = """title = "Find the Hamiltonian cycles of a directed graph"
show = ["in/2"]
"""
GRAPHS = """{ nodes(2..4) } = 1.
node(1..N) :- nodes(N).
{ arc(V, W) } :- node(V), node(W), V != W.
#show node/1.
#show arc/2.
"""
CYCLE = """{ in(V, W) : arc(V, W) } = 1 :- node(V).
:- node(W), #count { V : in(V, W) } != 1.
reached(1).
reached(W) :- reached(V), in(V, W).
:- node(V), not reached(V).
#show in/2.
"""
REACHED = ":- node(V), not reached(V).\n"


def made(
    folder: Path,
    student: str,
    reference: str,
    table: str,
    generator: str,
    *,
    seconds: float | None = None,
    **files: str,
) -> GradeResult:
    """The grade for an exercise of these texts, perhaps with a limit on time of its own."""
    texts = {"exercise.toml": table, "instances.lp": generator, "reference.lp": reference}
    texts |= {f"{name}.lp": text for name, text in files.items()} | {"student.lp": student}
    exercise = read_exercise(filed(folder, texts), 512)
    if seconds is not None:
        exercise = replace(exercise, seconds=seconds)
    return graded_file(folder / "student.lp", exercise)


@pytest.mark.slow
def test_every_instance(tmp_path: Path) -> None:
    """All 4,164 graphs are tried, not the first ones: only two cycles beside each other differ."""
    found = made(tmp_path, CYCLE.replace(REACHED, ""), CYCLE, CYCLES, GRAPHS)
    assert found.outcome == "wrong"
    assert "4164 of 4164" in str(found.tried)
    assert "1 that is wrong" in str(example(found).words())


COSTS = 'show = ["pick/1"]'
NUMBERS = "{ number(1..4) } != 0. #show number/1."
CHEAPEST = "{ pick(X) : number(X) } = 1. #minimize { X : pick(X) }."


@pytest.mark.parametrize(
    ("student", "outcome"),
    [
        (f"{CHEAPEST} {{ idle(1..20) }}.", "repeats"),
        ("{ pick(X) : number(X) } = 1. { idle(1..20) }.", "wrong"),
        ("{ p(X) : number(X) } = 1. #minimize { X : p(X) }. #show pick(X) : p(X).", "right"),
        ("{ p(1) }. { idle(1..20) }. #show pick(X) : number(X), p(1).", "wrong"),
    ],
)
def test_floods(student: str, outcome: str, tmp_path: Path) -> None:
    """Hidden choices hide no mistake, whether atoms or terms are shown; costs are an instance's."""
    found = made(tmp_path, student, CHEAPEST, COSTS, NUMBERS)
    assert found.outcome == outcome


def test_a_signature_that_nothing_shows(tmp_path: Path) -> None:
    """Any program would be right."""
    with pytest.raises(PuzzleError, match="no answer of the reference shows inn/2"):
        made(tmp_path, CYCLE, CYCLE, 'show = ["in/2", "inn/2"]', "node(1..2). arc(1, 2; 2, 1).")


@pytest.mark.slow
def test_larger_instances(tmp_path: Path) -> None:
    """A program that is right on small ones only is wrong; one that is stopped is not right."""
    table, larger = f'{COSTS}\nlarger = "larger.lp"', "number(1..9). #show number/1."
    rules = "{ pick(X) : number(X) } = 1. #show pick/1."
    small = rules.replace("} = 1", "} = 1 :- not number(5)")
    found = made(tmp_path, small, rules, table, NUMBERS, larger=larger)
    assert found.outcome == "wrong"
    assert "number(9)" in example(found).facts
    endless = f"{rules} more(X) :- number(5), X = 0. more(X+1) :- more(X)."
    found = made(tmp_path, endless, rules, table, NUMBERS, larger=larger)
    assert verdict(found) == ("right on small instances", 100, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "outcome"),
    [("{ pick(X) : number(X) } <= 1.", "wrong"), ("{ pick(X) : number(X) } = 1.", "undecided")],
)
def test_a_stop_keeps_what_was_found(rules: str, outcome: str, tmp_path: Path) -> None:
    """A program is wrong by the first difference, whatever stops it on a later instance."""
    endless = f"{rules} more(X) :- number(4), X = 0. more(X+1) :- more(X)."
    right = "{ pick(X) : number(X) } = 1."
    found = made(tmp_path, endless, right, COSTS, NUMBERS, seconds=2.0)
    assert found.outcome == outcome
    assert "Tried on 3 of 15 small instances." in str(found.tried)
    assert bool(found.counterexample) == (outcome == "wrong")


def test_remarks(tmp_path: Path) -> None:
    """Misspelled predicates, costs that are not wanted and facts that are derived are named."""
    student = """{ pick(X) : numbr(X) } = 1.
#minimize { X : pick(X) }.
number(X) :- pick(X).
"""
    found = made(tmp_path, student, "{ pick(X) : number(X) } = 1.", COSTS, NUMBERS)
    unknown = "numbr/1 is used, but no rule derives it and no fact supplies it"
    assert [str(one.placed) for one in found.remarks] == [
        f"line 1, column 13: {unknown}; did you mean number/1?",
        "line 1, column 3: there is no #show; write #show pick/1.",
        "line 2: it has costs, but every answer counts, whatever it costs",
        "line 3, column 1: number/1 is a fact of the instance; a rule derives it",
    ]
    own = "{ pick(X) : number(X) } = 1.\n#show pick/1.\n\n  number(7)."
    found = made(tmp_path, own, "{ pick(X) : number(X) } = 1.", COSTS, NUMBERS)
    (remark,) = found.remarks
    assert str(remark.placed).startswith("line 4, column 3: number/1 is a fact of the instance")
    built_in = "{ pick(1..3) } = 1.\n#show pick/1."
    found = made(tmp_path, built_in, "{ pick(X) : number(X) } = 1.", COSTS, NUMBERS)
    assert [str(one.placed) for one in found.remarks] == ["it reads none of the facts that it gets"]


def test_wrong_costs(tmp_path: Path) -> None:
    """Costs the wrong way round are the first suspect, not the choice that they are about."""
    text = (EXERCISES / "knapsack" / "wrong" / "cheapest.lp").read_text(encoding="utf-8")
    first = graded("knapsack", text, tmp_path).suspects[0]
    assert (first.line, first.kind, first.repaired) == (3, "cost", 1)


def test_the_wrong_predicate_is_shown(tmp_path: Path) -> None:
    """The `#show` is the first suspect; another one repairs every instance."""
    first = slipped("coloring", "#show color/2.", "#show node/1.", tmp_path).suspects[0]
    assert (first.rule, first.kind, first.repaired) == ("#show node/1.", "show", 1)


@pytest.mark.parametrize(
    ("student", "line", "kind", "lacking"),
    [
        ("{ pick(X) : item(X) } = 1.\nitem(X) :- numbers(X).", 2, "name", ""),
        ("{ pick(X) : chosen(X) } = 1.", 1, "name", "nothing derives chosen/1"),
        ("{ pick(X) : number(X) } = n.\n#const k = 1.", 1, "constant", ""),
        ("pick(X) :- number(X).", 1, "choice", ""),
        ("{ pick(X) : number(X) } = 1.\n#show number/1.", 2, "show", ""),
    ],
)
def test_where_to_look(student: str, line: int, kind: str, lacking: str, tmp_path: Path) -> None:
    """Names that nothing supplies, constants and choices; a rule that is missing has no place."""
    found = made(tmp_path, student, "{ pick(X) : number(X) } = 1.", COSTS, NUMBERS)
    assert (found.suspects[0].line, found.suspects[0].kind) == (line, kind)
    assert lacking in str(found.lacking)
    assert bool(found.lacking) == bool(lacking)
    assert str(found.lacking) in " ".join(as_text(found).split())


def test_a_rule_is_missing(tmp_path: Path) -> None:
    """One that is like another, for another case; without a place."""
    edges = "{ edge(1..3, 1..3) } != 0. #show edge/2."
    right = "seen(X) :- edge(X, _). seen(X) :- edge(_, X)."
    found = made(tmp_path, "seen(X) :- edge(X, _).", right, 'show = ["seen/1"]', edges)
    words = "A rule may be missing: one that derives seen/1 in another case."
    assert str(found.lacking) == words
    assert found.to_json()["lacking"] == words


def test_a_constraint_is_missing(tmp_path: Path) -> None:
    """It has no place, and the report says that it may be missing: all right answers are found."""
    edges = "{ edge(1, 2) } = 1. node(1..2). #show edge/2. #show node/1."
    right = "{ in(X) : node(X) }. :- edge(X, Y), in(X), in(Y). :- edge(X, Y), not in(X), not in(Y)."
    student = "in(X) ; out(X) :- node(X).\n:- edge(X, Y), out(X), out(Y).\n#show in/1."
    words = "A constraint may be missing, or be too weak"
    found = made(tmp_path, student, f"{right} #show in/1.", 'show = ["in/1"]', edges)
    assert (str(found.lacking).partition(":")[0], found.outcome) == (words, "wrong")
    strict = made(
        tmp_path, f"{student} :- in(1).", f"{right} #show in/1.", 'show = ["in/1"]', edges
    )
    assert not strict.lacking


def test_constructs(tmp_path: Path) -> None:
    """What an exercise asks for, and what it does without, by signature or by construct."""
    right = "{ pick(X) : number(X) } = 1."
    asks = f'{COSTS}\nrequires = ["#count", "number/1"]\nforbids = ["not", "most/1"]'
    counted = ":- #count { X : pick(X) } != 1."
    counting = f"{{ pick(X) : number(X) }}. {counted}"
    found = made(tmp_path, right, counting, asks, NUMBERS)
    assert str(found.reason) == "the exercise asks for #count; the program has none"
    student = f"{{ pick(X) : number(X) }}. {counted}\nmore(1). :- pick(X), not number(X)."
    found = made(tmp_path, student, counting, asks, NUMBERS)
    assert str(found.reason) == "line 2: the exercise does without not"
    student = f"{{ pick(X) : number(X) }}. {counted} :- number(X), #false : pick(X)."
    found = made(tmp_path, student, counting, asks, NUMBERS)
    assert str(found.reason) == "line 1: the exercise does without not"
    student = f"{{ pick(X) : number(X) }}. {counted}"
    found = made(tmp_path, student, counting, asks, NUMBERS)
    assert found.outcome == "right"
    found = made(tmp_path, f"{right} #program unused. {counted}", counting, asks, NUMBERS)
    assert str(found.reason) == "the exercise asks for #count; the program has none"
    found = made(tmp_path, f"{student} #program later. most(1).", counting, asks, NUMBERS)
    assert str(found.reason).startswith("#program later is for facts that come later")


def test_every_construct() -> None:
    """An exercise may name those that are found in programs, and no others."""
    text = """#const n = 2. #external e(1). { a } 1. b ; c. d :- not a, 1 #count { 1 : a }.
    f(1..2**n) :- 1 #sum { 1 : a }, 1 #sum+ { 1 : a }, 1 #min { 1 : a }, 1 #max { 1 : a }.
    #minimize { 1 : a }. #heuristic a. [1, true] :- &diff { a - b } <= 1."""
    assert set(inspect(text, {}, optimizing=True)["constructs"]) == set(CONSTRUCTS)


def test_no_atom_that_counts(tmp_path: Path) -> None:
    """A program that derives none of them is not run."""
    rules = "{ pick(X) : number(X) } = 1."
    found = made(tmp_path, rules.replace("pick", "picks"), rules, COSTS, NUMBERS)
    assert found.outcome == "refused"
    reason = "no rule derives pick/1, which an answer is made of"
    assert str(found.reason) == f"{reason}; the program derives picks/1"
    other = made(tmp_path, rules.replace("pick", "chosen"), rules, COSTS, NUMBERS)
    assert str(other.reason) == reason


def test_size_of_the_ground_program(tmp_path: Path) -> None:
    """A right program that grounds to more rules than allowed does not pass."""
    rules, larger = "{ pick(X) : number(X) } = 1. #show pick/1.", "number(1..50). #show number/1."
    table = f'{COSTS}\nlarger = "larger.lp"\nmax_ground_rules = 150'
    found = made(tmp_path, rules, rules, table, NUMBERS, larger=larger)
    assert verdict(found) == ("right", 100, True)
    large = f"{rules} pair(X, Y) :- pick(X), number(Y)."
    found = made(tmp_path, large, rules, table, NUMBERS, larger=larger)
    assert verdict(found) == ("right", 100, False)
    assert "expected at most 150 to pass" in as_text(found)


REFERENCES = f'{COSTS}\nlarger = "larger.lp"\nreferences = ["reference.lp", "most.lp"]'
AT_MOST = "{ pick(X) : number(X) } <= 1. #show pick/1."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("student", "outcome", "difference"),
    [
        ("1 { pick(X) : number(X) } 1.", "right", None),
        ("{ pick(X) : number(X) }. :- pick(X), pick(Y), X < Y.", "right", None),
        (
            "{ pick(X) : number(X) } <= 1. :- not pick(_), not number(1).",
            "wrong",
            ("number(2).", ((),), ()),
        ),
        (
            "{ pick(X) : number(X) } = 1 :- not number(9). { pick(X) : number(X) } <= 1.",
            "wrong",
            ("\n".join(f"number({one})." for one in range(1, 10)), (), ((),)),
        ),
        (
            "{ pick(X) : number(X) }. more(X) :- pick(_), X = 0. more(X+1) :- more(X).",
            "undecided",
            None,
        ),
    ],
)
def test_several_references(student: str, outcome: str, difference: object, tmp_path: Path) -> None:
    """A program may agree with any one of them, on all instances; else the nearest one counts."""
    right, others = "{ pick(X) : number(X) } = 1.", {"larger": "number(1..9).", "most": AT_MOST}
    found = made(tmp_path, student, right, REFERENCES, NUMBERS, seconds=2.0, **others)
    assert found.outcome == outcome
    shown = found.counterexample and example(found)
    assert (shown and (shown.facts, shown.missing, shown.wrong)) == difference


CHECKER = ":- #count { X : pick(X) } != 1. :- pick(X), not number(X)."


@pytest.mark.parametrize(
    ("student", "outcome", "words"),
    [
        ("{ pick(X) : number(X) } = 1.", "right", ""),
        ("pick(X) :- X = #min { Y : number(Y) }.", "right", ""),
        ("{ pick(X) : number(X) } <= 1.", "wrong", "Your program gives 1 that is wrong."),
        ("{ pick(X) : number(X), X < 4 } = 1.", "wrong", "Your program finds no answer."),
    ],
)
def test_checkers(student: str, outcome: str, words: str, tmp_path: Path) -> None:
    """A program may have any right answer to an instance; it needs one, and no wrong ones."""
    table, right = f'{COSTS}\nchecker = "checker.lp"', "{ pick(X) : number(X) } = 1."
    found = made(tmp_path, student, right, table, NUMBERS, checker=CHECKER)
    assert found.outcome == outcome
    assert words in " ".join(as_text(found).split())
    with pytest.raises(PuzzleError, match="refuses an answer of the reference"):
        made(tmp_path, student, right.replace("=", "<="), table, NUMBERS, checker=CHECKER)


@pytest.mark.parametrize("declared", ["", "#external given(X) : number(X)."])
def test_a_checker_sees_facts_that_come_later(declared: str, tmp_path: Path) -> None:
    """It need not declare them, but may: only programs are ground before they come."""
    table = f'{COSTS}\nexternals = ["given/1"]\nchecker = "checker.lp"'
    rules = "{ pick(X) : number(X) } = 1. #external given(X) : number(X)."
    given = ":- given(X), not pick(X)."
    checker = f"{CHECKER} {declared} {given}"
    facts = "number(1..3). { given(1..3) } = 1. #show number/1. #show given/1."
    for student, outcome in ((f"{rules} {given}", "right"), (rules, "wrong")):
        found = made(tmp_path, student, f"{rules} {given}", table, facts, checker=checker)
        assert found.outcome == outcome


def test_mistakes_that_are_expected(tmp_path: Path) -> None:
    """The teacher's own hint belongs to programs with the same wrong answers as a known one."""
    hint = 'title = "how many are picked"\nhint = "How many are there?"'
    table = f"{COSTS}\n[mistakes.none]\n{hint}"
    rules, wrong = "{ pick(X) : number(X) } = 1.", "{ pick(X) : number(X) } <= 1."
    filed(tmp_path, {"wrong/none.lp": wrong})
    same = ":- pick(X), pick(Y), X < Y. { pick(Z) : number(Z) }."
    found = made(tmp_path, same, rules, table, NUMBERS)
    assert found.diagnosis is not None
    assert found.diagnosis.kind.hint == "How many are there?"
    found = made(tmp_path, "{ pick(X) : number(X) }.", rules, table, NUMBERS)
    assert found.diagnosis is None


def test_class_files(tmp_path: Path) -> None:
    """An exercise has the same files of a class as nonograms."""
    name = f"{'x' * 90}_77_assignsubmission_file_"
    wrong = "{ queen(R, 1..N) } = 1 :- size(N), R = 1..N.\n"
    school = {f"{name}/main.lp": wrong, f"{'x' * 90}_78_assignsubmission_file_/main.lp": wrong}
    folder, out = filed(tmp_path / "class", school), tmp_path / "out"
    assert run("grade", "--exercise", str(EXERCISES / "queens"), "--out", str(out), str(folder))
    assert len(list((out / "students").glob("*.html"))) == 2
    assert "Participant 77" in (out / "moodle.csv").read_text(encoding="utf-8")
    assert "size(2)." in (out / "index.html").read_text(encoding="utf-8")


def test_unsafe_and_constants(tmp_path: Path) -> None:
    """An unsafe variable is named with its line and rule; a constant is no reason to refuse."""
    rules = "{ pick(X) : number(X) } = 1."
    found = made(tmp_path, "{ pick(X) : number(Y) }.", rules, COSTS, NUMBERS)
    assert found.outcome == "refused"
    assert str(found.reason).startswith("line 1, column 1: unsafe variables: X in { pick(X)")
    found = made(tmp_path, f"#const n = 3.\n{rules}", rules, COSTS, NUMBERS)
    assert found.outcome == "right"


def test_a_flood_hides_what_is_missing() -> None:
    """Of 4,096 answers not all are looked at: then no right answer is said to be missing."""
    job = {
        "text": "{ a(1..12) }.",
        "layer": "#show a/1. #project a/1.",
        "instances": [["b(1)."]],
        "together": True,
        "shown": ["a/1"],
        "most": 2000,
        "right": [[[f"a({n})" for n in range(1, 13)]]],
    }
    (found,) = answers(job)["answers"]
    assert (found["exhausted"], found["missing"]) == (False, [])
    assert found["wrong"]


@pytest.mark.parametrize(
    ("declared", "outcome"),
    [("#external given(X) : number(X).", "right"), ("{ given(X) : number(X) }.", "refused")],
)
def test_an_external_that_is_required(declared: str, outcome: str, tmp_path: Path) -> None:
    """A choice of what comes later is none, although it finds the same answers."""
    table = f'{COSTS}\nexternals = ["given/1"]\nrequires = ["#external given/1"]'
    rules = "{ pick(X) : number(X) } = 1. :- given(X), not pick(X)."
    facts = "number(1..3). { given(1..3) } = 1. #show number/1. #show given/1."
    reference = f"{rules} #external given(X) : number(X)."
    found = made(tmp_path, f"{rules} {declared}", reference, table, facts)
    assert found.outcome == outcome
    assert outcome == "right" or "asks for #external given/1" in str(found.reason)


def test_the_number_of_wrong_answers_is_exact(tmp_path: Path) -> None:
    """All answers to an instance that should have none are looked at."""
    rules = "{ pick(X) : number(X) } = 1."
    found = made(tmp_path, rules, f"{rules} :- pick(1).", COSTS, NUMBERS)
    assert "It has no answer. Your program gives 1 that is wrong." in as_text(found)


TWO_FAULTS = """1 { color(V, C) : hue(C) } :- node(V).
:- edge(V, W), color(V, C), not color(W, C).
#show color/2.
"""
"""A node may have several colors, and neighbors must have the same ones."""


@pytest.mark.slow
def test_two_faulty_rules(tmp_path: Path) -> None:
    """No change of one rule repairs everything; two together do, and the report says so."""
    found = graded("coloring", TWO_FAULTS, tmp_path)
    assert [(one.line, one.paired) for one in found.suspects] == [(1, True), (2, True)]
    assert all(one.repaired < 1 for one in found.suspects)
    assert "small changes to the first two of these rules together" in " ".join(
        as_text(found).split()
    )
    line = TWO_FAULTS.replace("\n", " ")
    assert not any(one.paired for one in graded("coloring", line, tmp_path).suspects)
    one = TWO_FAULTS.replace("not color(W, C)", "color(W, C)")
    assert [one.paired for one in graded("coloring", one, tmp_path).suspects] == [False]


COVER = "{ in(V) : node(V) }. :- edge(V, W), not in(V), not in(W). #show in/1.\n"


@pytest.mark.slow
@pytest.mark.parametrize("cost", ["1 : in(V)", "V, V : in(V)", "1, V : in(V), edge(V, _)"])
def test_wrong_costs_are_located(cost: str, tmp_path: Path) -> None:
    """Costs that count once, or too much, are repaired by a change of their statement."""
    found = graded("cover", f"{COVER}#minimize {{ {cost} }}.", tmp_path)
    assert [one.line for one in found.suspects[:1]] == [2]


def test_costs_that_are_missing(tmp_path: Path) -> None:
    """The report says so, and blames no rule; a program that is too strict, too, has suspects."""
    found = graded("cover", COVER, tmp_path)
    assert found.outcome == "wrong"
    assert "#minimize or #maximize" in str(found.lacking)
    assert not found.suspects
    strict = graded("cover", f"{COVER} :- in(1).", tmp_path)
    assert 2 in [one.line for one in strict.suspects]
