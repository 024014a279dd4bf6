"""Bad input on purpose: one clear line that names the file, exit status 2, nothing half-written."""

import re
from pathlib import Path

import pytest

from tests.cli import encodings as wrong
from tests.cli.encodings import encoding
from tests.cli.run import (
    GUARD,
    HEART,
    INSTANCES,
    ONES_3,
    PATHOLOGICAL,
    command,
    execute,
    permutation,
    refused,
    run,
    start,
    untimed,
)

XML = ONES_3.read_text(encoding="utf-8")
NON = "width 2\nheight 2\nrows\n1\n1\n\ncolumns\n1\n1\n"
BOMB = (
    '<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa">'
    + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghi", "bcdefghij", strict=True)
    )
    + "]>"
)
DICE = INSTANCES / "ambiguous" / "dice-three.xml"
GALAXY = INSTANCES / "ambiguous" / "galaxy.xml"
BICYCLE = INSTANCES / "pictures" / "bicycle.xml"
ENTITY = XML.partition("?>")[2].replace("Ones", "&j;")
EXTERNAL = '<!DOCTYPE b [<!ENTITY j SYSTEM "file:///etc/passwd">]>'

BAD_FILES: dict[str, tuple[str, str | bytes, str]] = {
    "truncated": ("p.xml", XML[: len(XML) // 2], ""),
    "bomb": ("p.xml", BOMB + ENTITY, "entit|DTD|DOCTYPE"),
    "external": ("p.xml", EXTERNAL + ENTITY, "entit|DTD|DOCTYPE"),
    "huge XML": ("p.xml", XML.replace("<count>1<", f"<count>{'9' * 50}<", 1), "digits"),
    "columns": ("p.non", NON.replace("width 2", "width 1000000000"), "width.*expected 1 to 1000"),
    "wrong totals": ("p.non", NON.replace("rows\n1", "rows\n2"), "rows ask for 3 .*columns for 2"),
    "huge": ("p.non", NON.replace("rows\n1", f"rows\n{'9' * 5000}"), "digits"),
    "binary": ("p.non", bytes(range(256)) * 4, ""),
    "empty": ("p.xml", "", "empty"),
    "prose": ("p.txt", "Dear reader,\nthis is no puzzle.\n", "no known format"),
    "rules": (
        "mine.lp",
        "{ fill(1..2, 1, 1) }.\n:- fill(1, 1, 1).\n:- fill(2, 1, 1).\n",
        "takes an encoding",
    ),
    "facts with a script": ("p.lp", "br(1,1). bc(1,1).\n#script (python)\n#end.\n", "#script"),
    "facts with an include": ("p.lp", '#include "/etc/passwd".\nbr(1,1). bc(1,1).\n', "#include"),
}


@pytest.mark.parametrize(("name", "content", "reason"), BAD_FILES.values(), ids=BAD_FILES)
def test_bad_file(tmp_path: Path, name: str, content: str | bytes, reason: str) -> None:
    """One line names the file and the reason; the other file is worked on; nothing is written."""
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    ran = run("check", path, HEART)
    assert (ran.status, untimed(ran.out)) == (2, f"{HEART}: unique (line, TIME)\n")
    (line,) = ran.err.splitlines()
    assert line.startswith(f"asp-nono: {path}: ")
    assert re.search(reason, line.removeprefix(f"asp-nono: {path}: ")), line
    assert "root:" not in line
    assert len(line) < 500
    assert refused("convert", path, tmp_path / "out.xml").startswith(f"asp-nono: {path}: ")
    assert list(tmp_path.iterdir()) == [path]


def test_folder_for_a_file(tmp_path: Path) -> None:
    """A file that is not there is named, and a folder where one file is meant."""
    assert refused("check", "no/such.xml") == "asp-nono: no/such.xml: no such file"
    for words in (("facts", tmp_path), ("convert", tmp_path, tmp_path / "out.xml")):
        assert refused(*words).startswith(f"asp-nono: {tmp_path}: a folder; ")
    assert list(tmp_path.iterdir()) == []


def test_bad_encoding(tmp_path: Path) -> None:
    """What is wrong with an encoding is said in one line that names it; nothing is executed."""
    faults = {
        encoding(tmp_path, wrong.MISSPELT): "att/3",
        encoding(tmp_path, wrong.SCRIPT, "script.lp"): "#script",
        tmp_path: "Is a directory",
        tmp_path / "missing.lp": "No such file",
    }
    for path, reason in faults.items():
        status = 1 if path.is_file() else 2
        for ran, expected in (
            (run("check", "--encoding", path, ONES_3), 2),
            (run("encodings", "check", path), status),
        ):
            assert ran.status == expected
            assert f"{path}: " in ran.err
            assert reason in ran.err.splitlines()[-1]


def test_wrong_pictures(tmp_path: Path) -> None:
    """An encoding whose picture the checker refuses is wrong: one line says which and why."""
    path = encoding(tmp_path, wrong.SOUND)
    for word in ("check", "solve"):
        ran = run(word, "--json", "--encoding", path, ONES_3)
        assert ran.status == 2
        (found,) = ran.objects
        assert found.keys() == {"file", "error"}
        assert "wrong picture" in found["error"]
    assert f"{ONES_3}: " in refused("check", "--encoding", path, ONES_3)
    outside = encoding(tmp_path, wrong.OUTSIDE, "outside.lp")
    assert "lies outside 3x3 cells" in refused("check", "--encoding", outside, ONES_3)


def test_blotted_blocks_and_a_recipe_without() -> None:
    """A recipe that cannot handle blotted blocks says so, and the next puzzle is checked."""
    blotted = PATHOLOGICAL / "blotted-multiple.xml"
    ran = run("check", "--recipe", "classic", blotted, HEART)
    assert (ran.status, untimed(ran.out)) == (2, f"{HEART}: unique (search, TIME)\n")
    (line,) = ran.err.splitlines()
    assert line.startswith(f"asp-nono: {blotted}: recipe classic: cannot handle blotted blocks")


@pytest.mark.parametrize(
    ("words", "kind", "near", "choice"),
    [
        (["chek"], "command", "check", "solve"),
        (["check", "--recipe", "start", HEART], "recipe", "starts", "classic"),
        (["check", "--deductions", "lin", HEART], "level of deductions", "line", "bounds"),
        (["check", "--from", "xmll", HEART], "format", "xml", "non"),
        (["facts", "--dialect", "clasic", HEART], "dialect", "classic", "ours"),
        (["encodings", "show", "stats"], "encoding", "states", "order_blots"),
        (["show", "--style", "block", HEART], "style", "blocks", "simpson"),
    ],
)
def test_unknown_name(words: list[str], kind: str, near: str, choice: str) -> None:
    """An unknown name is answered with the nearest one and all choices."""
    line = refused(*words)
    assert line.startswith(f"asp-nono: unknown {kind} '")
    assert f"(did you mean {near}?)" in line
    assert choice in line.partition("choose from ")[2]


@pytest.mark.parametrize(
    "words",
    [
        ["check"],
        ["check", "--time-limit", "soon", HEART],
        ["check", "--time-limit", "0", HEART],
        ["check", "--time-limit", "nan", HEART],
        ["check", "--memory-limit", "-1", HEART],
        ["check", "--jobs", "0", HEART],
        ["solve", "-n", "0", HEART],
        ["count", "--puzzle", "0", HEART],
        ["check", "--no-such-option", HEART],
        ["--no-such-option"],
    ],
)
def test_wrong_options(words: list[str]) -> None:
    """Options that make no sense end in exit status 2, with the reason at the end."""
    ran = run(*words)
    assert (ran.status, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    assert words[1 % len(words)].lstrip("-")[:4] in ran.err or "FILE" in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ["check", "--time-limit", "inf"],
        ["check", "--time-limit", "1e300"],
        ["check", "--memory-limit", "9" * 16],
        ["solve", "-n", "9" * 20],
        ["count", "--up-to", "9" * 20],
        ["count", "--up-to", str(2**32 + 1)],
    ],
    ids=" ".join,
)
def test_enormous_limits(words: list[str]) -> None:
    """More than any search needs is as good as no limit, or refused; never a crash."""
    ran = run(*words, ONES_3)
    assert "Traceback" not in ran.err
    assert ran.status in (0, 2)
    if ran.status == 0:
        assert ": at least" not in ran.out
        assert "undecided" not in ran.out


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        (["--time-limit", "1"], "time limit of 1 s"),
        (["--memory-limit", "150"], "memory limit of 150 MiB"),
        (["--memory-limit", "150", "--time-limit", "60"], "memory limit of 150 MiB"),
        (["--memory-limit", "1"], "memory limit of 1 MiB"),
    ],
)
@pytest.mark.parametrize("word", ["check", "count"])
def test_endless_grounding(tmp_path: Path, word: str, words: list[str], limit: str) -> None:
    """A limit also ends grounding: undecided, exit status 3, and the limit is named."""
    endless = encoding(tmp_path, wrong.ENDLESS)
    ran = run(word, "--encoding", endless, *words, ONES_3)
    assert (ran.status, ran.err) == (3, "")
    line, *_ = ran.out.splitlines()
    assert limit in line
    assert "undecided" in line or "at least 0" in line


