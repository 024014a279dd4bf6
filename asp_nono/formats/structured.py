"""Formats of structured data: their rows in the table of formats, and how each is recognised."""

from __future__ import annotations

import re

from asp_nono.formats.source import Source
from asp_nono.formats.table import Format, reader_in, sniffer_in, writer_in

_LISTS = re.compile(r'"(rows|rowHints|row_rules|rowPatterns|horizontal)"\s*:')
_PROBLEM = re.compile(r'"problem"\s*:\s*"[0-9]+ [0-9]+\\n')
_SCRIPT = re.compile(r"\bvar\s+d\s*=\s*\[\s*\[")
_PUZZLE = re.compile(r"^[ \t]*var puzzle\s*=\s*\{", re.MULTILINE)
_CLUES = re.compile(r"^\[clues\][ \t]*([#;].*)?$", re.MULTILINE)
_TOML = re.compile(r"""^(rows|columns)[ \t]*=[ \t]*(\"{3}|'{3}|"[^"\n]*"[ \t]*$)""", re.MULTILINE)
_DZN = re.compile(r"\b((row|col)_rule_len|maxlen)\s*=\s*[0-9]+\s*;")
_RULES = re.compile(r"\b(RowRules|row_rules)\s*=\s*\[\s*\[")
_GLPK = re.compile(r"\bparam\s+(row|col)\s*:")
_ARRAY = re.compile(r"\bint\s+\w+\s*\[\s*[0-9]*\s*\]\s*=\s*\{\s*[0-9]")


def _has(word: str, sign: re.Pattern[str], source: Source) -> bool:
    """Whether the content has a sign; `word` is part of it and quickly not found."""
    return word in source.glance and bool(sign.search(source.glance))


def _json(source: Source) -> bool:
    """Whether it is an object with our mark; nothing else decides."""
    return source.glance.lstrip()[:1] == "{" and '"asp-nono puzzles"' in source.glance


def _json_lists(source: Source) -> bool:
    """Whether it is JSON with clues under one of the keys that other programs give them."""
    start = source.glance.lstrip()[:1]
    return start in ("{", "[") and bool(_LISTS.search(source.glance)) and not _json(source)


def _griddlers_json(source: Source) -> bool:
    """Whether it is JSON with the board of GriddlerSolver."""
    return source.glance.lstrip()[:1] == "{" and '"HintsRow"' in source.glance


def _puzzlekit(source: Source) -> bool:
    """Whether it is JSON with problems in texts."""
    start = source.glance.lstrip()[:1]
    return start == "{" and bool(_PROBLEM.search(source.glance))


def _nonograms_org(source: Source) -> bool:
    """Whether a script gives `d` a list of lists."""
    return _has("var", _SCRIPT, source)


def _griddlers_js(source: Source) -> bool:
    """Whether a script gives `puzzle` an object."""
    return _has("var puzzle", _PUZZLE, source)


def _toml(source: Source) -> bool:
    """Whether there is a table of clues that are texts."""
    return _has("[clues]", _CLUES, source) and bool(_TOML.search(source.glance))


def _ini(source: Source) -> bool:
    """Whether there is a section of clues that are no texts in the sense of TOML."""
    return _has("[clues]", _CLUES, source) and not _TOML.search(source.glance)


def _dzn(source: Source) -> bool:
    """Whether a size of MiniZinc's clue tables gets a number."""
    return _has("len", _DZN, source)


def _rules(source: Source) -> bool:
    """Whether the clues of the rows get a list of lists."""
    return _has("ules", _RULES, source)


def _glpk(source: Source) -> bool:
    """Whether there is a table of clues."""
    return _has("param", _GLPK, source)


def _gecode(source: Source) -> bool:
    """Whether an array of C++ begins with a number, or numbers alone make a puzzle."""
    return _has("int", _ARRAY, source)


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
        "json-lists",
        "JSON of other programs",
        (),
        _json_lists,
        reader_in("asp_nono.formats.json_lists"),
    ),
    Format(
        "griddlers-json",
        "JSON of GriddlerSolver",
        (),
        _griddlers_json,
        reader_in("asp_nono.formats.griddlers_json"),
    ),
    Format(
        "puzzlekit",
        "the puzzlekit data set",
        (),
        _puzzlekit,
        reader_in("asp_nono.formats.puzzlekit"),
    ),
    Format(
        "nonograms-org",
        "pages of nonograms.org",
        (),
        _nonograms_org,
        reader_in("asp_nono.formats.nonograms_org"),
    ),
    Format(
        "griddlers-js",
        "scripts of griddlers.net",
        (),
        _griddlers_js,
        reader_in("asp_nono.formats.griddlers_js"),
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
    Format("ini", "pynogram's INI", (), _ini, reader_in("asp_nono.formats.ini_read")),
    Format(
        "dzn",
        "MiniZinc data",
        (".dzn",),
        _dzn,
        reader_in("asp_nono.formats.dzn_read"),
        writer_in("asp_nono.formats.dzn_write"),
    ),
    Format(
        "rule-lists",
        "clue lists in Picat or Python",
        (),
        _rules,
        reader_in("asp_nono.formats.rule_lists"),
    ),
    Format("glpk", "data of GLPK's model", (), _glpk, reader_in("asp_nono.formats.glpk")),
    Format(
        "gecode", "arrays of Gecode's example", (), _gecode, reader_in("asp_nono.formats.gecode")
    ),
    Format(
        "gecode-list",
        "numbers of Gecode's example",
        (),
        sniffer_in("asp_nono.formats.gecode", "looks_bare"),
        reader_in("asp_nono.formats.gecode"),
        by_shape=True,
    ),
    Format(
        "pycsp3",
        "text of pycsp3's model",
        (),
        sniffer_in("asp_nono.formats.counted", "looks_counted"),
        reader_in("asp_nono.formats.counted"),
        by_shape=True,
    ),
)
