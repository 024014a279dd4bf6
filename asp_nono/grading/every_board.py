"""All boards of one size at once: a program judged on every set of clues in one search.

The judge's layer chooses a clue for each line and derives the facts from the choice, so the answer
sets are those of all boards together (Lifschitz and Turner, "Splitting a logic program", 1994: the
program never derives what the layer chooses). A right program has exactly one answer set for each
picture, beside the picture's own clues; boards without a solution have none.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from clingo import Control, Model, Symbol, SymbolType

from asp_nono.grading.log import Log
from asp_nono.grading.models import Cell, Odd, Reader
from asp_nono.grading.wire import CLUE, Output

_KEPT = 20_000
"""No more wrong answers are kept; a program that gives more is stopped."""


def every_board(job: dict[str, Any]) -> dict[str, Any]:
    """Judge a program on all boards of a size.

    Args:
        job: "text": the program; "layer": the judge's rules; "constants"; "output"; "width",
            "height" and "colors" (background included); "row_clues" and "column_clues": for each
            pattern of a line, as a number in base `colors`, lowest digit first, the number of its
            clue; "most": stop after so many answer sets; "project": whether answer sets that show
            the same picture of the same board count once.

    Returns:
        "models": how many answer sets; "exhausted": whether these are all. "missing": numbers of
        the pictures that no answer set showed, only if these are all. "repeated": those of
        pictures shown more than once. "wrong": pairs of clue numbers and picture. "odd": triples
        of clue numbers, kind and atom, for answer sets that are no picture. "messages" of clingo.

    Raises:
        EncodingError: If clingo does not accept the program.
    """
    project = "--project=project" if job["project"] else "--project=no"
    tally = _Tally(job)
    with Log() as log:
        control = Control([project, *job["constants"]], log)
        control.add("base", [], job["text"])
        control.add("base", [], job["layer"])
        control.ground([("base", [])])
        control.configuration.solve.models = job["most"]  # type: ignore[union-attr] # clingo's own
        exhausted = bool(control.solve(on_model=tally.take).exhausted)
    complete = exhausted and not tally.stopped
    shown = tally.shown
    return {
        "models": tally.number,
        "exhausted": complete,
        "missing": [code for code, times in enumerate(shown) if not times] if complete else [],
        "repeated": [code for code, times in enumerate(shown) if times > 1],
        "wrong": [[list(clues), code] for clues, code in tally.wrong],
        "odd": [[list(clues), kind, text] for clues, (kind, text) in tally.odd.items()],
        "messages": log.texts,
    }


class _Chosen(NamedTuple):
    """The number of the clue that is laid beside a line."""

    line: int
    number: int


class _Nothing:
    """An atom that tells nothing of the picture."""


class _Painted(NamedTuple):
    """A cell as it adds to the numbers of its row, its column and the picture."""

    y: int
    in_row: int
    x: int
    in_column: int
    in_picture: int
    mark: int


_Meaning: TypeAlias = _Chosen | _Painted | Odd | _Nothing


class _Tally:
    """Compares each answer set with the clues it was made for."""

    def __init__(self, job: dict[str, Any]) -> None:
        width, height, colors = job["width"], job["height"], job["colors"]
        self._size = (width, height, colors)
        self._clues = (job["row_clues"], job["column_clues"])
        self._reader = Reader(Output.of(job["output"]), width, height)
        self._known: dict[Symbol, _Meaning] = {}
        self.shown = bytearray(colors ** (width * height))
        self.wrong: set[tuple[tuple[int, ...], int]] = set()
        self.odd: dict[tuple[int, ...], Odd] = {}
        self.number = 0
        self.stopped = False

    def take(self, model: Model) -> bool:
        """Count an answer set; False when there is no use in going on."""
        width, height, _ = self._size
        self.number += 1
        known = self._known
        chosen = [0] * (width + height)
        rows, columns = [0] * height, [0] * width
        code = painted = 0
        odd: Odd | None = None
        for symbol in model.symbols(shown=True):
            found = known.get(symbol) or self._learn(symbol)
            if type(found) is _Chosen:
                chosen[found.line] = found.number
            elif type(found) is _Painted:
                y, in_row, x, in_column, in_picture, mark = found
                if painted & mark:
                    odd = Odd("twice", str(symbol)[:80])
                painted |= mark
                rows[y] += in_row
                columns[x] += in_column
                code += in_picture
            elif type(found) is Odd:
                odd = found
        if odd:
            self.odd.setdefault(tuple(chosen), odd)
        else:
            self._compare(chosen, rows, columns, code)
        self.stopped = len(self.wrong) + len(self.odd) >= _KEPT
        return not self.stopped

    def _learn(self, symbol: Symbol) -> _Meaning:
        """What an atom says, found out once."""
        width, _, colors = self._size
        meaning: _Meaning
        if symbol.type == SymbolType.Function and symbol.name == CLUE:
            line, number = symbol.arguments
            meaning = _Chosen(line.number, number.number)
        else:
            match self._reader.read(symbol):
                case Cell(x, y, color):
                    place = y * width + x
                    in_row, in_column = color * colors**x, color * colors**y
                    meaning = _Painted(y, in_row, x, in_column, color * colors**place, 1 << place)
                case Odd() as odd:
                    meaning = odd
                case None:
                    meaning = _Nothing()
        self._known[symbol] = meaning
        return meaning

    def _compare(self, chosen: list[int], rows: list[int], columns: list[int], code: int) -> None:
        of_row, of_column = self._clues
        right = [of_row[row] for row in rows] + [of_column[column] for column in columns]
        if chosen != right:
            self.wrong.add((tuple(chosen), code))
        elif self.shown[code] < 2:
            self.shown[code] += 1
