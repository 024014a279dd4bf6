"""The locked-down process at work: submissions grounded and solved, and their answers read.

An exhaustive test takes all boards of one size at once. The grader's layer chooses a clue for each
line and derives the facts from the choice, so the answer sets are those of all boards together
(Lifschitz and Turner, "Splitting a logic program", 1994: the program never derives what the layer
chooses). A right program has exactly one answer set for each picture, beside the picture's own
clues; boards without a solution have none.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from asp_nono.asp.engine import AST, Control, Model, Symbol, SymbolType, parse_string
from asp_nono.asp.ground_profile import Atoms, atoms_of, rule_sizes
from asp_nono.asp.source import ClingoMessages, PlacedMessage
from asp_nono.asp.theories import TheoryControl
from asp_nono.grading.submission import SHOWN_TERM

_MAX_FAULTS = 20_000  # a program that gives more wrong answers on boards of a size is stopped
_MAX_ODD = 2000  # the same for answers with atoms that are no cells, several on one board
_MAX_ATOMS = 5000  # the atoms of an answer set that are passed on
_LONGEST_ATOM = 200
_LONGEST_ODD = 80
_LONGEST_MESSAGE = 400


def unwrapped(shown: Iterable[Symbol]) -> Iterator[Symbol]:
    """What an answer set shows, the terms themselves instead of the atoms that stand for them."""
    return iter(dict.fromkeys(map(_plain, shown)))


@cache  # a symbol comes in many answer sets, and clingo keeps it
def _plain(symbol: Symbol) -> Symbol:
    return symbol.arguments[0] if symbol.match(SHOWN_TERM, 1) else symbol


class ColoredCell(NamedTuple):
    """A cell and its color; column and row are 0-based."""

    x: int
    y: int
    color: int


class Odd(NamedTuple):
    """An atom that names no cell: `kind` is "outside", "color", "form" or "twice".

    It is "longer" if the answer also fills each line of the board.
    """

    kind: str
    text: str


class AtomReader:
    """Finds the cells that atoms are about, whatever names and index base their author chose."""

    def __init__(self, job: dict[str, Any]) -> None:
        output = job["output"]
        self._given = frozenset(job.get("given", ()))
        self._row_first = output["pattern"].index("?P<Y>") < output["pattern"].index("?P<X>")
        self._width, self._height = job["width"], job["height"]
        self._first = output["first"]
        self._colors: list[str] = output["colors"][: job["colors"]]
        self._pattern = re.compile(output["pattern"])
        self._name, _, arity = output["signature"].rpartition("/")
        self._arity = int(arity)
        self._known: dict[Symbol, ColoredCell | Odd | None] = {}

    def read(self, atom: Symbol) -> ColoredCell | Odd | None:
        """The cell that an atom of a picture names; None for atoms of others.

        It is outside only if it is not of the background.
        """
        if atom not in self._known:
            self._known[atom] = self._meaning(atom)
        return self._known[atom]

    def _meaning(self, atom: Symbol) -> ColoredCell | Odd | None:
        is_cell = atom.type == SymbolType.Function and atom.name == self._name
        if not is_cell or atom.negative or len(atom.arguments) != self._arity:
            return None
        text = str(atom)
        shown = text[:_LONGEST_ODD]
        match = self._pattern.fullmatch(text)
        if not match:
            return Odd("form", shown)
        name = match.groupdict().get("K", self._colors[1])
        x, y = int(match["X"]) - self._first[0], int(match["Y"]) - self._first[1]
        if not (0 <= x < self._width and 0 <= y < self._height):
            return None if name == self._colors[0] else Odd("outside", shown)
        known = name in self._colors
        return ColoredCell(x, y, self._colors.index(name)) if known else Odd("color", shown)

    def picture(self, atoms: Iterable[Symbol]) -> tuple[tuple[int, ...], ...] | str:
        """The rows of the picture in an answer set; or the text of an atom that is no cell."""
        rows = [[0] * self._width for _ in range(self._height)]
        named = set[tuple[int, int]]()
        for atom in atoms:
            match self.read(atom):
                case ColoredCell(x, y, color):
                    if (x, y) in named:
                        return str(atom)[:_LONGEST_ODD]
                    named.add((x, y))
                    rows[y][x] = color
                case Odd(_, text):
                    return text
        return tuple(map(tuple, rows))

    def about(self, atom: Symbol) -> tuple[int, int] | None:
        """Column and row, from 1, of the cell that any atom is about; None if it is about none.

        That is sure for the atoms of the picture. Of the others, `at(row(Y), …, X)` is about place
        X of row Y, and `near(X, Y, …)`, with column and row in the order of the picture's atoms,
        about that cell, unless it is a fact.
        """
        found = self.read(atom)
        if isinstance(found, ColoredCell):
            return found.x + 1, found.y + 1
        if found is not None or atom.type != SymbolType.Function or len(atom.arguments) < 2:
            return None
        line, last = atom.arguments[0], atom.arguments[-1]
        if any(line.match(name, 1) for name in ("row", "column")):
            number = line.arguments[0]
            x, y = (last, number) if line.name == "row" else (number, last)
            return self._inside(x, y, (1, 1))
        if f"{atom.name}/{len(atom.arguments)}" in self._given:
            return None
        x, y = atom.arguments[:2]
        return self._inside(*((y, x) if self._row_first else (x, y)), self._first)

    def _inside(self, x: Symbol, y: Symbol, first: Sequence[int]) -> tuple[int, int] | None:
        if x.type != SymbolType.Number or y.type != SymbolType.Number:
            return None
        column, row = x.number - first[0] + 1, y.number - first[1] + 1
        inside = 1 <= column <= self._width and 1 <= row <= self._height
        return (column, row) if inside else None


@contextmanager
def grounded(
    options: Sequence[str], program: str, more: str, parts: Sequence[str] = ()
) -> Iterator[tuple[Control, list[PlacedMessage]]]:
    """A ground program, and clingo's first messages; its refusal becomes an EncodingError.

    Program `parts` are ground one after the other, after all else.
    """
    with ClingoMessages("submission", program, strict=False) as messages:
        control = TheoryControl(options, messages.logger)
        control.read(program)
        control.add("base", [], more)
        for part in ("base", *parts):
            control.ground([(part, [])])
        placed = messages.placed
        yield control, [one._replace(words=one.words[:_LONGEST_MESSAGE]) for one in placed]


def parsed(text: str) -> list[AST]:
    """The statements of a program, in which clingo's parser finds no fault."""
    nodes: list[AST] = []
    parse_string(text, nodes.append, logger=lambda *_: None)
    return nodes


