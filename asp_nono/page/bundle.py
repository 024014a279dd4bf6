"""JavaScript modules as one classic script, made when a page is.

A module becomes a function that is called when it is first needed and returns what it exports, so
that no build step and no other program is needed. It may import and export by name only, and import
JSON as a whole.
"""

import posixpath
import re
from functools import cache
from pathlib import Path, PurePosixPath

PACKAGE = Path(__file__).parents[1]

_IMPORT = re.compile(
    r"^import (\{[^}]*\}|\w+) from '(\.[^']+)'(?: with \{ type: 'json' \})?;$", re.MULTILINE
)
_LATER = re.compile(r"\bimport\('(\.[^']+)'\)")
_EXPORT = re.compile(
    r"^export ((?:async )?(?:function\*? |class |const |let )([\w$]+))", re.MULTILINE
)
_HEAD = """(() => {
'use strict';
const modules = {}, made = {};
const need = (name) => (made[name] ??= modules[name]());
"""


@cache
def script(entry: str, instead: tuple[tuple[str, str], ...] = ()) -> str:
    """A module and all that it imports, at once or later; `entry` is its path in the package.

    In place of the first module of each pair in `instead`, importers get the second.
    """
    found: dict[str, str] = {}
    left = [entry]
    while left:
        name = left.pop()
        if name not in found:
            text = (PACKAGE / name).read_text(encoding="utf-8")
            found[name], needed = _wrapped(name, text, dict(instead), entry=name == entry)
            left += needed
    return _HEAD + "".join(found.values()) + f"need({entry!r});\n}})();\n"


def _wrapped(
    name: str, text: str, instead: dict[str, str], *, entry: bool
) -> tuple[str, list[str]]:
    """A module as a function, and the modules that it imports."""
    if name.endswith(".json"):
        return f"modules[{name!r}] = () => (\n{text});\n", []
    needed: list[str] = []

    def place(path: str) -> str:
        found = posixpath.normpath(PurePosixPath(name).parent / path)
        needed.append(instead.get(found, found))
        return f"need({needed[-1]!r})"

    def imported(found: re.Match[str]) -> str:
        return f"const {found[1].replace(' as ', ': ')} = {place(found[2])};"

    names = [found[2] for found in _EXPORT.finditer(text)]
    text = _EXPORT.sub(r"\1", _IMPORT.sub(imported, text))
    text = _LATER.sub(lambda found: f"Promise.resolve().then(() => {place(found[1])})", text)
    head = "async () => {" if entry else "() => {"
    return f"modules[{name!r}] = {head}\n{text}\nreturn {{ {', '.join(names)} }};\n}};\n", needed
