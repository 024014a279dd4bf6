"""What an experimenter passes to clingo: options, constants, seeds, recipes; and its statistics."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from asp_nono.asp.recipes import Turn, recipe
from asp_nono.files import read
from asp_nono.solving.solve import solve
from tests.cli.encodings import SHOW
from tests.cli.run import HEART, ONES_3, PATHOLOGICAL, ROOT, call, refused, run

_LP = (ROOT / "encodings" / "textbook" / "starts.lp").read_text(encoding="utf-8")
_SEARCHED = PATHOLOGICAL / "search-5x5.xml"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """An encoding whose constant says how many lines its pictures may fill."""
    path = tmp_path / "own.lp"
    rules = re.sub("(?m)^%.*\n", "", _LP)
    path.write_text(f"#const rows = 9.\n{rules}:- fill(_, Y, _), Y > rows.\n", encoding="utf-8")
    return path


def test_constants(own: Path) -> None:
    """A value replaces that of #const; one that no encoding names is odd."""
    words = ("count", "--encoding", own, ONES_3)
    assert " 6 (enumerate" in call(*words).out
    assert " 0 (enumerate" in call(*words, "-c", "rows=2").out
    assert "no encoding of" in run(*words, "-c", "rwos=2").err


def test_statistics() -> None:
    """Numbers of the size, the effort and the stages, in words and in JSON."""
    recipe = ("--recipe", "textbook-starts", "--stats")
    for command in ("solve", "check", "count"):
        (found,) = call(command, "--json", *recipe, _SEARCHED).objects
        made = found["statistics"]
        assert made["seconds"].keys() == {"ground", "search"}
        assert made["rules"] > made["variables"] > 0
        assert made["choices"] >= made["conflicts"]
        assert made["tight"] is True
        text = call(command, *recipe, _SEARCHED).out
        assert re.search(
            r"\n  grounding [\d.]+ s, search .*\n  \d+ choices, .*\n  \d+ rules, .*; tight\n", text
        )
    (ground,) = call("ground", "--json", *recipe, _SEARCHED).objects
    assert ground["statistics"]["rules"] == made["rules"]
    assert "clingo was not needed" in call("check", "--stats", HEART).out
    assert "topdown" in call("count", "--stats", ONES_3).out.splitlines()[-1]


def test_statistics_add_up_over_turns() -> None:
    """The effort is that of all turns of a search."""
    (puzzle,) = read(ROOT / "instances" / "pictures" / "bicycle.xml")
    found = solve(puzzle, recipe=replace(recipe("order"), schedule=(Turn(conflicts=50),) * 2))
    assert found.statistics
    assert found.effort
    assert found.statistics["conflicts"] > found.effort.conflicts >= 50


def test_seeds_and_options_reach_clingo() -> None:
    """Other seeds and heuristics, other searches; an option takes the place of the recipe's."""
    words = ("solve", "--json", "--stats", "--recipe", "textbook-runs")
    file = ROOT / "instances" / "random" / "20x20-70-c2-s1.xml"

    def spent(*more: str) -> tuple[int, int]:
        (found,) = call(*words, *more, file).objects
        return found["statistics"]["choices"], found["statistics"]["conflicts"]

    fast = ("--clingo", "--configuration=trendy")
    assert spent(*fast, "--seed", "1") == spent(*fast, "--seed", "1")
    assert spent(*fast, "--seed", "1") != spent("--seed", "1")
    duo = call("check", "--recipe", "order-duo", "--clingo", "--parallel-mode=1", _SEARCHED)
    assert "unique" in duo.out
    assert refused("count", "--seed", "3", HEART).endswith("or a count that enumerates")


@pytest.mark.usefixtures("own")
def test_own_recipes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are found in ./recipes.toml, in a file, and in a folder of encodings."""
    table = '[mine]\nfiles = ["own.lp", "redundant/totals.lp"]\nconstants = { rows = 2 }\n'
    (tmp_path / "recipes.toml").write_text(table, encoding="utf-8")
    for words in (("--recipes", tmp_path), ("--recipes", tmp_path / "recipes.toml")):
        assert " 0 (enum" in call("count", *words, "--recipe", "mine", ONES_3).out
    monkeypatch.chdir(tmp_path)
    assert " 0 (enum" in call("count", "--recipe", "mine", ONES_3).out
    assert "\n  mine\n" in call("encodings", "list").out
    assert "order" in call("encodings", "list", "--recipes", tmp_path).out
    (tmp_path / "recipes.toml").unlink()
    assert " 6 (enum" in call("count", "--recipes", ".", "--recipe", "own", ONES_3).out


@pytest.mark.usefixtures("own")
def test_a_redundant_file_proves_nothing_about_blots(tmp_path: Path) -> None:
    """A recipe whose other encodings know no blots is refused: it would find no solution."""
    file = tmp_path / "recipes.toml"
    file.write_text('[mine]\nfiles = ["own.lp", "redundant/totals.lp"]\n', encoding="utf-8")
    words = ("check", "--recipes", file, "--recipe", "mine", PATHOLOGICAL / "blotted-unique.xml")
    assert "cannot handle blotted blocks: no encoding of it but redundant ones" in refused(*words)


def test_modes_of_turns_are_known(tmp_path: Path) -> None:
    """A mode that no encoding has as an external is a mistake: it would have no effect."""
    own = tmp_path / "own.lp"
    own.write_text("#external mode(quick;slow). #external mode(M) : M = 1..3.\n")
    table = """
