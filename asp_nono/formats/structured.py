"""Formats of structured data: their rows in the table of formats, and how each is recognised."""

from __future__ import annotations

import re

from asp_nono.formats.sniff import jap, marked, pynonogram
from asp_nono.formats.source import Source
from asp_nono.formats.table import Format, Sniffer, reader_in, sniffer_in, writer_in

_READERS = "asp_nono.formats"

_TOML = r"""^(rows|columns)[ \t]*=[ \t]*("{3}|'{3}|"[^"\n]*"[ \t]*$|'[^'\n]*'[ \t]*$)"""


_json = marked('"asp-nono puzzles"', start="{")
_keys = marked('"', r'"(rows|rowHints|row_rules|rowPatterns|horizontal)"\s*:', start="{[")


def _json_lists(source: Source) -> bool:
    """Whether it is JSON with a usual key of the rows, and not ours."""
    return _keys(source) and not _json(source)


_clues = marked("[clues]", r"^\[clues\][ \t]*([#;].*)?$")


def _toml(source: Source) -> bool:
    """Whether there is a table of clues that are texts."""
    return _clues(source) and re.search(_TOML, source.glance, re.MULTILINE) is not None


def _ini(source: Source) -> bool:
    """Whether there is a section of clues that are no texts in the sense of TOML."""
    return _clues(source) and not _toml(source)


_string = marked("R", r"\A\s*R[A-Za-z0-9_-]{3,}\s*\Z", start="R")
_column = marked("ules", r"(?i)^([^,\n#]*,)*[ \t]*rules[ \t]*(,|$)")


def _short_rules(source: Source) -> bool:
    """Whether it is one string alone, or there is a column of them."""
    return _string(source) or _column(source)


_key = marked("row", r"^(rows|row_runs):[ \t]*(#.*)?$")
_item = marked("-", r"^[ \t]*-[ \t]+\[?[ \t]*[0-9]")


def _yaml(source: Source) -> bool:
    """Whether there is a key of the rows with nothing beside it, and an item of numbers."""
    return _key(source) and _item(source)


def _read_only(
    name: str, title: str, module: str, sniff: Sniffer, suffixes: tuple[str, ...] = ()
) -> Format:
    return Format(name, title, suffixes, sniff, reader_in(f"{_READERS}.{module}"))


def _by_shape(name: str, title: str, module: str, function: str) -> Format:
    sniff = sniffer_in(f"{_READERS}.{module}", function)
    return Format(name, title, (), sniff, reader_in(f"{_READERS}.{module}"), by_shape=True)


STRUCTURED = (
    Format(
        "json",
        "our own JSON",
        (".json",),
        _json,
        reader_in("asp_nono.formats.json_read"),
        writer_in("asp_nono.formats.json_write"),
        common=True,
    ),
    Format(
        "toml",
        "nonogrid's TOML",
        (".toml",),
        _toml,
        reader_in("asp_nono.formats.toml_read"),
        writer_in("asp_nono.formats.toml_write"),
        common=True,
    ),
    Format(
        "dzn",
        "MiniZinc data",
        (".dzn",),
        marked("len", r"\b((row|col)_rule_len|maxlen)\s*=\s*[0-9]+\s*;"),
        reader_in("asp_nono.formats.dzn_read"),
        writer_in("asp_nono.formats.dzn_write"),
    ),
    _read_only(
        "json-lists",
        "JSON of other programs",
        "json_lists",
        _json_lists,
    ),
    _read_only(
        "griddlers-json",
        "JSON of GriddlerSolver",
        "griddlers_json",
        marked('"HintsRow"', start="{"),
    ),
    _read_only(
        "puzzlekit",
        "the puzzlekit data set",
        "puzzlekit",
        marked('"problem"', r'"problem"\s*:\s*"[0-9]+ [0-9]+\\n', start="{"),
    ),
    _read_only(
        "nonograms-org",
        "pages of nonograms.org",
        "nonograms_org",
        marked("var", r"\bvar\s+d\s*=\s*\[\s*\["),
    ),
    _read_only(
        "griddlers-js",
        "scripts of griddlers.net",
        "griddlers_js",
        marked("var puzzle", r"(^|\\n)[ \t]*var puzzle\s*=\s*\{"),
    ),
    _read_only(
        "picmi", "levels of Picmi", "picmi", marked("<picmi", r"^[ \t]*<picmi\b", start="<")
    ),
    _read_only(
        "gno",
        "games of Gnonograms",
        "gnonograms",
        marked("[Dim", r"^\[Dimensions?\][ \t]*$", start="["),
        (".gno",),
    ),
    _read_only(
        "griddler",
        "grids of Griddler",
        "sgriddler",
        marked("MK Version 3.0", r"\AMK Version 3\.0"),
        (".griddler", ".sgriddler"),
    ),
    _read_only("jap", "binary files of QNonograms", "jap", jap, (".jap",)),
    _read_only("pynonogram", "pyNonogram's .non", "pynonogram", pynonogram),
    _read_only("ini", "pynogram's INI", "ini_read", _ini),
    _read_only(
        "yaml",
        "lists of clues in YAML",
        "yaml_lists",
        _yaml,
    ),
    _read_only(
        "rule-lists",
        "clue lists in Picat or Python",
        "rule_lists",
        marked("ules", r"\b(RowRules|row_rules)\s*=\s*\[\s*\["),
    ),
    _read_only("glpk", "data of GLPK's model", "glpk", marked("param", r"\bparam\s+(row|col)\s*:")),
    _read_only(
        "gecode",
        "arrays of Gecode's example",
        "gecode",
        marked("int", r"\bint\s+\w+\s*\[[0-9\s]*\]\s*=\s*\{\s*[0-9]"),
    ),
    _read_only("short-rules", "short strings of davidje13's site", "short_rules", _short_rules),
    _by_shape("gecode-list", "numbers of Gecode's example", "gecode", "looks_bare"),
    _by_shape("pycsp3", "text of pycsp3's model", "counted", "looks_counted"),
)
