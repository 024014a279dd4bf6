"""The sentences of a report, the same in text and in HTML."""

from __future__ import annotations

from asp_nono.grading.counterexample import Counterexample
from asp_nono.grading.diagnosis import Diagnosis
from asp_nono.grading.grade import Grade
from asp_nono.grading.kinds import SEEN
from asp_nono.grading.ladder import Climb
from asp_nono.grading.rubric import Score, size_ratio
from asp_nono.grid import Grid

_SHOWN_ATOMS = 6

_DRAWN = 3
"""No more pictures of one sort are drawn."""


def places(number: int, noun: str) -> str:
    """A number with its noun: "1 solution", "3 solutions"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def headline(grade: Grade) -> str:
    """The outcome in a sentence or two."""
    tried = _tried(grade)
    match grade.outcome:
        case "right":
            words = f"right. {tried}"
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
    if grade.outcome == "wrong" and grade.reason:
        return f"On all small boards it is right, but {grade.reason} ({_told(grade)})."
    if grade.outcome == "wrong":
        fault = grade.tour.fault
        return f"It fails on boards of {fault.board if fault else last} ({_told(grade)})."
    return (
        f"Each of the {boards} pictures of up to {last} cells is found for its clues, and "
        f"nothing else ({_told(grade)})."
    )


def _told(grade: Grade) -> str:
    colors = {1: "one block colour", 2: "up to two block colours"}[grade.block_colors]
    return f"facts: {grade.dialect}; {colors}"


def score_words(score: Score) -> str:
    """The points and whether they suffice."""
    passed = "passed" if score.passed else "not passed"
    return f"Points: {score.points:g} of {score.most:g}, {passed}."


def ladder_words(grade: Grade) -> str:
    """Where a program stops."""
    climb = grade.climb
    if climb is None:
        return "It was not measured."
    stop = climb.stop
    if stop is None:
        words = f"It solves all puzzles up to {climb.reached}x{climb.reached}."
    elif stop.wrong:
        words = f"Its answer to the puzzle of {stop.side}x{stop.side} cells is wrong."
    else:
        so_far = f"up to {climb.reached}x{climb.reached}" if climb.reached else "no puzzle"
        words = f"It solves {so_far} and stops at {stop.side}x{stop.side}: {stop.stopped}."
    return (
        f"On larger and larger puzzles. {words} Ground rules, and CPU seconds to ground and solve:"
    )


def ladder_rows(grade: Grade) -> list[list[str]]:
    """A row for each puzzle of the ladder, beside the references."""
    climbs = [climb for climb in (grade.climb, *grade.references) if climb]
    head = ["puzzle"]
    for number, climb in enumerate(climbs):
        head += ["yours" if number == 0 else climb.name, "time"]
    rows = [head]
    for side in dict.fromkeys(rung.side for climb in climbs for rung in climb.rungs):
        row = [f"{side}x{side}"]
        for climb in climbs:
            row += _measured(climb, side)
        rows.append(row)
    return rows


def _measured(climb: Climb, side: int) -> list[str]:
    rung = climb.at(side)
    if rung is None:
        return ["-", "-"]
    rules = "-" if rung.rules is None else str(rung.rules)
    if rung.grounding is None or rung.solving is None:
        return [rules, "stopped"]
    return [rules, "wrong" if rung.wrong else f"{rung.grounding + rung.solving:.2f} s"]


CLASS_HEAD = ("submission", "outcome", "points", "fails at", "kind of mistake", "solves", "size")
"""The columns of a class table."""


def class_row(grade: Grade) -> list[str]:
    """One submission in a class table."""
    found, kind = grade.counterexample, grade.diagnosis
    side = grade.climb.reached if grade.climb else 0
    ratio = size_ratio(grade.climb, grade.references[0] if grade.references else None)
    return [
        grade.name,
        grade.outcome,
        f"{grade.score.points:g} of {grade.score.most:g}",
        f"{found.puzzle.width}x{found.puzzle.height}" if found else "-",
        kind.kind.name if kind else "-",
        f"{side}x{side}" if side else "-",
        f"{ratio[1]:.1f}" if ratio else "-",
    ]


def hint_lines(diagnosis: Diagnosis) -> list[str]:
    """The likely kind of mistake, and where to look."""
    kind = diagnosis.kind
    where = "" if diagnosis.axes == "lines" or "only" in kind.name else f", in {diagnosis.axes}"
    words = f"Kind of mistake: {kind.name} ({kind.title}{where})."
    if kind.name in SEEN:
        return [words, kind.hint]
    if diagnosis.sure:
        words += " A program with just such a mistake gives the same answers on small boards."
    else:
        words += " That is the likeliest of several."
    return [words, kind.hint]


def board_words(grade: Grade, found: Counterexample) -> str:
    """What the counterexample is."""
    fault = "on which it is wrong" if grade.outcome == "wrong" else "with a repeated solution"
    return f"A smallest board {fault} is this one ({found.puzzle.width}x{found.puzzle.height})."


def fault_words(found: Counterexample) -> str:
    """What is wrong on a board, in a few sentences."""
    number = len(found.solutions)
    words = [f"It has {places(number, 'solution')}." if number else "It has no solution."]
    if found.missing:
        words.append(_missing(found))
    if found.wrong:
        words.append(_wrong(found))
    if found.repeated:
        words.append(_repeated(found))
    if found.odd:
        atoms = ", ".join(found.odd[:_SHOWN_ATOMS])
        words.append(f"Your program shows atoms that are no picture of this board: {atoms}.")
    return " ".join(words)


def _missing(found: Counterexample) -> str:
    number = len(found.missing)
    if number == len(found.solutions):
        return f"Your program does not find {'it' if number == 1 else 'any of them'}."
    return f"Your program does not find {'one' if number == 1 else number} of them."


def _wrong(found: Counterexample) -> str:
    number = len(found.wrong)
    more = "" if found.exhausted else "at least "
    what = "picture that is no solution" if number == 1 else "pictures that are no solutions"
    return f"Your program gives {more}{number} {what}."


def _repeated(found: Counterexample) -> str:
    times = max(number for _, number in found.repeated)
    more = "" if found.exhausted else "at least "
    return f"Your program gives a solution {more}{times} times, in as many answer sets."


def figures(found: Counterexample) -> list[tuple[str, Grid | None]]:
    """The pictures of a report, each with its caption: first the board itself."""
    repeated = [(f"{number} times", grid) for grid, number in found.repeated]
    return [
        ("the board", None),
        *(("not found", grid) for grid in found.missing[:_DRAWN]),
        *(("no solution", grid) for grid in found.wrong[:_DRAWN]),
        *repeated[:_DRAWN],
    ]
