"""A checker of decompositions, which show that a puzzle has a stated number of solutions.

A decomposition is a list of nodes, each with the number of colorings of a component: of open cells
that agree with what is still open of their lines, and that no line joins to others. The checker
derives the component of every node from the clues, from the whole board down, with line logic of
its own, and shares no code with counting. docs/proof.md has the format, and why it is sound.

A set of ways to color some cells of a line is a *language*. It has a number, and equal languages
have equal numbers; so components are equal if their languages are, and lie crosswise alike.
"""

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import prod
from typing import NamedTuple, TypeAlias

from asp_nono.clue import BACKGROUND, Clue
from asp_nono.grid import PartialGrid
from asp_nono.messages import Message, PuzzleError, within
from asp_nono.puzzle import Puzzle

_Arcs: TypeAlias = tuple[tuple[int, int], ...]
_State: TypeAlias = tuple[int, int]  # runs begun, and the cells of the last one if it can go on
_Edge: TypeAlias = tuple[int, int]  # when the cells that it joins are taken in; (-1, -1) for none

_INT, _NUMBER = "[0-9]{1,9}", "[0-9]{1,4300}"  # Python reads no longer ones
NODES = "bfs"  # the letters with which lines of a decomposition begin
_DECISION = re.compile(f"b {_INT} {_NUMBER} {_INT}( /( -|( {_INT})*))+")
_SWEEP = re.compile(f"f {_INT} {_NUMBER}( {_INT})+")
_LONG = 1000  # bits of a number that is shown in full
WHOLE = re.compile(f"s ({_NUMBER})( {_INT})*")
_BRANCHES = Message("expected a branch for each color, and in it a node for each component")


class _Narrowed(NamedTuple):
    """A language with fewer colors for a cell; places are those of the whole."""

    pieces: tuple[tuple[tuple[int, ...], int], ...]  #: independent ones: open places, language
    lost: tuple[tuple[int, int], ...]  #: places that lost colors, and the colors left, as bits


