"""The studio without a server: static files, a worker, the same page."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.engine import AST, Control, parse_string
from asp_nono.asp.ground_profile import SMALL_BOARD, atoms_of, ground_profile, rule_sizes
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import recipes
from asp_nono.design.nogoods import Aim
from asp_nono.design.repair import repair
from asp_nono.files import read
from asp_nono.formats.json import puzzle_data
from asp_nono.grading.exercise_folder import read_exercise
from asp_nono.grading.grade import Exercise, grades
from asp_nono.grading.nonograms import Nonograms
from asp_nono.grading.rubric import read_rubric
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Technique, Verdict
from asp_nono.solving.solve import solve
from tests.cli.run import run
from tests.conftest import ROOT
from tests.docs.test_course import solved
from tests.web.benches import benches
from tests.web.driving import Desk, heard
from tests.web.serving import Host
from tools.course import COURSE, LESSONS, page_exercise, with_benches

INSTANCES = sorted((ROOT / "instances").glob("*/*.xml"))
SAMPLE = [*INSTANCES[::14], ROOT / "instances" / "ambiguous" / "wink.xml"]


@pytest.fixture
def visit_unserved(browser: Browser, unserved: Host) -> Iterator[Callable[..., Page]]:
    """Opens it in a new browser; nothing may go wrong in a console."""
    pages: list[tuple[Page, list[str]]] = []

    def visit(**options: Any) -> Page:  # noqa: ANN401 - Playwright's
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        page = context.new_page()
        pages.append((page, heard(page)))
        page.goto(unserved.address)
        page.wait_for_function("() => document.body.dataset.ready")
        return page

    yield visit
    for page, _ in pages:
        page.context.close()
    assert not any(faults for _, faults in pages)


def _asked(page: Page, kind: str, body: dict[str, Any], seconds: float = 600) -> dict[str, Any]:
    """The last event of a job of the worker, within some seconds."""
    encodings = page.evaluate("async () => (await fetch('studio.json')).json()")
    found: dict[str, Any] = page.evaluate(
        """({ seconds, ...question }) => new Promise((resolve) => {
            const worker = globalThis.tried ??= new Worker('worker.js');
            let last = {};
            const limit = setTimeout(() => {
                worker.terminate();
                globalThis.tried = null;
                resolve({ ...last, event: 'stopped' });
            }, 1000 * seconds);
            worker.onmessage = ({ data }) => {
                last = data;
                if (data.event === 'progress') return;
                clearTimeout(limit);
                resolve(data);
            };
            worker.postMessage(question);
        })""",
        {"kind": kind, "body": body, "encodings": encodings, "seconds": seconds},
    )
    return found


def _agree(page: Page, file: Path) -> None:
    """The worker says of a puzzle what the library says."""
    (puzzle,) = read(file)
    expected = solve(puzzle, most=2)
    data = puzzle_data(puzzle)
    found = _asked(page, "check", {"puzzle": data})
    assert found["verdict"] == str(expected.verdict), file
    if found["verdict"] == "unique":
        assert found["solutions"] == [expected.solutions[0].to_text(puzzle.chars)], file
    if found["verdict"] == "multiple":
        assert found["differences"] or found["other_differs"]


def test_verdicts_are_those_of_the_library(visit_unserved: Callable[..., Page]) -> None:
    """On some puzzles of ours."""
    page = visit_unserved()
    for file in SAMPLE:
        _agree(page, file)


@pytest.mark.nightly
def test_all_verdicts_are_those_of_the_library(visit_unserved: Callable[..., Page]) -> None:
    """On all puzzles of ours."""
    page = visit_unserved()
    for file in INSTANCES:
        _agree(page, file)


def test_a_puzzle_is_painted_repaired_shared_and_run(
    visit: Callable[..., Desk], unserved: Host
) -> None:
    """The journey of a designer: no server answers, and what the page cannot do it names."""
    desk = visit(unserved)
    desk.paint("#", ".#")
    desk.verdict("More than one solution")
    desk.press("How many solutions are there?")
    desk.says("Exactly 2 solutions.")
    desk.press("Browse the solutions")
    expect(desk.page.locator(".notice")).to_contain_text("Solution 1 of 2")
    desk.page.locator(".notice").get_by_role("button", name="Done").click()
    desk.press("Where is it ambiguous?")
    desk.says("asp-nono ambiguity")
    desk.press("Suggest repairs")
    desk.page.locator("[data-action=accept]").first.click()
    desk.verdict("Exactly one solution")
    desk.mode("Play")
    desk.press("Which rule")
    desk.says("Look at")
    desk.press("How can it be solved?")
    desk.says("These steps solve it.")
    desk.mode("Bench")
    desk.page.locator("[data-action=run]").click()
    expect(desk.page.locator(".answer.good")).to_have_count(1)
    desk.press("Save")
    link = desk.page.get_by_label("As a link").input_value()
    assert link.startswith(unserved.address)
    desk.press("Close")
    desk.reload()
    assert desk.page.evaluate("studio.store.work.cells.some((color) => color)")
    other = visit(Host(link))
    expect(other.tab).to_have_text("Play")


def test_an_explanation_ends_where_a_trial_is_needed(
    visit: Callable[..., Desk], unserved: Host
) -> None:
    """Its steps are shown on the board, as those of the server; the command goes on."""
    desk = visit(unserved)
    desk.paint("###.#", "..#.#", "...#.", "#.##.", "##..#")
    desk.verdict("Exactly one solution")
    desk.mode("Play")
    desk.press("How can it be solved?")
    desk.says("These steps do not solve all of it.")
    desk.says("asp-nono explain")
    steps = desk.page.locator(".step-button")
    steps.first.click()
    expect(desk.page.locator(".notice")).to_contain_text(f"Step 1 of {steps.count()}")
    assert {kind for kind, *_ in desk.shown["cells"]} >= {"fresh"}


AMBIGUOUS = sorted((ROOT / "instances" / "ambiguous").glob("*.xml"))
SMALL = ("wink", "paw", "domino", "night", "beads")
"""Repaired by one, one, two, four and three cells; the last has four colors."""


@pytest.mark.parametrize("aim", ["unique", "line"])
def test_repairs_are_as_small_as_those_of_the_library(
    visit_unserved: Callable[..., Page], aim: Aim
) -> None:
    """They have its cost, and do what is asked for."""
    page = visit_unserved()
    for name in SMALL:
        _repaired_alike(page, ROOT / "instances" / "ambiguous" / f"{name}.xml", aim)


@pytest.mark.nightly
@pytest.mark.parametrize("aim", ["unique", "line"])
def test_all_repairs_are_as_small(visit_unserved: Callable[..., Page], aim: Aim) -> None:
    """On all puzzles with several solutions, as far as both end within a minute."""
    page = visit_unserved()
    found = [_repaired_alike(page, file, aim) for file in AMBIGUOUS]
    assert found.count(True) >= len(AMBIGUOUS) // 2


def _repaired_alike(page: Page, file: Path, aim: Aim) -> bool:
    """Whether the page repairs a puzzle within a minute; then its repairs are checked."""
    (puzzle,) = read(file)
    assert puzzle.goal
    body = {"puzzle": puzzle_data(puzzle), "line_solvable": aim == "line"}
    found = _asked(page, "repair", body, seconds=60)
    if not found.get("repairs"):
        return False
    expected = repair(puzzle, aim=aim, alternatives=1, limits=Limits(seconds=60))
    if expected.smallest:
        assert {one["cost"] for one in found["repairs"]} == {expected.least}, file
    for one in found["repairs"]:
        rows = [list(row) for row in puzzle.goal.to_text(puzzle.chars)]
        for x, y, before, after in one["changes"]:
            assert rows[y - 1][x - 1] == before
            rows[y - 1][x - 1] = after
        changed = Grid.from_text(["".join(row) for row in rows], puzzle.chars)
        solved_by = solve(Puzzle.of(changed, puzzle.colors))
        assert solved_by.verdict is Verdict.UNIQUE
        assert aim == "unique" or solved_by.technique is Technique.LINE
    return True


def test_a_unique_picture_needs_no_repair(visit_unserved: Callable[..., Page]) -> None:
    """The only repair changes nothing."""
    data = puzzle_data(Puzzle.of(Grid.from_text(["##", ".#"])))
    found = _asked(visit_unserved(), "repair", {"puzzle": data})
    assert [(one["cost"], one["changes"]) for one in found["repairs"]] == [(0, [])]


def test_recipes_run(visit_unserved: Callable[..., Page]) -> None:
    """Each recipe of the bench finds just the solutions of a small board."""
    page = visit_unserved()
    known = page.evaluate("async () => (await fetch('studio.json')).json()")
    texts = {one["name"]: one["text"] for one in known["encodings"]["encodings"]}
    (ones,) = read(ROOT / "instances" / "pathological" / "ones-3.xml")
    assert len(known["about"]["recipes"]) > 15
    for recipe in known["about"]["recipes"]:
        program = "\n".join(texts[name] for name in recipe["encodings"])
        body = {"puzzle": puzzle_data(ones), "program": program, "most": 100}
        answers = _answers(page, body)
        assert len({tuple(one["picture"]) for one in answers if one["right"]}) == 6, recipe["name"]
        assert all(one["right"] for one in answers), recipe["name"]


def _events(page: Page, body: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of a program that the worker runs."""
    found: list[dict[str, Any]] = page.evaluate(
        """(question) => new Promise((resolve) => {
            const worker = globalThis.tried ??= new Worker('worker.js');
            const found = [];
            worker.onmessage = ({ data }) => {
                found.push(data);
                if (data.event !== 'progress') resolve(found);
            };
            worker.postMessage(question);
        })""",
        {"kind": "run", "body": body, "encodings": {}},
    )
    return found


