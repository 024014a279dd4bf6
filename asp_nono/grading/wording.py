"""The sentences of a report, the same in text and in HTML."""

from __future__ import annotations

from collections.abc import Callable

from asp_nono.grading.counterexample import Counterexample
from asp_nono.grading.diagnosis import Diagnosis
from asp_nono.grading.grade import Grade

_SHOWN_ATOMS = 6


def places(number: int, noun: str) -> str:
    """A number with its noun: "1 solution", "3 solutions"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def headline(grade: Grade) -> str:
    """The outcome in a sentence or two."""
    tried = _tried(grade)
    match grade.outcome:
        case "right":
            words = f"right: {tried}"
        case "repeats":
            words = (
                "right, but some solutions come several times: something is chosen that the "
                f"picture does not show. {tried}"
            )
        case "wrong":
            words = f"wrong. {tried}"
        case "undecided":
            words = f"undecided: {grade.reason}. {tried}"
        case _:
            words = f"refused: {grade.reason}"
    return f"{grade.name}: {words}"


def _tried(grade: Grade) -> str:
    if grade.tour is None or not grade.tour.checked:
        return "It was tried on no board."
    right = [one for one in grade.tour.checked if not one.faulty]
    if not right:
        return f"It fails on the smallest boards already ({_told(grade)})."
    boards = sum(one.board.colors**one.board.area for one in right)
    last = max((one.board for one in right), key=lambda board: board.area)
    if grade.outcome == "wrong":
        fault = grade.tour.fault
        return f"It fails on boards of {fault.board if fault else last} ({_told(grade)})."
    return (
        f"each of the {boards} pictures of up to {last} cells is found for its clues, and "
        f"nothing else ({_told(grade)})."
    )


def _told(grade: Grade) -> str:
    colors = {1: "one block colour", 2: "up to two block colours"}[grade.block_colors]
    return f"facts: {grade.dialect}; {colors}"


def hint_lines(diagnosis: Diagnosis) -> list[str]:
    """The likely kind of mistake, and where to look."""
    kind = diagnosis.kind
    where = "" if diagnosis.axes == "lines" or "only" in kind.name else f", in {diagnosis.axes}"
    sure = "It looks just like" if diagnosis.sure else "It looks most like"
    return [f"Kind of mistake: {kind.name}. {sure} a mistake about {kind.title}{where}.", kind.hint]


def _missing(found: Counterexample) -> str:
    number = len(found.missing)
    if number == len(found.solutions):
        return f"Your program does not find {'it' if number == 1 else 'any of them'}:"
    return f"Your program does not find {'one' if number == 1 else number} of them:"


def _wrong(found: Counterexample) -> str:
    number = len(found.wrong)
    more = "" if found.exhausted else "at least "
    what = "picture that is no solution" if number == 1 else "pictures that are no solutions"
    return f"Your program gives {more}{number} {what}:"


def _repeated(found: Counterexample) -> str:
    times = max(number for _, number in found.repeated)
    more = "" if found.exhausted else "at least "
    return f"Your program gives this picture {more}{times} times, in {more}{times} answer sets:"


def _odd(found: Counterexample) -> str:
    atoms = ", ".join(found.odd[:_SHOWN_ATOMS])
    return f"Answer sets of your program hold atoms that are no picture of this board: {atoms}"


LEGEND: dict[str, Callable[[Counterexample], str]] = {
    "missing": _missing,
    "wrong": _wrong,
    "repeated": _repeated,
    "odd": _odd,
}
"""What stands above the pictures of each sort."""
