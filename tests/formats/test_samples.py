"""The table of samples times what holds of all formats: see `samples.py`."""

import gzip
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings, strategies as st

from asp_nono.files import formats, read_text, write_text
from asp_nono.messages import PuzzleWarning, UnwritableError
from asp_nono.puzzle import Color, Puzzle
from tests.formats.damage import Cuts, cut, cuts, is_recognized, survives
from tests.formats.fixtures import GIVEN, MORE, PLAIN
from tests.formats.samples import FOLDER, Sample, answer, joined, samples, samples_in, told

FORMATS = [form.name for form in formats()]

BINARY = ("jap", "pbm", "picture")
"""Formats whose files begin with certain bytes, and where the end of a line may be a cell."""

SOUND = [one for one in samples().values() if one.sound]


@pytest.mark.parametrize("form", FORMATS)
def test_read(form: str) -> None:
    """Every format has samples, and each is recognized and read as the table says."""
    file = FOLDER / f"{form}.txt"
    listed = samples_in(file)
    now = [one._replace(answer=tuple(answer(form, one.data))) for one in listed]
    if os.environ.get("ASP_NONO_GOLDEN") == "write":
        file.write_text(joined(now), "utf-8")
    assert joined(now) == joined(listed) == file.read_text("utf-8")
    assert any(one.sound for one in listed)


@pytest.mark.parametrize("sample", SOUND, ids=lambda one: f"{one.form}/{one.name}")
def test_read_without_a_name(sample: Sample) -> None:
    """What is recognized is read as what is named, compressed or not, whatever the ends of lines.

    These are LF, CRLF or CR, and the last may be missing; a mark of byte order may be in front.
    """
    data = sample.data
    files = [data, gzip.compress(data)]
    if sample.form not in BINARY:
        files += [data.replace(b"\n", end) for end in (b"\r\n", b"\r")]
        files.append(b"\xef\xbb\xbf" + data)
        if not data.endswith(b"\n\n"):  # where the last line is a blank clue
            files.append(data.removesuffix(b"\n"))
    for file in files:
        assert told(file, sample.form) == [*sample.answer]
        assert told(file) == [*sample.answer]


@cache
def all_puzzles() -> set[tuple[Puzzle, ...]]:
    """What can be written, in files of one puzzle or several."""
    ours = {(puzzle,) for puzzle in (*PLAIN.values(), *MORE.values(), GIVEN)}
    return ours | {sample.puzzles() for sample in SOUND}


@pytest.mark.parametrize(
    ("form", "colored"),
    [("non", True), *((form.name, False) for form in formats() if form.write)],
)
def test_written(form: str, colored: bool) -> None:
    """What is written without a word is read again as it was; what is lost is named before.

    With leave it is dropped with a warning, but never a clue, a color or a given cell.
    """
    kept = 0
    for puzzles in all_puzzles():
        error = unwritable(puzzles, form, colored=colored)
        if error is None:
            kept += 1
            text = write_text(puzzles, form, colored=colored)
            assert drawn(read_text(text, form=form)) == drawn(puzzles)
        elif error.losses:
            assert unwritable(puzzles, form, colored=colored, lossy=True)
        else:
            assert error.droppable
            with pytest.warns(PuzzleWarning, match="the file is written without"):
                text = write_text(puzzles, form, colored=colored, lossy=True)
            assert posed(read_text(text, form=form), form) == posed(puzzles, form)
            assert text.endswith("\n")
    assert kept


def unwritable(puzzles: Sequence[Puzzle], form: str, **options: bool) -> UnwritableError | None:
    """Why puzzles cannot be written; None if they can, without a word."""
    try:
        assert write_text(puzzles, form, **options).endswith("\n")
    except UnwritableError as error:
        return error
    return None


def posed(puzzles: Sequence[Puzzle], form: str) -> list[tuple[object, ...]]:
    """What must never be dropped; the classic dialect numbers colors, and gives them no value."""
    return [
        (
            *(puzzle.rows, puzzle.columns, puzzle.given, len(puzzle.colors)),
            None if form == "classic" else [color.rgb for color in puzzle.colors],
        )
        for puzzle in puzzles
    ]


def drawn(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles with the characters of colors that the format is free to change.

    In most of them, that is the character of black.
    """

    def fixed(number: int, color: Color) -> Color:
        return replace(color, char=chr(0x4E00 + number)) if color.name == "black" else color

    return [
        replace(puzzle, colors=tuple(fixed(*color) for color in enumerate(puzzle.colors)))
        for puzzle in puzzles
    ]


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=20)
@given(data=st.data(), damage=cuts(), other=st.sampled_from(FORMATS))
def test_damaged(form: str, data: st.DataObject, damage: Cuts, other: str) -> None:
    """Whatever befalls a file, its reader and any other reads it or gives a reason."""
    own = [sample for sample in samples().values() if sample.form == form]
    one = data.draw(st.sampled_from(own), label="sample")
    survives(one.data, damage, form)
    survives(one.data, [], other)
    is_recognized(cut(one.data, damage))
