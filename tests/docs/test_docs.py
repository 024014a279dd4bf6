"""The pages describe everything that exists, and nothing else."""

import doctest
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import asp_nono
from asp_nono.asp import encodings
from asp_nono.asp.facts import FACTS
from asp_nono.asp.recipes import DEDUCTIONS, recipes
from asp_nono.cli.drawing import STYLES
from asp_nono.draw.pdf import PAPERS
from asp_nono.files import formats
from asp_nono.lab.experiment import Experiment
from asp_nono.lab.export import COLUMNS
from asp_nono.lab.plan import KEYS, plan_of, read_plan
from asp_nono.lab.report import HEAD
from asp_nono.lab.run import FIELDS, REPORTED, SOLVED
from asp_nono.lab.store import APPLICATION, TABLES, VERSION
from asp_nono.line import SOLVERS
from tests.conftest import ROOT
from tests.docs.pages import PAGES, blocks, page
from tools import (
    cli_docs,
    drawings_docs,
    encoding_times,
    encodings_docs,
    grading_docs,
    licenses_docs,
    names_study,
)
from tools.blocks import filled, places

COMMANDS = {context.command_path: context.command for context in cli_docs.commands()}

MACHINE = re.compile(r"(?<![\w.])/(work|tmp|root|home|Users)\b")
"""Paths that mean something on one machine only."""

LINK = re.compile(r"\]\(([^)#\s]*)(#[^)\s]*)?\)")


def test_tables_are_generated() -> None:
    """Pages hold what their generators make: the help of commands, encodings, grading, names."""
    docs = ROOT / "docs"
    made = {docs / "cli.md": cli_docs.blocks(), docs / "grading.md": grading_docs.blocks()}
    made |= {names_study.PAGE: names_study.blocks()}
    for file, tables in (made | encodings_docs.pages()).items():
        text = file.read_text(encoding="utf-8")
        assert filled(text, tables) == text
    assert sorted(places(page("docs/cli.md"))) == sorted(COMMANDS)


def test_licenses_are_listed() -> None:
    """The page of licenses has every package that is needed; a release compares each again."""
    rows = re.findall(r"^\| `(.*?)` \| (.*?) \| .+ \|$", page("docs/licenses.md"), re.MULTILINE)
    required = licenses_docs.required().items()
    asked = {name: ", ".join(f"`{one}`" for one in extras) for name, extras in required}
    assert dict(rows) == {name: extras or "always" for name, extras in asked.items()}


def test_everything_has_help() -> None:
    """Every command has a help text, and so has every option."""
    more = tomllib.loads((ROOT / "asp_nono/cli/help.toml").read_text(encoding="utf-8"))
    assert {f"asp-nono {name}".strip() for name in more} <= COMMANDS.keys()
    for name, command in COMMANDS.items():
        assert command.help, name
        for option in command.params:
            assert not isinstance(option, click.Option) or option.help, (name, option.name)


def _names() -> Iterator[tuple[str, str]]:
    """Everything of each kind: its page, and the text by which the page describes it."""
    for form in formats():
        yield "formats", f"| `{form.name}` |"
        yield from (("formats", f"`{suffix}`") for suffix in form.suffixes)
    for name in (*encodings.names(), *recipes(), *DEDUCTIONS):
        yield "encodings", f"`{name}`"
    for signature, fact in FACTS.items():
        yield "encodings", f"| `{signature.split('/')[0]}({fact.arguments})` | {fact.meaning} |"
    for name in SOLVERS:
        yield "line-logic", f"\n### {name}\n"
    for name in asp_nono.__all__:
        if name.endswith(("Error", "Warning")):
            yield "library", f"`{name}`"
    lab = [*KEYS, *SOLVED, "time-out", "memory-out", "error", "wrong", *REPORTED]
    yield from (("lab", f"| `{name}` |") for name in lab)
    yield from (("lab", f"`{column}`") for column in (*FIELDS, *HEAD[1:], *COLUMNS))
    for table, columns in re.findall(r"CREATE TABLE (\w+) \((.*?)\n\);", TABLES, re.DOTALL):
        yield "lab", f"| `{table}` |"
        for column in re.findall(r"^ +([a-z_]+) ", columns, re.MULTILINE):
            if column not in ("id", "data", "text"):
                yield "lab", f"`{column}`"
    yield "lab", f"`PRAGMA application_id` is {APPLICATION}"
    yield "lab", f"version of the tables: {VERSION}"
    yield from (("pictures", f"| `{style}` |") for style in STYLES)
    yield from (("cli", paper) for paper in PAPERS)


def test_everything_is_documented() -> None:
    """Formats, encodings, facts, errors, keys and tables of the lab, … are on their pages."""
    for name, text in _names():
        assert text in page(f"docs/{name}.md"), text


