"""`asp-nono encodings`, `new-encoding` and `facts`, and the help of every command."""

import re
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from asp_nono.asp import encodings as shelf
from asp_nono.asp.recipes import recipe_of, recipes
from asp_nono.cli import COMMANDS
from asp_nono.counting.count import count
from asp_nono.files import read
from asp_nono.grading.nonograms import Nonograms
from asp_nono.messages import PuzzleError
from asp_nono.solving.solve import check, solutions
from tests.cli import encodings as wrong
from tests.cli.encodings import encoding
from tests.cli.run import (
    HEART,
    INSTANCES,
    ONES_3,
    PATHOLOGICAL,
    ROOT,
    bare_clingo,
    call,
    drawn,
    execute,
    refused,
    run,
)
from tests.grading.programs import graded_file

SUBCOMMANDS = [["encodings", name] for name in ("list", "show", "check", "strength", "strengthen")]


def test_list() -> None:
    """Every encoding and every recipe is listed with what it is for."""
    text = call("encodings", "list").out
    for name in shelf.names():
        assert f"\n  {name}\n      " in text
    for recipe in recipes().values():
        assert f"\n      {recipe.about}\n" in text
    assert "\n  order (the default)\n" in text


@pytest.mark.parametrize("name", shelf.names())
def test_show(name: str) -> None:
    """Every shipped encoding is shown byte by byte."""
    assert call("encodings", "show", name).out == (shelf.folder() / f"{name}.lp").read_text()


@pytest.mark.parametrize(
    ("recipe", "dependent"), [("starts", 0), ("order", 3), ("textbook-table", 0)]
)
def test_check(recipe: str, dependent: int) -> None:
    """The files of a recipe can be used together, and their headers are true."""
    files = recipes()[recipe].files
    ran = call("encodings", "check", *files)
    assert ran.status == 0
    assert ran.out.count(": the header agrees with the rules") == len(files)
    assert ran.out.count("it needs the other files") == dependent


_FILLS = "{ fill(X, Y, 1) : line(row(Y), _), line(column(X), _) }.\n"

UNUSABLE = {
    _FILLS.replace("line(row(Y), _)", "foo(Y)")
    + wrong.SHOW: ":1:19: error: foo/1 is used, but no rule derives",
    _FILLS + "#show.\n": ":2:1: error: it shows nothing; expected #show fill/3.",
    _FILLS.replace("fill", "fil") + wrong.SHOW: "no rule derives fill/3, which #show names",
    _FILLS
    + ":- &odd { 1 } > 2.\n"
    + wrong.SHOW: ":2:5: error: &odd: a theory atom that no package",
    _FILLS.replace("1)", "Z)")
    + wrong.SHOW: ":1:1: error: unsafe variables: Z in { fill(X, Y, Z) :",
    _FILLS + "#minimize { 1, X, Y :\n   fill(X, Y, _) }.\n" + wrong.SHOW: (
        ":2:13: error: #minimize { 1, X, Y : fill(X, Y, _) }.: expected rules"
    ),
    _FILLS + "#program more.\n" + wrong.SHOW: "nothing grounds the program part more/0",
    wrong.NO_SUCH_INPUT: "cell/3 is used, but no rule derives it",
    wrong.SOUND.replace("color K.", "color."): "the sentence on fill/3 does not name K",
}


@pytest.mark.parametrize("text", UNUSABLE, ids=range(len(UNUSABLE)))
def test_check_names_what_solve_refuses(tmp_path: Path, text: str) -> None:
    """Where `solve` fails the check fails, with the source as it is written."""
    ran = run("encodings", "check", encoding(tmp_path, text))
    assert ran.status == 1
    assert UNUSABLE[text] in ran.err


def test_other_files_are_not_read(tmp_path: Path) -> None:
    """#include would hide rules from every check; in strings and comments it is just a word."""
    named = f'% #include "more.lp".\nodd("#include").\n{_FILLS}{wrong.SHOW}'
    assert call("encodings", "check", encoding(tmp_path, named)).out.startswith(str(tmp_path))
    file = encoding(tmp_path, f'{named}#include "more.lp".\n')
    (tmp_path / "more.lp").write_text("more.\n", encoding="utf-8")
    for words in (("encodings", "check", file), ("solve", "--encoding", file, HEART)):
        said = run(*words).err
        place = ":5:1: error" if words[0] == "encodings" else "line 5, column 1"
        assert f"{place}: #include is not allowed; name all files" in said


def test_headers_are_optional(tmp_path: Path) -> None:
    """What a header would have caught is a warning; the answer is the same."""
    bare = encoding(tmp_path, "big(L) :- line(L, N), N > 3.\n" + _FILLS + wrong.SHOW)
    ran = run("solve", "--encoding", bare, drawn(tmp_path, "#"))
    assert f"{bare}:1:1: warning: no rule reads big/1" in ran.err
    ran = call("encodings", "check", bare)
    assert f"{bare}:1:1: warning: no rule reads big/1" in ran.err
    assert ran.out == f"{bare}: can be used\n"
    untrue = encoding(tmp_path, wrong.SOUND.replace("at(L, P, C) -", "att(L, P, C) -"))
    ran = run("check", "--encoding", untrue, drawn(tmp_path, "#"))
    assert "warning" in ran.err
    assert "Input: the rules have at/3, the header does not" in ran.err


@pytest.mark.parametrize("words", [*([name] for name in COMMANDS), *SUBCOMMANDS], ids=" ".join)
def test_help(words: list[str]) -> None:
    """The help of every command holds an example of its use."""
    text = call(*words, "--help").out
    assert text.startswith("Usage: ")
    assert f"    asp-nono {' '.join(words)} " in text or f"    asp-nono {' '.join(words)}\n" in text


