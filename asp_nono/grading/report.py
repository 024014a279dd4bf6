"""Grades, and reports on them as text and as a page of HTML, in the same sentences."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

from asp_nono.grading.counterexample import Counterexample, indented
from asp_nono.grading.lint import Remark
from asp_nono.grading.location import Suspect
from asp_nono.grading.mutants import Diagnosis
from asp_nono.grading.rubric import Score
from asp_nono.grading.scaling import Scaling, ScalingStep
from asp_nono.grading.small_boards import ExhaustiveResult
from asp_nono.messages import NOTHING, Message, needs, together, with_messages
from asp_nono.run.limits import Cause, Stopped

if TYPE_CHECKING:
    import jinja2

Outcome = Literal[
    "right", "right on small instances", "repeats", "wrong", "undecided", "refused", "error"
]
"""Right on every small instance; the same, but no larger one was decided; right, but some answers
come several times; wrong on some instance; not known, because a limit stopped it; not run; the
grader itself has failed. The instances of nonograms are boards."""

Stage = Literal["read", "boards", "larger", "scaling", "locating", "done"]
"""The stage of grading: read for an exercise with instances of its own; on small boards, on larger
ones, measuring, locating the faulty rule."""

_DOING: dict[Stage, Message] = {
    "boards": Message("trying small ones"),
    "larger": Message("trying larger ones"),
    "scaling": Message("measuring its growth"),
    "locating": Message("looking for the faulty rule"),
    "read": Message("trying small ones"),
    "done": Message("done"),
}
"""What is done with a program in each stage; small and larger ones are boards or instances."""

WIDTH = 100  # of a report, by default
_INDENT = "  "
_NUMBER = re.compile(r"\d[\d.]*( of [\d.]+| s|x)?$|-$")


class _Wide(Protocol):
    """Where a report is shown."""

    @property
    def width(self) -> int | None:
        """The columns that there are; None if nothing limits them."""


@dataclass(frozen=True, slots=True)
class GradeResult:
    """Everything found out about a submission."""

    name: str
    outcome: Outcome
    score: Score
    reason: Message = NOTHING  #: why it was refused, is undecided, or wrong on a larger puzzle only
    dialect: str = ""  #: the vocabulary
    block_colors: int = 1  #: the most block colors of the boards
    tried: Message = NOTHING  #: the instances of an exercise on which it was tried, in a sentence
    exhaustive: ExhaustiveResult | None = None  #: None if it was not run
    counterexample: Counterexample | None = None  #: a smallest one on which it is wrong
    diagnosis: Diagnosis | None = None  #: the likely kind of mistake
    remarks: tuple[Remark, ...] = ()  #: the findings of lint in its text
    scaling: Scaling | None = None  #: how far it scales; None if it was not measured
    references: tuple[Scaling, ...] = ()  #: how far the references scale, the rubric's first
    suspects: tuple[Suspect, ...] = ()  #: the rules that may be faulty, the likeliest first
    lacking: Message = NOTHING  #: which rule may be missing, in a sentence
    mistake: str = ""  #: a checksum of all wrong answers, the same for the same mistake
    stage: Stage = "done"  #: of grading
    interrupted: bool = False  #: whether Ctrl-C ended it

    @property
    def finished(self) -> bool:
        """Whether nothing is left undecided."""
        return self.outcome not in ("undecided", "error")

    @property
    def progress(self) -> Message:
        """What is done, and how many sizes of small boards were tried."""
        if self.stage != "boards" or self.exhaustive is None:
            return together((self.name, _DOING[self.stage]))
        counts = self.exhaustive.counts
        return Message(
            "{name}: trying small boards, {tried} of {planned} sizes",
            name=self.name,
            tried=counts.tried,
            planned=counts.planned,
        )

    def stopped_by(self, stopped: Stopped) -> Self:
        """The same, marked with what stopped the job; a mistake that is known stays one."""
        reason = self.reason if self.outcome == "wrong" else stopped.message
        interrupted = stopped.cause is Cause.INTERRUPTED
        return replace(self, reason=reason, stage="done", interrupted=interrupted)

    def text(self, _name: str, draw: _Wide) -> Iterator[str]:
        """The report."""
        yield as_text(self, width=min(draw.width or WIDTH, WIDTH)).rstrip("\n")

    def to_json(self) -> dict[str, Any]:
        """The object that `grade --json` prints (docs/grading.md lists its keys)."""
        board, found = self.counterexample, self.diagnosis
        return {
            "name": self.name,
            "outcome": self.outcome,
            **with_messages(reason=self.reason),
            "points": self.score.points,
            "most": self.score.most,
            "passed": self.score.passed,
            "items": {
                item.name: {
                    "points": item.points,
                    "most": item.most,
                    **with_messages(why=item.why),
                }
                for item in self.score.items
            },
            "dialect": self.dialect,
            "block_colors": self.block_colors,
            "boards": [str(one.board) for one in self.exhaustive.sizes] if self.exhaustive else [],
            "counterexample": board.to_json() if board else None,
            "kind": found.kind.name if found else "",
            "kind_axes": found.axes if found else "",
            "kind_sure": found.sure if found else False,
            **with_messages(hint=Message(found.kind.hint) if found else NOTHING),
            "suspects": [one.to_json() for one in self.suspects],
            **with_messages(lacking=self.lacking),
            **with_messages(remarks=[remark.placed for remark in self.remarks]),
            "scaling": self.scaling.to_json() if self.scaling else None,
            "references": {one.name: one.to_json() for one in self.references},
        }


def as_text(grade: GradeResult, *, width: int = WIDTH) -> str:
    """The report on one submission, for lines of `width` characters."""
    fill = partial(textwrap.fill, width=width, break_long_words=False, break_on_hyphens=False)
    hanging = partial(fill, initial_indent=_INDENT, subsequent_indent=_INDENT * 2)
    parts = [fill(str(headline(grade)))]
    if grade.remarks:
        remarks = (hanging(str(remark.placed)) for remark in grade.remarks)
        parts.append("\n".join(["In the program:", *remarks]))
    if grade.counterexample:
        parts += [fill(str(grade.counterexample.words())), *grade.counterexample.drawn(width)]
    if grade.diagnosis:
        parts += [fill(str(line)) for line in hint_lines(grade.diagnosis)]
    if grade.lacking:
        parts.append(fill(str(grade.lacking)))
    if grade.suspects:
        lines = (f"{one.place}: {one.rule}  ({one.hint})" for one in grade.suspects)
        parts.append("\n".join([fill(str(suspect_words(grade))), "", *map(hanging, lines)]))
    if grade.scaling:
        parts += [fill(str(scaling_words(grade.scaling))), _table(scaling_rows(grade))]
    parts += [str(score_words(grade.score)), _table(score_rows(grade.score))]
    return "\n\n".join(parts) + "\n"


def class_text(grades: Sequence[GradeResult]) -> str:
    """A table of all submissions, one per line, and why some of them have no verdict."""
    why = [str(headline(one)) for one in grades if one.outcome in ("refused", "undecided", "error")]
    table = _table([CLASS_HEAD, *map(class_row, grades)], "")
    return "\n".join([table, *([""] if why else []), *why]) + "\n"


def as_html(grades: Sequence[GradeResult]) -> str:
    """A page, in one file, with the reports on submissions, and a table if there are several."""
    title = f"Grade of {grades[0].name}" if len(grades) == 1 else "Grades"
    parts = (class_row, headline, hint_lines, scaling_words, scaling_rows)
    functions = {part.__name__: part for part in (*parts, suspect_words, score_words, score_rows)}
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
    if isinstance(value, Message):
        value = str(value)
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    return "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in value)


def headline(grade: GradeResult) -> Message:
    """The outcome in a sentence or two."""
    if grade.outcome == "error":
        return Message(
            "{name}: grader error (no fault of this program): {reason}",
            name=grade.name,
            reason=grade.reason,
        )
    if grade.outcome == "refused":
        return Message("{name}: refused: {reason}", name=grade.name, reason=grade.reason)
    outcome = Message(grade.outcome)
    if grade.outcome == "undecided":
        outcome = Message("undecided: {reason}", reason=grade.reason)
    if grade.outcome == "repeats":
        outcome = Message(
            "right, but some answers come several times: something is chosen that the answer "
            "does not show"
        )
    return Message(
        "{name}: {outcome}. {tried}", name=grade.name, outcome=outcome, tried=_tried(grade)
    )


def _tried(grade: GradeResult) -> Message:
    if grade.tried:
        return grade.tried
    if grade.exhaustive is None or not grade.exhaustive.sizes:
        return Message("It was tried on no board.")
    facts = Message("(facts: {dialect}; up to two block colors).", dialect=grade.dialect)
    if grade.block_colors == 1:
        facts = Message("(facts: {dialect}; one block color).", dialect=grade.dialect)
    right = [one for one in grade.exhaustive.sizes if not one.faulty]
    if not right:
        return Message("It already fails on the smallest boards {facts}", facts=facts)
    if grade.outcome == "wrong" and grade.reason:
        return Message(
            "On all small boards it is right, but {reason} {facts}",
            reason=grade.reason,
            facts=facts,
        )
    fault = grade.exhaustive.fault
    if grade.outcome == "wrong" and fault:
        return Message("It fails on boards of {size} {facts}", size=str(fault.board), facts=facts)
    boards = sum(one.board.colors**one.board.area for one in right)
    last = max((one.board for one in right), key=lambda board: board.area)
    return Message(
        "Each of the {count} pictures of up to {size} cells is found for its clues, and nothing "
        "else {facts}",
        count=boards,
        size=str(last),
        facts=facts,
    )


def score_words(score: Score) -> Message:
    """The points and whether they suffice."""
    points, most = f"{score.points:g}", f"{score.most:g}"
    if score.passed:
        return Message("Points: {points} of {most}, passed.", points=points, most=most)
    return Message("Points: {points} of {most}, not passed.", points=points, most=most)


def score_rows(score: Score) -> list[list[str]]:
    """Each item with its points and the reason."""
    return [[item.name, f"{item.points:g} of {item.most:g}", str(item.why)] for item in score.items]


def scaling_words(scaling: Scaling) -> Message:
    """The size at which a program stops."""
    return Message(
        "Scaling test: {found} Ground rules, and CPU seconds to ground and solve:",
        found=_reached(scaling),
    )


def _reached(scaling: Scaling) -> Message:
    failure, reached = scaling.failure, f"{scaling.reached}x{scaling.reached}"
    if not failure:
        return Message("It solves all puzzles up to {size}.", size=reached)
    side = f"{failure.side}x{failure.side}"
    if failure.wrong:
        return Message("Its answer to the puzzle of {size} cells is wrong.", size=side)
    if not scaling.reached:
        return Message(
            "It solves no puzzle and stops at {side}: {reason}.", side=side, reason=failure.stopped
        )
    return Message(
        "It solves up to {size} and stops at {side}: {reason}.",
        size=reached,
        side=side,
        reason=failure.stopped,
    )


def scaling_rows(grade: GradeResult) -> list[list[str]]:
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


def class_row(grade: GradeResult) -> list[str]:
    """One submission in a class table."""
    found, diagnosis = grade.counterexample, grade.diagnosis
    side = grade.scaling.reached if grade.scaling else 0
    return [
        grade.name,
        grade.outcome,
        f"{grade.score.points:g} of {grade.score.most:g}",
        found.size if found else "-",
        diagnosis.kind.name if diagnosis else "-",
        f"{side}x{side}" if side else "-",
        f"{grade.score.ratio:.1f}" if grade.score.ratio else "-",
    ]


def hint_lines(diagnosis: Diagnosis) -> list[Message]:
    """The likely kind of mistake, and where to look."""
    kind = diagnosis.kind
    words = Message("Kind of mistake: {name} ({title}).", name=kind.name, title=kind.title)
    if diagnosis.axes != "lines" and "only" not in kind.name:
        words = Message(
            "Kind of mistake: {name} ({title}, in {axes}).",
            name=kind.name,
            title=kind.title,
            axes=diagnosis.axes,
        )
    more = NOTHING
    if not kind.seen and diagnosis.sure:
        more = Message("A program with exactly this mistake gives the same answers.")
    elif not kind.seen:
        more = Message("That is the most likely of several.")
    return [together((words, more), " "), Message(kind.hint)]


def suspect_words(grade: GradeResult) -> Message:
    """How sure the places of the faulty rules are."""
    first = grade.suspects[0]
    if first.kind in ("remark", "overflow"):
        remark = Message("Where to look: the remarks are about these rules.")
        powers = Message("Where to look: the first of these rules computes powers.")
        return remark if first.kind == "remark" else powers
    if first.sure or first.repaired:
        return _repaired_words(first)
    if first.removal:
        return Message("Where to look: without these rules, what is missing would be an answer.")
    if first.kind == "name":
        return Message("Where to look: the first of these rules needs what nothing supplies.")
    return Message(
        "Where to look: these rules derive the answer; no small change that was tried repairs it."
    )


def _repaired_words(first: Suspect) -> Message:
    """What a small change to the first suspect repairs."""
    if first.repaired == 1:
        return Message(
            "Where to look: a small change to the first of these rules repairs all on which it was"
            " tried."
        )
    if first.paired:
        return Message(
            "Where to look: small changes to the first two of these rules together repair all on "
            "which they were tried."
        )
    return Message(
        "Where to look: a small change to the first of these rules repairs {share} of what it"
        " was tried on.",
        share=f"{first.repaired:.0%}",
    )


def _table(rows: Sequence[Sequence[str]], indent: str = _INDENT) -> str:
    """Rows of cells under each other, numbers to the right."""
    columns = []
    for cells in zip(*rows, strict=True):
        width = max(map(len, cells))
        columns.append([f"{c:>{width}}" if _NUMBER.match(c) else f"{c:<{width}}" for c in cells])
    return indented(("  ".join(row) for row in zip(*columns, strict=True)), indent)