class Languages:
    """All languages that occur; language 0 has the one way to color no cell.

    Any other is known by its arcs: the colors of its first cell, ascending, each with the language
    of the cells behind.
    """

    def __init__(self) -> None:
        self._arcs: list[_Arcs] = [()]
        self._numbers: dict[_Arcs, int] = {}
        self._colors: dict[int, list[int]] = {}
        self._narrowed: dict[tuple[int, tuple[tuple[int, int], ...]], _Narrowed | None] = {}

    def of_line(self, clue: Clue, allowed: Sequence[int]) -> int | None:
        """The ways to show a clue with `allowed` colors, as bits, in each cell; None for none."""
        steps: dict[_State, list[tuple[int, _State]]] = {}  # by state: colors, and states behind
        layers: list[set[_State]] = [{(0, 0)}]
        for colors in allowed:
            for state in layers[-1]:
                if state not in steps:
                    steps[state] = list(_after(clue, state))
            ways = (way for state in layers[-1] for way in steps[state])
            layers.append({to for color, to in ways if colors >> color & 1})
        ends = layers.pop()
        names = {one: 0 for one in ends if one[0] == len(clue) and _ended(clue, one)}
        for colors, layer in zip(reversed(allowed), reversed(layers), strict=True):
            behind, names = names, {}
            for state in layer:
                ways = (way for way in steps[state] if colors >> way[0] & 1 and way[1] in behind)
                if arcs := tuple([(color, behind[to]) for color, to in ways]):
                    names[state] = self._number(arcs)
        return names.get((0, 0))

    def _number(self, arcs: _Arcs) -> int:
        number = self._numbers.setdefault(arcs, len(self._arcs))
        if number == len(self._arcs):
            self._arcs.append(arcs)
        return number

    def layers(self, language: int) -> Iterator[dict[int, _Arcs]]:
        """For each cell the languages that it can begin, with their arcs."""
        layer = {language}
        while layer != {0}:
            yield (arcs := {one: self._arcs[one] for one in sorted(layer)})
            layer = {to for one in arcs.values() for _, to in one}

    def colors(self, language: int) -> list[int]:
        """The possible colors of each cell, as bits."""
        if language not in self._colors:
            self._colors[language] = [_union(layer.values()) for layer in self.layers(language)]
        return self._colors[language]

    def narrowed(self, language: int, left: tuple[tuple[int, int], ...]) -> _Narrowed | None:
        """What remains with fewer colors, as bits, in some places; None if nothing does."""
        key = (language, left)
        if key not in self._narrowed:
            layers = list(self.layers(language))
            for place, colors in left:
                kept = {one: _within(arcs, colors) for one, arcs in layers[place].items()}
                layers[place] = {one: arcs for one, arcs in kept.items() if arcs}
            self._narrowed[key] = self._reduced(layers, self.colors(language))
        return self._narrowed[key]

    def _reduced(self, layers: list[dict[int, _Arcs]], before: list[int]) -> _Narrowed | None:
        """Leave out the cells with one color, and cut where what follows is always the same."""
        names, places = {0: 0}, list[int]()
        pieces, lost = list[tuple[tuple[int, ...], int]](), list[tuple[int, int]]()
        reached = _reached(layers)
        for place in reversed(range(len(layers))):
            found = {}
            for one in reached[place]:
                arcs = layers[place].get(one, ())
                if arcs := tuple((color, names[to]) for color, to in arcs if to in names):
                    found[one] = arcs
            if not found:
                return None
            left = _union(found.values())
            if left != before[place]:
                lost.append((place, left))
            if _single(left):
                names = {one: arcs[0][1] for one, arcs in found.items()}
                continue
            names = {one: self._number(arcs) for one, arcs in found.items()}
            places.append(place)
            if len(set(names.values())) == 1:
                pieces.append((tuple(reversed(places)), next(iter(names.values()))))
                names, places = dict.fromkeys(names, 0), []
        return _Narrowed(tuple(pieces), tuple(lost))


def _after(clue: Clue, state: _State) -> Iterator[tuple[int, _State]]:
    """The colors that the next cell can have, ascending, each with the state behind it.

    A blotted run counts one cell, however many it has.
    """
    begun, cells = state
    ended, now = _ended(clue, state), clue[begun - 1] if cells else None
    ways = list[tuple[int, _State]]()
    if ended:
        ways.append((BACKGROUND, (begun, 0)))
    if now and now.blotted:
        ways.append((now.color, state))
    elif now and not ended:
        ways.append((now.color, (begun, cells + 1)))
    if ended and begun < len(clue) and not (now and now.color == clue[begun].color):
        ways.append((clue[begun].color, (begun + 1, 1)))
    return iter(sorted(ways))


def _ended(clue: Clue, state: _State) -> bool:
    """Whether the last run may have its end here."""
    begun, cells = state
    return not cells or clue[begun - 1].length in (None, cells)


def _each(colors: int) -> Iterator[int]:
    return (color for color in range(colors.bit_length()) if colors >> color & 1)


def _single(colors: int) -> bool:
    return colors & (colors - 1) == 0


def _within(arcs: _Arcs, colors: int) -> _Arcs:
    return tuple((color, to) for color, to in arcs if colors >> color & 1)


def _union(every: Iterable[_Arcs]) -> int:
    """The colors of arcs, as bits."""
    colors = 0
    for arcs in every:
        for color, _ in arcs:
            colors |= 1 << color
    return colors


def _reached(layers: list[dict[int, _Arcs]]) -> list[set[int]]:
    """The languages of each layer that are reached from the first."""
    reached = [set(layers[0])]
    for layer in layers[:-1]:
        reached.append({to for one in reached[-1] for _, to in layer.get(one, ())})
    return reached


class CheckedSegment(NamedTuple):
    """Neighboring open cells of a line, each `y * width + x`, and the ways to color them."""

    cells: tuple[int, ...]
    language: int


