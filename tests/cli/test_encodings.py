"""`asp-nono encodings`, and the help of every command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from asp_nono.asp import encodings as shelf
from asp_nono.asp.recipes import recipes
from asp_nono.cli import COMMANDS
from tests.cli import encodings as wrong
from tests.cli.encodings import encoding
from tests.cli.run import ROOT, call, environment, refused, run

LIGHT = """\
import sys
sys.argv = ["asp-nono", *sys.argv[1:]]
from asp_nono.cli import run
try:
    run()
finally:
    print("heavy:", *{"clingo", "lxml"} & {name.partition(".")[0] for name in sys.modules})
"""

SUBCOMMANDS = [["encodings", name] for name in ("list", "show", "check")]

FAULTS = {
    "no purpose": (wrong.NO_PURPOSE, "there is no `% Purpose:`"),
    "misspelled": (wrong.MISSPELT, "att/3 is missing"),
    "undocumented": (wrong.UNDOCUMENTED, "odd/1 is missing"),
    "unnamed": (wrong.UNNAMED, "the sentence on at/3 does not name P"),
    "script": (wrong.SCRIPT, "#script"),
    "part": (wrong.PART, "#program other"),
    "syntax": (wrong.SYNTAX, "syntax error"),
    "empty": ("", "there is no `% Purpose:`"),
}


def test_list() -> None:
    """Every encoding and every recipe is listed with what it is for."""
    text = call("encodings", "list").out
    for name in shelf.names():
        assert f"\n  {name}\n      " in text
    for recipe in recipes().values():
        assert f"\n      {recipe.about}\n" in text
    assert "\n  order (the default)\n" in text


@pytest.mark.parametrize("name", shelf.names())
def test_show_and_check(name: str) -> None:
    """Every shipped encoding is shown byte by byte, and its header is true."""
    path = shelf.folder() / f"{name}.lp"
    assert call("encodings", "show", name).out == path.read_text()
    ran = call("encodings", "check", path)
    assert ran.status == 0
    assert ran.out.startswith(f"{path}: the header agrees with the rules")


def test_check_names_inputs_that_no_facts_supply(tmp_path: Path) -> None:
    """An input that only another encoding can supply is pointed out."""
    path = encoding(tmp_path, wrong.NO_SUCH_INPUT)
    text = call("encodings", "check", path).out
    foreign = "cell/3 must come from another encoding"
    assert text == f"{path}: the header agrees with the rules; {foreign}\n"


@pytest.mark.parametrize(("text", "reason"), FAULTS.values(), ids=FAULTS)
def test_check_of_a_wrong_header(tmp_path: Path, text: str, reason: str) -> None:
    """What is wrong is said in one line that names the file; nothing in it is executed."""
    path = encoding(tmp_path, text)
    line = refused("encodings", "check", path)
    assert line.startswith(f"asp-nono: {path}: ")
    assert reason in line
    assert "executed" not in line


@pytest.mark.parametrize("words", [*([name] for name in COMMANDS), *SUBCOMMANDS], ids=" ".join)
def test_help(words: list[str]) -> None:
    """The help of every command holds an example of its use."""
    text = call(*words, "--help").out
    assert text.startswith("Usage: ")
    assert f"    asp-nono {' '.join(words)} " in text or f"    asp-nono {' '.join(words)}\n" in text


@pytest.mark.parametrize("words", [["--help"], ["-h"]])
def test_help_lists_the_commands(words: list[str]) -> None:
    """`asp-nono --help` names every command and the exit statuses."""
    ran = run(*words)
    assert ran.status == 0
    for name, (_, purpose) in COMMANDS.items():
        assert f"  {name} " in ran.out
        assert purpose.split()[0] in ran.out
    assert "Exit status: 0 done, 2 bad input, 3 " in ran.out


@pytest.mark.parametrize("words", [["--help"], ["--version"]])
def test_help_is_light(tmp_path: Path, words: list[str]) -> None:
    """Help imports neither clingo nor lxml."""
    script = tmp_path / "light.py"
    script.write_text(LIGHT)
    line = [sys.executable, str(script), *words]
    done = subprocess.run(line, capture_output=True, text=True, check=True, env=environment())
    assert done.stdout.endswith("heavy:\n")


def test_version() -> None:
    """The version is that of the package."""
    from asp_nono import __version__

    assert run("--version").out == f"asp-nono {__version__}\n"
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text()
