"""The table of formats: how each is recognized, and which module reads and writes it.

A module is imported when its format is first read or written. Most formats have a mark of their
own; of the others only the shape of the lines is known (`by_shape`), and several may fit.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import Any, TypeAlias

from asp_nono.errors import PuzzleError, PuzzleWarning, UnknownNameError
from asp_nono.formats.losses import Options
from asp_nono.formats.source import GZIP_SUFFIX, Source
from asp_nono.puzzle import Puzzle

Sniffer: TypeAlias = Callable[[Source], bool]
Reader: TypeAlias = Callable[[Source], Sequence[Puzzle | PuzzleError]]
Writer: TypeAlias = Callable[[Sequence[Puzzle], Options], str]


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the table.

    `read` puts the error in the place of a puzzle that is not sound, and raises PuzzleError when
    nothing can be read. A format `by_shape` is tried only for content without the mark of any.
    """

    name: str  # what the user calls it
    title: str  # half a line on what it is
    suffixes: tuple[str, ...]  # lower case with the dot, the usual one first
    sniff: Sniffer  # whether some content is in this format; raises nothing
    read: Reader
    write: Writer | None = None  # None if the format is only read; raises UnwritableError
    by_shape: bool = False  # only the shape of the lines shows the format
    common: bool = False  # other files have these suffixes too: in a folder, the content decides


def later(place: str, *first: object) -> Callable[..., Any]:
    """The function at "module:function", with `first` as its first arguments.

    It is imported when it is first called; a module of this package needs only its last name.
    """
    module, _, name = place.partition(":")
    full = module if "." in module else f"asp_nono.formats.{module}"
    return lambda *arguments: getattr(import_module(full), name)(*first, *arguments)


def marked(word: str, *signs: str, start: str = "", but: str = "") -> Sniffer:
    """A test for the mark of a format in a text: `word`, for speed, and all regular expressions.

    The text begins with one of the characters in `start`, and `but` is not found in it.
    """

    def sniff(source: Source) -> bool:
        text = source.glance
        if word not in text or (start and text.lstrip()[:1] not in start):
            return False
        found = all(re.search(sign, text, re.MULTILINE) for sign in signs)
        return found and not (but and re.search(but, text, re.MULTILINE))

    return sniff


def _begins(pattern: bytes) -> Sniffer:
    return lambda source: bool(re.match(pattern, source.data, re.DOTALL))


def _first_line(pattern: str) -> Sniffer:
    """A test of the first line that is not empty."""
    return lambda source: bool(
        re.fullmatch(pattern, source.glance.lstrip().partition("\n")[0].rstrip())
    )


def _either(one: Sniffer, other: Sniffer) -> Sniffer:
    return lambda source: one(source) or other(source)


def _olsak(source: Source) -> bool:
    """Whether there are lengths between two lines that begin with a colon."""
    text = source.glance
    first = re.search("^:.*\n", text, re.MULTILINE) if ":" in text else None
    end = text.find("\n:", first.end() - 1) if first else -1
    if not first or end < 0:
        return False
    words = text[first.end() : min(end, first.end() + 1000)].split()
    return all(re.fullmatch(r"[0-9]+\S?", word) for word in words)


_SIZED = r"(?i)^[ \t]*{}[ \t]*:[ \t]*[0-9]"
_CLUES = r"^\[clues\][ \t]*([#;].*)?$"
_TOML = r"""^(rows|columns)[ \t]*=[ \t]*("{3}|'{3}|"[^"\n]*"[ \t]*$|'[^'\n]*'[ \t]*$)"""
_ASSIGNED = r"[ \t]*=[ \t]*[\[(]\s*[\[(]"

XBM = rb"\s*(?:/\*.{0,2000}?\*/\s*)?#define[ \t]+\S*width[ \t]+[0-9]"
XPM = rb"\s*/\*[ \t]*XPM[ \t]*\*/"
_BITMAPS = rb"\x89PNG\r\n\x1a\n|GIF8[79]a|\xff\xd8\xff|P[2356][\s#]|RIFF....WEBP|BM....\0{4}"
_PICTURES = b"|".join((_BITMAPS, XBM, XPM))

