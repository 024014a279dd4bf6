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
        ["hint", "--tell", "all", HEART],
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


@pytest.mark.slow
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
    """A limit also ends grounding: undecided, exit status 3; the limit and the rule are named."""
    endless = encoding(tmp_path, wrong.ENDLESS)
    ran = run(word, "--encoding", endless, *words, ONES_3)
    assert ran.status == 3
    assert ":15:1: warning: grounding may never end: this rule derives more/1" in ran.err
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


LIMITED = {
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


def test_several_puzzles_to_ground() -> None:
    """Of several files all are encodings; clingo would only say that it cannot parse a puzzle."""
    cat = "instances/pictures/cat.xml"
    assert refused("ground", cat, cat) == f"asp-nono: {cat}: a puzzle; several FILEs are encodings"
