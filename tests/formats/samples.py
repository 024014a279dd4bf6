"""The table of samples: texts in every format, and what is read of them.

A file of `samples` is called after its format. A sample in it is its name on a line, remarks after
`# `, the text after `| `, and then what is read: the puzzles after `= `, warnings and errors after
`! `. If a text does not show its format, what recognizing makes of it stands after `? `. In place
of the text, `~ ` tells a sample before it, what is replaced in that, and by what; `* ` stands
before bytes escaped as in Python. The blocks of a clue have the character of their color behind
their length, but for black, and a set of colors stands in brackets. After a change that is meant,
this brings what is read up to date:

    ASP_NONO_GOLDEN=write .venv/bin/python -m pytest tests/formats/test_samples.py
"""

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import NamedTuple

from asp_nono.clue import Clue
from asp_nono.files import read_data
from asp_nono.formats.registry import Content
from asp_nono.formats.source import Source
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Puzzle, Saved

FOLDER = Path(__file__).with_name("samples")


class Sample(NamedTuple):
    """A file in a format, and what the table says of it."""

    form: str
    name: str
    remarks: tuple[str, ...]
    written: tuple[str, ...]
    data: bytes
    answer: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether puzzles are read of it, and there is nothing to say against it."""
        return bool(self.answer) and all(line.startswith("= ") for line in self.answer)

    @property
    def text(self) -> str:
        """The content, if it is no binary file."""
        return self.data.decode()

    def puzzles(self) -> tuple[Puzzle, ...]:
        """What is read of it, if it is sound."""
        found = read_data(self.data, "p.txt", form=self.form) if self.sound else []
        return tuple(puzzle for puzzle in found if isinstance(puzzle, Puzzle))

    def lines(self) -> Iterator[str]:
        """The sample as it stands in the table."""
        yield self.name
        yield from self.remarks
        yield from self.written
        yield from self.answer


def samples_in(file: Path) -> list[Sample]:
    """The samples in a file."""
    found: dict[str, Sample] = {}
    for part in file.read_text("utf-8").removesuffix("\n").split("\n\n"):
        name, *lines = part.split("\n")
        remarks, written, answer = (
            tuple(line for line in lines if line.startswith(signs))
            for signs in ("# ", ("|", "~ ", "* "), ("= ", "! ", "? "))
        )
        assert len(lines) == len(remarks) + len(written) + len(answer), part
        assert name not in found, name
        data = _content(written, found)
        found[name] = Sample(file.stem, name, remarks, written, data, answer)
    return list(found.values())


def _content(written: Sequence[str], before: Mapping[str, Sample]) -> bytes:
    data = b""
    for line in written:
        if line.startswith("~ "):
            base, old, new = json.loads(line[2:])
            data = data or before[base].data
            assert old.encode() in data, line
            data = data.replace(old.encode(), new.encode())
        elif line.startswith("* "):
            data += line[2:].encode().decode("unicode_escape").encode("latin-1")
        else:
            data += f"{line[2:]}\n".encode()
    return data


@cache
def samples() -> dict[str, Sample]:
    """All samples by the name of their format and their own."""
    files = sorted(FOLDER.glob("*.txt"))
    return {f"{one.form}/{one.name}": one for file in files for one in samples_in(file)}


def sample(name: str) -> str:
    """The text of a sample."""
    return samples()[name].text


def answer(form: str, data: bytes) -> list[str]:
    """What recognizing and reading make of a file; see the top of this module."""
    try:
        recognized = Content(Source.of_bytes(data, "p.txt")).recognized.form.name
    except PuzzleError as error:
        recognized = str(error)
    return [*([] if recognized == form else [f"? {recognized}"]), *told(data, form)]


def told(data: bytes, form: str | None = None) -> list[str]:
    """What is read of a file in this format or in the one that is recognized."""
    with warnings.catch_warnings(record=True, action="always") as remarks:
        try:
            found = read_data(data, "p.txt", form=form)
        except PuzzleError as error:
            found = [error]
    lines: list[str] = []
    for puzzle in found:
        if isinstance(puzzle, Puzzle):
            lines += (f"= {line}" for line in _described(puzzle))
        else:
            lines.append(f"! {puzzle}")
    return [*lines, *(f"! {remark.message}" for remark in remarks)]


def _described(puzzle: Puzzle) -> Iterator[str]:
    """Everything that a puzzle holds."""
    chars = [color.char for color in puzzle.colors]
    for field in fields(puzzle):
        value = getattr(puzzle, field.name)
        if field.name == "colors":
            yield from _palette(puzzle)
        elif field.name in ("rows", "columns"):
            yield f"{field.name} {_clues(value, puzzle)}"
        elif field.name == "saved":
            yield from (line for saved in value for line in _kept(saved, chars))
        elif isinstance(value, Grid | PartialGrid):
            yield from _picture(field.name, value, chars)
        elif value != field.default:
            yield f"{field.name} {value!r}"


def _palette(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.colors != (WHITE, BLACK):
        yield from (f"color {color.char} {color.rgb} {color.name}" for color in puzzle.colors)


def _clues(clues: Sequence[Clue], puzzle: Puzzle) -> str:
    marks = ["" if color.name == "black" else color.char for color in puzzle.colors]
    texts = (
        " ".join(f"{block.length or '?'}{marks[block.color]}" for block in clue) for clue in clues
    )
    return " | ".join(text or "-" for text in texts)


def _kept(saved: Saved, chars: Sequence[str]) -> Iterator[str]:
    texts = " ".join(repr(text) for text in (saved.id, *saved.notes))
    yield from _picture(f"{saved.kind} {texts}", saved.grid, chars)


def _picture(name: str, picture: Grid | PartialGrid, chars: Sequence[str]) -> Iterator[str]:
    grid = PartialGrid.of(picture) if isinstance(picture, Grid) else picture
    yield name
    yield from ("  " + "".join(_cell(cell, chars) for cell in row) for row in grid.rows)


def _cell(cell: int, chars: Sequence[str]) -> str:
    some = "".join(char for color, char in enumerate(chars) if cell >> color & 1)
    return "?" if len(some) == len(chars) > 1 else some if len(some) == 1 else f"[{some}]"


def joined(lines: Iterable[Sample]) -> str:
    """The file with these samples."""
    return "\n".join("".join(f"{line}\n" for line in one.lines()) for one in lines)