def test_closed_pipe(tmp_path: Path) -> None:
    """`| head -1` ends the command without a traceback."""
    for words in (["solve", "--all"], ["solve", "--all", "--time-limit", "60"]):
        process = start(*words, permutation(tmp_path, 12))
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
        process.stderr.close()
        process.wait(GUARD)
        assert errors == ""


@pytest.mark.parametrize(
    "words", [["encodings", "list"], ["facts", str(HEART)], ["check", str(HEART)], ["--help"]]
)
def test_pipe_closed_from_the_beginning(words: list[str]) -> None:
    """Nobody reading at all makes no traceback either."""
    line = "exec 3>&1; { sleep 0.1; " + 'exec "$@"; } | true'
    ran = execute(["/bin/sh", "-c", line, "sh", *command(*words)], patience=GUARD)
    assert "Traceback" not in ran.err
    assert "Exception" not in ran.err


FILES = {"convert": ONES_3, "solve": ONES_3, "count": ONES_3, "repair": DICE}
REFUSED = {  # heart.xml is the file where `FILES` names no other
    "solve --output no/s-%d.txt": "s-1.txt: cannot be written",
    "convert --preview": "the file has no goal to preview",
    "ambiguity --output a.pdf": "--output a.pdf: regions are drawn as .svg or .png",
    "count --nth 7": "there is no solution 7; there are 6",
    "count --seed 1": "--seed is for --sample N",
    "count --heatmap x.txt": "a heat map is drawn as .svg, .png or .pdf",
    "count --nth 1 --method enumerate": "enumerated solutions cannot be picked",
    "count --nth 1 --method d4": "d4 gives a number and no solutions",
    "count --approximate --up-to 2": "--approximate excludes all other ways to count",
    "count --approximate --nth 2": "--approximate gives a number and no solutions",
    "explain --order best": "unknown order 'best'; choose from easiest, ind",
    "explain --output x.pdf": "--output x.pdf: expected FILE.svg, FILE.gif, or FILE%d.svg or",
    "explain --output x%d.gif": "--output x%d.gif: expected FILE.svg, FILE.gif, or FILE%d.svg",
    "explain --output x%s.svg": "--output x%s.svg: a % that is not %d; %d is the step's number",
    "explain --moving": "--moving is for --output FILE.svg",
    "explain --from-saved 3": "there is no saved picture 3; the puzzle has 0",
    "repair --reveal --unblot": "--reveal and --unblot exclude each other; choose one",
    "repair --reveal --line-solvable": "--line-solvable is for repairs of the picture; --rev",
    "repair --reveal --up-to 3": "--up-to, --region, --weights, --protect and --keep-sy",
    "repair --region a": "--region a; expected columns and rows, as 3-7,2-9",
    "repair --region 1-9,1": "the region (1, 1, 9, 1) is not within 5x5 cells",
    "repair --weights no-such-file": "no-such-file: cannot be read",
    f"repair --weights {HEART}": "line 1: expected a digit for each cell: its cost, 0 for a cell",
    "repair --drawing a.txt": "--drawing a.txt: the difference is drawn as .svg, .png or .pdf",
    "repair --output a.svg": "--output a.svg: puzzles are drawn with --drawing a.svg",
    "repair --output %s.xml": "--output %s.xml: a % that is not %d; %d is the repair's numb",
    "repair --unblot": "no number of the puzzle is blotted; --reveal gives cells instead",
    "why": "expected either --cell X,Y or --clash",
    "why --cell a1": "--cell a1; expected column and row, as 3,5",
    "why --cell 9,1": "no cell in column 9 and row 1; there are 5 columns and 5 rows",
    "hint --tell all": "'--tell': 'all' is not one of 'where', 'rule', 'cells'",
    "hint --saved 1": "the puzzle has 0",
    "show --booklet": "--booklet is for --output FILE.pdf",
    "show --paper a4 --output x.svg": "--paper is for --output FILE.pdf",
    "show --per-page 2": "--per-page is for --output FILE.pdf",
    "show --no-clues": "--no-clues is for --output FILE.svg or .png or .pdf",
    "show --cell-size 9 --output x.pdf": "--cell-size is for --output FILE.svg or .png",
    "show --style rows --output x.png": "--style is for --output FILE.txt",
    "show --paper a9 --output x.pdf": "unknown paper 'a9'; choose from a3, a4,",
    "show --output x-%s.svg": "--output x-%s.svg: a % that is not %d",
    "show --booklet --output %d.pdf": "--output %d.pdf: a booklet is one file",
}


@pytest.mark.parametrize("words", REFUSED)
def test_refused(words: str, tmp_path: Path) -> None:
    """Mistakes are one line, and nothing is written."""
    command, *options = words.split()
    assert REFUSED[words] in refused(command, *options, FILES.get(command, HEART), cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


LIMITED = {
    "difficulty --time-limit 0.001": "not rated; time limit of 0.001 s\n",
    "hint --time-limit 0.001": "no hint was found: time limit of 0.001 s\n",
    "why --time-limit 0.01 --cell 20,10": "Not found out: time limit of 0.01 s.\n",
    "repair --time-limit 0.01": ": no repair found: time limit of 0.01 s; one costs 0 or more",
    "explain --time-limit 0.5 --json": '"note": "time limit of 0.5 s"',
}


@pytest.mark.parametrize("words", LIMITED)
def test_limit_holds(words: str) -> None:
    """What was found until the limit is shown, and the exit status says that it is not all."""
    ran = run(*words.split(), GALAXY if words.startswith("repair") else BICYCLE)
    assert (ran.status, ran.err) == (3, "")
    assert LIMITED[words] in ran.out