def _answers(page: Page, body: dict[str, Any]) -> list[dict[str, Any]]:
    """The answer sets of a program that the worker runs; its error alone if there is one."""
    found = _events(page, body)
    if found[-1]["event"] != "result":
        return found[-1:]
    return [one["answer"] for one in found if "answer" in one]


def test_the_programs_of_lessons_run(visit_unserved: Callable[..., Page]) -> None:
    """All of the course but that of clingo-dl have answers there, also with costs."""
    page = visit_unserved()
    lessons = {
        name: one for name, one in benches(served=False).items() if name.startswith("lesson-")
    }
    assert len(lessons) == 19
    for name, link in lessons.items():
        body = {"puzzle": link["puzzle"], "program": link["text"], "facts": link.get("facts")}
        answers = _answers(page, {**body, "most": 3})
        assert answers, name
        assert all("atoms" in answer for answer in answers), name


SIZED = ["pathological/ones-3", "ambiguous/dice-two"]


@pytest.mark.parametrize("name", SIZED)
def test_rules_have_the_sizes_of_the_library(
    visit_unserved: Callable[..., Page], name: str
) -> None:
    """Instances and literals of each rule of each recipe, on a board without deductions."""
    page = visit_unserved()
    (puzzle,) = read(ROOT / "instances" / f"{name}.xml")
    known = page.evaluate("async () => (await fetch('studio.json')).json()")
    texts = {one["name"]: one["text"] for one in known["encodings"]["encodings"]}
    for recipe in known["about"]["recipes"]:
        parts = [{"file": file, "text": texts[file]} for file in recipe["encodings"]]
        program = "\n".join(texts[file] for file in recipe["encodings"])
        body = {"puzzle": puzzle_data(puzzle), "program": program, "parts": parts}
        (sizes,) = [
            one["sizes"]
            for one in _events(page, {**body, "most": 1, "sizes": True})
            if one.get("stage") == "sizes"
        ]
        expected = ground_profile(
            Program.of(recipes()[recipe["name"]], without_deductions(puzzle))
        ).rules
        assert sorted(
            (one["file"].split("/")[-1], one["line"], one["instances"], one["literals"])
            for one in sizes
        ) == sorted(
            (one.file.stem, one.line, one.instances, one.literals) for one in expected if one.file
        ), recipe["name"]


