"""The table of formats, and how the format of some content is recognized.

A module is imported when its format is first read or written. Most formats have a mark of their
own; of the others only the shape of the lines is known (`by_shape`), and several may fit.
"""

import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import PurePath
from typing import Any, TypeAlias

from asp_nono.formats.source import GZIP_SUFFIX, Source
from asp_nono.formats.writing import WriteSettings
from asp_nono.messages import Message, PuzzleError, UnknownNameError, together
from asp_nono.puzzle import Puzzle

Sniffer: TypeAlias = Callable[[Source], bool]
Found: TypeAlias = Sequence[Puzzle | PuzzleError]
Reader: TypeAlias = Callable[[Source], Found]
Writer: TypeAlias = Callable[[Sequence[Puzzle], WriteSettings], str]


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the table.

    `read` puts the error in the place of a puzzle that is not sound, and raises PuzzleError when
    nothing can be read. A format `by_shape` is tried only for content without the mark of any.
    """

    name: str  #: what the user calls it
    title: str  #: half a line on what it is
    suffixes: tuple[str, ...]  #: lower case with the dot, the usual one first
    sniff: Sniffer  #: whether some content is in this format; raises nothing
    read: Reader  #: the puzzles of a file
    write: Writer | None = None  #: None if the format is only read; raises UnwritableError
    markup: bool = False  #: its mark is at the start, so that no mark further down counts
    by_shape: bool = False  #: only the shape of the lines shows the format
    by_reading: bool = False  #: by shape, and only if it can be read
    common: bool = False  #: the content decides in a folder; other files have these suffixes


def later(place: str, *first: object) -> Callable[..., Any]:
    """The function at "module:function", with `first` as its first arguments.

    It is imported when it is first called; a module of this package needs only its last name.
    """
    module, _, name = place.partition(":")
    full = module if "." in module else f"asp_nono.formats.{module}"
    return lambda *arguments: getattr(import_module(full), name)(*first, *arguments)


def marked(*signs: str, word: str = "", start: str = "", but: str = "") -> Sniffer:
    """A test for a mark: all regular expressions in `signs` are found in the text, `but` is not.

    The text has `word` in it, which is looked for first, and begins with a character in `start`.
    """

    def sniff(source: Source) -> bool:
        text = source.glance
        if word not in text or (start and source.first_line[:1] not in start):
            return False
        found = all(re.search(sign, text, re.MULTILINE) for sign in signs)
        return found and not (but and re.search(but, text, re.MULTILINE))

    return sniff


def _begins(pattern: bytes) -> Sniffer:
    """A test for the first bytes."""
    return lambda source: bool(re.match(pattern, source.data, re.DOTALL))


def _first_line(pattern: str) -> Sniffer:
    """A test for the first line that is not empty."""
    return lambda source: bool(re.fullmatch(pattern, source.first_line))


def _either(*tests: Sniffer) -> Sniffer:
    return lambda source: any(test(source) for test in tests)


def _format(
    name: str,
    title: str,
    place: str,
    sniff: Sniffer,
    suffixes: str = "",
    *,
    writes: bool = False,
    **kinds: bool,
) -> Format:
    """A row; the reader is at `place`, and if it is written too, the writer beside it."""
    write = later(place.replace("read", "write")) if writes else None
    return Format(name, title, tuple(suffixes.split()), sniff, later(place), write, **kinds)


def _listing(
    name: str, title: str, sniff: Sniffer | None = None, suffixes: str = "", **kinds: bool
) -> Format:
    """A row for one of the layouts of `listings.LISTINGS`, known by its shape or by a mark."""
    read = later("listings:read", name)
    write = later("listings:write", name) if kinds.pop("writes", False) else None
    by_shape = sniff is None
    test = sniff or later(f"listings:{name.replace('-', '_')}_shape")
    ends = tuple(suffixes.split())
    return Format(name, title, ends, test, read, write, by_shape=by_shape, **kinds)


_CLUES = r"^\[clues\][ \t]*([#;].*)?$"  # a heading of TOML and INI
_IN_QUOTES = r"""^(rows|columns)[ \t]*=[ \t]*("{3}|'{3}|"[^"\n]*"[ \t]*$|'[^'\n]*'[ \t]*$)"""

_FORMATS = (
    _format(
        "xml",
        "webpbn XML (.xml)",
        "xml:read_webpbn",
        marked("(?i)<puzzleset", word="<", start="<"),
        ".xml .pbn",
        writes=True,
        markup=True,
    ),
    _format(
        "non",
        "Simpson's .non",
        "non:read",
        marked(
            r'(?i)^[ \t]*(width|height|rows|columns)[ \t]+"?[0-9]',
            r"(?i)^[ \t]*(rows|columns)[ \t]*$",
        ),
        ".non .nonpack .nonopack",
        writes=True,
    ),
    _format(
        "json",
        "our own JSON",
        "json:read_own",
        marked(word='"asp-nono puzzles"', start="{"),
        ".json",
        writes=True,
        markup=True,
        common=True,
    ),
    _format(
        "g",
        "Olšák's .g",
        "texts:read_olsak",
        later("texts:is_olsak"),
        ".g",
        writes=True,
        common=True,
    ),
    _format(
        "pbm",
        "PBM bitmaps (.pbm)",
        "matrix:read_pbm",
        _begins(rb"P[14][\s#]"),
        ".pbm",
        writes=True,
    ),
    _format(
        "picture",
        "pictures (PNG, JPEG, GIF, BMP, WebP, PPM, PGM, XBM, XPM)",
        "picture:read",
        _begins(
            rb"""(?x)\x89PNG\r\n\x1a\n | GIF8[79]a | \xff\xd8\xff | P[2356][\s\#] | RIFF....WEBP
            | BM....\0{4}
            | \s*(?:/\*.{0,2000}?\*/\s*)?\#define[ \t]+\S*width[ \t]+[0-9]  # XBM
            | \s*/\*[ \t]*XPM[ \t]*\*/"""
        ),
    ),
    # Listings of clues
    _listing("mk", "Olšák's .mk", suffixes=".mk", writes=True, common=True),
    _listing("nin", "Wilk's .nin", suffixes=".nin", writes=True),
    _listing("nin-hw", "Wilk's .nin, the height first"),
    _listing("cwd", "Meshcheryakov's and Sukhoy's .cwd", suffixes=".cwd", writes=True, common=True),
    _listing("keen", "Keen's second listing, and gramcracker's .txt"),
    _listing("ish", "the listing of Games::Nonogram"),
    _listing(
        "makhorin",
        "the listing of Makhorin's pbnsol",
        marked(r"^[ \t]*&[ \t]*$", word="&"),
    ),
    _listing("syro", "a listing with a 0 at the end of each line"),
    _listing("headed", "a listing with headings of rows and columns"),
    _listing("pycsp3", "text of pycsp3's model"),
    _format(
        "bosch",
        "Bosch's .lp of labels and numbers",
        "solver_data:read_bosch",
        marked("number_of_(rows|columns)", word="number_of_"),
    ),
    _format(
        "keen1",
        "Keen's first listing",
        "solver_data:read_assigned",
        marked(
            r"^[ \t]*rows[ \t]*=[ \t]*[\[(]\s*[\[(]",
            r"^[ \t]*col(?:umn)?s[ \t]*=[ \t]*[\[(]\s*[\[(]",
            word="=",
        ),
    ),
    _format(
        "picross",
        "picross-solver's own text",
        "listings:read_picross",
        marked(r"\[", r"^[ \t]*GRID\b", word="GRID"),
    ),
    _format(
        "letters",
        "Rosetta Code's clues in letters",
        "listings:read_letters",
        later("listings:letters_shape"),
        by_shape=True,
    ),
    _format(
        "nng",
        "StasDeep's .nng",
        "listings:read_nng",
        later("listings:nng_shape"),
        ".nng",
        by_shape=True,
    ),
    _format(
        "r",
        "puzzle strings of R's nonogram",
        "texts:read_r",
        _first_line('"*[0-9][0-9:,]*-[0-9:,]+"*'),
        writes=True,
    ),
    _format(
        "pattern",
        "game IDs of Tatham's Pattern",
        "texts:read_pattern",
        _first_line("[0-9]+(?:x[0-9]+)?(?::[0-9./]*(?:,[A-Za-z]*)?|#.*)"),
        writes=True,
    ),
    _format(
        "matrix",
        "a picture in characters",
        "matrix:read",
        later("matrix:matrix_shape"),
        by_shape=True,
    ),
    _format(
        "tournament",
        "the sets of TAAI and TCGA tournaments",
        "listings:read_taai",
        later("listings:tournament_shape"),
        writes=True,
        by_shape=True,
    ),
    _format(
        "jcross",
        "the input of SPOJ's JCROSS",
        "listings:read_jcross",
        later("listings:jcross_shape"),
        by_shape=True,
    ),
    # Structured data of solvers, sites and games
    _format(
        "toml",
        "nonogrid's TOML",
        "texts:read_toml",
        marked(_CLUES, _IN_QUOTES, word="[clues]"),
        ".toml",
        writes=True,
        common=True,
    ),
    _format(
        "dzn",
        "MiniZinc data",
        "solver_data:read_dzn",
        marked(r"\b((row|col)_rule_len|maxlen)\s*=\s*[0-9]+\s*;", word="len"),
        ".dzn",
        writes=True,
    ),
    _format(
        "json-lists",
        "JSON of other programs",
        "json:read_lists",
        marked(
            r'"(rows|rowHints|row_rules|rowPatterns|horizontal)"\s*:',
            word='"',
            start="{[",
            but=r'\A\s*\{(?s:.*)"asp-nono puzzles"',
        ),
        markup=True,
    ),
    _format(
        "griddlers-json",
        "JSON of GriddlerSolver",
        "json:read_griddlers",
        marked(word='"HintsRow"', start="{"),
        markup=True,
    ),
    _format(
        "puzzlekit",
        "the puzzlekit data set",
        "json:read_puzzlekit",
        marked(r'"problem"\s*:\s*"[0-9]+ [0-9]+\\n', word='"problem"', start="{"),
        markup=True,
    ),
    _format(
        "nonograms-org",
        "pages of nonograms.org",
        "games:read_nonograms_page",
        marked(r"\bvar\s+d\s*=\s*\[\s*\[", word="var"),
    ),
    _format(
        "griddlers-js",
        "scripts of griddlers.net",
        "games:read_griddlers_page",
        marked(r"(^|\\n)[ \t]*var puzzle\s*=\s*\{", word="var puzzle"),
    ),
    _format(
        "picmi",
        "levels of Picmi",
        "xml:read_picmi",
        marked(r"^[ \t]*<picmi\b", word="<picmi", start="<"),
        markup=True,
    ),
    _format(
        "gno",
        "games of Gnonograms",
        "games:read_gno",
        marked(r"^\[Dimensions?\][ \t]*$", word="[Dim", start="["),
        ".gno",
    ),
    _format(
        "griddler",
        "grids of Griddler",
        "games:read_griddler",
        marked(r"\AMK Version 3\.0", word="MK Version 3.0"),
        ".griddler .sgriddler",
    ),
    _format(
        "jap",
        "binary files of QNonograms",
        "games:read_jap",
        _begins(rb"TLS.{4}[^\t-\r -~]"),
        ".jap",
    ),
    _format(
        "pynonogram",
        "pyNonogram's .non",
        "games:read_pynonogram",
        marked(
            r"(?i)^[ \t]*rows[ \t]*:[ \t]*[0-9]",
            r"(?i)^[ \t]*columns[ \t]*:[ \t]*[0-9]",
            word=":",
            but="row_runs",  # in YAML with this key for the clues these two are sizes
        ),
    ),
    _format(
        "ini",
        "pynogram's INI",
        "texts:read_ini",
        marked(_CLUES, word="[clues]", but=_IN_QUOTES),
    ),
    _format(
        "yaml",
        "lists of clues in YAML",
        "texts:read_yaml",
        marked(r"^(rows|row_runs):[ \t]*(#.*)?$", r"^[ \t]*-[ \t]+\[?[ \t]*[0-9]", word="s:"),
    ),
    _format(
        "rule-lists",
        "clue lists in Picat or Python",
        "solver_data:read_rules",
        marked(r"\b(RowRules|row_rules)\s*=\s*\[\s*\[", word="ules"),
    ),
    _format(
        "glpk",
        "data of GLPK's model",
        "solver_data:read_glpk",
        marked(r"\bparam\s+(row|col)\s*:", word="param"),
    ),
    _format(
        "gecode",
        "arrays of Gecode's example",
        "solver_data:read_gecode",
        marked(r"\bint\s+\w+\s*\[[0-9\s]*\]\s*=\s*\{\s*[0-9]", word="int"),
    ),
    _format(
        "gecode-list",
        "numbers of Gecode's example",
        "solver_data:read_gecode",
        later("solver_data:gecode_list_shape"),
        by_shape=True,
        by_reading=True,
    ),
    _format(
        "short-rules",
        "short strings of davidje13's site",
        "games:read_short",
        _either(
            marked(r"\A\s*R[A-Za-z0-9_-]{3,}\s*\Z", word="R", start="R"),
            marked(r"(?i)^([^,\n#]*,)*[ \t]*rules[ \t]*(,|$)", word="ules"),
        ),
    ),
)
_TABLE = {form.name: form for form in _FORMATS}
"""The formats of this package; `register` adds others."""

_UNREAD = {
    r"(?sm).*(:-|^#show )": Message("rules, and no puzzle"),
    "PK\3\4": Message("a ZIP archive; unpack it and read its files"),
    r",t1(,t[0-9]+)*\s*\n[ij]1,": Message(
        "a table of sizes or of colors, for rows or for columns; "
        "the four tables of a puzzle cannot be read one by one"
    ),
}  # how content begins that is recognized, but cannot be read, and the reason


def register(form: Format) -> None:
    """Add a format to the table."""
    if _TABLE.setdefault(form.name, form) != form:
        raise ValueError(f"two formats are called {form.name!r}")


def formats() -> tuple[Format, ...]:
    """All formats, sorted by name."""
    return tuple(sorted(_TABLE.values(), key=_name))


def _name(form: Format) -> str:
    return form.name


def find(name: str) -> Format:
    """The format of this name."""
    if name not in _TABLE:
        raise UnknownNameError("format", name, _TABLE)
    return _TABLE[name]


class _ReadingTrial:
    """A reading of content in a format that may be the right one."""

    def __init__(self, form: Format, source: Source) -> None:
        self._found: Found = ()
        self._raised: PuzzleError | None = None
        with warnings.catch_warnings(record=True, action="always") as self._remarks:
            try:
                self._found = form.read(source)
            except PuzzleError as error:
                self._raised = error

    @property
    def error(self) -> PuzzleError | None:
        """Why the content, or one of its puzzles, cannot be read."""
        wrong = (puzzle for puzzle in self._found if isinstance(puzzle, PuzzleError))
        return self._raised or next(wrong, None)

    def result(self) -> Found:
        """What was read, with its remarks, or the error that was raised."""
        for remark in self._remarks:
            warnings.warn(remark.message, remark.category, stacklevel=2)
        if self._raised:
            raise self._raised
        return self._found


@dataclass(frozen=True, slots=True)
class Recognized:
    """Content whose format is known; if it had to be read for that, it is not read again."""

    form: Format
    source: Source
    trial: _ReadingTrial | None = None

    def read(self) -> Found:
        """The puzzles, each that is not sound as an error; see `Format`."""
        return self.trial.result() if self.trial else self.form.read(self.source)


@dataclass(frozen=True)
class Content:
    """Some content, in which marks and shapes of formats are looked for once."""

    source: Source

    def opened(self, name: str | None) -> Recognized:
        """The content in the format called `name`, or else in the one that is recognized."""
        return self.recognized if name is None else Recognized(find(name), self.source)

    @cached_property
    def recognized(self) -> Recognized:
        """The content in its format.

        Of several that fit, only those count that can read a puzzle in it: two listings may look
        alike, but the cells of rows and columns add up in one of them alone. The suffix counts
        where the content leaves a choice, or says nothing.
        """
        if not self.source.first_line:
            raise PuzzleError("the file is empty; expected a puzzle")
        return _chosen(_candidates(self), self.source)

    @cached_property
    def fitting(self) -> list[Format]:
        """The formats whose mark is found; without any, those of a fitting shape."""
        for markup in (True, False):
            forms = (f for f in _TABLE.values() if f.markup == markup and not f.by_shape)
            if marks := [form for form in forms if form.sniff(self.source)]:
                return sorted(marks, key=_name)
        return [form for form in formats() if form.by_shape and form.sniff(self.source)]


def _chosen(candidates: Sequence[Recognized], source: Source) -> Recognized:
    """The one of these formats that some content is read in."""
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        return _only_readable(candidates, source)
    for start, reason in _UNREAD.items():
        if re.match(start, source.glance):
            raise PuzzleError(reason)
    if "\0" in source.glance:
        raise PuzzleError(
            "binary data in no known format; {count} formats are known", count=len(_TABLE)
        )
    raise PuzzleError("text in no known format; {count} formats are known", count=len(_TABLE))


def _candidates(content: Content) -> list[Recognized]:
    """The formats whose mark is found; without any, those of a fitting shape and of the suffix.

    The format of the suffix is no guess: its reader can say best what the content lacks.
    """
    source, found = content.source, []
    for form in content.fitting:
        trial = _ReadingTrial(form, source) if form.by_reading else None
        if not (trial and trial.error):
            found.append(Recognized(form, source, trial))
    if any(not form.by_shape for form in content.fitting):
        return found
    named = [] if "\0" in source.glance else with_suffix(source.name)
    if len(named) == 1 and all(one.form not in named for one in found):
        found.append(Recognized(named[0], source))
    return found


def _only_readable(candidates: Sequence[Recognized], source: Source) -> Recognized:
    """The only one of several formats that can read the content, or that its suffix names."""
    trials = {one.form: one.trial or _ReadingTrial(one.form, source) for one in candidates}
    errors = {form: trial.error for form, trial in trials.items()}
    able = [form for form in trials if not errors[form]]
    choice = [form for form in able or trials if form in with_suffix(source.name)]
    choice = able if len(able) == 1 else choice
    if len(choice) == 1:
        return Recognized(choice[0], source, trials[choice[0]])
    names = together((form.name for form in able or trials), " or ")
    if able:
        raise PuzzleError("this can be read as {names}; say which format it is", names=names)
    reasons = (
        Message("{format}: {reason}", format=form.name, reason=error.message)
        for form, error in errors.items()
        if error
    )
    raise PuzzleError(
        "this can be read as {names}; say which format it is ({reasons})",
        names=names,
        reasons=together(reasons, "; "),
    )


def writer(path: str, name: str | None) -> Writer:
    """The writer of the format called `name`, or else of the one with the suffix of `path`."""
    able = {form.name: form.write for form in formats() if form.write}
    if name is None:
        named = [form.name for form in with_suffix(path) if form.write]
        if len(named) != 1:
            raise UnknownNameError("format for the file name", path, able)
        return able[named[0]]
    if find(name).write is None:
        raise UnknownNameError("format to write", name, able)
    return able[name]


def suffix_of(path: str) -> str:
    """The ending that names a file's format, compressed or not: lower case with the dot."""
    return PurePath(path.lower().removesuffix(GZIP_SUFFIX)).suffix


def with_suffix(path: str) -> list[Format]:
    """The formats that have the suffix of a file."""
    suffix = suffix_of(path)
    return [form for form in formats() if suffix in form.suffixes]
