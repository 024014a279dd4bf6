"""Certificates hold where they should, and nowhere else."""

import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import fastjsonschema
import pytest
from hypothesis import given, settings, strategies as st

from asp_nono.files import read
from asp_nono.grid import PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.proof.certificate import certificate_of, read_certificate, verify
from asp_nono.proof.checker import Checker
from asp_nono.proof.formula import Formula
from asp_nono.puzzle import Puzzle, satisfies
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.asp.boards import all_grids, brute_force
from tests.cli.run import (
    HEART,
    INSTANCES,
    ONES_2,
    PATHOLOGICAL,
    call,
    drawn,
    environment,
    refused,
    run,
)
from tests.conftest import ROOT, SHARED
from tests.strategies import puzzles

SEARCH = PATHOLOGICAL / "search-5x5.xml"
DEEP = """
...##...#
...#..##.
.##..##..
...##..##
...#.##..
..#.#.#.#
....##..#
###..#...
.##......
"""  # trials in single cells decide one cell of it


def _small(puzzle: Puzzle) -> bool:
    return bool(len(puzzle.colors) ** (puzzle.width * puzzle.height) <= 300)


@settings(max_examples=20)
@given(puzzles(max_side=3, given=True).filter(_small))
def test_models_are_solutions(puzzle: Puzzle) -> None:
    """Unit propagation refutes just the pictures that are no solutions."""
    for picture in all_grids(puzzle.width, puzzle.height, len(puzzle.colors)):
        formula = Formula(puzzle)
        cells = [[-literal] for literal in formula.outside(PartialGrid.of(picture))]
        checker = Checker(formula.variables, formula.clauses + cells)
        assert checker.refuted == (not satisfies(picture, puzzle))


def _proven(puzzle: Puzzle, path: Path) -> Verdict:
    """The verdict that a certificate, written and read again, proves."""
    path.write_bytes(certificate_of(check(puzzle)).text().encode())
    *_, found = verify(read_certificate(str(path)))
    return found.verdict


@settings(max_examples=20)
@given(puzzles(max_side=3, given=True).filter(_small))
def test_verdicts_by_brute_force(tmp_path_factory: pytest.TempPathFactory, puzzle: Puzzle) -> None:
    """Any puzzle gets a certificate, which proves the number of its solutions."""
    expected = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(len(brute_force(puzzle)), 2)]
    assert _proven(puzzle, tmp_path_factory.mktemp("proof") / "file.drat") == expected


def _clauses(sizes: st.SearchStrategy[int]) -> st.SearchStrategy[list[list[int]]]:
    literal = st.integers(1, 4).flatmap(lambda number: st.sampled_from([number, -number]))
    clause = sizes.flatmap(
        lambda size: st.lists(literal, min_size=size, max_size=size, unique_by=abs)
    )
    return st.lists(clause, max_size=14)


@settings(max_examples=100)
@given(_clauses(st.integers(1, 3)), _clauses(st.integers(0, 3)))
def test_checker_is_sound(clauses: list[list[int]], steps: list[list[int]]) -> None:
    """A step that is accepted holds in every model, and what is refuted has none."""
    models = [
        values
        for values in product([False, True], repeat=4)
        if all(any(values[abs(one) - 1] == (one > 0) for one in clause) for clause in clauses)
    ]
    checker = Checker(4, [clause.copy() for clause in clauses])
    for step in steps:
        if not checker.step(step):
            for values in models:
                assert any(values[abs(one) - 1] == (one > 0) for one in step)
    assert not (checker.refuted and models)


@pytest.mark.parametrize("name", ["search-5x5", "search-color", "none-search-12x12", "blotted-all"])
def test_text(name: str, tmp_path: Path) -> None:
    """Both commands agree, and the formula that other checkers get explains its variables."""
    puzzle, proof, formula = PATHOLOGICAL / f"{name}.xml", tmp_path / "p.drat", tmp_path / "p.cnf"
    said = call("check", "--proof", proof, puzzle, "--json").objects[0]
    assert said["proof"] == ""
    (found,) = call("verify", "--of", puzzle, "--dimacs", formula, "--json", proof).objects
    assert found["verdict"] == said["verdict"]
    schema = json.loads((ROOT / "docs" / "results.schema.json").read_text())
    for kind, real in (("check", said), ("verify", found)):
        fastjsonschema.compile(schema | {"$ref": f"#/$defs/{kind}"})(real)
    head, first, *lines = formula.read_text().splitlines()
    variables, clauses = map(int, head.split()[2:])
    assert first.startswith("c 1 cell (1,1) is ")
    assert lines[variables - 2].startswith(f"c {variables} column ")
    assert len(lines) - variables + 1 == clauses


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["pathological", "color"])
def test_instances(folder: str, tmp_path: Path) -> None:
    """Every verdict on our puzzles can be proven."""
    for file in sorted((INSTANCES / folder).glob("*.xml")):
        (puzzle,) = read(file)
        assert _proven(puzzle, tmp_path / "file.drat") == check(puzzle).verdict, file


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("name", ["Edge", "Forever", "Petro", "Light"])
def test_survey(name: str, tmp_path: Path) -> None:
    """Other people's puzzles that need trials or search."""
    (puzzle,) = read(SHARED / "survey" / f"{name}.non")
    assert _proven(puzzle, tmp_path / "file.drat") is Verdict.UNIQUE