[mine]
files = ["order.lp", "order_cells.lp", "order_blots.lp", "clues/all.lp"]
heuristic = "HEURISTIC"
schedule = [{ modes = ["sgin"] }]
"""
    file = tmp_path / "recipes.toml"
    words = ("check", "--recipes", file, "--recipe", "mine", HEART)
    file.write_text(table.replace("HEURISTIC", "marginals.lp"))
    assert "mine: unknown mode 'sgin' (did you mean sign?)" in refused(*words)
    file.write_text(table.replace("HEURISTIC", "marginals.lp").replace("sgin", "level"))
    assert "unique" in call(*words).out
    file.write_text(table.replace("HEURISTIC", "own.lp"))  # its modes may be any
    assert "unique" in call(*words).out


def test_our_encodings_in_an_own_recipe(tmp_path: Path) -> None:
    """What they derive for each other is read, and they may leave out the decided cells."""
    table = 'files = ["order.lp", "order_cells.lp", "order_blots.lp", "clues/all.lp"]\n'
    file = tmp_path / "recipes.toml"
    file.write_text(f'[mine]\n{table}deductions = "line"\nreads = "open"\n')
    ran = call("check", "--recipes", file, "--recipe", "mine", _SEARCHED)
    assert (ran.err, "unique" in ran.out) == ("", True)


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("[mine]\n", "mine: files: expected a list of encodings"),
        ('[mine]\nfiles = "a.lp"\n', "mine: files: 'a.lp'; expected a list"),
        ('[mine]\nfiles = ["a.lp"]\nfile = 3\n', "mine: unknown key 'file' (did you"),
        ('[mine]\nfiles = ["a.lp"]\ndeductions = "al"\n', "mine: deductions: 'al'; expected none"),
        ('[order]\nfiles = ["a.lp"]\n', "order is a recipe of asp-nono; choose another name"),
        ('[mine]\nfiles = ["a.lp"]\nparts = "x"\n', "mine: parts: 'x'; expected lines"),
        ('[mine]\nfiles = ["a.lp"]\nreads = "x"\n', "mine: reads: 'x'; expected all"),
        ('[mine]\nfiles = ["a.lp"]\n', "a.lp: cannot be read: No such file"),
        ('[other]\nfiles = ["a.lp"]\n', "unknown recipe 'mine'"),
        ("mine", "is no TOML"),
    ],
)
def test_bad_recipes(tmp_path: Path, table: str, reason: str) -> None:
    """Each fault is named with the file, the recipe and the key."""
    file = tmp_path / "recipes.toml"
    file.write_text(table, encoding="utf-8")
    assert reason in refused("check", "--recipes", file, "--recipe", "mine", HEART)


def test_heuristics_have_effect(tmp_path: Path) -> None:
    """#heuristic steers the search without an option; the first picture is another one."""
    text = "{ fill(X, Y, 1) : line(row(Y), _) } = 1 :- line(column(X), _).\n"
    text += ":- line(row(Y), _), #count { X : fill(X, Y, 1) } != 1.\n" + SHOW
    first = {}
    for value in (1, -1):
        file = tmp_path / "steered.lp"
        file.write_text(f"{text}#heuristic fill(X, X, 1) : line(row(X), _). [{value}@9, sign]\n")
        (found,) = call("solve", "-n", "1", "--json", "--encoding", file, ONES_3).objects
        first[value] = found["solutions"][0]
    assert first[1] == ["#..", ".#.", "..#"]
    assert first[-1] != first[1]


MULTI_SHOT = re.findall(
    r"```prolog\n([^`]*#program step.*?)```",
    (ROOT / "docs" / "encodings.md").read_text(encoding="utf-8"),
    re.DOTALL,
)[0]


@pytest.mark.parametrize("parts", ["steps", "lines"])
def test_multi_shot_programs(tmp_path: Path, parts: str) -> None:
    """Grounded in steps or line by line, they count as other programs do."""
    text = MULTI_SHOT
    if parts == "lines":
        text = text.partition("#program check")[0].replace("step(t)", "line(l)") + SHOW
        text = re.sub("turn.t, row.t.. :-.*\n", "turn(l, l).\n", text)
        text = re.sub("turn.t, column.t-H.. :-.*\n", "", text)
        text = text.replace("turn(t, ", "turn(l, ").replace(
            "fill(X, t, K) :- color(row(t), X, K)",
            "fill(X, Y, K) :- color(row(Y), X, K), l = row(Y)",
        )
    file = tmp_path / "multi.lp"
    file.write_text(text, encoding="utf-8")
    for name, number in (("ones-4", 24), ("search-5x5", 1), ("none-search-4x4", 0)):
        puzzle = PATHOLOGICAL / f"{name}.xml"
        out = call("count", "--encoding", file, "--parts", parts, puzzle).out
        assert f": {number} (enumerate" in out
    assert run("encodings", "check", file).status == 0
    words = ("--encoding", file, HEART)
    assert "nothing grounds the program part" in refused("check", *words)
    assert "works only on programs without parts" in refused("ground", "--parts", parts, *words)