_MARKS: dict[str, Sniffer] = {
    "xml": marked("<", "(?i)<puzzleset", start="<"),
    "non": marked(
        "",
        r'(?i)^[ \t]*(width|height|rows|columns)[ \t]+"?[0-9]',
        r"(?i)^[ \t]*(rows|columns)[ \t]*$",
    ),
    "json": marked('"asp-nono puzzles"', start="{"),
    "g": _olsak,
    "pbm": _begins(rb"P[14][\s#]"),
    "picture": _begins(_PICTURES),
    "makhorin": marked("&", "^[ \t]*&[ \t]*$"),
    "bosch": marked("number_of_", "number_of_(rows|columns)"),
    "keen1": marked("=", f"^[ \t]*rows{_ASSIGNED}", f"^[ \t]*col(?:umn)?s{_ASSIGNED}"),
    "picross": marked("GRID", r"\[", r"^[ \t]*GRID\b"),
    "r": _first_line('"*[0-9][0-9:,]*-[0-9:,]+"*'),
    "pattern": _first_line("[0-9]+(?:x[0-9]+)?(?::[0-9./]*(?:,[A-Za-z]*)?|#.*)"),
    "toml": marked("[clues]", _CLUES, _TOML),
    "dzn": marked("len", r"\b((row|col)_rule_len|maxlen)\s*=\s*[0-9]+\s*;"),
    "json-lists": marked(
        '"',
        r'"(rows|rowHints|row_rules|rowPatterns|horizontal)"\s*:',
        start="{[",
        but=r'\A\s*\{(?s:.*)"asp-nono puzzles"',
    ),
    "griddlers-json": marked('"HintsRow"', start="{"),
    "puzzlekit": marked('"problem"', r'"problem"\s*:\s*"[0-9]+ [0-9]+\\n', start="{"),
    "nonograms-org": marked("var", r"\bvar\s+d\s*=\s*\[\s*\["),
    "griddlers-js": marked("var puzzle", r"(^|\\n)[ \t]*var puzzle\s*=\s*\{"),
    "picmi": marked("<picmi", r"^[ \t]*<picmi\b", start="<"),
    "gno": marked("[Dim", r"^\[Dimensions?\][ \t]*$", start="["),
    "griddler": marked("MK Version 3.0", r"\AMK Version 3\.0"),
    "jap": _begins(rb"TLS.{4}[^\t-\r -~]"),
    # in YAML with the key `row_runs` for the clues these two are sizes
    "pynonogram": marked(":", _SIZED.format("rows"), _SIZED.format("columns"), but="row_runs"),
    "ini": marked("[clues]", _CLUES, but=_TOML),
    "yaml": marked("row", r"^(rows|row_runs):[ \t]*(#.*)?$", r"^[ \t]*-[ \t]+\[?[ \t]*[0-9]"),
    "rule-lists": marked("ules", r"\b(RowRules|row_rules)\s*=\s*\[\s*\["),
    "glpk": marked("param", r"\bparam\s+(row|col)\s*:"),
    "gecode": marked("int", r"\bint\s+\w+\s*\[[0-9\s]*\]\s*=\s*\{\s*[0-9]"),
    "short-rules": _either(
        marked("R", r"\A\s*R[A-Za-z0-9_-]{3,}\s*\Z", start="R"),
        marked("ules", r"(?i)^([^,\n#]*,)*[ \t]*rules[ \t]*(,|$)"),
    ),
}


def _row(name: str, title: str, read: str, suffixes: str = "", flags: str = "") -> Format:
    """A format of this package.

    `read` is the place of the reader; for the writer's, "write" stands for "read" in it. Among the
    flags, `shape` says that a function of `shapes` recognizes the format; the others have marks.
    """
    shape = "shape" in flags
    sniff = later(f"shapes:{name.replace('-', '_')}") if shape else _MARKS[name]
    first = (name,) if read == "listing:read" else ()
    write = later(read.replace("read", "write"), *first) if "writes" in flags else None
    ends = tuple(suffixes.split())
    return Format(name, title, ends, sniff, later(read, *first), write, shape, "common" in flags)


