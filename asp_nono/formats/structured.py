"""Formats of structured data: their rows in the table of formats, and how each is recognised."""

from __future__ import annotations

import re

from asp_nono.formats.source import Source
from asp_nono.formats.table import Format, reader_in, sniffer_in, writer_in

_CLUES = re.compile(r"^\[clues\][ \t]*([#;].*)?$", re.MULTILINE)
_TOML = re.compile(r"""^(rows|columns)[ \t]*=[ \t]*(\"{3}|'{3}|"[^"\n]*"[ \t]*$)""", re.MULTILINE)
_DZN = re.compile(r"\b((row|col)_rule_len|maxlen)\s*=\s*[0-9]+\s*;")
_RULES = re.compile(r"\b(RowRules|row_rules)\s*=\s*\[\s*\[")
_GLPK = re.compile(r"\bparam\s+(row|col)\s*:")
_ARRAY = re.compile(r"\bint\s+\w+\s*\[\s*[0-9]*\s*\]\s*=\s*\{\s*[0-9]")


def _has(word: str, sign: re.Pattern[str], source: Source) -> bool:
    """Whether the content has a sign; `word` is part of it and quickly not found."""
    return word in source.glance and bool(sign.search(source.glance))


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
