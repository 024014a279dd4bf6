"""New encodings are complete, true and right from the start."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from asp_nono.asp import encodings
from asp_nono.asp.recipes import recipe_of
from asp_nono.cli import cli
from asp_nono.errors import PuzzleError
from asp_nono.files import read
from asp_nono.grading.grade import Settings, grade
from asp_nono.solving.solve import check
from tests.conftest import ROOT


def test_new_encoding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its header holds, it solves a puzzle, and the grader finds nothing."""
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(cli, ["new-encoding", "mine"], standalone_mode=False)
    assert ran.stdout == "mine.lp: written; try asp-nono grade mine.lp\n"
    path = tmp_path / "mine.lp"
    assert "asp-nono grade mine.lp" in encodings.load(path).header.purpose
    (boat,) = read(ROOT / "docs" / "course" / "boat.non")
    assert check(boat, recipe=recipe_of([path])).solutions == (boat.goal,)
    assert grade(path, Settings(scaling=False)).outcome == "right"


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A file that is there stays as it is, and a folder that is not is named."""
    path = tmp_path / "mine.lp"
    path.write_text("a.", encoding="utf-8")
    with pytest.raises(PuzzleError, match="exists already"):
        cli.main(["new-encoding", str(path)], standalone_mode=False)
    assert path.read_text(encoding="utf-8") == "a."
    with pytest.raises(PuzzleError, match="cannot be written: No such file"):
        cli.main(["new-encoding", str(tmp_path / "none" / "mine")], standalone_mode=False)


def test_names_to_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is to be typed next is fit for a shell, and what is no name is said to be none."""
    monkeypatch.chdir(tmp_path)
    for name, typed in (("my own", "'my own.lp'"), ("-x", "./-x.lp")):
        ran = CliRunner().invoke(cli, ["new-encoding", "--", name], standalone_mode=False)
        assert ran.stdout == f"{name}.lp: written; try asp-nono grade {typed}\n"
    for none in ("", ".", "/"):
        with pytest.raises(PuzzleError, match="expected a name for a file"):
            cli.main(["new-encoding", none], standalone_mode=False)
