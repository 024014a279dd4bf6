"""Reading webpbn XML, version 0.3 (https://webpbn.com/pbn_fmt.html)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from asp_nono.clue import Block, Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats import xml_images
from asp_nono.formats.source import MAX_SIDE, Source, number, quoted
from asp_nono.formats.xml_colors import Palette, palette
from asp_nono.formats.xml_tree import Node, parse
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle, Saved

LICENSE = "license:"
"""A note that begins so holds the licence, for which the format has no element."""

_DEFAULTS = ("author", "authorid", "copyright", "source")


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """All puzzles of a file; one that is not sound leaves its error in its place.

    Raises:
        PuzzleError: If it is not webpbn XML.
    """
    root = parse(source)
    if root.tag != "puzzleset":
        raise PuzzleError(f"the root element is <{root.tag[:40]}>; expected <puzzleset>")
    nodes = list(root.all("puzzle"))
    if not nodes:
        raise PuzzleError("a <puzzleset> without any <puzzle>")
    puzzles: list[Puzzle | PuzzleError] = []
    for place, node in enumerate(nodes, 1):
        try:
            puzzles.append(_Reader(node, root, source).puzzle())
        except PuzzleError as error:
            where = (f"puzzle {place}",) if len(nodes) > 1 else ()
            puzzles.append(error.within(*where))
    return puzzles


class _Clues(NamedTuple):
    rows: tuple[Clue, ...] | None
    columns: tuple[Clue, ...] | None


class _Reader:
    """Reads one `puzzle` element."""

    def __init__(self, node: Node, root: Node, source: Source) -> None:
        self.node, self.root, self.source = node, root, source
        kind = node.get("type", "grid").strip().lower()
        if kind == "triddler":
            raise PuzzleError("triddler puzzles are not supported")
        if kind != "grid":
            raise PuzzleError(f"puzzle type {quoted(kind)}; expected grid")
        self.palette: Palette = palette(node, source)

    def puzzle(self) -> Puzzle:
        clues = _Clues(self._side("rows"), self._side("columns"))
        width = None if clues.columns is None else len(clues.columns)
        goal, saved = self._goal(width), self._saved(width)
        if goal is None and None in clues:
            missing = "row" if clues.rows is None else "column"
            raise PuzzleError(f"no {missing} clues and no goal to derive them from")
        rows = goal.row_clues() if clues.rows is None and goal else clues.rows or ()
        columns = goal.column_clues() if clues.columns is None and goal else clues.columns or ()
        notes, terms = self._notes()
        texts = {tag: self._text(tag) for tag in ("title", "id", "description", *_DEFAULTS)}
        author_id = texts.pop("authorid")
        try:
            return Puzzle(
                rows,
                columns,
                self.palette.colors,
                goal=goal,
                given=None,  # the format has none; a type checker must know that of `texts`
                saved=saved,
                notes=notes,
                license=terms,
                author_id=author_id,
                collection=_first(self.root, "title") or "",
                **texts,
            )
        except PuzzleError as error:
            raise _with_hint(error, (*rows, *columns)) from None

    def _text(self, tag: str) -> str:
        own = _first(self.node, tag)
        if own is None and tag in _DEFAULTS:
            own = _first(self.root, tag)
        return own or ""

    def _notes(self) -> tuple[tuple[str, ...], str]:
        """The notes of the puzzle, then those of the set; and the licence among them."""
        notes = [*_notes(self.node), *_notes(self.root)]
        for place, note in enumerate(notes):
            if note.startswith(LICENSE):
                return tuple(notes[:place] + notes[place + 1 :]), _terms(note)
        return tuple(notes), ""

    def _side(self, kind: Literal["rows", "columns"]) -> tuple[Clue, ...] | None:
        groups = [clues for clues in self.node.all("clues") if _kind(clues) == kind]
        if not groups:
            return None
        if len(groups) > 1:
            reason = f"{len(groups)} groups of {kind}; expected one"
            raise PuzzleError(reason, where=(groups[1].where,))
        lines = list(groups[0].all("line"))
        if not 1 <= len(lines) <= MAX_SIDE:
            reason = f"{len(lines)} {kind}; expected 1 to {MAX_SIDE}"
            raise PuzzleError(reason, where=(groups[0].where,))
        return tuple(
            self._clue(line, f"{kind[:-1]} {place}") for place, line in enumerate(lines, 1)
        )

    def _clue(self, line: Node, where: str) -> Clue:
        try:
            return tuple(map(self._block, _counts(line)))
        except PuzzleError as error:
            raise error.within(line.where, where) from None

    def _block(self, count: Node) -> Block:
        # A count of 0 is a blot, never a blank line.
        length = number(count.text.strip(), "a count of")
        return Block(length or None, self.palette.number(count.get("color")))

    def _goal(self, width: int | None) -> Grid | None:
        goals = [node for node in self.node.all("solution") if _solution_kind(node) == "goal"]
        if not goals:
            return None
        if len(goals) > 1:
            self.source.remark(f"{len(goals)} goals; the first is kept")
        if goals[0].get("id") or any(_notes(goals[0])):
            self.source.remark("the id and the notes of the goal are not kept")
        try:
            return xml_images.goal(_image(goals[0]), self.palette, width)
        except PuzzleError as error:
            raise error.within(goals[0].where, "goal") from None

    def _saved(self, width: int | None) -> tuple[Saved, ...]:
        saved: list[Saved] = []
        for node in self.node.all("solution"):
            kind = _solution_kind(node)
            if kind == "goal":
                continue
            try:
                grid = xml_images.saved(_image(node), self.palette, width)
            except PuzzleError as error:
                raise error.within(node.where, f"saved picture {len(saved) + 1}") from None
            saved.append(Saved(grid, node.get("id"), kind, tuple(_notes(node))))
        return tuple(saved)


def _kind(clues: Node) -> str:
    kind = clues.get("type").strip().lower()
    if kind not in ("rows", "columns"):
        reason = f"clues of type {quoted(kind)}; expected rows or columns"
        raise PuzzleError(reason, where=(clues.where,))
    return kind


def _counts(line: Node) -> list[Node]:
    if line.text.strip():
        raise PuzzleError(f"{quoted(line.text.strip())} outside of a <count>")
    counts = list(line.all("count"))
    if len(counts) > MAX_SIDE:
        raise PuzzleError(f"{len(counts)} blocks; at most {MAX_SIDE} are read")
    return counts


def _solution_kind(node: Node) -> Literal["goal", "solution", "saved"]:
    kind = node.get("type", "goal").strip().lower()
    if kind == "goal":
        return "goal"
    if kind == "solution":
        return "solution"
    if kind == "saved":
        return "saved"
    reason = f"a solution of type {quoted(kind)}; expected goal, solution or saved"
    raise PuzzleError(reason, where=(node.where,))


def _image(solution: Node) -> str:
    images = list(solution.all("image"))
    if len(images) != 1:
        raise PuzzleError(f"{len(images)} images; expected one")
    return images[0].text


def _first(parent: Node, tag: str) -> str | None:
    return next((child.words() for child in parent.all(tag)), None)


def _notes(parent: Node) -> list[str]:
    """The notes; an empty one counts only if its blanks are to be kept, as our writer says."""
    notes = [(note.words(), note.get("xml:space")) for note in parent.all("note")]
    return [text for text, space in notes if text or space == "preserve"]


def _terms(note: str) -> str:
    return note.removeprefix(LICENSE).removeprefix(" ")


def _with_hint(error: PuzzleError, clues: Iterable[Clue]) -> PuzzleError:
    """Point out the usual cause of sums that disagree: 0 written for a blank line."""
    alone = any(len(clue) == 1 and clue[0].blotted for clue in clues)
    if not alone or error.where not in ((), ("goal",)):
        return error
    hint = (
        "in webpbn XML a blank line is an empty <line>, and a count of 0 a block of hidden length"
    )
    return PuzzleError(f"{error.reason}; {hint}", path=error.path, where=error.where)
