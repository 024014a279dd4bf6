"""Headers of encodings: those shipped are true, and untrue ones are found out."""

import shutil
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest
from clingo.ast import AST, parse_string

from asp_nono.asp import encodings
from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.facts import FACTS
from asp_nono.asp.headers import derived_from, of_rule, read_header
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import Recipe, recipes
from asp_nono.asp.source import check_characters
from asp_nono.messages import EncodingError, UnknownNameError
from tests.cases import PUZZLES, puzzle
from tests.cli.encodings import SOUND, encoding
from tests.cli.run import refused
from tools.headers import noted

FILES = sorted(encodings.folder().rglob("*.lp"))

TRUE = """\
% Purpose:
%   Color one cell of each block, for the test.
%
% Input:
%   block(L, B, N, K) - on line L, block B has length N and color K.
%
% Output:
%   fill(X, Y, K)     - the cell in column X and row Y has color K.
%
% Inner:
%   big(L, B)         - block B of line L is long.

big(L, B) :- block(L, B, N, _), N > 2.
{ fill(X, Y, K) : block(column(X), _, _, K) } :- big(row(Y), _).

#show fill/3.
"""


STEERED = TRUE.replace(
    "% Output:", "% External:\n%   mode(M)           - mode M is on: sign or level.\n%\n% Output:"
).replace(
    "#show fill/3.",
    "#external mode(sign;level).\n"
    "#heuristic fill(X, Y, K) : block(row(Y), _, _, K), mode(sign). [1, sign]\n\n"
    "#show fill/3.",
)
"""The same with a heuristic, whose mode is set from outside."""


def _header_error(tmp_path: Path, text: str) -> str:
    file = tmp_path / "mine.lp"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(EncodingError) as caught:
        read_header(file)
    assert str(file) in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_shipped_headers_are_true(file: Path) -> None:
    """Templates included, every header agrees with its rules and says what it is for."""
    header = read_header(file)
    assert header.purpose
    assert bool(header.adds) == (file.parent.name == "redundant")


def test_noted_headers_and_recipes_are_up_to_date() -> None:
    """`python -m tools.headers` would change nothing: the table has what a check now finds."""
    for name, text in noted().items():
        assert (encodings.folder() / name).read_text(encoding="utf-8") == text


def test_a_changed_table_of_recipes_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more recipe, and the noted table is not taken for it any longer."""
    copy = tmp_path / "encodings"
    shutil.copytree(encodings.folder(), copy)
    monkeypatch.setattr(encodings, "folder", lambda: copy)
    assert recipes.__wrapped__().keys() == recipes().keys()
    with (copy / "recipes.toml").open("a", encoding="utf-8") as file:
        file.write('\n[mine]\nabout = "x"\nfiles = ["starts.lp"]\ndeductions = "none"\n')
    assert recipes.__wrapped__().keys() - recipes().keys() == {"mine"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_checked_header_is_that_of_a_check(file: Path) -> None:
    """Nothing of a header is lost in the table."""
    assert encodings.load(file).header == read_header(file)


def test_a_changed_encoding_is_checked(tmp_path: Path) -> None:
    """One more character, and the table does not vouch for an encoding any longer."""
    text = (encodings.folder() / "starts.lp").read_text(encoding="utf-8")
    file = tmp_path / "starts.lp"
    file.write_text(text, encoding="utf-8")
    assert encodings.load(file).header.purpose
    file.write_text(text + "big(L) :- block(L, 1, _, _).\n", encoding="utf-8")
    with pytest.raises(EncodingError, match="Inner: the rules have big/1, the header does not"):
        encodings.load(file)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_encodings_are_short(file: Path) -> None:
    """No more than 60 lines that are not blank, none longer than 100 columns."""
    lines = file.read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 60
    assert max(map(len, lines)) <= 100


def test_shared_predicates_have_one_wording() -> None:
    """A predicate means the same in every file and in the table of facts."""
    meanings = defaultdict(set)
    for signature, fact in FACTS.items():
        meanings[signature].add((fact.arguments, fact.meaning))
    for file in FILES:
        header = read_header(file)
        for entry in (*header.inputs, *header.outputs, *header.inner):
            meanings[entry.signature].add((", ".join(entry.arguments), entry.meaning))
    several = {signature: said for signature, said in meanings.items() if len(said) > 1}
    assert several == {}


def test_recipes_use_every_encoding() -> None:
    """No encoding of pictures lies about unused, and every recipe's inputs can be supplied."""
    used = {path for made in recipes().values() for path in made.paths}
    others = {encodings.encoding(f"textbook/{name}").path for name in ("minimize", "unique")}
    assert used | others == {encodings.encoding(name).path for name in encodings.names()}
    for made in recipes().values():
        assert made.inputs() <= FACTS.keys()