def test_start(tmp_path: Path) -> None:
    """The cells of a start are given in the certificate, which is one of another puzzle then."""
    ones = drawn(tmp_path, "#.", ".#", saved=("#?", "??"))
    proof = tmp_path / "file.drat"
    assert "unique" in call("check", "--from-saved", 1, "--proof", proof, ones).out
    assert call("verify", proof).out.startswith(f"{proof}: unique, proven (0 steps, ")
    words = "proves something of another puzzle: other given"
    assert refused("verify", "--of", ones, proof) == f"asp-nono: {proof}: {words}"


def test_tampering(tmp_path: Path) -> None:
    """What does not follow is named with its line; wrong pictures are found."""
    proof = tmp_path / "file.drat"
    assert call("check", "--proof", proof, SEARCH).status == 0
    good = proof.read_text()
    first = good.split("\n").index(next(line for line in good.split("\n") if line[0] != "c")) + 1
    steps = good.split("\nc }\n")[1]
    assert f"\n{steps}".endswith("\n0\n")
    for bad, words in [
        (good.replace(steps, ""), "the proof ends without a contradiction"),
        (good.replace(steps, "0\n"), f"line {first}: the clause does not follow"),
        (good.replace(steps, "99999 0\n"), f"line {first}: variable 99999 is not one"),
        (good.replace(steps, "1 0 2\n"), f"line {first}: expected the literals of a clause"),
        (good.replace("#", "."), proof.name),
        (good[1:], "expected a certificate"),
        ("c asp-nono proof 1\n0\n", proof.name),
        ("\ud800", "cannot be read: not text"),
    ]:
        proof.write_bytes(bad.encode("utf-8", "surrogatepass"))
        with pytest.raises(PuzzleError, match=re.escape(words)):
            list(verify(read_certificate(str(proof))))
    assert refused("verify", proof) == f"asp-nono: {proof}: cannot be read: not text"


def test_second_solution(tmp_path: Path) -> None:
    """Two solutions need no proof, but they are compared with the clues."""
    proof = tmp_path / "file.drat"
    assert "multiple" in call("check", "--proof", proof, ONES_2).out
    assert call("verify", proof).out.startswith(f"{proof}: multiple, proven (0 steps, ")
    for picture in ['["#.", ".#"]', '["#.", "#."]', '["?.", "#."]']:
        bad = proof.read_text().replace('"picture": [".#", "#."]', f'"picture": {picture}')
        (wrong := tmp_path / "wrong.drat").write_text(bad)
        with pytest.raises(PuzzleError, match="the saved picture is no second solution"):
            read_certificate(str(wrong))


def test_limits_and_misuse(tmp_path: Path) -> None:
    """A limit leaves a verdict unproven; the certificate is of one puzzle."""
    proof = tmp_path / "file.drat"
    ran = run("check", "--proof", proof, "--time-limit", "0.001", PATHOLOGICAL / "ones-7.xml")
    assert ran.status == 3
    assert "; no proof: the verdict is not known" in ran.out
    assert not proof.exists()
    assert refused("check", "--proof", proof, HEART, ONES_2).endswith("expected one file")
    assert call("check", "--proof", proof, HEART).status == 0
    assert call("verify", "--time-limit", "0.000001", proof).status == 3


def test_trials_and_solver(tmp_path: Path) -> None:
    """Single trials are steps of one literal; a solver proves the rest, and is an extra."""
    deep, proof = drawn(tmp_path, *DEEP.split()), tmp_path / "x.drat"
    assert _proven(read(deep)[0], proof) is Verdict.UNIQUE
    (tmp_path / "pysat.py").write_text("raise ImportError")
    without = environment() | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    words = [sys.executable, "-m", "asp_nono", "check", "--proof", str(proof), str(deep)]
    ran = subprocess.run(words, capture_output=True, text=True, env=without, check=False)
    needs = "a proof that needs more than single trials needs the extra 'proof'"
    assert ran.stderr.startswith(f"asp-nono: {deep}: {needs}: pip install")
    assert ran.returncode == 2
    words[-1] = str(SEARCH)
    assert subprocess.run(words, check=True, capture_output=True, env=without).stdout
    steps = proof.read_text().split("\nc }\n")[1].split("\n")
    assert all(len(step.split()) <= 2 for step in steps)
