"""Reports on grades, as text and as a page of HTML, in the same sentences."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from asp_nono.draw.svg import draw_svg
from asp_nono.draw.text import draw
from asp_nono.grading.grade import Grade
from asp_nono.grading.mutants import Diagnosis
from asp_nono.grading.rubric import Score
from asp_nono.grading.scaling import Scaling, ScalingStep
from asp_nono.grading.small_boards import Counterexample
from asp_nono.grading.submission import printable
from asp_nono.grid import Grid
from asp_nono.messages import needs

if TYPE_CHECKING:
    import jinja2

WIDTH = 100  # of a report, by default
_INDENT = "  "
_BETWEEN_PICTURES = 6
_MAX_ATOMS = 6
_MAX_PICTURES = 3  # the pictures of one sort that are drawn
_NUMBER = re.compile(r"\d[\d.]*( of [\d.]+| s|x)?$|-$")
_REPEATS = """right, but some solutions come several times: something is chosen that the picture \
does not show"""


def as_text(grade: Grade, *, width: int = WIDTH) -> str:
    """The report on one submission, for lines of `width` characters."""
    fill = partial(textwrap.fill, width=width, break_long_words=False, break_on_hyphens=False)
    indented = partial(fill, initial_indent=_INDENT, subsequent_indent=_INDENT * 2)
    parts = [fill(headline(grade))]
    if grade.remarks:
        parts.append(
            "\n".join(["In the program:", *(indented(str(one.placed)) for one in grade.remarks)])
        )
    if grade.counterexample:
        parts += [fill(board_words(grade)), *_board(grade.counterexample, width)]
    if grade.diagnosis:
        parts += map(fill, hint_lines(grade.diagnosis))
    if grade.suspects:
        lines = (f"{one.place}: {one.rule}  ({one.hint})" for one in grade.suspects)
        parts.append("\n".join([fill(suspect_words(grade)), "", *map(indented, lines)]))
    if grade.scaling:
        parts += [fill(scaling_words(grade.scaling)), _table(scaling_rows(grade))]
    parts += [score_words(grade.score), _table(score_rows(grade.score))]
    return "\n\n".join(parts) + "\n"


def class_text(grades: Sequence[Grade]) -> str:
    """A table of all submissions, one per line, and why some of them have no verdict."""
    why = [headline(one) for one in grades if one.outcome in ("refused", "undecided", "error")]
    table = _table([CLASS_HEAD, *map(class_row, grades)], "")
    return "\n".join([table, *([""] if why else []), *why]) + "\n"


def as_html(grades: Sequence[Grade]) -> str:
    """A page, in one file, with the reports on submissions, and a table if there are several."""
    title = f"Grade of {grades[0].name}" if len(grades) == 1 else "Grades"
    parts = (class_row, headline, board_words, figures, hint_lines, scaling_words, scaling_rows)
    functions = {
        part.__name__: part for part in (*parts, suspect_words, score_words, score_rows, draw_svg)
    }
    return template().render(title=title, grades=grades, class_head=CLASS_HEAD, **functions)


def template(name: str = "report.html") -> "jinja2.Template":
    """The template of a page; a PuzzleError if Jinja2 is not installed."""
    with needs("grading", "a report in HTML"):
        import jinja2
    environment = jinja2.Environment(
        autoescape=True, finalize=_without_controls, undefined=jinja2.StrictUndefined
    )
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return environment.from_string(text)


def _without_controls(value: object) -> object:
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    return "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in value)


def headline(grade: Grade) -> str:
    """The outcome in a sentence or two."""
    if grade.outcome in ("refused", "error"):
        what = "grader error (no fault of this program)" if grade.outcome == "error" else "refused"
        return f"{grade.name}: {what}: {grade.reason}"
    words = {"repeats": _REPEATS, "undecided": f"undecided: {grade.reason}"}
    return f"{grade.name}: {words.get(grade.outcome, grade.outcome)}. {_tried(grade)}"


def _tried(grade: Grade) -> str:
    if grade.exhaustive is None or not grade.exhaustive.sizes:
        return "It was tried on no board."
    colors = "one block color" if grade.block_colors == 1 else "up to two block colors"
    facts = f"(facts: {grade.dialect}; {colors})."
    right = [one for one in grade.exhaustive.sizes if not one.faulty]
    if not right:
        return f"It already fails on the smallest boards {facts}"
    if grade.outcome == "wrong" and grade.reason:
        return f"On all small boards it is right, but {grade.reason} {facts}"
    fault = grade.exhaustive.fault
    if grade.outcome == "wrong" and fault:
        return f"It fails on boards of {fault.board} {facts}"
    boards = sum(one.board.colors**one.board.area for one in right)
    last = max((one.board for one in right), key=lambda board: board.area)
    return (
        f"Each of the {boards} pictures of up to {last} cells is found for its clues, and "
        f"nothing else {facts}"
    )


def score_words(score: Score) -> str:
    """The points and whether they suffice."""
    passed = "passed" if score.passed else "not passed"
    return f"Points: {score.points:g} of {score.most:g}, {passed}."


def score_rows(score: Score) -> list[list[str]]:
    """Each item with its points and the reason."""
    return [[item.name, f"{item.points:g} of {item.most:g}", str(item.why)] for item in score.items]


def scaling_words(scaling: Scaling) -> str:
    """The size at which a program stops."""
    failure, reached = scaling.failure, f"{scaling.reached}x{scaling.reached}"
    words = f"It solves all puzzles up to {reached}."
    if failure and failure.wrong:
        words = f"Its answer to the puzzle of {failure.side}x{failure.side} cells is wrong."
    elif failure:
        so_far = f"up to {reached}" if scaling.reached else "no puzzle"
        words = f"It solves {so_far} and stops at {failure.side}x{failure.side}: {failure.stopped}."
    return f"Scaling test: {words} Ground rules, and CPU seconds to ground and solve:"


def scaling_rows(grade: Grade) -> list[list[str]]:
    """A row for each puzzle of the scaling test, beside the references, under a head."""
    tests = [test for test in (grade.scaling, *grade.references) if test]
    named = [cell for test in grade.references for cell in (test.name, "time")]
    sides = dict.fromkeys(step.side for test in tests for step in test.steps)
    cells = {side: [cell for test in tests for cell in _measured(test.at(side))] for side in sides}
    rows = ([f"{side}x{side}", *row] for side, row in cells.items())
    return [["puzzle", "yours", "time", *named], *rows]


def _measured(step: ScalingStep | None) -> tuple[str, str]:
    if step is None:
        return "-", "-"
    rules = "-" if step.rules is None else str(step.rules)
    if step.grounding is None or step.solving is None:
        return rules, "stopped"
    return rules, "wrong" if step.wrong else f"{step.grounding + step.solving:.2f} s"


CLASS_HEAD = ["submission", "outcome", "points", "fails at", "kind of mistake", "solves", "size"]
"""The columns of a class table."""


def class_row(grade: Grade) -> list[str]:
    """One submission in a class table."""
    found, diagnosis = grade.counterexample, grade.diagnosis
    side = grade.scaling.reached if grade.scaling else 0
    return [
        grade.name,
        grade.outcome,
        f"{grade.score.points:g} of {grade.score.most:g}",
        f"{found.puzzle.width}x{found.puzzle.height}" if found else "-",
        diagnosis.kind.name if diagnosis else "-",
        f"{side}x{side}" if side else "-",
        f"{grade.score.ratio:.1f}" if grade.score.ratio else "-",
    ]


def hint_lines(diagnosis: Diagnosis) -> list[str]:
    """The likely kind of mistake, and where to look."""
    kind = diagnosis.kind
    where = "" if diagnosis.axes == "lines" or "only" in kind.name else f", in {diagnosis.axes}"
    words = f"Kind of mistake: {kind.name} ({kind.title}{where})."
    if not kind.seen and diagnosis.sure:
        words += " A program with exactly this mistake gives the same answers on small boards."
    elif not kind.seen:
        words += " That is the most likely of several."
    return [words, kind.hint]


def suspect_words(grade: Grade) -> str:
    """How sure the places of the faulty rules are."""
    first = grade.suspects[0]
    if first.repaired == 1:
        return "Where to look: a small change to the first of these rules repairs all boards tried."
    if first.repaired:
        share = f"{first.repaired:.0%}"
        return f"Where to look: a small change to the first of these rules repairs {share} of it."
    return "Where to look: without these rules, the missing picture would be an answer."


def board_words(grade: Grade) -> str:
    """The counterexample of a grade, and the mistakes on it."""
    found = grade.counterexample
    if found is None:
        return ""
    fault = "on which it is wrong" if grade.outcome == "wrong" else "with a repeated solution"
    solutions, missing, wrong = len(found.solutions), len(found.missing), len(found.wrong)
    more = "" if found.exhausted else "at least "
    words = (
        f"A smallest board {fault} is this one ({found.puzzle.width}x{found.puzzle.height}). "
        f"It has {solutions or 'no'} solution{'s' if solutions > 1 else ''}."
    )
    if missing:
        which = f"{'one' if missing == 1 else missing} of them"
        if missing == solutions:
            which = "it" if missing == 1 else "any of them"
        words += f" Your program does not find {which}."
    if wrong:
        what = "picture that is no solution" if wrong == 1 else "pictures that are no solutions"
        words += f" Your program gives {more}{wrong} {what}."
    if found.repeated:
        times = f"{more}{max(number for _, number in found.repeated)} times"
        words += f" Your program gives a solution {times}, in as many answer sets."
    if found.odd:
        atoms = ", ".join(map(printable, found.odd[:_MAX_ATOMS]))
        words += f" Your program shows atoms that are no picture of this board: {atoms}."
    return words


def figures(found: Counterexample) -> list[tuple[str, Grid | None]]:
    """The pictures of a report, each with its caption: first the board itself."""
    return [
        ("the board", None),
        *(("not found", grid) for grid in found.missing[:_MAX_PICTURES]),
        *(("no solution", grid) for grid in found.wrong[:_MAX_PICTURES]),
        *((f"{number} times", grid) for grid, number in found.repeated[:_MAX_PICTURES]),
    ]


def _board(found: Counterexample, width: int) -> list[str]:
    """The board and the pictures side by side, as many as there is room for, and their legend."""
    several = len(found.puzzle.colors) > 2
    drawn, legend = [], []
    for caption, grid in figures(found):
        lines = draw(found.puzzle, grid).splitlines()
        legend = [lines.pop()] if several else []
        drawn.append([caption, "", *lines])
    wide = max(len(line) for lines in drawn for line in lines) + _BETWEEN_PICTURES
    fit = max(1, (width - len(_INDENT) + _BETWEEN_PICTURES) // wide)
    strips = [zip(*drawn[at : at + fit], strict=True) for at in range(0, len(drawn), fit)]
    shown = (["".join(part.ljust(wide) for part in row) for row in rows] for rows in strips)
    return [*map(_shifted, shown), *legend]


def _table(rows: Sequence[Sequence[str]], indent: str = _INDENT) -> str:
    """Rows of cells under each other, numbers to the right."""
    columns = []
    for cells in zip(*rows, strict=True):
        width = max(map(len, cells))
        columns.append([f"{c:>{width}}" if _NUMBER.match(c) else f"{c:<{width}}" for c in cells])
    return _shifted(("  ".join(row) for row in zip(*columns, strict=True)), indent)


def _shifted(lines: Iterable[str], indent: str = _INDENT) -> str:
    return "\n".join(f"{indent}{line}".rstrip() for line in lines)
