"""Submissions: which there are in a folder, and their programs, read but never run here.

The text that is handed on holds neither comments nor any directive with which clingo opens a file
or runs a script, not even inside a string, so nothing depends on our reading a program exactly as
clingo does.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import NamedTuple, Self

from asp_nono.asp.source import check_characters
from asp_nono.messages import (
    NOTHING,
    EncodingError,
    Message,
    PuzzleError,
    Value,
    place_in_words,
    shortened,
    together,
    unreadable,
)

LONGEST_REMARK = 400
_LONGEST_VALUE = 300  # so much of it for one value of a message
LONGEST_NAME = 80

_MAX_BYTES = 1 << 18  # the size of a submission, all its files together
_MAX_FILES = 20
_MAX_SUBMISSIONS = 1000
_LONGEST_LIST = 80  # characters of the names of files in a message
_DEEPEST = 3  # folders in folders, each with nothing beside it

_PROGRAM = re.compile(r"\.lp(\.txt)?$", re.IGNORECASE)
_ARCHIVE = re.compile(r"\.(zip|tar|t?gz|7z|rar)$", re.IGNORECASE)

_COMMENT_OR_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*|%[^\n]*')
_BLOCK_COMMENT_MARK = re.compile(r"%\*|\*%")
_INCLUDE = re.compile(r'#include\s*(?:"((?:\\.|[^"\\\n])*)"|<([^>\n]*)>)\s*\.')
_CONTROL = re.compile(r"[^\t\n\r\x20-\x7e\xa0-\U0010ffff]")

_LINK = Message("is a link; expected a file or folder of its own")
RESERVED = Message("names that begin with asp_nono_ are reserved for the grader")
SHOWN_TERM = "asp_nono_shown"
"""The name of the atom that stands for a term that a program shows."""

_FORBIDDEN = (
    (re.compile("#script"), Message("#script: a submission holds rules only, no scripts")),
    (re.compile("#include"), Message('#include: expected #include "FILE.lp".')),
    (re.compile("asp_nono_"), RESERVED),
)


class _Place(NamedTuple):
    """Where something is in a text, from 1."""

    line: int
    character: int


def printable(text: str, most: int = LONGEST_REMARK) -> str:
    """Foreign text as one line of at most `most` characters, "…" where it is cut."""
    cut = shortened(text, most)
    # line ends, control characters, marks for the direction of writing and lone surrogates go
    return "".join(char if char.isprintable() else "\ufffd" for char in cut)


def safe(message: Message) -> Message:
    """A message in which all foreign text is as `printable`."""
    values = {name: _safe(value) for name, value in message.values.items()}
    return Message(printable(message.template), **values)


def _safe(value: Value) -> Value:
    match value:
        case str():
            return printable(value, _LONGEST_VALUE)
        case Message():
            return safe(value)
        case tuple():
            return tuple(map(_safe, value))
    return value


def named(name: str) -> str:
    """The name of a file or a predicate, as `printable`."""
    return printable(name, LONGEST_NAME)


@dataclass(frozen=True, slots=True)
class SubmissionFile:
    """The place of a submission; it may include files within `root`, None if it stands alone."""

    name: str
    path: Path
    root: Path | None = None
    mapping: Path | None = None
    fault: Message = NOTHING  #: why there is no program to grade
    ignored: bool = False  #: whether this is no submission, for the reason in `fault`
    more: tuple[Path, ...] = ()  #: files of the same program within `root`


def submissions(path: Path) -> list[SubmissionFile]:
    """The submission in a file, or every entry of a folder; a PuzzleError if there is none.

    In a folder, each program (`.lp`, also in capitals or as `.lp.txt`) is a submission that stands
    alone, and so is each folder in it, which may include its own files: its main file is `main.lp`,
    or its only program. A single file may include what lies beside it. A mapping file is
    `mapping.toml` in the folder of a submission, or has the name of a file with the ending `.toml`.
    """
    try:
        mode = path.stat().st_mode
        if S_ISREG(mode):
            return [SubmissionFile(path.name, path, path.parent, _beside(path))]
        if not S_ISDIR(mode):
            raise PuzzleError("is neither a file nor a folder", path=str(path))
        found = [_entry(entry) for entry in sorted(path.iterdir())]
    except (FileNotFoundError, NotADirectoryError):
        raise PuzzleError("no such file or folder", path=str(path)) from None
    except OSError as error:
        raise PuzzleError(unreadable(error), path=str(path)) from None
    used = {one.mapping for one in found}
    found = [one for one in found if one.path not in used]
    if all(one.ignored for one in found):
        raise PuzzleError("no submission in this folder; expected .lp files", path=str(path))
    if len(found) > _MAX_SUBMISSIONS:
        raise PuzzleError(
            "{count} submissions; expected at most {most}",
            path=str(path),
            count=len(found),
            most=_MAX_SUBMISSIONS,
        )
    return found


def _entry(entry: Path) -> SubmissionFile:
    """The kinds of entries of a class folder."""
    one = SubmissionFile(entry.name, entry)
    try:
        if reason := _ignored(entry.name):
            return replace(one, fault=reason, ignored=True)
        if entry.is_dir() and not entry.is_symlink():
            return _of_folder(one, entry)
        if _PROGRAM.search(entry.name):
            return replace(one, mapping=_beside(entry))
    except OSError as error:
        return replace(one, fault=unreadable(error))
    linked = entry.is_symlink()
    if linked or _ARCHIVE.search(entry.name):
        fault = _LINK if linked else Message("is an archive; unpack it into a folder")
        return replace(one, fault=fault)
    return replace(one, fault=Message("no encoding (.lp)"), ignored=True)


def _ignored(name: str) -> Message | None:
    """Why a folder entry is not a submission; None if it may be one."""
    if name == "__MACOSX" or name.startswith("._"):
        return Message("written by macOS beside the files of an archive")
    return Message("a hidden entry") if name.startswith(".") else None


def _of_folder(one: SubmissionFile, folder: Path, depth: int = 0) -> SubmissionFile:
    """The submission in a folder, or in the only folder in it, as archives are unpacked."""
    entries = [entry for entry in sorted(folder.iterdir()) if not _ignored(entry.name)]
    programs = [entry for entry in entries if _PROGRAM.search(entry.name)]
    folders = [entry for entry in entries if entry.is_dir() and not entry.is_symlink()]
    mains = [file for file in programs if file.name.lower().startswith("main.lp")]
    if not programs and len(folders) == 1 and depth < _DEEPEST:
        return _of_folder(one, folders[0], depth + 1)
    if len(programs) == 1 or len(mains) == 1:
        mapping = _own(folder / "mapping.toml", folder)
        return replace(one, path=(mains or programs)[0], root=folder, mapping=mapping)
    names = ", ".join(entry.name for entry in programs or entries)
    fault = Message("an empty folder")
    if programs:
        fault = Message(
            "several encodings ({names}) and no main.lp; expected one file, or a main.lp that "
            "includes the others, and no instance: the grader adds the facts of each board",
            names=names[:_LONGEST_LIST],
        )
    elif names:
        fault = Message("no encoding (.lp), only {names}", names=names[:_LONGEST_LIST])
    return replace(one, fault=fault)


def _beside(program: Path) -> Path | None:
    """The mapping file beside a program."""
    return _own(program.with_name(_PROGRAM.sub("", program.name) + ".toml"), program.parent)


def _own(path: Path, root: Path) -> Path | None:
    """A file, if it is there and not a link to somewhere outside of `root`."""
    inside = path.is_file() and path.resolve().is_relative_to(root.resolve())
    return path if inside else None


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """The place of a line in the files of a submission."""

    line: int | None = None  #: None if it is not known
    column: int = 0  #: 0 if it is not known
    file: str = ""  #: empty for the main file

    @property
    def named(self) -> Message:
        """The place in words: `line 3` or `more.lp, line 3`; empty if it is not known."""
        inside = place_in_words(self.line, self.column or None)
        return together((self.file, inside), ", ") if inside else NOTHING


@dataclass(frozen=True, slots=True)
class Submission:
    """A program to be graded."""

    name: str
    text: str  #: its rules without comments, the included files after the main one
    places: tuple[tuple[str, int], ...]  #: the file and its line number there of each line

    @classmethod
    def of(cls, name: str, files: Iterable[tuple[str, str]]) -> Self:
        """The texts of files, each behind its name, one after the other."""
        lines = [
            (text, (file, number))
            for file, whole in files
            for number, text in enumerate(whole.split("\n"), 1)
        ]
        text = "".join(f"{line}\n" for line, _ in lines)
        return cls(name, text, tuple(place for _, place in lines))

    def place(self, line: int, column: int = 0) -> SourcePlace:
        """The place of a line of the text, and of a column on it (1-based; 0 if unknown)."""
        if not 1 <= line <= len(self.places):
            return SourcePlace()
        file, number = self.places[line - 1]
        return SourcePlace(number, column, "" if file == self.places[0][0] else file)


def read_submission(
    path: Path, root: Path | None = None, name: str = "", more: Sequence[Path] = ()
) -> Submission:
    """The submission whose main file is `path`, called `name` or as that file, and `more` files.

    Nothing outside of `root` is read, whatever symbolic links say; without `root`, no other file.
    """
    main = named(path.name)
    try:
        home, first = (root or path.parent).resolve(), path.resolve()
    except (OSError, RuntimeError):
        raise EncodingError(main, "is a broken link; expected a file") from None
    if root is None and first != home / path.name:
        raise EncodingError(main, _LINK)
    known, texts, size = [first, *map(Path.resolve, more)], list[tuple[str, str]](), 0
    for file in known:  # those that it includes are added on the way
        shown = main if file == first else named(file.relative_to(home).as_posix())
        raw = _read(file, shown, home, _MAX_BYTES - size)
        size += len(raw)
        text, included = _without_comments(_decoded(raw, shown), shown)
        for place, target in included:
            inner = _included(file, target, home if root else None, shown, place)
            if inner not in known:
                known.append(inner)
        if len(known) > _MAX_FILES:
            raise EncodingError(shown, "more than {most} files; expected fewer", most=_MAX_FILES)
        texts.append((shown, text))
    return Submission.of(name or main, texts)


def submission_of(text: str, name: str) -> Submission:
    """A submission that is a text, without files to include."""
    raw = text.encode("utf-8", "replace")
    if len(raw) > _MAX_BYTES:
        raise EncodingError(name, "more than {most} KiB; expected less", most=_MAX_BYTES >> 10)
    plain, included = _without_comments(_decoded(raw, name), name)
    if included:
        reason = Message("#include: there are no files here; expected all rules in one text")
        raise _wrong_at(included[0][0], name, reason)
    made = Submission.of(name, [(name, plain)])
    # an end that comes too early is on the last line
    return replace(made, places=(*made.places, made.places[-1]))


def _read(file: Path, shown: str, home: Path, room: int) -> bytes:
    if not file.is_relative_to(home):
        raise EncodingError(shown, "lies outside the submission's folder; expected a file in it")
    try:
        if not S_ISREG(file.stat().st_mode):
            raise EncodingError(shown, "is no file; expected an encoding (.lp)")
        with file.open("rb") as stream:
            raw = stream.read(room + 1)
    except (FileNotFoundError, NotADirectoryError):
        reason = Message("there is no such file; expected an encoding (.lp)")
        raise EncodingError(shown, reason) from None
    except OSError as error:
        raise EncodingError(shown, unreadable(error)) from None
    if len(raw) > room:
        raise EncodingError(
            shown,
            "more than {most} KiB, with what it includes; expected less",
            most=_MAX_BYTES >> 10,
        )
    return raw


def _decoded(raw: bytes, shown: str) -> str:
    try:
        text = raw.decode("utf-16" if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig")
    except UnicodeDecodeError:  # an older code; its letters matter only in comments and strings
        text = raw.decode("cp1252", "replace")
    if found := _CONTROL.search(text):
        reason = Message("the control character {char}; expected plain text", char=repr(found[0]))
        raise _wrong_at(_place(text, found.start()), shown, reason)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _without_comments(text: str, shown: str) -> tuple[str, list[tuple[_Place, str]]]:
    """The text without comments and includes, line for line, and what it includes where."""
    code = "".join(_code(text, shown))
    included = [
        (_place(code, found.start()), found[1] if found[1] is not None else found[2])
        for found in _INCLUDE.finditer(code)
    ]
    code = _INCLUDE.sub(lambda found: " " + "\n" * found[0].count("\n"), code)
    check_characters(shown, code)
    for sign, reason in _FORBIDDEN:
        if wrong := sign.search(code):
            raise _wrong_at(_place(code, wrong.start()), shown, reason)
    return code, included


def _code(text: str, shown: str) -> Iterator[str]:
    """The parts outside of comments, which leave their line ends behind."""
    at = 0
    while found := _COMMENT_OR_STRING.search(text, at):
        yield text[at : found.start()]
        at, depth = found.end(), int(found[0] == "%*")
        if found[0].startswith('"'):
            yield found[0]
        while depth:  # such comments nest
            mark = _BLOCK_COMMENT_MARK.search(text, at)
            if not mark:
                reason = Message("a comment %* that is not closed by *%")
                raise _wrong_at(_place(text, found.start()), shown, reason)
            depth += 1 if mark[0] == "%*" else -1
            at = mark.end()
        if found[0] == "%*":
            yield " " + "\n" * text.count("\n", found.start(), at)
    yield text[at:]


def _included(file: Path, target: str, root: Path | None, shown: str, place: _Place) -> Path:
    if root is None:
        reason = Message(
            "#include: this submission is one file; put several files into a folder of its own"
        )
        raise _wrong_at(place, shown, reason)
    wanted = repr(named(target))
    try:
        inner = (file.parent / target).resolve()
        there = inner.is_file()
    except (OSError, RuntimeError, ValueError):
        reason = Message("#include {file} is no file", file=wanted)
        raise _wrong_at(place, shown, reason) from None
    if not inner.is_relative_to(root):
        reason = Message("#include {file} leads out of the submission's folder", file=wanted)
        raise _wrong_at(place, shown, reason)
    if not there:
        reason = Message("#include {file}: there is no such file", file=wanted)
        raise _wrong_at(place, shown, reason)
    return inner


def _place(text: str, at: int) -> _Place:
    return _Place(text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


def _wrong_at(place: _Place, file: str, reason: Message) -> EncodingError:
    return EncodingError(file, reason, line=place.line, character=place.character)