@pytest.mark.parametrize(
    "program",
    [
        "#const n = 2. p(1..4). { q(X) : p(X) } n. r(X) :- q(X). { s(X) : p(X) } = n :- q(1).",
        "{ p(1..3) }. q(1..2). #false :- p(1), p(2). #count { X : p(X) : q(X) } = 1 :- p(1).",
        "{ b }. a. -a :- b. c :- -a. d :- a, c. e(X) ; f(X) :- X = 1..2, not d.",
        "{ p(1..3) }. :- #sum { X : p(X) } > 4. :~ p(X). [X] not q :- p(X). q :- not p(2).",
    ],
)
def test_rules_of_ones_own_have_these_sizes(
    visit_unserved: Callable[..., Page], program: str
) -> None:
    """Constants as bounds, heads that are aggregates, negation, constraints and costs."""
    page = visit_unserved()
    body = {"puzzle": puzzle_data(SMALL_BOARD), "program": program, "facts": "", "most": 1}
    (sizes,) = [
        one["sizes"]
        for one in _events(page, {**body, "sizes": True})
        if one.get("stage") == "sizes"
    ]
    control, nodes = Control(), list[AST]()
    control.add("base", [], program)
    control.ground([("base", [])])
    parse_string(program, nodes.append)
    assert sorted((one["instances"], one["literals"]) for one in sizes) == sorted(
        (one.instances, one.literals) for one in rule_sizes(nodes, "", atoms_of(control))
    )