@dataclass(frozen=True, slots=True)
class CheckedComponent:
    """Open cells that depend on each other: segments of rows and columns, in their order."""

    rows: tuple[CheckedSegment, ...]
    columns: tuple[CheckedSegment, ...]

    @property
    def cells(self) -> list[int]:
        """The cells, row by row."""
        return [cell for segment in self.rows for cell in segment.cells]

    @property
    def shape(self) -> tuple[object, ...]:
        """All but where it lies: components of one shape have as many solutions."""
        columns = enumerate(self.columns)
        crossing = {cell: number for number, one in columns for cell in one.cells}
        rows = [(one.language, *[crossing[cell] for cell in one.cells]) for one in self.rows]
        return (*rows, tuple(one.language for one in self.columns))


class _Open:
    """The segments of the open cells while conclusions are drawn, those of rows and of columns."""

    def __init__(self, languages: Languages, width: int) -> None:
        self.sides: tuple[dict[int, CheckedSegment], dict[int, CheckedSegment]] = (
            {},
            {},
        )  # by each of their cells
        self._decided: tuple[dict[int, int], dict[int, int]] = {}, {}  # others, with their color
        self._waiting: tuple[dict[int, int], dict[int, int]] = {}, {}  # what other lines leave
        self._languages, self._width = languages, width

    def begin(self, side: int, line: CheckedSegment, allowed: list[int]) -> None:
        """Begin with a whole line, of whose cells only some colors are allowed."""
        self.sides[side].update(dict.fromkeys(line.cells, line))
        colors = self._languages.colors(line.language)
        for cell, left, before in zip(line.cells, colors, allowed, strict=True):
            if left != before or _single(left):
                self._lose(side, cell, left)
        self._narrow(side, line, ())

    def branch(
        self, component: CheckedComponent, cell: int, color: int
    ) -> "list[CheckedComponent] | None":
        """What remains of a component in which a cell has a color; None if nothing does."""
        for side, segments in zip(self.sides, (component.rows, component.columns), strict=True):
            for segment in segments:
                side.update(dict.fromkeys(segment.cells, segment))
        for waiting in self._waiting:
            waiting[cell] = 1 << color
        return self.components()

    def components(self) -> "list[CheckedComponent] | None":
        """What remains after all conclusions, in reading order; None if a line has no coloring."""
        while any(self._waiting):
            side = 0 if self._waiting[0] else 1
            waiting = self._waiting[side]
            cell = next(iter(waiting))
            if segment := self.sides[side].get(cell):
                colors = self._languages.colors(segment.language)
                both = zip(segment.cells, colors, strict=True)
                left = [waiting.pop(at, before) & before for at, before in both]
                less = ((n, one) for n, one in enumerate(left) if one != colors[n])
                possible = self._narrow(side, segment, tuple(less))
            else:
                possible = bool(self._decided[side][cell] & waiting.pop(cell))
            if not possible:
                return None
        return list(self._split())

    def _narrow(
        self, side: int, segment: CheckedSegment, left: tuple[tuple[int, int], ...]
    ) -> bool:
        """Leave some cells only some colors; whether the segment can still be colored."""
        narrowed = self._languages.narrowed(segment.language, left)
        if narrowed is None:
            return False
        for place, colors in narrowed.lost:
            self._lose(side, segment.cells[place], colors)
        for cell in segment.cells:
            del self.sides[side][cell]
        for places, language in narrowed.pieces:
            piece = CheckedSegment(tuple([segment.cells[at] for at in places]), language)
            self.sides[side].update(dict.fromkeys(piece.cells, piece))
        return True

    def _lose(self, side: int, cell: int, left: int) -> None:
        """Note that a line leaves a cell only some colors."""
        waiting = self._waiting[1 - side]
        waiting[cell] = waiting.get(cell, left) & left
        if _single(left):
            self._decided[side][cell] = left

    def _split(self) -> Iterator[CheckedComponent]:
        """The components: a cell belongs to that of any other in its segments."""
        seen: set[int] = set()
        for first in sorted(self.sides[0]):
            if first in seen:
                continue
            found: tuple[dict[int, CheckedSegment], dict[int, CheckedSegment]] = {}, {}
            cells = [first]
            for cell in cells:  # grows
                for side, mine in zip(self.sides, found, strict=True):
                    segment = side[cell]
                    if segment.cells[0] not in mine:
                        mine[segment.cells[0]] = segment
                        cells += segment.cells
            seen.update(cells)
            rows, columns = found
            down = sorted(columns, key=lambda cell: (cell % self._width, cell))
            across = [rows[at] for at in sorted(rows)]
            yield CheckedComponent(tuple(across), tuple([columns[at] for at in down]))


