"""What a person relies on without asking: limits that hold, answers that are true, calm text."""

import sys
from pathlib import Path

import pytest

from asp_nono.asp.encodings import folder
from tests.cli.encodings import encoding
from tests.cli.run import HEART, ONES_2, ONES_3, drawn, execute, permutation, refused, run

TEMPLATE = (folder() / "_template.lp").read_text(encoding="utf-8")


@pytest.mark.parametrize("output", [(), ("--output", "one.txt"), ("--output", "s-%d.txt")])
def test_time_limit_with_more_solutions_than_time(tmp_path: Path, output: tuple[str, ...]) -> None:
    """However fast solutions come, the search ends when the time is up."""
    many = permutation(tmp_path, 11)
    ran = run("solve", "--all", "--time-limit", "1", *output, many, cwd=tmp_path)
    assert ran.status == 3
    assert ran.out.endswith("time limit of 1 s\n")


def test_modules_of_the_user_are_not_ours(tmp_path: Path) -> None:
    """A child process imports nothing from the folder that the user happens to be in."""
    for name in ("queue.py", "pickle.py", "clingo.py"):
        (tmp_path / name).write_text("raise RuntimeError('not yours to import')\n")
    words = [sys.executable, "-P", "-m", "asp_nono", "check", "--time-limit", "20", str(ONES_3)]
    ran = execute(words, cwd=tmp_path)
    assert ran.status == 0
    assert ": multiple (search" in ran.out


def test_lost_goal_is_an_error(tmp_path: Path) -> None:
    """An encoding that excludes the designer's picture is not believed."""
    own = encoding(tmp_path, TEMPLATE + "\n:- fill(2, 1, 1).\n")
    line = refused("check", "--encoding", own, drawn(tmp_path, ".#", "#."))
    assert "mine.lp excludes the goal of the puzzle, which is a solution" in line


def test_only_pictures_are_shown(tmp_path: Path) -> None:
    """An encoding that shows more than the picture would count pictures several times."""
    extra = TEMPLATE.replace("#show fill/3.", "{ extra(1..3) }.\n#show fill/3.\n#show extra/1.")
    extra = extra.replace("% Output:", "% Output:\n%   extra(N) - N is extra.")
    line = refused("count", "--encoding", encoding(tmp_path, extra), ONES_2)
    assert "it shows extra/1; expected #show fill/3" in line


def test_one_bad_puzzle_does_not_spoil_the_set(tmp_path: Path) -> None:
    """The other puzzles of a file go on, and --puzzle can choose them."""
    sound = HEART.read_text(encoding="utf-8")
    begin, end = sound.index("<puzzle "), sound.index("</puzzleset>")
    bad = '<puzzle type="triddler"></puzzle>\n'
    file = tmp_path / "set.xml"
    file.write_text(sound[:begin] + bad + sound[begin:end] + sound[end:], encoding="utf-8")
    ran = run("check", file)
    assert (ran.status, ran.out.count("unique")) == (2, 1)
    assert "puzzle 1" in ran.err
    assert "triddler" in ran.err
    assert f"{file} #2: unique" in ran.out
    (found,) = run("check", "--json", "--puzzle", "2", file).objects
    assert (found["puzzle"], found["verdict"]) == (2, "unique")
    assert "there is no puzzle 3; the file holds 2" in refused("check", "--puzzle", "3", file)


def test_text_from_files_is_tame(tmp_path: Path) -> None:
    """Control characters and marks of direction in a title do not reach the terminal."""
    file = tmp_path / "wild.non"
    title = "a\x1b[31mred\x1b]0;own\x07\u202eb"
    file.write_text(f'title "{title}"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n', encoding="utf-8")
    for word in ("show", "solve"):
        ran = run(word, file)
        assert not {"\x1b", "\x07", "\u202e"} & set(ran.out + ran.err)
        assert "red" in ran.out
