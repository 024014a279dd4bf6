"""A decomposition proves the number of solutions, and a wrong one does not."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import fastjsonschema
import pytest
from hypothesis import given, settings

from asp_nono.counting.count import count
from asp_nono.counting.portfolio import PartMethod
from asp_nono.counting.result import Count, Wants
from asp_nono.counting.space import explore
from asp_nono.grid import PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.proof import decomposition
from asp_nono.proof.certificate import Certificate, certificate_of, read_certificate, verify
from asp_nono.proof.decomposition import check_number
from asp_nono.puzzle import Puzzle, Saved
from tests.asp.boards import brute_force
from tests.cli.run import ONES_2, PATHOLOGICAL, call, drawn, refused, run
from tests.conftest import ROOT, SHARED
from tests.counting.puzzles import blocks_of_ones, clue_sets, random_puzzle
from tests.solving.puzzles import DEEP, EXCHANGES, ONES, SEARCHED, permutations
from tests.strategies import puzzles

METHODS: tuple[PartMethod, ...] = ("topdown", "frontier")


def _lines(puzzle: Puzzle, method: PartMethod) -> tuple[str, ...]:
    """The decomposition of a count; none where there is no solution, and that was not counted."""
    found = count(puzzle, method=method, wants=Wants(decomposition=True))
    return found.decomposition.lines if found.decomposition else ()


def _checked(puzzle: Puzzle, lines: tuple[str, ...], known: PartialGrid | None = None) -> int:
    return check_number(puzzle, known, list(enumerate(lines, 1)))


def _same(puzzle: Puzzle, number: int) -> None:
    """Both methods give a decomposition that proves the number, unless line logic finds it 0."""
    for method in METHODS:
        lines = _lines(puzzle, method)
        assert (not lines and not number) or _checked(puzzle, lines) == number


def _verified(path: Path) -> int | None:
    *_, found = verify(read_certificate(str(path)))
    return found.certificate.number


def _of_clues(side: int) -> None:
    for (rows, columns), number in clue_sets(side).items():
        _same(Puzzle(rows, columns), number)


def test_checker_is_independent() -> None:
    """It imports what puzzles are made of, and nothing that solves or counts."""
    text = (ROOT / "asp_nono" / "proof" / "decomposition.py").read_text()
    imported = re.findall(r"^ *from asp_nono\.(\S+) import", text, re.MULTILINE)
    assert imported == ["clue", "grid", "messages", "puzzle"]


def test_all_clue_sets() -> None:
    """The number is that of the pictures, for all sets of clues of 3x3 cells."""
    _of_clues(3)


@pytest.mark.slow
@pytest.mark.nightly
def test_all_larger_clue_sets() -> None:
    """The same for 4x4 cells."""
    _of_clues(4)


@settings(max_examples=100)
@given(
    puzzles(max_side=4, given=True).filter(lambda p: len(p.colors) ** (p.width * p.height) < 9000)
)
def test_by_brute_force(puzzle: Puzzle) -> None:
    """Colors, blotted blocks, given cells, and no solution at all."""
    _same(puzzle, len(brute_force(puzzle)))


@pytest.mark.parametrize("seed", range(12))
def test_larger(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several components, branches without a solution, and cells that are taken in together."""
    monkeypatch.setattr(decomposition, "_FEWER", seed % 2)
    puzzle = random_puzzle(7, 8, 0.2 + 0.03 * seed, seed, most=1 + seed % 3)
    _same(puzzle, count(puzzle).number)


def test_components_of_one_shape() -> None:
    """Their first cells may be at different places; the cell of the one that was counted counts."""
    puzzle = random_puzzle(8, 8, 0.45, 3527, most=2)
    _same(puzzle, count(puzzle).number)


