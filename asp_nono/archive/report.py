"""What an archive shows: verdicts and techniques, times, sizes, and what was not decided."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from asp_nono.archive.parts import read_manifest, read_rows
from asp_nono.draw.picture import Draw
from asp_nono.messages import plural
from asp_nono.solving.result import Technique

if TYPE_CHECKING:
    import pyarrow as pa

    from asp_nono.lab.plots import Drawn

_COLUMNS = ("verdict", "technique", "grade", "seconds", "stopped", "error", "source", "clues")
_SHARES = (0.5, 0.9, 0.99, 1.0)  # the quantiles of times
_SLOWEST = 10
_LADDER = [*map(str, Technique)]
_SIDES = (10, 20, 30, 50, 100, 10_000)  # the longest line of a board, by which sizes are grouped

Table = tuple[str, list[str], list[list[str]]]
"""A title, the heads of the columns, and the rows; the first column is a name."""


@dataclass(frozen=True, slots=True)
class ArchiveReport:
    """The results of an archive."""

    folder: Path
    job: str
    rows: "pa.Table"

    def text(self) -> Iterator[str]:
        """The summary; tables come apart, see `tables`."""
        seconds, errors = self._column("seconds", 0.0), self._column("error", "")
        different = len(set(self.rows["clues"].drop_null().to_pylist()))
        puzzles = plural(len(self.rows), "{count} puzzle", "{count} puzzles")
        yield f"{self.folder}: {self.job} of {puzzles}"
        yield f"  {plural(different, '{count} clue set', '{count} different clue sets')}"
        yield f"  {float(np.sum(seconds)):.1f} s in all"
        if failed := int(np.sum(errors != "")):
            yield f"  {failed} could not be read or worked on; the first: {errors[errors != ''][0]}"

    def tables(self) -> Iterator[Table]:
        """How many there are of each kind, and how long they took."""
        for title, keys in self._groups():
            yield self._grouped(title, keys)
        yield self._slowest()

    def plots(self) -> "Drawn":
        """The same as plots, by name: how many there are of each kind, and their times."""
        from asp_nono.lab import plots

        seconds, drawn = self._column("seconds", 0.0), {}
        for title, keys in self._groups():
            groups = {key: seconds[keys == key] for key in _ordered(keys)}
            name = title.replace(" ", "-")
            drawn[name] = plots.bars(title, {key: len(some) for key, some in groups.items()})
            drawn[f"{name}-times"] = plots.times(f"{self.job}, by {title}", groups)
        return drawn

    def to_json(self) -> dict[str, Any]:
        """The tables as objects."""
        tables = {
            title: [dict(zip(head, row, strict=True)) for row in rows]
            for title, head, rows in self.tables()
        }
        return {"folder": str(self.folder), "job": self.job, "puzzles": len(self.rows), **tables}

    def _column(self, name: str, empty: Any) -> npt.NDArray[Any]:  # noqa: ANN401 - of the column's type
        """A column as an array, something in the place of nothing."""
        return np.asarray(self.rows[name].fill_null(empty))

    def _groups(self) -> Iterator[tuple[str, npt.NDArray[Any]]]:
        """What puzzles are grouped by, and the group of each."""
        yield "verdict", self._column("verdict", "-")
        if self.job == "check":
            yield "technique", self._column("technique", "-")
        if self.job == "difficulty":
            grades = self._column("grade", 0)
            yield "grade", np.array([str(grade) if grade else "-" for grade in grades.tolist()])
        longest = np.maximum(self._column("width", 0), self._column("height", 0))
        yield "longest line", np.array([_group_of(side) for side in longest.tolist()])
        if any(stops := self._column("stopped", "")):
            yield "stopped by", np.where(stops == "", "nothing", stops)

    def _grouped(self, title: str, keys: npt.NDArray[Any]) -> Table:
        seconds, rows = self._column("seconds", 0.0), []
        for key in _ordered(keys):
            some = seconds[keys == key]
            share = f"{len(some) / len(keys):.1%}"
            times = [f"{quantile:.3g}" for quantile in np.quantile(some, _SHARES)]
            rows.append([key, str(len(some)), share, f"{np.sum(some):.1f}", *times])
        heads = [title, "puzzles", "share", "s in all", "median s", "90 %", "99 %", "most"]
        return title, heads, rows

    def _slowest(self) -> Table:
        seconds = self._column("seconds", 0.0)
        names, numbers = self._column("source", ""), self._column("puzzle", 0)
        slowest = np.argsort(-seconds, kind="stable")[:_SLOWEST]
        named = [" ".join(names[at].split()) for at in slowest]  # a name may have several lines
        rows = [
            [f"{name} #{numbers[at]}", f"{seconds[at]:.3g}"]
            for name, at in zip(named, slowest, strict=True)
        ]
        return "slowest", ["slowest", "s"], rows


def archive_report(folder: Path) -> ArchiveReport:
    """The report on an archive; PuzzleError if there is none, or a part cannot be read."""
    about = read_manifest(folder)
    return ArchiveReport(folder, about["job"], read_rows(folder, (*_COLUMNS, "width", "height")))


def _group_of(side: int) -> str:
    """The group of boards with a longest line of this length."""
    if not side:
        return "-"
    most = next(most for most in _SIDES if side <= most)
    return f"to {most}" if most < _SIDES[-1] else f"over {_SIDES[-2]}"


def _ordered(keys: npt.NDArray[Any]) -> list[str]:
    """The groups that there are."""
    return sorted(set(keys.tolist()), key=_natural)


def _natural(key: str) -> tuple[int, int, str]:
    """The order of groups: techniques as they grow stronger, else by the number in a name."""
    digits = int("".join(filter(str.isdigit, key)) or 0) + key.startswith("over ")
    return _LADDER.index(key) if key in _LADDER else -1, digits, key


def shown(report: ArchiveReport, draw: Draw) -> Iterator[str]:
    """The report for a terminal."""
    yield from report.text()
    for _, heads, rows in report.tables():
        yield ""
        yield draw.table(heads, rows, " " + "r" * (len(heads) - 1))