def test_the_tree_is_described() -> None:
    """ARCHITECTURE.md names every folder of the package, and only files that exist."""
    text = page("ARCHITECTURE.md")
    folders = {path.parent.name for path in (ROOT / "asp_nono").glob("*/*.py")}
    assert not {folder for folder in folders if f"`{folder}/`" not in text}
    named = re.findall(r"`([a-z_]+/[a-z_./]+\.(?:py|toml|js))`", text)
    assert len(named) > 10
    for file in named:
        assert (ROOT / file).exists() or (ROOT / "asp_nono" / file).exists(), file


def test_drawings_are_up_to_date() -> None:
    """The drawings of the manual are those that the program makes."""
    for file, drawing in drawings_docs.drawings().items():
        assert file.read_text(encoding="utf-8") == drawing


def test_plans_on_the_pages_are_sound() -> None:
    """The example of docs/lab.md can be read, and the study has the stated number of runs."""
    plan, external = (tomllib.loads(block.text) for block in blocks("docs/lab.md", "toml"))
    assert plan_of(plan).name == "mine-against-order"
    assert set(external["external"][0]) >= {"name", "command", "format", "unique"}
    study = Experiment.of(read_plan(ROOT / "docs" / "studies" / "hints.toml"))
    assert f"{study.size} runs" in page("docs/studies/hints.md")


def test_comparisons_are_of_all_recipes() -> None:
    """Their numbers are measured by hand; that no recipe is missing is tested.

    Those with options of their own run in several threads, and have no fixed numbers.
    """
    manual = page("docs/encodings.md")
    rows, times = (
        re.findall(rf"<!-- {name} -->(.*?)<!-- end -->", manual, re.DOTALL)[0]
        for name in ("comparison", "sizes and times")
    )
    for name, recipe in recipes().items():
        textbook = recipe.files[0].parent.name == "textbook"
        assert (f"| `{name}` |" in rows) == (not recipe.options and not textbook)
        assert not textbook or f"| `{name}` |" in times
    assert set(re.findall(r"^\| `(.*?)` ", times, re.MULTILINE)) == set(encoding_times.NAMES)


def test_sizes_and_times_are_measured() -> None:
    """The command that fills the table grounds and solves, and stops what takes too long."""
    found = encoding_times.blocks(["textbook-starts"], ("seed 1, 10x10",))["sizes and times"]
    rules = encoding_times.run("textbook-starts", "seed 1, 10x10").rules
    assert f"| `textbook-starts` | {rules}, 0." in found
    assert encoding_times.limited("textbook-table", "pictures/bicycle", 0.01) is None


def test_blocks_need_one_place() -> None:
    """A block without a place is an error; other blocks stay as they are."""
    text = "<!-- a -->\nold\n<!-- end -->\n<!-- b -->\nold\n<!-- end -->\n"
    assert filled(text, {"b": "new\n"}) == text[:26] + text[26:].replace("old", "new")
    with pytest.raises(ValueError, match="one place each for"):
        filled(text, {"c": ""})


@pytest.mark.parametrize("level", DEDUCTIONS)
def test_template_works(level: str) -> None:
    """It is not listed, and solves a puzzle at every level of deductions."""
    template = encodings.folder() / "_template.lp"
    assert "_template" not in encodings.names()
    recipe = asp_nono.Recipe("template", "", (template,)).with_deductions(level)
    (boat,) = asp_nono.read(ROOT / "instances" / "pictures" / "boat.xml")
    assert asp_nono.check(boat, recipe=recipe).solutions == (boat.goal,)


PYTHON = [path.stem for path in PAGES if "```python\n>>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.counters] * (name == "counting-programs"))
        for name in PYTHON
    ],
)
def test_examples_in_python(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python on a page prints what the page shows, from top to bottom."""
    monkeypatch.chdir(ROOT)
    text = "\n\n".join(block.text for block in blocks(f"docs/{name}.md", "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, name, f"docs/{name}.md", 0)
    failures: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert test.examples
    assert runner.run(test, out=failures.append).failed == 0, "".join(failures)


@pytest.mark.parametrize("file", PAGES, ids=lambda file: str(file.relative_to(ROOT)))
def test_pages_are_for_everybody(file: Path) -> None:
    """No path of one machine, and no link that leads nowhere."""
    text = file.read_text(encoding="utf-8")
    assert not MACHINE.search(text)
    for target, anchor in _links(text):
        linked = (file.parent / target).resolve() if target else file
        assert linked.exists(), target
        if anchor:
            assert anchor[1:] in _anchors(linked.read_text(encoding="utf-8")), target + anchor


def _links(text: str) -> Iterator[tuple[str, str]]:
    for target, anchor in LINK.findall(text):
        if "://" not in target:
            yield target, anchor


def _anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