FORMATS = (
    _row("xml", "webpbn XML (.xml)", "webpbn:read", ".xml .pbn", "writes"),
    _row("non", "Simpson's .non", "non:read", ".non .nonpack .nonopack", "writes"),
    _row("json", "our own JSON", "native_json:read", ".json", "writes common"),
    _row("g", "Olšák's .g", "olsak:read", ".g", "writes common"),
    _row("pbm", "PBM bitmaps (.pbm)", "pbm:read", ".pbm", "writes"),
    _row("picture", "pictures (PNG, JPEG, GIF, BMP, WebP, PPM, PGM, XBM, XPM)", "picture:read"),
    # listings of clues
    _row("mk", "Olšák's .mk", "listing:read", ".mk", "shape writes common"),
    _row("nin", "Wilk's .nin", "listing:read", ".nin", "shape writes"),
    _row("nin-hw", "Wilk's .nin, the height first", "listing:read", "", "shape"),
    _row("cwd", "Meshcheryakov's and Sukhoy's .cwd", "listing:read", ".cwd", "shape writes common"),
    _row("keen", "Keen's second listing, and gramcracker's .txt", "listing:read", "", "shape"),
    _row("ish", "the listing of Games::Nonogram", "listing:read", "", "shape"),
    _row("makhorin", "the listing of Makhorin's pbnsol", "listing:read"),
    _row("bosch", "Bosch's .lp of labels and numbers", "solver_data:read_bosch"),
    _row("keen1", "Keen's first listing", "solver_data:read_assigned"),
    _row("picross", "picross-solver's own text", "listing:read_picross"),
    _row("letters", "Rosetta Code's clues in letters", "listing:read_letters", "", "shape"),
    _row("nng", "StasDeep's .nng", "listing:read_nng", ".nng", "shape"),
    _row("r", "puzzle strings of R's nonogram", "strings:read_r", "", "writes"),
    _row("pattern", "game IDs of Tatham's Pattern", "strings:read_pattern", "", "writes"),
    _row("matrix", "a picture in characters", "matrix:read", "", "shape"),
    _row("syro", "a listing with a 0 at the end of each line", "listing:read", "", "shape"),
    _row(
        "tournament",
        "the sets of TAAI and TCGA tournaments",
        "listing:read_taai",
        "",
        "shape",
    ),
    _row("jcross", "the input of SPOJ's JCROSS", "listing:read_jcross", "", "shape"),
    _row("headed", "a listing with headings of rows and columns", "listing:read", "", "shape"),
    # structured data of solvers, sites and games
    _row("toml", "nonogrid's TOML", "clue_strings:read_toml", ".toml", "writes common"),
    _row("dzn", "MiniZinc data", "solver_data:read_dzn", ".dzn", "writes"),
    _row("json-lists", "JSON of other programs", "json_others:read_lists"),
    _row("griddlers-json", "JSON of GriddlerSolver", "json_others:read_griddlers"),
    _row("puzzlekit", "the puzzlekit data set", "json_others:read_puzzlekit"),
    _row("nonograms-org", "pages of nonograms.org", "sites:read_nonograms"),
    _row("griddlers-js", "scripts of griddlers.net", "sites:read_griddlers"),
    _row("picmi", "levels of Picmi", "games:read_picmi"),
    _row("gno", "games of Gnonograms", "games:read_gno", ".gno"),
    _row("griddler", "grids of Griddler", "games:read_griddler", ".griddler .sgriddler"),
    _row("jap", "binary files of QNonograms", "games:read_jap", ".jap"),
    _row("pynonogram", "pyNonogram's .non", "games:read_pynonogram"),
    _row("ini", "pynogram's INI", "clue_strings:read_ini"),
    _row("yaml", "lists of clues in YAML", "clue_strings:read_yaml"),
    _row("rule-lists", "clue lists in Picat or Python", "solver_data:read_rules"),
    _row("glpk", "data of GLPK's model", "solver_data:read_glpk"),
    _row("gecode", "arrays of Gecode's example", "solver_data:read_gecode"),
    _row("short-rules", "short strings of davidje13's site", "strings:read_short"),
    _row("gecode-list", "numbers of Gecode's example", "solver_data:read_gecode", "", "shape"),
    _row("pycsp3", "text of pycsp3's model", "listing:read", "", "shape"),
)
"""The formats of this package; `register` adds others."""

_TABLE = {form.name: form for form in FORMATS}

