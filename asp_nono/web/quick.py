"""Calls that are answered at once, as functions that a child runs: files, pictures, drawings.

They take the values of a request and return those of the answer.
"""

import base64
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

from asp_nono.files import InputFiles, formats, read_data, recognize_data, write_text
from asp_nono.formats.json import puzzle_data
from asp_nono.formats.registry import find
from asp_nono.formats.tokens import puzzle_place
from asp_nono.jobs.files import (
    DrawingOptions,
    PictureOptions,
    PrintingOptions,
    PublishingOptions,
    WritingOptions,
)
from asp_nono.messages import (
    Message,
    PuzzleError,
    PuzzleWarning,
    together,
    with_messages,
    within,
)
from asp_nono.puzzle import Puzzle
from asp_nono.web.values import Event, problem, read_bytes, read_picture, read_puzzle

_TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "zip": "application/zip",
}


def prepare() -> None:
    """Import what is needed most, so that the first job does not wait for it."""
    for module in ("web.jobs", "solving.solve", "logic.difficulty"):
        import_module(f"asp_nono.{module}")


@contextmanager
def _warned() -> Iterator[list[Message]]:
    """Collects the warnings given inside the block. A child does one thing at a time."""
    found: list[Message] = []
    with warnings.catch_warnings(record=True, action="always") as caught:
        yield found
    given = (one.message for one in caught)
    found += [one.message for one in given if isinstance(one, PuzzleWarning)]


def read(data: str, name: str, format_: str | None) -> Event:
    """The puzzles of a file."""
    raw = read_bytes(data)
    with _warned() as odd:
        known, found = recognize_data(raw, name, form=format_)
    return {
        "puzzles": [_found(one) for one in found],
        "format": known,
        **with_messages(warnings=odd),
    }


def opened(files: Sequence[str]) -> Event:
    """The puzzles of the files that were named on the command line."""
    puzzles: list[Event] = []
    with _warned() as odd:
        for file in InputFiles(files):
            try:
                puzzles += map(_found, file.puzzles())
            except PuzzleError as error:
                puzzles.append(_found(error))
    return {"puzzles": puzzles, "format": None, **with_messages(warnings=odd)}


def shipped() -> Event:
    """The puzzles that come with asp-nono and are there to be played."""
    from asp_nono.asp import encodings as known

    beside = known.folder().parent / "instances"
    return opened([str(beside / kind) for kind in ("pictures", "color")])


def _found(found: Puzzle | PuzzleError) -> Event:
    if isinstance(found, PuzzleError):
        return {"error": problem(found)}
    return {"puzzle": puzzle_data(found)}


def picture(job: PictureOptions, data: str, name: str) -> Event:
    """The puzzle that a picture poses."""
    with _warned() as odd:
        (found,) = read_data(read_bytes(data), name, picture=job.settings)
    if isinstance(found, PuzzleError):
        raise found
    return {"puzzle": puzzle_data(found), **with_messages(warnings=odd)}


def write(job: WritingOptions, puzzles: Sequence[object], format_: str, name: str | None) -> Event:
    """A file of puzzles."""
    found = _read_puzzles(puzzles)
    with _warned() as odd:
        text = write_text(found, format_, lossy=job.lossy, colored=job.colored)
    suffix = next(iter(find(format_).suffixes), ".txt")
    name = f"{name or _name(found)}{suffix}"
    return _file(text.encode(), name, "text/plain; charset=utf-8", odd)


def draw(job: DrawingOptions, puzzle: object, picture: object, other: object, type_: str) -> Event:
    """A drawing of a puzzle: blank, with a picture, or with two pictures compared."""
    from asp_nono.draw.picture import Difference, Picture as Shown
    from asp_nono.draw.png import draw_png
    from asp_nono.draw.svg import draw_svg

    sound = read_puzzle(puzzle)
    first, second = read_picture(picture, sound, "picture"), read_picture(other, sound, "other")
    shown: Shown | None = first
    if second is not None:
        one, two = (first.complete() if first else None), second.complete()
        if one is None or two is None:
            raise PuzzleError("only two finished pictures can be compared")
        shown = Difference(one, two)
    how: Any = {"clues": job.clues, "letters": job.letters, "cell": job.cell_size or 20}
    with _warned() as odd:
        svg = type_ == "svg"
        data = draw_svg(sound, shown, **how).encode() if svg else draw_png(sound, shown, **how)
    return _file(data, f"{_name([sound])}.{type_}", _TYPES[type_], odd)


