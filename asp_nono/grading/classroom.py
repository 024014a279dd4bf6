"""A folder for the teacher of a class: tables for other programs, pages, an overview.

It is made of records, the objects of `grade --json` with a few entries more. They are kept in the
folder, so that the next time only submissions that have changed are graded.
"""

import csv
import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from asp_nono import __version__
from asp_nono.files import write_whole
from asp_nono.grading.report import GradeResult, as_html, as_text, template
from asp_nono.grading.submission import SubmissionFile, read_submission
from asp_nono.messages import EncodingError

Record: TypeAlias = dict[str, Any]

_KEPT = "grades.jsonl"
_MOODLE = re.compile(r"(?P<full>.+?)_(?P<number>\d+)_assignsubmission_")
_TOKEN = re.compile(r"\"[^\"]*\"|[A-Za-z][\w']*|\d+|\.\.|:-|\S")
_KEYWORDS = {"not", "sum", "count", "min", "max", "show", "const", "defined"}
_LONGEST_FILE = 80  # characters of the name of a page
_LONG = 6  # tokens that are compared as one
_FEW = 20  # a program with fewer of them is like many others
_ALIKE = 0.7  # the share in common from which programs are listed
_COPIES = 3  # in a small class, what more submissions share was handed out
_COMMON = 0.3  # what more than this share of a class has is no sign, as it was handed out
_BINS = 10
_WIDTH = 100  # characters of a line


def _text(one: SubmissionFile) -> str:
    """The program; empty if there is none, or it cannot be read."""
    try:
        return "" if one.fault else read_submission(one.path, one.root, more=one.more).text
    except EncodingError:
        return ""


def checksum(one: SubmissionFile, settings: object) -> str:
    """A checksum of everything a grade depends on; empty if the program cannot be read."""
    text = _text(one)
    try:
        words = one.mapping.read_text(encoding="utf-8") if one.mapping else ""
    except (OSError, ValueError):
        return ""
    if not text:
        return ""
    return sha256(repr((__version__, settings, text, words)).encode()).hexdigest()


def record(grade: GradeResult, one: SubmissionFile, known: str) -> Record:
    """The object of a grade, with what the files of a class need besides.

    `known` is the checksum of the submission before it was graded.
    """
    board = grade.counterexample
    return {
        **grade.to_json(),
        "file": one.name,
        "checksum": known,
        "mistake": grade.mistake,
        "board": str(board.words()) if board else "",
        "figures": board.pictures() if board else [],
        "drawn": "\n\n".join(board.drawn(_WIDTH)) if board else "",
        "report": as_text(grade),
        "pieces": sorted(_pieces(_text(one))),
    }


def read_records(folder: Path) -> dict[str, Record]:
    """The records kept in a folder, by checksum and name; lines cut short are left out."""
    found, kept = {}, folder / _KEPT
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.exists() else ():
        with suppress(ValueError, KeyError, TypeError):
            one = json.loads(line)
            found[one["checksum"] + one["file"]] = one
    return found


class ClassFolder:
    """Writes the files of a class: each record as soon as it is made, all else at the end.

    `settings` is all that grades depend on beside the programs: its `repr` stands for it. `due` are
    the submissions that have to be graded; `unchanged` the records of the others.
    """

    def __init__(self, folder: Path, found: Sequence[SubmissionFile], settings: object) -> None:
        self._folder = folder
        self._checksums = {one: "" if one.ignored else checksum(one, settings) for one in found}
        self._records: list[Record] = []
        kept = read_records(folder)
        (folder / "students").mkdir(parents=True, exist_ok=True)
        write_whole(folder / _KEPT, b"")
        self.due: list[SubmissionFile] = []
        for one, known in self._checksums.items():
            if known and (before := kept.get(known + one.name)):
                self._keep(before)
            else:
                self.due.append(one)
        self.unchanged = tuple(self._records)

    def add(self, one: SubmissionFile, grade: GradeResult) -> None:
        """Keep a new grade, and write its page and its results for Gradescope."""
        found = record(grade, one, self._checksums[one])
        self._keep(found)
        file = self._folder / "students" / _file(one.name)
        write_whole(Path(f"{file}.html"), as_html([grade]).encode())
        write_whole(Path(f"{file}.json"), gradescope(found).encode())

    def _keep(self, found: Record) -> None:
        self._records.append(found)
        with (self._folder / _KEPT).open("a", encoding="utf-8") as kept:
            kept.write(json.dumps(found) + "\n")

    def finish(self) -> None:
        """Write what is about the whole class."""
        files: dict[str, Callable[[Sequence[Record]], str]] = {
            "grades.csv": as_csv,
            "moodle.csv": as_moodle,
            "junit.xml": as_junit,
            "index.html": partial(_page, names=True),
            "slides.html": partial(_page, names=False),
        }
        for name, write in files.items():
            ordered = sorted(self._records, key=lambda one: str(one["name"]))
            write_whole(self._folder / name, write(ordered).encode())


