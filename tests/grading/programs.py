"""Right programs of different style (right/*.lp), and mistakes in them (mistakes.toml)."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from asp_nono.grading.grade import Exercise, grade
from asp_nono.grading.report import GradeResult
from asp_nono.grading.submission import SubmissionFile

RIGHT = {
    file.stem: file.read_text(encoding="utf-8")
    for file in sorted((Path(__file__).parent / "right").glob("*.lp"))
}
STARTS, CELLS, HINTS = RIGHT["starts"], RIGHT["cells"], RIGHT["hints"]


def filed(folder: Path, files: Mapping[str, str]) -> Path:
    """The folder, with these texts in files of these names."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def graded_file(
    path: Path, exercise: Exercise, root: Path | None = None, mapping: Path | None = None
) -> GradeResult:
    """The grade of the program in a file, which may include others within `root`."""
    return grade(SubmissionFile(path.name, path, root, mapping), exercise)


class Mistake(NamedTuple):
    """A mistake: `new` for `old` in a right program; the grader must name its kind."""

    name: str
    kind: str
    base: str
    old: str
    new: str

    @property
    def text(self) -> str:
        """The wrong program."""
        assert RIGHT[self.base].count(self.old) == 1
        return RIGHT[self.base].replace(self.old, self.new)


_TABLE = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text(encoding="utf-8"))

MISTAKES = [Mistake(**row) for row in _TABLE["mistake"]]