def test_sizes_are_left_out_where_they_cannot_be_had(
    visit: Callable[..., Desk], unserved: Host
) -> None:
    """The answers come all the same, and what measures is named."""
    desk = visit(unserved)
    desk.mode("Bench")
    desk.program("#show f : a. a. #program base. b :- a.")
    desk.page.locator("[data-action=run]").click()
    expect(desk.page.locator(".run-result .answer")).to_have_count(1)
    expect(desk.page.locator(".run-result .warnings")).to_contain_text("asp-nono ground")


def test_a_program_may_be_too_long(visit_unserved: Callable[..., Page]) -> None:
    """Clingo would break down in the page."""
    page = visit_unserved()
    body = {"puzzle": puzzle_data(SMALL_BOARD), "facts": "", "most": 1}
    (error,) = _events(page, {**body, "program": f"a. %{'x' * 900_000}"})
    assert error["reason"].startswith("the program has more than 900000 bytes")
    (answer,) = _answers(page, {**body, "program": f"a. %{'x' * 890_000}"})
    assert answer["atoms"] == ["a"]


def test_what_is_kept_beside_a_puzzle_is_opened(
    visit: Callable[..., Desk], unserved: Host, tmp_path: Path
) -> None:
    """Notes and saved pictures, too."""
    saved = [{"kind": "saved", "id": "half", "notes": ["later"], "picture": ["#?", "??"]}]
    clues = {"rows": [[1], [1]], "columns": [[1], [1]], "goal": ["#.", ".#"]}
    puzzle = {**clues, "title": "Two", "notes": ["of our own"], "saved": saved}
    text = {"format": "asp-nono puzzles", "version": 1, "puzzles": [puzzle]}
    (tmp_path / "two.json").write_text(json.dumps(text), encoding="utf-8")
    desk = visit(unserved)
    desk.give(tmp_path / "two.json")
    expect(desk.page.get_by_label("Title")).to_have_value("Two")
    assert desk.page.evaluate("studio.store.work.notes") == ["of our own"]
    assert desk.page.evaluate("studio.store.work.states") == saved


def test_costs_are_refused(visit_unserved: Callable[..., Page]) -> None:
    """As by the server: optimization would hide solutions."""
    (ones,) = read(ROOT / "instances" / "pathological" / "ones-3.xml")
    program = (
        "{ fill(X, Y, 1) } :- cell(X, Y). cell(1..3, 1..3). #minimize { 1,X,Y : fill(X,Y,1) }."
    )
    for most in (2, 10):
        body = {"puzzle": puzzle_data(ones), "program": program, "most": most}
        (found,) = _answers(visit_unserved(), body)
        assert (found["event"], found["fault"]) == ("error", "optimization")


