"""Pictures as a person would draw them: figures, silhouettes, ornaments and words; their faults.

All leave a margin where there is room. `faults` measures the look: few faults, and a player sees
what it is. The silhouettes are in motifs/*.txt, drawn for asp-nono and in the public domain.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import TypeAlias

from asp_nono.clue import Cell, clue_of
from asp_nono.design.lettering import LETTERINGS, text_picture
from asp_nono.design.random_pictures import PictureModel, Rng, random_picture
from asp_nono.design.symmetry import beside, orbits, reached
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, UnknownNameError

Rows: TypeAlias = list[list[int]]

_REDRAWN = 12  # attempts to draw a figure or an ornament that fills its place
_FILLED = (0.25, 0.7)  # the share of its place that it may fill
_PATIENCE = 8  # failed tries before the next silhouette or word


@cache
def motifs() -> dict[str, tuple[str, ...]]:
    """The rows of each silhouette, of `#` and `.`, by its name."""
    found = {}
    for file in sorted(Path(__file__).with_name("motifs").glob("*.txt")):
        _, *drawn = file.read_text(encoding="utf-8").strip("\n").split("\n\n")
        for one in drawn:
            name, *rows = one.split("\n")
            found[name] = tuple(rows)
    return found


def picture_of(model: PictureModel, seed: int, number: int, tried: int) -> tuple[Grid, str]:
    """A picture, and what it shows if it has a name.

    Silhouettes and words are different for each number until all that fit have had their turn.

    Raises:
        PuzzleError: If the size is too small.
        UnknownNameError: If there is no such motif.
    """
    rng = Rng(seed, number, tried)
    if model.kind == "noise":
        return random_picture(model, rng), ""
    if model.kind in _DRAWERS:
        return _symmetric(model, rng), ""
    known = (_silhouettes if model.kind == "silhouettes" else _words)(model)
    if not known:
        raise PuzzleError(
            "none of the {kind} fits into {size} cells; expected larger sides",
            kind=model.kind,
            size=f"{model.width}x{model.height}",
        )
    names = Rng(seed).shuffled(known)
    name = names[(number - 1 + (tried - 1) // _PATIENCE * (len(names) // 2 | 1)) % len(names)]
    picture = known[name]
    if model.kind == "silhouettes" and rng.below(2) and not name.startswith("letter "):
        picture = Grid(tuple(row[::-1] for row in picture.rows))
    return picture, name


def faults(picture: Grid) -> int:
    """How far a picture is from a clean drawing: the fewer faults, the better it looks.

    A fault is each connected part of one cell, each connected part of a block color but the first,
    each checkerboard of 2x2 cells, and, where more than half of the lines have less than two
    blocks, each of these lines beyond. Block colors connect by corners, the background by sides.

    >>> faults(Grid.from_text(["##..", "##..", "...#"])), faults(Grid.from_text(["##", "##"]))
    (6, 2)
    """
    rows = picture.rows
    parts = list(_parts([list(row) for row in rows]))
    small = sum(len(part) == 1 for part in parts)
    colored = [rows[y - 1][x - 1] for (x, y), *_ in parts]
    extra = sum(max(0, colored.count(color) - 1) for color in set(colored) - {0})
    boards = sum(
        a == d != b == c
        for above, below in pairwise(rows)
        for (a, b), (c, d) in zip(pairwise(above), pairwise(below), strict=True)
    )
    lines = (*rows, *picture.columns)
    plain = sum(len(clue_of(line)) < 2 for line in lines)
    return small + extra + boards + max(0, plain - len(lines) // 2)


def _parts(rows: Rows) -> Iterator[list[Cell]]:
    """The connected parts of each color: colored ones also by corners, the background by sides."""
    colors = {(x, y): color for y, row in enumerate(rows, 1) for x, color in enumerate(row, 1)}
    seen: set[Cell] = set()

    def near(cell: Cell) -> Iterator[Cell]:
        x, y = cell
        around = product((x - 1, x, x + 1), (y - 1, y, y + 1))
        cells = around if colors[cell] else beside(x, y)
        return (other for other in cells if colors.get(other) == colors[cell])

    for cell in colors:
        if cell not in seen:
            part = reached(cell, near)
            seen.update(part)
            yield part


@cache
def _silhouettes(model: PictureModel) -> dict[str, Grid]:
    """Those that fit, enlarged and in the middle; of those that fill little none if others do."""
    if model.motif is not None and model.motif not in motifs():
        raise UnknownNameError("motif", model.motif, motifs())
    large, full = dict[str, Grid](), dict[str, Grid]()
    for name in motifs() if model.motif is None else [model.motif]:
        drawn = [[int(char == "#") for char in row] for row in motifs()[name]]
        if len(drawn[0]) > model.width or len(drawn) > model.height:
            continue
        while 2 * len(drawn[0]) <= model.width and 2 * len(drawn) <= model.height:
            drawn = _doubled(drawn)
        large[name] = _centered(drawn, model)
        if 3 * len(drawn[0]) >= 2 * model.width or 3 * len(drawn) >= 2 * model.height:
            full[name] = large[name]
    return full or large


def _doubled(rows: Rows) -> Rows:
    """A drawing of twice the size whose slanted edges stay slanted (Scale2x, Mazzoleni 2001)."""
    padded = [row[:1] + row + row[-1:] for row in (rows[0], *rows, rows[-1])]
    large: Rows = []
    for above, here, below in zip(padded, padded[1:], padded[2:], strict=False):
        upper, lower = [], []
        for x in range(1, len(here) - 1):
            up, left, cell, right, down = above[x], here[x - 1], here[x], here[x + 1], below[x]
            corners = [cell] * 4
            if up != down and left != right:
                pairs = ((up, left), (up, right), (down, left), (down, right))
                corners = [one if one == other else cell for one, other in pairs]
            upper += corners[:2]
            lower += corners[2:]
        large += [upper, lower]
    return large


def _centered(rows: Rows, model: PictureModel) -> Grid:
    left, above = (model.width - len(rows[0])) // 2, (model.height - len(rows)) // 2
    whole = [[0] * model.width for _ in range(model.height)]
    for y, row in enumerate(rows, above):
        whole[y][left : left + len(row)] = row
    return Grid(tuple(map(tuple, whole)))


@cache
def _words(model: PictureModel) -> dict[str, Grid]:
    """The names of motifs that fit, in lines of equal length and in the largest letters."""
    found = {}
    for word in filter(str.isalpha, motifs()):
        made: list[Grid] = []
        for lines, letters in product(range(1, len(word)), LETTERINGS):
            each = -(-len(word) // lines)
            text = "\n".join(word[i : i + each] for i in range(0, len(word), each))
            with suppress(PuzzleError):  # which says that it does not fit
                made.append(text_picture(text, (model.width, model.height), letters=letters))
        if made:
            found[word.upper()] = max(made, key=lambda one: sum(map(sum, one.rows)))
    return found


def _symmetric(model: PictureModel, rng: Rng) -> Grid:
    """A figure or an ornament with the symmetry of the model, drawn until it fills its place."""
    width, height = model.width, model.height
    cells = orbits(width, height, model.symmetry)
    least, most = _FILLED
    tried: list[tuple[float, Grid]] = []
    for _ in range(_REDRAWN):
        inside = _DRAWERS[model.kind](model, rng)
        rows = [[0] * width for _ in range(height)]
        for orbit in cells:
            if any(cell in inside for cell in orbit):
                for x, y in orbit:
                    rows[y - 1][x - 1] = 1
        picture = Grid(tuple(map(tuple, rows)))
        share = sum(map(sum, rows)) / (width * height)
        used = len({x for x, _ in inside}) * len({y for _, y in inside}) / (width * height)
        poor = faults(picture) + 1000 * max(0.0, least - share, share - most, 0.55 - used)
        tried.append((poor, picture))
        if not poor:
            break
    return min(tried, key=lambda one: one[0])[1]


def _figure(model: PictureModel, rng: Rng) -> set[Cell]:
    """Smooth noise within an ellipse, without thin ends and pinholes: its largest part."""
    margin = int(min(model.width, model.height) > 4)
    width, height = model.width - 2 * margin, model.height - 2 * margin
    density = 0.55 + rng.share() / 5
    free = model.symmetry == "none" and rng.below(3)  # then two of three have a symmetry
    smooth = PictureModel(width, height, density, 1, 0.5, "left-right" if free else model.symmetry)
    rows = [list(row) for row in random_picture(smooth, rng).rows]
    for y, row in enumerate(rows):
        for x in range(width):
            far = ((2 * x + 1 - width) * height) ** 2 + ((2 * y + 1 - height) * width) ** 2
            row[x] &= int(4 * far <= 5 * (width * height) ** 2)
    for part in list(_parts(rows)):
        (x, y), *more = part
        if not more:
            rows[y - 1][x - 1] = 1 - rows[y - 1][x - 1]
    filled = [(x, y) for y, row in enumerate(rows, 1) for x, cell in enumerate(row, 1) if cell]
    inside = {(x + margin, y + margin) for x, y in filled}
    while ends := {cell for cell in inside if len(beside(*cell) & inside) < 2}:
        inside -= ends
    return _largest(inside)


def _largest(inside: set[Cell]) -> set[Cell]:
    """The largest part that is connected by sides."""
    best: set[Cell] = set()
    for first in sorted(inside):
        if first not in best:
            part = reached(first, lambda cell: beside(*cell) & inside)
            best = max(best, set(part), key=len)
    return best


def _ornament(model: PictureModel, rng: Rng) -> set[Cell]:
    """Shapes around the middle, one in another; where two overlap is background again."""
    width, height = model.width, model.height
    side = max(width, height)
    layers = [_layer(rng, side) for _ in range(3 + rng.below(3))]
    inside = set()
    for y in range(1, height + 1):
        for x in range(1, width + 1):
            # twice the distances from the middle, as in a square
            u, v = abs(2 * x - 1 - width) * side // width, abs(2 * y - 1 - height) * side // height
            near = max(u, v) < side - 1 - 2 * (side > 8)
            if near and sum(layer(max(u, v), min(u, v)) for layer in layers) % 2:
                inside.add((x, y))
    return inside


def _layer(rng: Rng, side: int) -> Callable[[int, int], bool]:
    """Whether a cell is in a shape, by its larger and smaller distance from the middle."""
    reach, thick = side // 4 + rng.below(side), 1 + rng.below(side // 6 + 2)
    away = side // 4 + rng.below(max(1, side // 2))
    shapes: tuple[Callable[[int, int], bool], ...] = (
        lambda u, v: u * u + v * v <= reach * reach,
        lambda u, v: (reach - thick) ** 2 <= u * u + v * v <= (reach + thick) ** 2,
        lambda u, v: u + v <= reach + side // 6,
        lambda u, v: abs(u + v - reach) <= thick,
        lambda u, _: abs(u - reach) <= thick,
        lambda u, v: v <= thick and u <= reach,
        lambda u, v: u - v <= thick and u <= reach,
        lambda u, v: (u - away) ** 2 + v * v <= (reach // 2) ** 2,
        lambda u, v: (u - away) ** 2 + (v - away) ** 2 <= (reach // 2) ** 2,
    )
    return rng.choice(shapes)


_DRAWERS = {"figures": _figure, "ornaments": _ornament}
