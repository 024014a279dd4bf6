"""A second language: every text of the page is also German, and much of what the server says."""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from asp_nono.files import read
from asp_nono.formats.json import puzzle_data
from asp_nono.logic.rules import Rule
from tests.conftest import ROOT
from tests.web.driving import Desk
from tests.web.serving import ONES, Server, coded, posed

KEYS = """async () => {
    const { t } = await import('/static/strings.js');
    const { de } = await import('/static/strings_de.js');
    const missing = (texts, others, place) => Object.entries(texts).flatMap(([key, text]) => {
        if (!(key in others)) return [`${place}.${key}`];
        return text?.constructor === Object ? missing(text, others[key], `${place}.${key}`) : [];
    });
    return [...missing(t, de, 't'), ...missing(de, t, 'de')];
}"""


def test_every_text_has_a_german_one(desk: Desk) -> None:
    """Both modules have the same keys, but for keys of the keyboard and words of the editor."""
    same = ("t.toolKeys", "de.bench.search")
    assert [key for key in desk.page.evaluate(KEYS) if not key.startswith(same)] == []


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("row 3: cells 2-4, 7 filled", "Zeile 3: Zellen 2-4, 7 gefüllt"),
        (
            "Block 2 (5 cells) has only one place, cells 3-7.",
            "Block 2 (5 Zellen) hat nur einen Platz, Zellen 3-7.",
        ),
        (
            "Look at column 4: exact fit, the only block (16 cells).",
            "Sehen Sie auf Spalte 4: passt genau, der einzige Block (16 Zellen).",
        ),
        ("time limit of 10 s", "Zeitgrenze von 10 s"),
        (
            "some.non: line 3: row 2: 5 cells; expected 6 (3x2)",
            "some.non: Zeile 3: Zeile 2: 5 Zellen; erwartet: 6 (3x2)",
        ),
        ("A sentence that nobody has translated.", "A sentence that nobody has translated."),
    ],
)
def test_sentences_of_the_server(desk: Desk, english: str, german: str) -> None:
    """They are translated by templates; what has none stays as it is."""
    assert desk.value("static/said.js", "german", english) == german


KEYS_OF_TEXTS = {"reason", "hint", "why", "wrong", "remarks", "known", "rule"}
NAMES = re.compile(r"[\w/.]*|.*:-.*|\w+\(.*\)\.")  # no sentences: a name, or a rule of a program


def _texts(value: Any, key: str = "") -> Iterator[str]:  # noqa: ANN401 - any JSON
    """The texts for people in what the server sends."""
    if isinstance(value, dict):
        for name, one in value.items():
            # the values of a message are no texts by themselves
            if name not in {"puzzle", "counterexample"} and not name.endswith("_message"):
                yield from _texts(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one, key)
    elif isinstance(value, str) and key in KEYS_OF_TEXTS and not NAMES.fullmatch(value):
        yield value


def _untranslated(desk: Desk, texts: Iterator[str]) -> list[str]:
    german = "async (all) => { const { german } = await import('/static/said.js');"
    return list(
        desk.page.evaluate(
            german + " return all.filter((one) => german(one) === one); }", sorted(set(texts))
        )
    )


def test_hints_and_rules(desk: Desk) -> None:
    """All hints and questions of the grader and all names of rules are translated."""
    folder = ROOT / "asp_nono" / "grading"
    mistakes = tomllib.loads((folder / "mistakes.toml").read_text(encoding="utf-8"))
    questions = tomllib.loads((folder / "questions.toml").read_text(encoding="utf-8"))
    hints = (one["hint"] for one in mistakes.values() if "hint" in one)
    assert _untranslated(desk, chain(hints, questions.values(), Rule)) == []