def signature_of(symbol: Symbol) -> str:
    """The signature of an atom, `-p/1` for `-p(1)`; empty for other terms."""
    if symbol.type != SymbolType.Function:
        return ""
    return f"{'-' * symbol.negative}{symbol.name}/{len(symbol.arguments)}"


Answer: TypeAlias = tuple[Any, ...] | str
"""The rows of a picture, or the atom that is no cell, as text; or atoms as sorted text."""


def reader_of(job: dict[str, Any]) -> Callable[[Iterable[Symbol]], Answer]:
    """What makes an answer of the atoms that an answer set shows.

    It is a picture if the job has an "output", else the atoms of the signatures that are "shown",
    or all atoms if there are none.
    """
    if "output" in job:
        return AtomReader(job).picture
    known = set(job["shown"]) if "shown" in job else None

    @cache
    def text(symbol: Symbol) -> str:
        return str(symbol) if known is None or signature_of(symbol) in known else ""

    def kept(symbols: Iterable[Symbol]) -> Answer:
        return tuple(sorted(filter(None, map(text, symbols))))

    return kept


def frozen(value: Any) -> Any:  # noqa: ANN401 - as JSON has it
    """An answer as it is read back: its lists are tuples."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


class GroundProgram:
    """A program ("text") ground with a "layer" and facts, so that each step can be limited.

    Of a program with costs only the cheapest answer sets count. Program "parts" are ground one
    after the other, after all else.
    """

    def __init__(self, job: dict[str, Any], facts: str) -> None:
        self._job, self._facts = job, facts
        self._read = reader_of(job)
        began = process_time()
        options = ["--stats", "--opt-mode=optN", *job.get("options", ())]
        more = f"{job.get('layer', '')}\n{facts}"
        with grounded(options, job["text"], more, job.get("parts", ())) as ground:
            self._control, self._messages = ground
        self._settings: Any = self._control.configuration.solve
        self._seconds = process_time() - began
        self._atoms: Atoms = ()
        self._answers: Iterator[dict[str, Any]] | None = None

    def size(self) -> dict[str, Any]:
        """The numbers of ground "rules" and "atoms", CPU "seconds", and clingo's "messages"."""
        most, self._settings.solve_limit = self._settings.solve_limit, "0"
        self._control.solve()  # clingo knows the size only of a program that it began to solve
        self._settings.solve_limit = most
        return {
            "rules": self.rules,
            "atoms": len(self._control.symbolic_atoms),
            "seconds": self._seconds,
            "messages": self._messages,
        }

    @property
    def rules(self) -> int:
        """The number of ground rules, once it was begun to solve."""
        return int(self._control.statistics["problem"]["lp"]["rules"])

    def solve(self, most: int) -> dict[str, Any]:
        """At most this many answer sets (0 for all): the answers ("sets") and CPU "seconds"."""
        began = process_time()
        sets, _ = self.collect(most)
        return {"sets": list(sets), "seconds": process_time() - began}

    def collect(
        self,
        most: int,
        enough: Callable[[Counter[Answer]], bool] = lambda _: False,
        *,
        project: bool = False,
        chosen: Iterable[Symbol] = (),
    ) -> tuple[Counter[Answer], bool]:
        """How often each answer comes in at most this many answer sets, and if these are all.

        Only those in which the `chosen` atoms are true, until there are `enough`. With `project`
        there is one answer set for each answer.
        """
        sets = Counter[Answer]()

        def take(model: Model) -> bool:
            if model.optimality_proven or not model.cost:
                sets[self._answer(model)] += 1
            return not enough(sets)

        self._settings.models = most
        self._settings.project = "project" if project else "no"
        assumed = [(one, True) for one in chosen]
        return sets, bool(self._control.solve(assumptions=assumed, on_model=take).exhausted)

    def _answer(self, model: Model) -> Answer:
        return self._read(unwrapped(model.symbols(shown=True)))

    def next(self) -> dict[str, Any]:
        """The next answer set: "picture" (its rows, or the atom that is no cell), "atoms" and "at".

        "at" lists column, row and place in "atoms" of those that are about a cell. "costs" has
        one for each level, the most important one first. After the last answer set there is only
        "exhausted", whether these were all. "seconds" is CPU time.
        """
        began = process_time()
        if self._answers is None:
            self._atoms = atoms_of(self._control)
            self._settings.models = 0
            self._answers = self._solved()
        found = next(self._answers)
        return {**found, "seconds": process_time() - began}

    def rule_sizes(self) -> dict[str, Any]:
        """The size of each rule on this board, in "sizes"; see `asp.ground_profile`."""
        lines = self._facts.splitlines()
        constants = "\n".join(line for line in lines if line.startswith("#const "))
        atoms = self._atoms or atoms_of(self._control)
        found = rule_sizes(parsed(self._job["text"]), constants, atoms, self._job["options"])
        return {"sizes": list(map(asdict, found))}

    def _solved(self) -> Iterator[dict[str, Any]]:
        reader = AtomReader(self._job)
        self._settings.project = "no"
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                if model.cost and not model.optimality_proven:
                    continue
                atoms = model.symbols(atoms=True)
                kept = atoms[:_MAX_ATOMS]
                places = [(reader.about(atom), number) for number, atom in enumerate(kept)]
                yield {
                    "picture": self._answer(model),
                    "costs": model.cost,
                    "atoms": [str(atom)[:_LONGEST_ATOM] for atom in kept],
                    "total": len(atoms),
                    "at": [[*cell, number] for cell, number in places if cell],
                }
            yield {"exhausted": bool(handle.get().exhausted)}


