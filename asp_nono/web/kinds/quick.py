"""Quick work: files read and written, pictures made into puzzles, puzzles drawn and printed."""

from __future__ import annotations

import base64
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from asp_nono.errors import PuzzleError, PuzzleWarning
from asp_nono.files import formats, paths, read_data, read_each, write_text
from asp_nono.formats.native_json import picture_of, puzzle_data, puzzle_of
from asp_nono.formats.registry import detect, find
from asp_nono.formats.source import Source
from asp_nono.puzzle import Puzzle
from asp_nono.web.values import Event, problem, result

_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
_TEXT = "text/plain; charset=utf-8"


@contextmanager
def _heard() -> Iterator[list[str]]:
    """Collects the warnings given inside the block. This process does one thing at a time."""
    texts: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield texts
    texts += [str(one.message) for one in caught if issubclass(one.category, PuzzleWarning)]


def read(data: str, name: str, form: str | None) -> Iterator[Event]:
    """The puzzles of a file."""
    raw = _bytes(data)
    with _heard() as texts:
        found = read_data(raw, name, form=form)
    known = form or detect(Source.of_bytes(raw, name)).name
    puzzles = [
        {"error": problem(one)} if isinstance(one, PuzzleError) else {"puzzle": puzzle_data(one)}
        for one in found
    ]
    yield result(puzzles=puzzles, format=known, warnings=texts)


def picture(data: str, name: str, **settings: object) -> Iterator[Event]:
    """The puzzle that a picture poses."""
    from asp_nono.formats.picture import PictureSettings

    given = {key: value for key, value in settings.items() if value is not None}
    wanted = PictureSettings(**given)  # type: ignore[arg-type] # it checks them itself
    with _heard() as texts:
        (found,) = read_data(_bytes(data), name, picture=wanted)
    if isinstance(found, PuzzleError):
        raise found
    yield result(puzzle=puzzle_data(found), warnings=texts)


def write(
    puzzles: Sequence[object], form: str, lossy: bool, colored: bool, name: str | None
) -> Iterator[Event]:
    """A file of puzzles."""
    found = _sound(puzzles)
    with _heard() as texts:
        text = write_text(found, form, lossy=lossy, colored=colored)
    ending = next(iter(find(form).suffixes), ".txt")
    yield _file(text.encode(), f"{name or _name(found)}{ending}", _TEXT, texts)


def draw(
    puzzle: object,
    picture: object,
    other: object,
    clues: bool,
    letters: bool,
    cell: int,
    kind: str,
) -> Iterator[Event]:
    """A drawing of a puzzle: blank, with a picture, or with two pictures compared."""
    from asp_nono.draw.picture import Difference, Picture
    from asp_nono.draw.png import draw_png
    from asp_nono.draw.svg import draw_svg

    sound = puzzle_of(puzzle)
    shown: Picture | None = None if picture is None else picture_of(picture, sound)
    if other is not None:
        pair = [
            None if one is None else picture_of(one, sound).complete() for one in (picture, other)
        ]
        first, second = pair
        if first is None or second is None:
            raise PuzzleError("only two finished pictures can be compared")
        shown = Difference(first, second)
    with _heard() as texts:
        if kind == "svg":
            data = draw_svg(sound, shown, clues=clues, letters=letters, cell=cell).encode()
        else:
            data = draw_png(sound, shown, clues=clues, letters=letters, cell=cell)
    yield _file(data, f"{_name([sound])}.{kind}", _TYPES[kind], texts)


def document(
    puzzles: Sequence[object],
    solution: bool,
    booklet: bool,
    paper: str,
    per_page: int,
    letters: bool,
) -> Iterator[Event]:
    """A document of puzzles, blank or solved, or a booklet of both."""
    from asp_nono.draw.pdf import draw_pdf

    found = _sound(puzzles)
    if missing := [one for one in found if (solution or booklet) and one.goal is None]:
        which = f"puzzle {found.index(missing[0]) + 1}"
        raise PuzzleError("no goal, so that there is no solution to print", where=(which,))
    pictures = [(one, one.goal if solution or booklet else None) for one in found]
    with _heard() as texts:
        data = draw_pdf(pictures, paper=paper, per_page=per_page, letters=letters, booklet=booklet)
    yield _file(data, f"{_name(found)}.pdf", _TYPES["pdf"], texts)


def opened(files: Sequence[str]) -> Iterator[Event]:
    """The puzzles of the files that were named on the command line."""
    puzzles: list[Event] = []
    with _heard() as texts:
        for file in paths(files):
            try:
                for one in read_each(file):
                    told = problem(one) if isinstance(one, PuzzleError) else puzzle_data(one)
                    puzzles.append({"error" if isinstance(one, PuzzleError) else "puzzle": told})
            except PuzzleError as error:
                puzzles.append({"error": problem(error)})
    yield result(puzzles=puzzles, format=None, warnings=texts)


def _bytes(data: str) -> bytes:
    """The bytes of a file that came as text.

    Raises:
        PuzzleError: If it is no base64.
    """
    try:
        return base64.b64decode(data, validate=True)
    except ValueError:
        raise PuzzleError("no base64; expected the bytes of a file", where=("data",)) from None


def _sound(puzzles: Sequence[object]) -> list[Puzzle]:
    """The puzzles, or the error of the first that is not sound, with its number."""
    found = []
    for number, value in enumerate(puzzles, 1):
        try:
            found.append(puzzle_of(value))
        except PuzzleError as error:
            raise error.within(f"puzzle {number}") from None
    return found


def _name(puzzles: Sequence[Puzzle]) -> str:
    """What a file of puzzles is called: the title where there is one, in plain characters."""
    title = puzzles[0].title if len(puzzles) == 1 else "puzzles"
    plain = "".join(char if char.isalnum() else "-" for char in title.lower())[:60]
    return "-".join(filter(None, plain.split("-"))) or "puzzle"


def _file(data: bytes, name: str, kind: str, warned: list[str]) -> Event:
    coded = base64.b64encode(data).decode()
    return result(name=name, type=kind, data=coded, warnings=warned)


def encodings() -> Iterator[Event]:
    """The text of every encoding, and of one to start from."""
    from asp_nono.asp import encodings as known
    from asp_nono.asp.encodings import new_encoding

    texts = [
        {"name": name, "text": (known.folder() / f"{name}.lp").read_text(encoding="utf-8")}
        for name in known.names()
    ]
    yield result(encodings=texts, template=new_encoding("my.lp"))


def about(limits: dict[str, object]) -> Iterator[Event]:
    """What this installation can do."""
    from importlib.util import find_spec

    from asp_nono import __version__
    from asp_nono.asp.recipes import DEDUCTIONS, recipes
    from asp_nono.design.symmetry import SYMMETRIES
    from asp_nono.draw.pdf import PAPERS
    from asp_nono.grading.vocabulary import dialects
    from asp_nono.logic.course import ORDERS

    yield result(
        version=__version__,
        formats=[
            {
                "name": form.name,
                "title": form.title,
                "suffixes": list(form.suffixes),
                "writes": form.write is not None,
            }
            for form in formats()
        ],
        recipes=[
            {
                "name": one.name,
                "about": one.about,
                "hints": one.deductions,
                "encodings": [file.stem for file in one.files],
            }
            for one in recipes().values()
        ],
        hints=list(DEDUCTIONS),
        dialects=list(dialects()),
        orders=list(ORDERS),
        symmetries=list(SYMMETRIES),
        papers=list(PAPERS),
        extras={
            "pictures": find_spec("PIL") is not None,
            "pdf": find_spec("reportlab") is not None,
        },
        limits=limits,
    )
