"""What a program has wrong, counted; and the board or instance by which a report shows it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from asp_nono.draw.svg import draw_svg
from asp_nono.draw.text import draw
from asp_nono.grading.submission import printable
from asp_nono.grid import Grid
from asp_nono.messages import Message, Value, counted, plural, together
from asp_nono.puzzle import Puzzle

_INDENT = "  "
_BETWEEN_PICTURES = 6
_MAX_ATOMS = 6
_MAX_ANSWERS = 3  # of one sort that a report shows

Answer: TypeAlias = tuple[str, ...]
"""The atoms of an answer set that count, sorted."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The answers of a program to small instances; for nonograms all boards of a size are one."""

    wanted: int  #: the right answers to those that were tried
    found: int  #: those of them that are known to be found
    missing: int  #: those that are known to be missing
    wrong: int  #: the answers that are wrong
    repeated: bool  #: whether a right one comes in several answer sets
    tried: int  #: the instances that were tried
    planned: int
    stopped: bool = False  #: whether a limit ended it

    @property
    def faulty(self) -> bool:
        """Whether the answers are not known to be exactly the right ones."""
        return bool(self.wrong or self.found < self.wanted)


def _at_least(number: int, *, exact: bool) -> Value:
    """A number, of which it may not be known whether there are more."""
    return number if exact else Message("at least {number}", number=number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterexample(ABC):
    """What a program was given, and how its answers differ from the right ones."""

    facts: str  #: a file with which bare clingo answers the same
    right: tuple[Any, ...] | None  #: None if a checker says which answers are right
    missing: tuple[Any, ...]  #: the right answers that the program did not find
    wrong: tuple[Any, ...]
    repeated: tuple[tuple[Any, int], ...] = ()  #: right ones in several answer sets, and how many
    odd: tuple[str, ...] = ()  #: atoms of answers that are no picture; one of each
    exhausted: bool = True  #: whether these are all its answers; else it has more of them
    counted: bool = True  #: whether it is known in how many answer sets each of them comes

    @property
    def faulty(self) -> bool:
        """Whether its answers are not exactly the right ones, however often each comes."""
        return bool(self.missing or self.wrong or self.odd)

    @property
    @abstractmethod
    def size(self) -> str:
        """How large it is, in a word."""

    @property
    @abstractmethod
    def title(self) -> Message:
        """The sentence that presents it."""

    @abstractmethod
    def drawn(self, width: int) -> Iterator[str]:
        """What is missing or wrong, as blocks of text of at most this width."""

    @abstractmethod
    def pictures(self) -> list[tuple[str, str]]:
        """The same as pictures: the caption and the SVG of each."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The object `counterexample` of `grade --json`."""

    def words(self) -> Message:
        """The counterexample and the mistakes on it, in sentences."""
        return together([self.title, *self._right(), *self._mistakes()], " ")

    def _right(self) -> Iterator[Message]:
        if self.right:
            yield plural(len(self.right), "It has {count} answer.", "It has {count} answers.")
        elif self.right is not None:
            yield Message("It has no answer.")

    def _mistakes(self) -> Iterator[Message]:
        if self.missing:
            yield self._missing()
        if self.wrong:
            yield plural(
                len(self.wrong),
                "Your program gives {number} that is wrong.",
                "Your program gives {number} that are wrong.",
                number=_at_least(len(self.wrong), exact=self.exhausted),
            )
        if self.repeated:
            times = _at_least(max(number for _, number in self.repeated), exact=self.counted)
            yield Message(
                "Your program gives an answer {times} times, in as many answer sets.", times=times
            )
        if self.odd:
            yield Message(
                "Your program shows atoms that are no picture of this board: {atoms}.",
                atoms=tuple(map(printable, self.odd[:_MAX_ATOMS])),
            )

    def _missing(self) -> Message:
        missing = len(self.missing)
        if self.right is None:
            return Message("Your program finds no answer.")
        if missing == len(self.right):
            return plural(
                missing, "Your program does not find it.", "Your program does not find any of them."
            )
        return plural(
            missing,
            "Your program does not find one of them.",
            "Your program does not find {count} of them.",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardExample(Counterexample):
    """A board on which a program is wrong; answers are pictures."""

    puzzle: Puzzle
    smallest: bool = True  #: whether all smaller boards were tried

    @property
    def size(self) -> str:
        """The columns and rows."""
        return f"{self.puzzle.width}x{self.puzzle.height}"

    @property
    def title(self) -> Message:
        """See `Counterexample`."""
        if self.smallest:
            return Message("This is a smallest board that shows it ({size}).", size=self.size)
        return Message("This is a small board that shows it ({size}).", size=self.size)

    def _figures(self) -> list[tuple[str, Grid | None]]:
        """The pictures, each with its caption: first the board itself."""
        return [
            ("the board", None),
            *(("not found", grid) for grid in self.missing[:_MAX_ANSWERS]),
            *(("wrong", grid) for grid in self.wrong[:_MAX_ANSWERS]),
            *((f"{number} times", grid) for grid, number in self.repeated[:_MAX_ANSWERS]),
        ]

    def drawn(self, width: int) -> Iterator[str]:
        """The board and the pictures side by side, as many as fit, and their legend."""
        several = len(self.puzzle.colors) > 2
        columns, legend = list[list[str]](), list[str]()
        for caption, grid in self._figures():
            lines = draw(self.puzzle, grid).splitlines()
            legend = [lines.pop()] if several else []
            columns.append([caption, "", *lines])
        wide = max(len(line) for lines in columns for line in lines) + _BETWEEN_PICTURES
        fit = max(1, (width - len(_INDENT) + _BETWEEN_PICTURES) // wide)
        for at in range(0, len(columns), fit):
            rows = zip(*columns[at : at + fit], strict=True)
            yield indented("".join(part.ljust(wide) for part in row) for row in rows)
        yield from legend

    def pictures(self) -> list[tuple[str, str]]:
        """See `Counterexample`."""
        return [(caption, draw_svg(self.puzzle, grid)) for caption, grid in self._figures()]

    def to_json(self) -> dict[str, Any]:
        """See `Counterexample`."""
        puzzle, chars = self.puzzle, self.puzzle.chars
        clues = [[[b.length, b.color] for b in clue] for clue in (*puzzle.rows, *puzzle.columns)]
        return {
            "width": puzzle.width,
            "height": puzzle.height,
            "rows": clues[: puzzle.height],
            "columns": clues[puzzle.height :],
            "solutions": _texts(self.right or (), chars),
            "missing": _texts(self.missing, chars),
            "wrong": _texts(self.wrong, chars),
            "repeated": [{"picture": g.to_text(chars), "times": n} for g, n in self.repeated],
            "odd": list(self.odd),
            "complete": self.exhausted,
            "facts": self.facts,
        }


def _texts(grids: Iterable[Grid], chars: str) -> list[list[str]]:
    return [grid.to_text(chars) for grid in grids]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceExample(Counterexample):
    """An instance of a teacher's on which a program is wrong; answers are atoms."""

    svg: tuple[tuple[str, str], ...] = ()  #: answers that are drawn, each with its caption

    @property
    def size(self) -> str:
        """The number of facts."""
        return counted(len(self.facts.splitlines()), "fact")

    @property
    def title(self) -> Message:
        """See `Counterexample`."""
        return Message("This is a smallest instance that shows it.")

    def drawn(self, width: int) -> Iterator[str]:
        """The facts on one line, then answers."""
        del width
        yield indented([" ".join(self.facts.split())])
        missing = self.missing if self.right is not None else ()
        for title, answers in (("not found", missing), ("wrong", self.wrong)):
            if answers:
                shown = [" ".join(one) or "(no atom)" for one in answers[:_MAX_ANSWERS]]
                yield indented([f"{title}:", *(f"{_INDENT}{one}" for one in shown)])

    def pictures(self) -> list[tuple[str, str]]:
        """See `Counterexample`."""
        return list(self.svg)

    def to_json(self) -> dict[str, Any]:
        """See `Counterexample`."""
        return {
            "answers": None if self.right is None else len(self.right),
            "missing": list(map(list, self.missing)),
            "wrong": list(map(list, self.wrong)),
            "repeated": [{"atoms": list(one), "times": times} for one, times in self.repeated],
            "facts": self.facts,
        }


def indented(lines: Iterable[str], indent: str = _INDENT) -> str:
    """Lines as one text, each behind the indent."""
    return "\n".join(f"{indent}{line}".rstrip() for line in lines)