def _written(node: ast.AST) -> Iterator[str]:
    """The texts in an expression, with 7 for whatever is put into them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.sub(r"\{\w+\}", "7", node.value)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(
            str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values
        )
    else:
        yield from chain.from_iterable(map(_written, ast.iter_child_nodes(node)))


def _errors_of(function: ast.FunctionDef) -> Iterator[str]:
    """The texts that a function raises, and those of the variables in them."""
    parts = list(ast.walk(function))
    raised = [part.exc for part in parts if isinstance(part, ast.Raise) and part.exc]
    names = {node.id for one in raised for node in ast.walk(one) if isinstance(node, ast.Name)}
    set_before = (part for part in parts if isinstance(part, ast.Assign))
    raised += [
        part.value for part in set_before if {getattr(at, "id", "") for at in part.targets} & names
    ]
    yield from chain.from_iterable(map(_written, raised))


ENGLISH = re.compile(
    r"\b(a|and|are|at|be|but|called|cannot|each|expected|fewer|for|from|has|have|is|it|its"
    r"|more|no|not|of|one|or|than|the|to|unknown|which|with|without)\b"
)
AS_WRITTEN = re.compile(r"'[^']*'|<[^>]*>|`[^`]*`|\"[^\"]*\"|\\.")  # names in files, patterns


def test_errors_in_files(desk: Desk) -> None:
    """Every error of every reader, taken from the source, is said without English words."""
    package = ROOT / "asp_nono"
    core = (package / f"{name}.py" for name in ("clue", "files", "grid", "puzzle"))
    sources = (file.read_text(encoding="utf-8") for file in (*package.glob("formats/*.py"), *core))
    nodes = chain.from_iterable(ast.walk(ast.parse(source)) for source in sources)
    functions = (node for node in nodes if isinstance(node, ast.FunctionDef))
    errors = {text for function in functions for text in _errors_of(function) if "\\" not in text}
    assert len(errors) > 300
    script = "async (all) => { const { german } = await import('/static/said.js');"
    said = desk.page.evaluate(f"{script} return all.map(german); }}", sorted(errors))
    assert [one for one in said if ENGLISH.search(AS_WRITTEN.sub("", one))] == []


@pytest.mark.slow
def test_what_the_server_says(desk: Desk, studio: Server) -> None:
    """No text of usual answers stays English: hints, grades, warnings, errors."""
    right = (ROOT / "encodings" / "_template.lp").read_text(encoding="utf-8")
    wrong = right.replace("not full(L, P)", "not ful(L, P)")
    puzzle = posed(*ONES)
    said: list[Any] = []
    for name in ("castle", "boat"):
        (shipped,) = read(ROOT / "instances" / "pictures" / f"{name}.xml")
        said.append(studio.last("explain", puzzle=puzzle_data(shipped), time_limit=60))
    tells = ("where", "rule", "cells")
    said.extend(studio.last("hint", puzzle=posed("##.#"), tell=tell) for tell in tells)
    said.append(studio.last("errors", puzzle=puzzle, tell="whether"))
    said.append(studio.last("explain", puzzle=posed("##.#", "#..#")))
    for program in (wrong, "a.\nb :- c d.", "a.\n#script (lua) #end.", "fill(1,1,1)."):
        said.append(studio.last("grade", program=program, scaling=False, time_limit=60))
        said.append(studio.last("run", puzzle=puzzle, program=program))
    said.append(studio.last("run", puzzle=puzzle, program=right, dialect="latin"))
    broken = (b"", b"\0\1\2\3", b"nothing that anyone knows", b"<puzzleset>", b"{")
    files = ({"name": "some.xml", "data": coded(data)} for data in broken)
    said.extend(studio.ask("/api/read", file).json for file in files)
    assert _untranslated(desk, _texts(said)) == []


BROKEN = {
    "breit.non": (
        "width 3\nheight 2\n\nrows\n1 1\n4\n\ncolumns\n1\n1\n1\n",
        "breit.non: Zeile 2: die Zahlen 4 brauchen 4 Zellen; die Zeile hat 3",
    ),
    "kaputt.xml": ("<puzzleset>", "kaputt.xml: Zeile 1: Zeichen 12: kein wohlgeformtes XML: "),
    "leer.json": (
        '{"rows": [[1]]}',
        "leer.json: keine Zahlen; erwartet: die Schlüssel 'row_rules' und 'col_rules'",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file(
    visit: Callable[..., Desk], studio: Server, tmp_path: Path, name: str
) -> None:
    """The dialog says in German where the file is wrong, and why."""
    text, german = BROKEN[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    desk = visit(studio, locale="de-DE")
    desk.give(tmp_path / name)
    problem = desk.page.locator("dialog .problem")
    expect(problem).to_contain_text(german)
    said = problem.inner_text().partition(" XML: ")[0]  # the rest is what the XML reader says
    desk.faults.clear()  # the browser itself reports that the server refused
    assert not ENGLISH.search(AS_WRITTEN.sub("", said)), said


@pytest.mark.slow
def test_a_german_browser_gets_german(visit: Callable[..., Desk], studio: Server) -> None:
    """The page and the server's hint, but no program; a button turns it into English."""
    desk = visit(studio, locale="de-DE")
    desk.paint("##########")
    desk.verdict("Genau eine Lösung")
    desk.page.locator(".tab", has_text="Spielen").click()
    desk.press("Welche Zellen")
    desk.says("Zeile 1")
    desk.page.locator(".tab", has_text="Labor").click()
    desk.page.locator("[data-action=run]").click()
    expect(desk.page.locator(".sizes")).to_contain_text("cell(row(Y),X,X,Y) :- line(row(Y),N)")
    desk.press("English")
    expect(desk.page.locator(".tab", has_text="Play")).to_be_visible()
    assert desk.page.evaluate("document.documentElement.lang") == "en"