def test_the_command_writes_it(tmp_path: Path) -> None:
    """With clingo, and with nothing that belongs to puzzles."""
    assert run("publish", "--studio", tmp_path / "studio").status == 2
    assert run("publish", "--studio", tmp_path / "studio", "--output", tmp_path).status == 2
    if (ROOT / "node_modules" / "clingo-wasm").is_dir():
        done = run("publish", "--studio", tmp_path / "studio", "--with-clingo", ROOT)
        assert done.status == 0
        assert (tmp_path / "studio" / "index.html").is_file()


TEMPLATE = ROOT / "encodings" / "_template.lp"
QUICK = ("03-repair", "05-repair", "07-complete", "09-repair", "12-complete", "18-repair")
"""Wrong ones; 09 reads colors, and 12 and 18 have instances of their own."""


def _framed() -> dict[str, dict[str, Any]]:
    """The exercises of the course that have a bench beside them on the site; few are right."""
    every = benches(served=False).items()
    return {name: one for name, one in every if not name.startswith("lesson-")}


def _grade_of(page: Page, program: str, exercise: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the worker says of a program, with what the page gives it beside."""
    known = page.evaluate("async () => (await fetch('studio.json')).json()")
    beside = {name: known[name] for name in ("rubric", "facts")}
    return _asked(page, "grade", {"program": program, "exercise": exercise, **beside})


def _judge(name: str) -> tuple[Exercise, dict[str, Any] | None]:
    """What grades the program of a bench in the library, and what the page knows of it."""
    known = _framed().get(name, {}).get("exercise")
    if not known:
        return Nonograms(scaling=False, locating=False), None
    places = (folder / known for folder in (COURSE, COURSE.parent))
    path = next(place for place in places if place.exists())
    if path.is_dir():
        return read_exercise(path, 1024), page_exercise(str(path))
    rubric = read_rubric(path)
    return Nonograms(scaling=False, locating=False, rubric=rubric), page_exercise(str(path))


def _grades_agree(page: Page, name: str, program: str) -> None:
    """Outcome, points and why, and the board or instance that shows the mistake."""
    judge, exercise = _judge(name)
    found = _grade_of(page, program, exercise)
    expected = [*grades(program, judge, name)][-1].to_json()
    if expected["outcome"] == "refused":
        assert found["event"] == "error", name
        return
    right = expected["outcome"] == "right"
    outcome = "right on small instances" if right else expected["outcome"]
    assert found["outcome"] == outcome, name
    for key, item in expected["items"].items():
        assert found["items"][key]["points"] == item["points"], (name, key)
        assert found["items"][key]["why_message"] == item["why_message"], (name, key)
    shown, drawn = expected["counterexample"], found["counterexample"]
    if shown is None or "answers" not in shown:
        kinds = ("solutions", "missing", "wrong", "odd", "repeated")
        assert (drawn and [drawn[kind] for kind in kinds]) == (
            shown and [shown[kind] for kind in kinds]
        ), name
        return
    assert drawn["facts"] == shown["facts"], name
    assert (drawn["answers"], len(drawn["repeated"])) == (shown["answers"], len(shown["repeated"]))
    for kind in ("missing", "wrong"):
        assert sorted(map(sorted, drawn[kind])) == sorted(map(sorted, shown[kind])), name


def test_grades_are_those_of_the_library(visit_unserved: Callable[..., Page]) -> None:
    """Of wrong programs; the template is right, and an answer to an exercise with costs."""
    page = visit_unserved()
    for name in QUICK:
        _grades_agree(page, name, _framed()[name]["text"])
    for name, more in (("12-complete", ""), ("12-write", ""), ("12-complete", "{ extra }.")):
        _grades_agree(page, name, solved(name) + more)
    found = _grade_of(page, TEMPLATE.read_text(encoding="utf-8"))
    assert (found["outcome"], found["points"]) == ("right on small instances", 70)
    assert found["boards"][-1] == "3x3"


@pytest.mark.parametrize(
    ("exercise", "program", "fault", "named"),
    [
        ("04-write", "a :- not b. { c } = 1 :- a.", "unwanted", "choice"),
        ("04-write", "a :- b.", "lacking", "not"),
        ("10-write", "start(1, 1, 1). late(1, 1, 1).", "unwanted", "start/3"),
        ("10-repair", "#heuristic late(1, 1, 1). [1, true]", "lacking", "late/3"),
        ("11-write", "a :- b, 1 < #sum { 1 : c }.", "lacking", "#count"),
        ("18-write", "a :- { b; c }. { a; b }. f(1; 2).", "lacking", "disjunction"),
    ],
)
def test_what_an_exercise_asks_for(
    visit_unserved: Callable[..., Page],
    exercise: str,
    program: str,
    fault: str,
    named: str,
) -> None:
    """A program without it, or with what it does without, is not graded."""
    _, asked = _judge(exercise)
    found = _grade_of(visit_unserved(), program, asked)
    assert (found["event"], found.get("fault"), found["reason"]) == ("error", fault, named)


@pytest.mark.nightly
def test_more_grades_are_those_of_the_library(visit_unserved: Callable[..., Page]) -> None:
    """Of programs for which the library takes long, too, and of the answers to them."""
    page = visit_unserved()
    _grades_agree(page, "", TEMPLATE.read_text(encoding="utf-8"))
    for name, bench in _framed().items():
        _grades_agree(page, name, bench["text"])
        _grades_agree(page, name, solved(name))


CHOICE = "{ start(L, B, S) : place(L, B, S, _) } = 1"
STARTED = f"""{{ fill(X, Y, 1) }} :- line(row(Y), _), line(column(X), _).
{CHOICE} :- block(L, B, N, _), line(L, M).
paint(L, S..S+N-1) :- start(L, B, S), block(L, B, N, _).
:- start(L, B, S), block(L, B, N, _), start(L, B+1, T), T <= S+N.
:- fill(X, Y, 1), not paint(row(Y), X).
:- paint(row(Y), X), not fill(X, Y, 1).
:- fill(X, Y, 1), not paint(column(X), Y).
:- paint(column(X), Y), not fill(X, Y, 1).
#show fill/3.
"""


@pytest.mark.parametrize(
    "change",
    [
        (CHOICE, "#count { S : start(L, B, S) : S = 1..M-N+1 } = 1"),
        (CHOICE, "{ start(L, B, S) : |S| = S, S = 1..M-N+1 } = 1"),
        ("#show fill/3.", "#external hint. [true]\n#show fill/3."),
        ("#show fill/3.", "%* old %* inner *% #show paint/2. *%\n#show fill/3."),
    ],
)  # fmt: skip
def test_shapes_of_right_programs(
    visit_unserved: Callable[..., Page], change: tuple[str, str]
) -> None:
    """Aggregates in heads, absolute values, values of externals, and comments within comments."""
    program = STARTED.replace(*change)
    assert program != STARTED
    assert _grade_of(visit_unserved(), program)["outcome"] == "right on small instances"


def test_a_cell_of_two_colors(visit_unserved: Callable[..., Page]) -> None:
    """One of them may be the background."""
    inner = STARTED.replace("fill(", "inner(") + "fill(X, Y, K) :- inner(X, Y, K).\n"
    page = visit_unserved()
    both = _grade_of(page, f"{inner}fill(X, Y, 0) :- line(row(Y), N), X = 1..N.")
    assert both["outcome"] == "wrong"
    rest = "fill(X, Y, 0) :- line(row(Y), N), X = 1..N, not inner(X, Y, 1)."
    assert _grade_of(page, inner + rest)["outcome"] == "right on small instances"


@pytest.mark.parametrize("kind", ["grade", "run"])
def test_a_mistake_is_in_a_line_of_the_program(
    visit_unserved: Callable[..., Page], kind: str
) -> None:
    """Not in one of those that are added to it."""
    page, program = visit_unserved(), "p.\nfill(1, 1, 1) :- line(row(1), _"
    (ones,) = read(ROOT / "instances" / "pathological" / "ones-3.xml")
    body = {"program": program, "puzzle": puzzle_data(ones), "most": 1}
    found = _grade_of(page, program) if kind == "grade" else _asked(page, "run", body)
    assert (found["event"], found["line"]) == ("error", 2)
    assert found["reason"].startswith("syntax error, unexpected EOF")
    unsafe = _grade_of(page, "p.\nfill(X, 1, 1).")
    assert (unsafe["line"], unsafe["reason"].split(" in:")[0]) == (2, "unsafe variables")


@pytest.mark.nightly
def test_a_flood_of_answers(visit_unserved: Callable[..., Page]) -> None:
    """More answers than can be listed are wrong, not endless."""
    program = "cell(1..3, 1..3). { fill(X, Y, 1) : cell(X, Y) }."
    assert _grade_of(visit_unserved(), program)["outcome"] == "wrong"


@pytest.mark.parametrize(
    ("program", "named"),
    [
        ("{ fill(1,1,1) }. #minimize { 1 : fill(1,1,1) }.", "#minimize"),
        ("p. #show X : X = 1..2.", "#show"),
        ("#program other. p.", "#program"),
        ("p(@f(1)).", "@f"),
        ("asp_nono_clue(1,1).", "asp_nono_clue"),
        ("fill(Y, X) :- row_hint(Y, 1, N), col_hint(X, 1, N).", "col_hint/3"),
    ],
)
def test_what_it_cannot_grade(
    visit_unserved: Callable[..., Page], program: str, named: str
) -> None:
    """The statement is named, whatever clingo would make of it."""
    found = _grade_of(visit_unserved(), program)
    assert (found["event"], found["fault"], found["reason"]) == ("error", "statement", named)


def test_a_program_comes_by_link_and_is_graded(
    visit_unserved: Callable[..., Page], unserved: Host
) -> None:
    """In a frame that shows the bench alone; what was changed is there again with the same link."""
    page = visit_unserved()
    page.set_content(with_benches(_LESSON, unserved.address))
    page.get_by_text("Edit, run and grade it here").click()
    bench = page.frame_locator("iframe")
    expect(bench.locator("body")).to_have_attribute("data-mode", "bench")
    expect(bench.locator(".top")).to_be_hidden()
    expect(bench.get_by_label("Name")).to_have_value("05-repair")
    expect(bench.locator(".status-size")).to_contain_text("5")
    bench.locator("[data-action=grade]").click()
    expect(bench.locator(".grade-result .verdict-head")).to_contain_text("23.7 of 70 points")
    expect(bench.locator(".grade-result .mini")).not_to_have_count(0)


def test_an_exercise_of_the_site(visit_unserved: Callable[..., Page], unserved: Host) -> None:
    """Its instances are beside the studio; a program runs on one, and costs count."""
    page = visit_unserved(service_workers="block")  # which would ask the host
    known = page_exercise(str(COURSE / "exercises" / "given"))
    page.route("**/exercises/given.json", lambda route: route.fulfill(json=known))
    lesson = next(one for one in LESSONS if one.stem.startswith("12"))
    page.set_content(with_benches(lesson.read_text(encoding="utf-8"), unserved.address))
    frame = "iframe[title='The bench with 12-repair']"
    page.locator("details", has=page.locator(frame)).locator("summary").click()
    bench = page.frame_locator(frame)
    bench.get_by_role("button", name="Grade").click()
    expect(bench.locator(".verdict-head")).to_have_text("Wrong2.7 of 100 points")
    expect(bench.locator(".counterexample")).to_contain_text("not give this: given(1,1)")
    bench.get_by_role("button", name="Run").click()
    expect(bench.locator(".run-head")).to_contain_text("1 answer set, and there are no more.")
    expect(bench.locator(".atoms")).to_contain_text("given(1,2)")


def test_a_bad_puzzle_beside_a_program(visit_unserved: Callable[..., Page]) -> None:
    """It is refused in words, and the program is there."""
    page = visit_unserved()
    link = page.evaluate(
        """async () => {
            const value = { name: 'x', text: 'a.', puzzle: { rows: 1 } };
            const packed = new Blob([JSON.stringify(value)]).stream()
                .pipeThrough(new CompressionStream('deflate-raw'));
            const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
            const text = btoa(String.fromCharCode(...bytes));
            return `#b=${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
        }"""
    )
    page.evaluate("(link) => { location.hash = link; }", link)
    expect(
        page.get_by_text("asp-nono's own", exact=False).or_(page.locator(".toast"))
    ).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("x")


_LESSON = """# Lesson 5: repair it

```sh
asp-nono grade --no-scaling docs/course/exercises/05-repair.lp
```
"""