@pytest.mark.parametrize("made", recipes().values(), ids=lambda made: made.name)
def test_recipes_are_tight(made: Recipe) -> None:
    """No recipe has positive cycles, which would cost loop formulas."""
    flag = next(case for case in PUZZLES if case.name == "color flag")
    tight = replace(made, deductions="none", options=(*made.options, "--stats=2"))
    control = Program.of(tight, without_deductions(puzzle(flag))).ground()
    control.solve()
    assert control.statistics["problem"]["lp"]["sccs"] == 0


def test_a_true_header(tmp_path: Path) -> None:
    """Sections, arguments and sentences are read."""
    file = tmp_path / "mine.lp"
    file.write_text(TRUE, encoding="utf-8")
    header = read_header(file)
    assert header.purpose == "Color one cell of each block, for the test."
    assert [entry.signature for entry in header.inputs] == ["block/4"]
    assert header.outputs[0].arguments == ("X", "Y", "K")
    assert header.inner[0].meaning == "block B of line L is long."


def test_externals_and_heuristics(tmp_path: Path) -> None:
    """They are lawful; externals are no inputs, and must be documented."""
    file = tmp_path / "mine.lp"
    file.write_text(STEERED, encoding="utf-8")
    header = read_header(file)
    assert [entry.signature for entry in header.external] == ["mode/1"]
    assert [entry.signature for entry in header.inputs] == ["block/4"]
    undocumented = STEERED.replace("% External:\n", "% Inner:\n")
    error = _header_error(tmp_path, undocumented)
    assert "External: the rules have mode/1, the header does not" in error


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("N > 2", "N > 2, blok(L)", "Input: the rules have blok/1, the header does not"),
        (
            "%   big(L, B)  ",
            "%   bug(L, B)  ",
            "Inner: bug/2 is documented but does not belong here",
        ),
        ("#show fill/3.", "#show big/2.", "Output: fill/3 is documented but does not belong here"),
        ("block B of line L is long.", "it is long.", "the sentence on big/2 does not name B"),
        ("- block B of line L is long.", "is long", "is not `%   name(A, B) - one sentence.`"),
        ("% Purpose:", "% Use:", "there is no `% Purpose:` at the top"),
        ("#show fill/3.", "#show fill/3.\n#defined gap/3.", "#defined gap/3 is not used"),
        ("N > 2.", "N > 2, &odd { N } > 2.", "&odd: a theory atom that no package defines"),
        ("#show fill/3.", "#script (lua) x() #end.\n", "#script: expected rules"),
        ("N > 2.", "N > 2", "a period is missing at the end of the line"),
        (
            "#show fill/3.",
            "#show fill/3.\n#minimize { N : big(N, _) }.",
            "line 17, column 13: #minimize { N",
        ),
        ("#show fill/3.", "#show fill/3.\n:~ big(L, B). [1, L, B]", "line 17, column 1: "),
        ("#show fill/3.", "#show fill/3.\n#show X : big(X, _).", "line 17, column 1: #show X"),
        ("#show fill/3.", "#show fill/3.\n#edge (X, Y) : big(X, Y).", "line 17, column 1: #edge"),
        ("% Purpose:", "a.\n% Purpose:", "there is no `% Purpose:` at the top"),
    ],
)
def test_untrue_headers(tmp_path: Path, old: str, new: str, words: str) -> None:
    """Each fault is named, with the file."""
    assert words in _header_error(tmp_path, TRUE.replace(old, new))