_NO_EDGE: _Edge = (-1, -1)
_TOGETHER = 4  # cells that are taken in together at most,
_FEWER = 4  # provided the states outnumber their ways by this factor


class _TakenIn(NamedTuple):
    """The ways to color cells that are taken in together; all numbers are parts of states."""

    closed: int  #: where the edges are that they close
    opened: int  #: where those are that they open
    ways: dict[int, list[int]]  #: by what the closed ones carry, what the opened ones can carry


class _Sweep:
    """The colorings of a component, counted along an order of its cells.

    An edge joins neighboring cells of a segment and carries the language of the cells behind it. A
    state is what the edges carry between the cells taken in and the others: colorings that lead to
    the same state are counted together.
    """

    def __init__(
        self, component: CheckedComponent, languages: Languages, order: Sequence[int]
    ) -> None:
        self._times = {cell: time for time, cell in enumerate(order)}
        # By time, for the row and the column of a cell: the edges before and behind it, and what
        # these can carry together, with the color.
        self._steps: list[list[tuple[_Edge, _Edge, list[tuple[int, int, int]]]]] = [
            [] for _ in order
        ]
        self._bits = 1
        for segment in (*component.rows, *component.columns):
            self._join(segment, [*languages.layers(segment.language), {0: ()}])
        self._shifts = self._placed()

    def _join(self, segment: CheckedSegment, layers: list[dict[int, _Arcs]]) -> None:
        """The steps of the cells of a segment in their line."""
        times = [self._times[cell] for cell in segment.cells]
        inner = [(min(pair), max(pair)) for pair in pairwise(times)]
        edges = pairwise([_NO_EDGE, *inner, _NO_EDGE])
        for time, (before, behind), (here, ahead) in zip(
            times, edges, pairwise(layers), strict=True
        ):
            names = {language: number for number, language in enumerate(ahead)}
            arcs = [
                (number, color, names[to])
                for number, ways in enumerate(here.values())
                for color, to in ways
            ]
            self._steps[time].append((before, behind, arcs))
            self._bits = max(self._bits, (len(ahead) - 1).bit_length())

    def _placed(self) -> dict[_Edge, int]:
        """A place for each edge in a state, as a shift; edges at one time have different ones."""
        shifts, free, used = {_NO_EDGE: 0}, list[int](), 0
        for time, step in enumerate(self._steps):
            edges = {edge for before, behind, _ in step for edge in (before, behind)}
            free += [shifts[edge] for edge in sorted(edges) if edge[1] == time]
            for edge in sorted(edges):
                if edge[0] == time:
                    if not free:
                        free.append(used)
                        used += self._bits
                    shifts[edge] = free.pop()
        return shifts

    def number(self, front: int) -> int:
        """The number of colorings; the first `front` cells are taken in from the front."""
        times = range(len(self._steps))
        states = self._states(times[:front], 1)
        others = self._states(reversed(times[front:]), 0) if states else {}
        return sum(number * others.get(state, 0) for state, number in states.items())

    def _states(self, times: Iterable[int], closing: int) -> dict[int, int]:
        """The states when cells are taken in, each with the number of its colorings."""
        states: dict[int, int] = {0: 1}
        waiting = deque(times)
        while waiting:
            step = self._step(waiting.popleft(), closing)
            for _ in range(1, _TOGETHER):
                if not waiting or _FEWER * sum(map(len, step.ways.values())) > len(states):
                    break
                step = _joined(step, self._step(waiting.popleft(), closing))
            found: defaultdict[int, int] = defaultdict(int)
            for state, number in states.items():
                known = state & step.closed
                rest = state ^ known
                for new in step.ways.get(known, ()):
                    found[rest | new] += number
            states = found
        return states

    def _step(self, time: int, closing: int) -> _TakenIn:
        """The ways to color a cell."""
        (left, right, along), (above, below, down) = self._steps[time]
        edges, ways = (left, right, above, below), defaultdict[int, list[int]](list)
        whole = (1 << self._bits) - 1
        closed, opened = (
            sum(whole << self._shifts[edge] for edge in edges if edge[end] == time)
            for end in (closing, 1 - closing)
        )
        for before, color, behind in along:
            for over, same, under in down:
                if color == same:
                    both = zip(edges, (before, behind, over, under), strict=True)
                    carried = [(edge[closing], n << self._shifts[edge]) for edge, n in both]
                    known = sum(n for end, n in carried if end == time)
                    ways[known].append(sum(n for end, n in carried if end != time))
        return _TakenIn(closed, opened, ways)