_UNREAD = {
    "PK\3\4": "a ZIP archive; unpack it and read its files",
    r",t1(,t[0-9]+)*\s*\n[ij]1,": "a table of sizes or of colors, for rows or for columns; "
    "the four tables of a puzzle cannot be read one by one",
}
"""How content begins that is recognized, but cannot be read, and the reason."""


def register(form: Format) -> None:
    """Add a format to the table."""
    if _TABLE.setdefault(form.name, form) != form:
        raise ValueError(f"two formats are called {form.name!r}")


def formats() -> tuple[Format, ...]:
    """All formats, sorted by name."""
    return tuple(_TABLE[name] for name in sorted(_TABLE))


def find(name: str) -> Format:
    """The format of this name."""
    if name not in _TABLE:
        raise UnknownNameError("format", name, _TABLE)
    return _TABLE[name]


def detect(source: Source) -> Format:
    """The format of some content.

    Of several that fit, only those count that can read a puzzle in it: two listings may look
    alike, but the cells of rows and columns add up in one of them alone. The suffix counts where
    the content leaves a choice, or says nothing.
    """
    if not source.glance.strip():
        raise PuzzleError("the file is empty; expected a puzzle")
    candidates = _candidates(source)
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        return _only_readable(candidates, source)
    for start, reason in _UNREAD.items():
        if re.match(start, source.glance):
            raise PuzzleError(reason)
    kind = "binary data" if "\0" in source.glance else "text"
    known = f"{len(formats())} are, see `asp-nono convert --help`"
    raise PuzzleError(f"{kind} in no known format; {known}")


def _candidates(source: Source) -> list[Format]:
    """The formats whose mark is found; without any, those of a fitting shape and of the suffix.

    The format of the suffix is no guess: its reader can say best what the content lacks.
    """
    marks = [form for form in formats() if not form.by_shape and form.sniff(source)]
    if marks:
        return marks
    shapes = [form for form in formats() if form.by_shape and form.sniff(source)]
    named = [] if "\0" in source.glance else _with_suffix(source.name)
    return shapes + [form for form in named if len(named) == 1 and form not in shapes]


def _only_readable(candidates: Sequence[Format], source: Source) -> Format:
    """The only one of several formats that can read the content, or that its suffix names."""
    tried = {form.name: _error_of(form, source) for form in candidates}
    reasons = {name: str(error) for name, error in tried.items() if error}
    able = [form for form in candidates if form.name not in reasons]
    choice = [form for form in able or candidates if form in _with_suffix(source.name)]
    choice = able if len(able) == 1 else choice
    if len(choice) == 1:
        return choice[0]
    names = " or ".join(form.name for form in able or candidates)
    why = f" ({'; '.join(f'{name}: {reason}' for name, reason in reasons.items())})"
    raise PuzzleError(f"this can be read as {names}; say which format it is{'' if able else why}")


def _error_of(form: Format, source: Source) -> PuzzleError | None:
    """The first error of reading some content in a format."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PuzzleWarning)
        try:
            return next((p for p in form.read(source) if isinstance(p, PuzzleError)), None)
        except PuzzleError as error:
            return error


def writer(path: str, name: str | None) -> Writer:
    """The writer of the format called `name`, or else of the one with the suffix of `path`."""
    able = {form.name: form.write for form in formats() if form.write}
    if name is None:
        named = [form.name for form in _with_suffix(path) if form.write]
        if len(named) != 1:
            raise UnknownNameError("format for the file name", path, able)
        return able[named[0]]
    if find(name).write is None:
        raise UnknownNameError("format to write", name, able)
    return able[name]


def is_puzzle_file(path: str) -> bool:
    """Whether a file in a folder is read as a puzzle: by its suffix, or a common one's content."""
    named = _with_suffix(path)
    if not all(form.common for form in named):
        return True
    try:
        source = Source.of_path(path)
        return any(form.sniff(source) for form in formats() if form in named or not form.by_shape)
    except PuzzleError:
        return False


def suffix_of(path: str) -> str:
    """The ending that names a file's format, compressed or not: lower case with the dot."""
    return PurePath(path.lower().removesuffix(GZIP_SUFFIX)).suffix


def _with_suffix(path: str) -> list[Format]:
    suffix = suffix_of(path)
    return [form for form in formats() if suffix in form.suffixes]