def print_document(
    job: PrintingOptions, puzzles: Sequence[object], solution: bool, letters: bool
) -> Event:
    """A document of puzzles, blank or solved, or a booklet of both."""
    from asp_nono.draw.pdf import draw_pdf

    found, solved = _read_puzzles(puzzles), solution or job.booklet
    for number, one in enumerate(found, 1):
        if solved and one.goal is None:
            raise PuzzleError(
                "no goal, so there is no solution to print", where=(puzzle_place(number),)
            )
    pictures = [(one, one.goal if solved else None) for one in found]
    with _warned() as odd:
        data = draw_pdf(pictures, **asdict(job), letters=letters)
    return _file(data, f"{_name(found)}.pdf", _TYPES["pdf"], odd)


def publish(job: PublishingOptions, puzzles: Sequence[object]) -> Event:
    """A page that plays a puzzle without a server, or of several a site; they hold no goals.

    PuzzleError for a puzzle of which line logic shows that it has no solution. A warning names
    each that probing does not show to be unique.
    """
    from asp_nono.line.board import Board
    from asp_nono.publish.page import only_solution, puzzle_page
    from asp_nono.publish.site import Published, packed, site, untitled

    found = _read_puzzles(puzzles)
    for number, one in enumerate(found, 1):
        if Board(one).sweep():
            raise PuzzleError("no solution, so it cannot be played", where=(puzzle_place(number),))
    shown = [untitled(*one) for one in zip(found, count(1))] if job.hide_titles else found
    solved = [only_solution(one) for one in found]
    doubt = Message("line logic and probing do not show that it is unique; check it first")
    if len(found) == 1:
        page = puzzle_page(shown[0], solved[0]).encode()
        odd = [doubt] * (solved[0] is None)
        return _file(page, f"{_name(found)}.html", "text/html; charset=utf-8", odd)
    published = [Published(one, only, "") for one, only in zip(shown, solved, strict=True)]
    doubts = [
        together((puzzle_place(number), doubt)) for number, only in enumerate(solved, 1) if not only
    ]
    return _file(packed(site(published, job.title)), f"{_name(found)}.zip", _TYPES["zip"], doubts)


def _read_puzzles(puzzles: Sequence[object]) -> list[Puzzle]:
    """The puzzles, or the error of the first that is not sound, with its number."""
    found: list[Puzzle] = []
    for number, value in enumerate(puzzles, 1):
        with within(puzzle_place(number)):
            found.append(read_puzzle(value))
    return found


def _name(puzzles: Sequence[Puzzle]) -> str:
    """The name of a file of puzzles: the title where there is one, in plain characters."""
    title = puzzles[0].title if len(puzzles) == 1 else "puzzles"
    plain = "".join(char if char.isalnum() else "-" for char in title.lower())[:60]
    return "-".join(filter(None, plain.split("-"))) or "puzzle"


def _file(data: bytes, name: str, kind: str, odd: Sequence[Message]) -> Event:
    value = {"name": name, "type": kind, "data": base64.b64encode(data).decode()}
    return value | with_messages(warnings=odd)


def encodings() -> Event:
    """The text of every encoding, and of one to start from."""
    from asp_nono.asp import encodings as known

    texts = [
        {"name": name, "text": (known.folder() / f"{name}.lp").read_text(encoding="utf-8")}
        for name in known.names()
    ]
    return {"encodings": texts, "template": known.new_encoding()}


def _encoding(file: Path) -> str:
    """The name of a shipped encoding, as `encodings` has it."""
    from asp_nono.asp.encodings import folder

    return file.relative_to(folder()).with_suffix("").as_posix()


def about(limits: Event) -> Event:
    """The abilities of this installation."""
    from asp_nono import __version__
    from asp_nono.asp.recipes import DEDUCTIONS, recipes
    from asp_nono.design.symmetry import SYMMETRIES
    from asp_nono.draw.pdf import PAPERS
    from asp_nono.grading.vocabulary import dialects
    from asp_nono.logic.course import ORDERS

    return {
        "version": __version__,
        "formats": [
            {
                "name": one.name,
                "suffixes": one.suffixes,
                "writes": bool(one.write),
                **with_messages(title=Message(one.title)),
            }
            for one in formats()
        ],
        "recipes": [
            {
                "name": one.name,
                "deductions": one.deductions,
                "encodings": [_encoding(file) for file in one.files],
                **with_messages(about=Message(one.about)),
            }
            for one in recipes().values()
        ],
        "deductions": list(DEDUCTIONS),
        "dialects": list(dialects()),
        "orders": list(ORDERS),
        "symmetries": list(SYMMETRIES),
        "papers": list(PAPERS),
        "extras": {"pictures": bool(find_spec("PIL")), "pdf": bool(find_spec("reportlab"))},
        "limits": limits,
    }