def all_boards(job: dict[str, Any]) -> dict[str, Any]:
    """Test a program ("text") on all boards of a size, whose clues the rules in "layer" choose.

    "row_clues" and "column_clues" give the number of its clue for each pattern of a line, which is
    itself a number in base "colors", lowest digit first.

    Returns:
        "exhausted": whether these are all answer sets. "missing": the numbers of pictures that
        none showed, only if these are all. "repeated": those of pictures shown more than once.
        "wrong": pairs of clue numbers and picture. "odd": triples of clue numbers, kind and atom,
        for answer sets that are no picture. "messages" of clingo.
    """
    options = [f"--project={'project' if job['project'] else 'no'}", f"--models={job['most']}"]
    tally = _Tally(job)
    with grounded([*options, *job["options"]], job["text"], job["layer"]) as (control, messages):
        exhausted = bool(control.solve(on_model=tally.take).exhausted)
    complete = exhausted and not tally.stopped
    shown = tally.shown
    return {
        "exhausted": complete,
        "missing": [code for code, times in enumerate(shown) if not times] if complete else [],
        "repeated": [code for code, times in enumerate(shown) if times > 1],
        "wrong": [[list(clues), code] for clues, code in tally.wrong],
        "odd": [[list(clues), kind, text] for clues, (kind, text) in tally.odd.items()],
        "messages": messages,
    }


