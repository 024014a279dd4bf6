"""Carry the messages of the package into the catalogs: `python -m tools.messages`.

Babel extracts every template that can reach the studio, and the catalog of each language is updated
as msgmerge does: translations are kept, new templates get an empty one, and those that are gone are
left out. Then what the studio's page needs of the catalog is written. Translate in the catalog, and
run it again.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stderr
from enum import StrEnum
from io import SEEK_END, BytesIO, StringIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from asp_nono.files import formats
from asp_nono.logic.rules import Rule
from asp_nono.run.limits import Cause
from tools.blocks import ROOT

PACKAGE = ROOT / "asp_nono"

KEYWORDS = {
    "AspNonoError": (1,),
    "BusyError": (1,),
    "EncodingError": (2,),
    "GraderError": (1,),
    "Message": (1,),
    "PuzzleError": (1,),
    "PuzzleWarning": (1,),
    "RefusedError": (1,),
    "UncountedError": (1,),
    "UnknownNameError": (1,),
    "WrongSolutionError": (1,),
    "linked": (3, 4),
    "missing_extra": (1,),
    "needs": (2,),
    "plural": (2, 3),
    "problem": (1,),
    "remark": (1,),
}
"""What takes templates, with their places among the arguments, as Babel has it: from 1."""

ELSEWHERE = (
    *("archive", "aspcount", "cli", "lab", "proof", "publish/clingo.py", "publish/site.py"),
    *(
        "design/census.py",
        "grading/counterexample.py",
        "grading/exercise_folder.py",
        "grading/report.py",
        "grading/sharpness.py",
        "logic/line.py",
    ),
)
"""Parts of the package whose messages the studio does not show: it has no such jobs or reports."""

TABLES = {
    "asp_nono/grading/mistakes.toml": "hint",
    "asp_nono/grading/questions.toml": "",
    "encodings/recipes.toml": "about",
}
"""Tables with texts, and the key of the text in a row; empty if the rows are texts."""

NAMES: dict[str, type[StrEnum]] = {
    "asp_nono/logic/rules.py": Rule,
    "asp_nono/run/limits.py": Cause,
}
"""Enumerations whose values are shown."""

_HEADER = """\
# Messages of asp-nono; see tools/messages.py.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""
_FIELD = re.compile(r"\{\^?\w+\}")


def sources() -> list[Path]:
    """The modules from which templates are read."""
    files = sorted(PACKAGE.rglob("*.py"))
    apart = [PACKAGE / part for part in ELSEWHERE]
    return [file for file in files if not any(map(file.is_relative_to, apart))]


def templates() -> Catalog:
    """All templates that can reach the studio, with the files where they are."""
    found = Catalog()
    for file, text in sorted({*_in_code(), *_in_tables(), *_of_formats()}):
        if any(map(str.isalpha, _FIELD.sub("", text))):
            found.add(text, locations=[(file, 0)])
    return found


def _in_code() -> Iterator[tuple[str, str]]:
    for file in sources():
        name = file.relative_to(ROOT).as_posix()
        # Babel warns of f-strings, which values may be; a test says that templates are none.
        with file.open("rb") as code, redirect_stderr(StringIO()):
            for _, found, _, _ in extract("python", code, KEYWORDS):
                texts = found if isinstance(found, tuple) else (found,)
                yield from ((name, text) for text in texts if text)
    for name, values in NAMES.items():
        yield from ((name, str(value)) for value in values)


def _in_tables() -> Iterator[tuple[str, str]]:
    for name, key in TABLES.items():
        rows = tomllib.loads((ROOT / name).read_text(encoding="utf-8")).values()
        texts = (row.get(key) if key else row for row in rows)
        yield from ((name, text) for text in texts if text)


def _of_formats() -> Iterator[tuple[str, str]]:
    """The titles of the formats that the studio offers."""
    yield from (("asp_nono/formats/registry.py", one.title) for one in formats() if one.write)


def catalog_file(language: str) -> Path:
    """The catalog of a language, which people edit."""
    return PACKAGE / "locale" / language / "LC_MESSAGES" / "asp_nono.po"


def read_catalog(language: str) -> Catalog:
    """The catalog of a language as it is."""
    with catalog_file(language).open("rb") as file:
        return read_po(file, locale=language, ignore_obsolete=True)


def page_texts(catalog: Catalog) -> str:
    """The translations of a catalog as the page reads them: JSON."""
    found = {str(one.id): one.string for one in catalog if one.id and one.string}
    return json.dumps(found, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


def page_file(language: str) -> Path:
    """The file of the page with the translations of a language."""
    return PACKAGE / "web" / "static" / f"messages_{language}.json"


def updated(language: str) -> dict[Path, bytes]:
    """The files of a language as they should be: its catalog, and what the page needs of it."""
    catalog = read_catalog(language)
    catalog.update(templates(), no_fuzzy_matching=True)
    text = BytesIO(_HEADER.format(language=language).encode())
    text.seek(0, SEEK_END)
    write_po(
        text,
        catalog,
        width=100,
        omit_header=True,
        sort_by_file=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    page = page_texts(catalog).encode()
    return {catalog_file(language): text.getvalue(), page_file(language): page}


def languages() -> list[str]:
    """The languages that have catalogs."""
    return sorted(folder.name for folder in (PACKAGE / "locale").iterdir())


if __name__ == "__main__":
    for language in languages():
        for file, content in updated(language).items():
            file.write_bytes(content)