LIGHT = """\
import sys
from asp_nono.cli import run
run()
heavy = {"clingo", "lxml", "numpy"} & {name.partition(".")[0] for name in sys.modules}
print("heavy:", *sorted(heavy))
"""

CROSS = "width 3\nheight 3\nrows\n1\n3\n1\n\ncolumns\n1\n3\n1\n"


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["check", "cross.non"]])
def test_light(tmp_path: Path, words: list[str]) -> None:
    """Help, and a puzzle that line logic solves, import neither clingo nor lxml."""
    (tmp_path / "cross.non").write_text(CROSS)
    ran = execute([sys.executable, "-c", LIGHT, *words], cwd=tmp_path)
    assert ran.status == 0
    assert ran.out.endswith("heavy:\n")


@pytest.mark.parametrize("words", [["--help"], ["-h"]])
def test_help_lists_the_commands(words: list[str]) -> None:
    """`asp-nono --help` names every command and the exit statuses."""
    ran = run(*words)
    assert ran.status == 0
    for name, (_, purpose) in COMMANDS.items():
        assert f"  {name} " in ran.out
        assert purpose.split()[0] in ran.out
    said = " ".join(ran.out.split())
    assert "Exit status: 0 done, 1 what is judged does not pass (grade," in said
    assert " 2 bad input, 3 undecided" in said


def test_version() -> None:
    """The line that a report of a mistake needs: what is installed, how it was built, of what."""
    from asp_nono import __version__
    from asp_nono.line.kernel import COMPILED

    build = "compiled" if COMPILED else "pure Python"
    commit = r"(, commit [0-9a-f]{9}( with changes)?)?"
    line = rf"asp-nono {__version__} \({build}\), clingo {version('clingo')}{commit}\n"
    assert re.fullmatch(line, run("--version").out)


@pytest.mark.slow
def test_new_encoding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its header holds, it solves a puzzle, and the grader finds nothing."""
    monkeypatch.chdir(tmp_path)
    assert call("new-encoding", "mine").out == "mine.lp: written; try asp-nono grade mine.lp\n"
    path = tmp_path / "mine.lp"
    assert "asp-nono grade mine.lp" in shelf.load(path).header.purpose
    (boat,) = read(ROOT / "docs" / "course" / "boat.non")
    assert check(boat, recipe=recipe_of([path])).solutions == (boat.goal,)
    assert graded_file(path, Nonograms(scaling=False)).outcome == "right"


def test_names_of_new_encodings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is overwritten, and names of folders are refused."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.lp"
    path.write_text("a.", encoding="utf-8")
    with pytest.raises(PuzzleError, match="exists already"):
        call("new-encoding", path)
    assert path.read_text(encoding="utf-8") == "a."
    for none in (".", "/"):
        with pytest.raises(PuzzleError, match="expected a name for a file"):
            call("new-encoding", none)


SHIPPED = {
    "ones-4": PATHOLOGICAL / "ones-4.xml",
    "search-5x5": PATHOLOGICAL / "search-5x5.xml",
    "none-search-4x4": PATHOLOGICAL / "none-search-4x4.xml",
    "touching-some": PATHOLOGICAL / "touching-some.xml",
    "cherry": INSTANCES / "color" / "cherry.xml",
    "blotted-multiple": PATHOLOGICAL / "blotted-multiple.xml",
}


@pytest.mark.parametrize("file", SHIPPED.values(), ids=SHIPPED)
@pytest.mark.parametrize("name", list(recipes()))
def test_bare_clingo_counts_the_same(tmp_path: Path, name: str, file: Path) -> None:
    """Facts and encodings are a program for bare clingo, whose answer sets are the solutions."""
    recipe = recipes()[name]
    (puzzle,) = read(file)
    if puzzle.blotted and not recipe.blotted:
        pytest.skip("this recipe takes no blotted blocks")
    facts = tmp_path / "facts.lp"
    hints = () if recipe.deductions == "none" else ("--deductions", "line")
    facts.write_text(call("facts", "--recipe", name, *hints, file).out)
    (found,) = call("count", "--json", "--method", "enumerate", "--recipe", name, file).objects
    assert bare_clingo(*recipe.files, facts) == int(found["count"])


@pytest.mark.parametrize("hints", ["none", "line"])
@pytest.mark.parametrize("name", list(recipes()))
def test_saved_picture_for_bare_clingo(tmp_path: Path, name: str, hints: str) -> None:
    """--from-saved is in the facts too, whatever the hints are."""
    file = drawn(tmp_path, "#..", ".#.", "..#", saved=("?.?", "???", "???"))
    facts = tmp_path / "facts.lp"
    words = ("--recipe", name, "--deductions", hints, "--from-saved", "1", file)
    facts.write_text(call("facts", *words).out)
    assert bare_clingo(*recipes()[name].files, facts) == 4


@pytest.mark.parametrize(
    "file", [HEART, ONES_3, *SHIPPED.values()], ids=lambda path: Path(path).stem
)
def test_classic_read_back(tmp_path: Path, file: Path) -> None:
    """The facts of the 2008 program are a file that can be read: the solutions are the same."""
    (puzzle,) = read(file)
    if puzzle.blotted:
        assert "blotted blocks" in refused("facts", "--dialect", "classic", file)
        return
    facts = tmp_path / "facts.lp"
    facts.write_text(call("facts", "--dialect", "classic", file).out)
    (back,) = read(facts)
    expected = {grid.rows for grid in solutions(puzzle)}
    assert {grid.rows for grid in solutions(back)} == expected
    (found,) = call("solve", "--all", "--json", facts).objects
    assert len(found["solutions"]) == len(expected) == count(puzzle).number