def test_pooled_atoms(tmp_path: Path) -> None:
    """An atom with several lists of arguments derives, and uses, each of their signatures."""
    file = tmp_path / "mine.lp"
    pooled = "big(row(1), 1; column(1), 1).\n:- big(row(1), 1; row(2), 2).\n\n#show"
    file.write_text(TRUE.replace("#show", pooled), encoding="utf-8")
    assert {entry.signature for entry in read_header(file).inner} == {"big/2"}


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", None])
def test_unreadable_encodings(tmp_path: Path, content: bytes | None) -> None:
    """A binary file and a missing one."""
    file = tmp_path / "mine.lp"
    if content:
        file.write_bytes(content)
    with pytest.raises(EncodingError, match=r"mine\.lp: (is not UTF-8|cannot be read: No such)"):
        read_header(file)


def test_unknown_encoding() -> None:
    """The error lists the encodings and names the nearest."""
    with pytest.raises(UnknownNameError, match=r"did you mean order.*choose from.*starts"):
        encodings.encoding("ordr")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a.", ""),
        ('% größer\na("größer", "\\"ü").', ""),
        ("%* ü\n ü *% a. % ü", ""),
        ('a("%", "ü").', ""),
        ("", ""),
        ("ä.", "mine.lp: line 1, column 1: 'ä' outside of a string"),
        ("a.\n% ü\nb(ü).", "mine.lp: line 3, column 3: 'ü' outside of a string"),
        ("%* ü\n *% ü", "mine.lp: line 2, column 5: 'ü' outside of a string"),
        ('a("x"). “a”', 'mine.lp: line 1, column 9: write " instead of “'),
        ("a.\n\0", "mine.lp: line 2, column 1: '\\x00' outside of a string"),
        ('a("\0").', "mine.lp: line 1, column 4: '\\x00' outside of a string"),
    ],
)
def test_characters(text: str, words: str) -> None:
    """Strings and comments may hold any character but zero; others never reach clingo."""
    said = ""
    try:
        check_characters("mine.lp", text)
    except EncodingError as error:
        said = str(error)
    assert said.startswith(words)
    assert bool(said) == bool(words)


def test_characters_of_a_file(tmp_path: Path) -> None:
    """A student's encoding with such a letter gets one line, as clingo's own check would die."""
    file = encoding(tmp_path, SOUND + "größe :- fill(1, 1, 1).\n")
    assert "'ö' outside of a string" in refused("encodings", "check", file, status=1)


def test_what_predicates_are_derived_from() -> None:
    """Over several rules, and in a circle; a fact needs nothing."""
    rules: list[AST] = []
    text = "a :- b, c. b :- not d. d :- e. p(X) :- q(X, X). q(X, Y) :- p(X), p(Y). c."
    parse_string(text, rules.append)
    needs = derived_from(rules[1:], lambda rule: of_rule(rule)[1])
    circle = {"p/1", "q/2"}
    assert needs == {
        "a/0": {"b/0", "c/0", "d/0", "e/0"},
        "b/0": {"d/0", "e/0"},
        "c/0": set(),
        "d/0": {"e/0"},
        "p/1": circle,
        "q/2": circle,
    }


def test_classical_negation_makes_another_predicate() -> None:
    """Neither supplies the other, also in pools."""
    rules: list[AST] = []
    parse_string("-p(X;X,X) :- -q(X), not -r(X), s(X).", rules.append)
    assert of_rule(rules[1]) == ({"-p/1", "-p/2"}, {"-q/1", "-r/1", "s/1"})