def _mutants(lines: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Lines left out, doubled, swapped; words changed, left out, doubled, swapped."""
    for place, line in enumerate(lines):
        before, behind = lines[:place], lines[place + 1 :]
        yield before + behind
        yield (*before, line, line, *behind)
        yield (*before, *behind[:1], line, *behind[1:])
        words = line.split(" ")
        for at, word in enumerate(words):
            first, rest = words[:at], words[at + 1 :]
            others = [word, words[at - 1], "0", "1", "-", "/", "x", ""]
            others += [str(int(word) + 1), str(abs(int(word) - 1))] if word.isdigit() else []
            changed = [[*first, other, *rest] for other in others]
            changed += [
                first + rest,
                [*first, word, *words[at:]],
                [*first, *rest[:1], word, *rest[1:]],
            ]
            yield from ((*before, " ".join(new), *behind) for new in changed)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "puzzle",
    [
        permutations(4),
        blocks_of_ones(2, 2),
        random_puzzle(5, 5, 0.3, 3),
        random_puzzle(6, 6, 0.25, 2),
        random_puzzle(5, 6, 0.5, 8, most=2),
    ],
    ids=["ones", "blocks", "random", "larger", "colored"],
)
def test_mutants(puzzle: Puzzle, method: PartMethod) -> None:
    """Whatever is changed: what is accepted proves the right number."""
    lines, number = _lines(puzzle, method), count(puzzle).number
    assert _checked(puzzle, lines) == number
    refused = 0
    for mutant in filter(None, _mutants(lines)):
        try:
            assert _checked(puzzle, mutant) == number
        except PuzzleError:
            refused += 1
    assert refused > len(lines)


@pytest.mark.parametrize("puzzle", [EXCHANGES, SEARCHED, DEEP], ids=["many", "one", "deep"])
def test_narrowed(tmp_path: Path, puzzle: Puzzle) -> None:
    """Where counting began within a picture, it is proven that all solutions lie there."""
    pytest.importorskip("pysat")
    whole, path = explore(puzzle), tmp_path / "file.drat"
    space = explore(puzzle, start=whole.shares().partial)
    counted = space.decomposition()
    found = Count(puzzle=puzzle, number=space.number, exact=True, decomposition=counted)
    path.write_text(certificate_of(found).text())
    assert _verified(path) == whole.number


def test_too_narrow(tmp_path: Path) -> None:
    """Solutions outside of the picture, and colors beyond the given ones, are found."""
    path, open_ = tmp_path / "file.drat", replace(ONES, goal=None)
    saved = (Saved(PartialGrid.of(explore(ONES).solution(0))),)
    for proof in (("0", "s 1"), ("-1 0", "0", "s 1"), ("s 1",)):
        path.write_text(Certificate(replace(open_, saved=saved), proof, 1).text())
        with pytest.raises(PuzzleError, match=r"does not follow|ends without a contradiction"):
            _verified(path)
    wider = replace(open_, given=saved[0].grid, saved=(Saved(PartialGrid.unknown(3, 3, 2)),))
    lines = _lines(ONES, "frontier")
    path.write_text(Certificate(wider, ("0", *lines), 6).text())
    with pytest.raises(PuzzleError):
        _verified(path)
    path.write_text(Certificate(wider, ("0", "s 1"), 1).text())
    assert _verified(path) == 1


def test_commands(tmp_path: Path) -> None:
    """`count` writes a certificate, `verify` checks it; both give the number."""
    proof = tmp_path / "file.drat"
    for name, number in (("ones-6", "720"), ("none-search-4x4", "0"), ("none-line", "0")):
        puzzle = PATHOLOGICAL / f"{name}.xml"
        said = call("count", "--proof", proof, puzzle, "--json").objects[0]
        assert (said["count"], said["proof"]) == (number, "")
        (found,) = call("verify", "--of", puzzle, "--json", proof).objects
        assert (found["count"] or "0", found["verdict"]) == (number, said["verdict"])
        schema = json.loads((ROOT / "docs" / "results.schema.json").read_text())
        for kind, real in (("count", said), ("verify", found)):
            fastjsonschema.compile(schema | {"$ref": f"#/$defs/{kind}"})(real)
    assert call("count", "--proof", proof, ONES_2).out.startswith(f"{ONES_2}: 2 (")
    assert call("verify", proof).out.startswith(f"{proof}: 2, proven (")
    words = "proves something of another puzzle: other rows"
    other = PATHOLOGICAL / "ones-3.xml"
    assert refused("verify", "--of", other, proof) == f"asp-nono: {proof}: {words}"


def test_start(tmp_path: Path) -> None:
    """The cells of a start are given in the certificate."""
    ones, proof = drawn(tmp_path, "#.", ".#", saved=("#?", "??")), tmp_path / "file.drat"
    assert ": 1 (" in call("count", "--from-saved", 1, "--proof", proof, ones).out
    assert _verified(proof) == 1
    assert refused("verify", "--of", ones, proof).endswith("other given")


def test_tampering(tmp_path: Path) -> None:
    """A wrong line is named; a file that was cut is refused."""
    proof = tmp_path / "file.drat"
    call("count", "--proof", proof, "--method", "topdown", PATHOLOGICAL / "ones-3.xml")
    good = proof.read_text()
    last = len(good.splitlines())
    for bad, words in [
        (good.replace("\ns 6 ", "\ns 7 "), f"line {last}: there are 6 solutions, not 7"),
        (good.replace(" 6 0 /", " 7 0 /"), f"line {last}: there are 7 solutions, not 6"),
        (good.replace("\nb 1 ", "\nb 2 "), "expected node 1"),
        (good.replace("\nb 1 2 ", "\nb 1 x "), "expected a node"),
        (good.replace("\nb 1 ", "\nhello\nb 1 "), "expected a node"),
        (
            good.replace(" 6 0 /", f" {'9' * 4300} 0 /"),
            "there are 2^14284 or more solutions, not 6",
        ),
        (good[:-1], "the file ends before the number of solutions"),
        (good[: good.index("\ns ")], "the file ends before the number of solutions"),
        (good.replace('"rows"', '"goal": ["#..", ".#.", "..#"], "rows"'), "without a goal"),
    ]:
        assert bad != good
        proof.write_text(bad)
        with pytest.raises(PuzzleError, match=re.escape(words)):
            _verified(proof)


def test_limits_and_misuse(tmp_path: Path) -> None:
    """A number that is not known is not proven; the certificate is of one puzzle."""
    proof = tmp_path / "file.drat"
    ran = run("count", "--proof", proof, "--time-limit", "0.001", PATHOLOGICAL / "ones-8.xml")
    assert ran.status == 3
    assert "\n  no proof: the number is not known" in ran.out
    assert not proof.exists()
    call("count", "--proof", proof, ONES_2)
    words = "--dimacs is for verdicts; a count has no such formula"
    assert refused("verify", "--dimacs", tmp_path / "x.cnf", proof).endswith(words)
    assert refused("count", "--proof", proof, ONES_2, ONES_2).endswith("expected one file")
    words = "--proof is for exact counts by auto, topdown or frontier, alone"
    for more in (["--nth", "1"], ["--method", "enumerate"], ["--up-to", "3"], ["--approximate"]):
        assert refused("count", "--proof", proof, *more, ONES_2) == f"asp-nono: {words}"


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "number"), [("Center", 5222571924721419), ("Flag", 1263904), ("Karate", 6)]
)
def test_survey(tmp_path: Path, name: str, number: int) -> None:
    """Other people's puzzles, of which the last one is narrowed."""
    proof = tmp_path / "file.drat"
    assert call("count", "--proof", proof, SHARED / "survey" / f"{name}.non").status == 0
    assert _verified(proof) == number