def _joined(one: _TakenIn, other: _TakenIn) -> _TakenIn:
    """The ways to color the cells of two steps, the one before the other."""
    inner = one.opened & other.closed
    matching: defaultdict[int, list[tuple[int, list[int]]]] = defaultdict(list)
    for known, ways in other.ways.items():
        matching[known & inner].append((known & ~inner, ways))
    joined: defaultdict[int, list[int]] = defaultdict(list)
    for known, ways in one.ways.items():
        for new in ways:
            for more, onward in matching.get(new & inner, ()):
                joined[known | more] += [new & ~inner | last for last in onward]
    opened = one.opened & ~inner | other.opened
    return _TakenIn(one.closed | other.closed & ~inner, opened, joined)


def check_number(
    puzzle: Puzzle, known: PartialGrid | None, lines: Sequence[tuple[int, str]]
) -> int:
    """The number of solutions that a decomposition proves, of those within a partial picture.

    Lines come with their numbers in the file. PuzzleError names one that does not hold.
    """
    return _Nodes(puzzle.width, lines).check(puzzle, known)


class _Nodes:
    """A decomposition that is being checked, from its last line to its first."""

    def __init__(self, width: int, lines: Sequence[tuple[int, str]]) -> None:
        self._languages, self._width = Languages(), width
        self._nodes = lines[:-1]
        self._last = lines[-1]
        self._counts = [0]  # that nodes claim, by their number; 0 is no node
        for number, (where, text) in enumerate(self._nodes, 1):
            with within(Message("line {number}", number=where)):
                if not (_DECISION.fullmatch(text) or _SWEEP.fullmatch(text)):
                    raise PuzzleError("expected a node")
                own, count = map(int, text.split(maxsplit=3)[1:3])
                if own != number:
                    raise PuzzleError("expected node {number}", number=number)
            self._counts.append(count)
        # The components that nodes must have, and their shapes:
        self._wanted: dict[int, tuple[CheckedComponent, tuple[object, ...]]] = {}

    def check(self, puzzle: Puzzle, known: PartialGrid | None) -> int:
        """The number that the last line claims."""
        where, text = self._last
        with within(Message("line {number}", number=where)):
            if not WHOLE.fullmatch(text):
                raise PuzzleError("expected the number of solutions")
            claimed, _, parts = text[2:].partition(" ")
            components = self._whole(puzzle, known)
            _require(self._product(components, f" {parts}", len(self._counts)), int(claimed))
        for number in reversed(range(1, len(self._counts))):
            where, text = self._nodes[number - 1]
            with within(Message("line {number}", number=where)):
                if number not in self._wanted:
                    raise PuzzleError("no line below needs this node")
                component, _ = self._wanted.pop(number)
                kind, _, _, rest = text.split(maxsplit=3)
                count = self._decision if kind == "b" else self._sweep
                _require(count(component, rest, number), self._counts[number])
        return int(claimed)

    def _whole(self, puzzle: Puzzle, known: PartialGrid | None) -> list[CheckedComponent] | None:
        """The components of the board; None if a line has no arrangement."""
        everything = PartialGrid.unknown(puzzle.width, puzzle.height, len(puzzle.colors))
        pictures = (puzzle.given or everything, known or everything)
        one, other = (list(chain(*picture.rows)) for picture in pictures)
        board = _Open(self._languages, self._width)
        for line, clue, length in puzzle.lines():
            side, place = int(line.axis == "column"), line.number - 1
            first, step = (place, self._width) if side else (place * self._width, 1)
            cells = tuple(range(first, first + step * length, step))
            allowed = [one[cell] & other[cell] for cell in cells]
            language = self._languages.of_line(clue, allowed)
            if language is None:
                return None
            board.begin(side, CheckedSegment(cells, language), allowed)
        return board.components()

    def _decision(self, component: CheckedComponent, text: str, number: int) -> int:
        """The number of colorings of a component, by the colors of one of its cells."""
        place, *branches = text.split(" /")
        cells = component.cells
        if int(place) >= len(cells):
            raise PuzzleError(_BRANCHES)
        cell = cells[int(place)]
        colors = _colors_at(self._languages, component, cell)
        if len(colors) != len(branches):
            raise PuzzleError(_BRANCHES)
        total = 0
        for color, branch in zip(colors, branches, strict=True):
            board = _Open(self._languages, self._width)
            total += self._product(board.branch(component, cell, color), branch, number)
        return total

    def _sweep(self, component: CheckedComponent, text: str, _: int) -> int:
        """The number of colorings of a component, counted along an order of its cells."""
        front, *order = map(int, text.split())
        cells = component.cells
        if sorted(order) != list(range(len(cells))):
            raise PuzzleError("expected each cell of the component once")
        return _Sweep(component, self._languages, [cells[place] for place in order]).number(front)

    def _product(self, components: list[CheckedComponent] | None, branch: str, below: int) -> int:
        """The product of the numbers of nodes, which must be those of the components."""
        if components is None or branch == " -":
            if components is not None or branch != " -":
                raise PuzzleError(_BRANCHES)
            return 0
        nodes = list(map(int, branch.split()))
        if len(nodes) != len(components):
            raise PuzzleError(_BRANCHES)
        if wrong := next((node for node in nodes if node >= below), 0):
            raise PuzzleError("node {number} does not stand above", number=wrong)
        for node, component in zip(nodes, components, strict=True):
            shape = component.shape if node else ()
            if node and self._wanted.setdefault(node, (component, shape))[1] != shape:
                raise PuzzleError("node {number} is of other cells", number=node)
        product = prod(self._counts[node] for node in nodes if node)
        if product and 0 in nodes:
            raise PuzzleError(_BRANCHES)
        return product


def _colors_at(languages: Languages, component: CheckedComponent, cell: int) -> list[int]:
    """The possible colors of a cell in its row, ascending."""
    row = next(segment for segment in component.rows if cell in segment.cells)
    return list(_each(languages.colors(row.language)[row.cells.index(cell)]))


def _require(found: int, claimed: int) -> None:
    """Raise a PuzzleError unless both numbers are the same."""
    if found != claimed:
        raise PuzzleError(
            "there are {count} solutions, not {claimed}",
            count=_shown(found),
            claimed=_shown(claimed),
        )


def _shown(number: int) -> str:
    """A number as an error shows it; Python writes none of more than 4300 digits."""
    return str(number) if number.bit_length() <= _LONG else f"2^{number.bit_length() - 1} or more"