def _file(name: str) -> str:
    """The name of a page; where it is cut, or no UTF-8, a checksum tells it from others."""
    given = name.encode(errors="surrogateescape")
    plain = given.decode(errors="replace").replace("/", "_")
    if len(plain) <= _LONGEST_FILE and plain == name.replace("/", "_"):
        return plain
    return f"{plain[:_LONGEST_FILE]}~{sha256(given).hexdigest()[:8]}"


def _rows(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table as CSV, in which no cell is a formula."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(head)
    for row in rows:
        table.writerow([f"'{c}" if str(c)[:1] in tuple("=+-@\t") else c for c in row])
    return text.getvalue()


def as_csv(records: Sequence[Record]) -> str:
    """A table of all submissions for a spreadsheet."""
    items = list(dict.fromkeys(name for one in records for name in one["items"]))
    keys = ["name", "outcome", "points", "most", "passed", "kind", "reason"]
    rows = [
        [one[key] for key in keys]
        + [one["items"][name]["points"] if name in one["items"] else "" for name in items]
        for one in records
    ]
    return _rows([*keys, *items], rows)


def as_moodle(records: Sequence[Record]) -> str:
    """Moodle's grading sheet; numbers of participants are those of downloaded folders."""
    rows = []
    for one in records:
        found = _MOODLE.match(one["file"])
        number, name = (found["number"], found["full"]) if found else ("", one["name"])
        who = f"Participant {number}" if number else ""
        rows.append([who, name, round(one["points"], 1), one["most"], "", one["report"]])
    head = ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)"]
    head.append("Feedback comments")
    return _rows(head, rows)


def as_junit(records: Sequence[Record]) -> str:
    """A test suite with a case for each submission."""
    failed = [one for one in records if not one["passed"]]
    errors = [one for one in failed if one["outcome"] == "error"]
    return template("junit.xml").render(records=records, failed=failed, errors=errors)


def gradescope(one: Record) -> str:
    """The file results.json of Gradescope's autograder."""
    tests = [
        {"name": name, "score": it["points"], "max_score": it["most"], "output": it["why"]}
        for name, it in one["items"].items()
    ]
    return json.dumps({"score": round(one["points"], 1), "output": one["report"], "tests": tests})


def _pieces(text: str) -> set[str]:
    """Hashes of all runs of tokens in its statements, whatever the names and the order of these."""
    pieces, statement, names = set[str](), list[str](), dict[str, str]()
    for word in _TOKEN.findall(text):
        if word != ".":
            known = word in _KEYWORDS or not word[0].isalpha()
            sort = "p" if word[0].islower() else "V"
            name = names.setdefault(word, f"{sort}{len(names)}")
            statement.append(word if known else name)
            continue
        runs = (statement[at : at + _LONG] for at in range(max(1, len(statement) - _LONG + 1)))
        pieces |= {sha256(" ".join(run).encode()).hexdigest()[:12] for run in runs}
        statement, names = [], {}
    return pieces


def similar(records: Sequence[Record]) -> list[tuple[str, str, float]]:
    """Pairs of programs that are alike after renaming, and what share they have in common."""
    having = Counter(piece for one in records for piece in one["pieces"])
    often = max(_COPIES, len(records) * _COMMON)
    own = [
        (one["name"], {piece for piece in one["pieces"] if having[piece] <= often})
        for one in records
    ]
    own = [(name, pieces) for name, pieces in own if len(pieces) >= _FEW]
    pairs = [
        (name, other, len(mine & theirs) / len(mine | theirs))
        for at, (name, mine) in enumerate(own)
        for other, theirs in own[:at]
    ]
    return sorted((pair for pair in pairs if pair[2] >= _ALIKE), key=lambda pair: -pair[2])


def clusters(records: Sequence[Record]) -> list[list[Record]]:
    """Wrong programs by answers on small boards and kind of mistake, the most frequent first.

    Programs that give no answer at all are alike in their answers, for different reasons.
    """
    found: defaultdict[tuple[str, str], list[Record]] = defaultdict(list)
    for one in records:
        if one["mistake"]:
            found[one["mistake"], one["kind"]].append(one)
    return sorted(found.values(), key=len, reverse=True)


def _page(records: Sequence[Record], *, names: bool) -> str:
    """The distribution of points, all submissions, equal mistakes, similar programs.

    Without `names` the mistakes alone, each on a slide with its smallest board.
    """
    shares = [min(_BINS - 1, int(_BINS * one["points"] / (one["most"] or 1))) for one in records]
    return template("class.html").render(
        records=records,
        names=names,
        file=_file,
        bins=[shares.count(number) for number in range(_BINS)],
        clusters=clusters(records),
        similar=similar(records) if names else [],
    )