class _Filled(NamedTuple):
    """A named cell by what it adds to the numbers of its two lines and of the picture."""

    row: int
    in_row: int
    column: int
    in_column: int
    in_picture: int
    bit: int


class _Tally:
    """Compares each answer set with the clues it was made for."""

    def __init__(self, job: dict[str, Any]) -> None:
        width, height, colors = job["width"], job["height"], job["colors"]
        self._size = (width, height, colors)
        self._clues_of = [job["row_clues"]] * height + [job["column_clues"]] * width
        self._clue, self._terms = job["clue"], job["terms"]
        self._reader = AtomReader(job)
        self._known: dict[Symbol, tuple[int, int] | _Filled | Odd | None] = {}
        self.shown = bytearray(colors ** (width * height))
        self.wrong: set[tuple[tuple[int, ...], int]] = set()
        self.odd: dict[tuple[int, ...], Odd] = {}
        self.odd_answers = 0
        self.stopped = False

    def take(self, model: Model) -> bool:
        """Count an answer set; False when there is no use in going on."""
        known = self._known
        chosen, lines = [0] * len(self._clues_of), [0] * len(self._clues_of)
        code = filled = 0
        odd: Odd | None = None
        shown = model.symbols(shown=True)
        for symbol in unwrapped(shown) if self._terms else shown:
            try:
                found = known[symbol]
            except KeyError:
                found = known[symbol] = self._meaning(symbol)
            if isinstance(found, _Filled):
                row, in_row, column, in_column, in_picture, bit = found
                if filled & bit:
                    odd = Odd("twice", str(symbol)[:_LONGEST_ODD])
                filled |= bit
                lines[row] += in_row
                lines[column] += in_column
                code += in_picture
            elif isinstance(found, Odd):
                odd = found
            elif found:
                line, number = found
                chosen[line] = number
        if odd:
            full = odd.kind == "outside" and all(lines)
            odd = Odd("longer", odd.text) if full else odd
            self.odd.setdefault(tuple(chosen), odd)
            self.odd_answers += 1
        else:
            right = [clues[line] for clues, line in zip(self._clues_of, lines, strict=True)]
            if chosen != right:
                self.wrong.add((tuple(chosen), code))
            elif self.shown[code] < 2:
                self.shown[code] += 1
        self.stopped = len(self.wrong) + len(self.odd) >= _MAX_FAULTS
        self.stopped |= self.odd_answers >= _MAX_ODD
        return not self.stopped

    def _meaning(self, symbol: Symbol) -> tuple[int, int] | _Filled | Odd | None:
        """A line and the number of its clue, a filled cell, or an atom that is no cell."""
        width, height, colors = self._size
        if symbol.match(self._clue, 2):
            line, number = symbol.arguments
            return line.number, number.number
        found = self._reader.read(symbol)
        if not isinstance(found, ColoredCell):
            return found
        x, y, color = found
        place = y * width + x
        in_row, in_column, in_picture = (color * colors**at for at in (x, y, place))
        return _Filled(y, in_row, height + x, in_column, in_picture, 1 << place)
