"""Pictures as a person would draw them: figures, silhouettes, ornaments and words.

All leave a margin where there is room. Figures, silhouettes and words can be drawn in several ways,
so that one of them may do without changes. The silhouettes are in motifs/*.txt, drawn for asp-nono
and in the public domain.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import count, product
from math import gcd
from pathlib import Path
from typing import TypeAlias

import numpy as np

from asp_nono.clue import Cell, clue_of
from asp_nono.design.figures import NAMES, posed
from asp_nono.design.lettering import LETTERINGS, PLACES, letter_signs, text_picture
from asp_nono.design.random_pictures import PictureModel, Rng, random_picture
from asp_nono.design.recognition import Sign, clarity, same_parts
from asp_nono.design.symmetry import orbits
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, UnknownNameError

Rows: TypeAlias = list[list[int]]

_REDRAWN = 12  # attempts to draw an ornament that fills its place
_FILLED = (0.25, 0.7)  # the share of its place that it may fill
_FIGURE = 15  # cells of the shorter side that a figure takes at least
_POSES = 6  # of a figure are compared
_PATIENCE = 4  # tries with a silhouette or word before the next one
_GOLDEN = 0.618


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


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A picture, and the places in it that show something known, found when they are needed."""

    picture: Grid
    signs: Callable[[], tuple[Sign, ...]] = tuple


def drawings(
    model: PictureModel, seed: int, number: int, tried: int
) -> tuple[tuple[DrawnPicture, ...], str]:
    """A picture in all ways to draw it, the best first, and what it shows if it has a name.

    Figures, silhouettes and words differ for each number until all that fit have had their turn.

    Raises:
        PuzzleError: If the size is too small.
        UnknownNameError: If there is no such motif or figure.
    """
    rng = Rng(seed, number, tried)
    if model.kind == "noise":
        return (DrawnPicture(random_picture(model, rng)),), ""
    if model.kind == "ornaments":
        return (DrawnPicture(_symmetric(model, rng)),), ""
    known = _KNOWN[model.kind](model)
    if not known:
        raise PuzzleError(
            "none of the {kind} fits into {size} cells; expected larger sides",
            kind=model.kind,
            size=f"{model.width}x{model.height}",
        )
    names = Rng(seed).shuffled(known)
    name = names[(number - 1 + (tried - 1) // _PATIENCE * _stride(len(names))) % len(names)]
    if model.kind == "words":
        return _lettered(model, name), name
    if model.kind == "figures":
        return _poses(model, name, rng), name
    mirrored = rng.below(2) and not name.startswith("letter ")
    return _weights(model, name, mirrored=bool(mirrored)), name


@cache
def _figures(model: PictureModel) -> tuple[str, ...]:
    """Those of which there are templates, where there is room for them."""
    if model.motif is not None and model.motif not in NAMES:
        raise UnknownNameError("figure", model.motif, NAMES)
    fits = min(model.width, model.height) >= _FIGURE
    return () if not fits else NAMES if model.motif is None else (model.motif,)


def _poses(model: PictureModel, name: str, rng: Rng) -> tuple[DrawnPicture, ...]:
    """A figure in several poses, those first whose parts and holes the cells show best."""
    width, height = model.width, model.height
    poses = [posed(name, width, height, rng) for _ in range(_POSES)]

    def signs(shown: Grid) -> tuple[Sign, ...]:
        others = (one for other, one in _examples(width, height) if other != name)
        return (Sign(0, 0, shown, tuple(others)),)

    ordered = sorted(poses, key=lambda pose: pose[1])
    return tuple(DrawnPicture(one, partial(signs, one)) for one, _ in ordered)


@cache
def _examples(width: int, height: int) -> tuple[tuple[str, Grid], ...]:
    """Each figure in a pose."""
    return tuple((name, posed(name, width, height, Rng(0))[0]) for name in NAMES)


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
    return Grid.from_rows(whole)


@cache
def _weights(model: PictureModel, name: str, *, mirrored: bool) -> tuple[DrawnPicture, ...]:
    """A silhouette, and with bolder strokes where that closes no gap and no hole."""
    shown = _facing(_known_silhouettes(model)[name], mirrored=mirrored)
    bolder = (_bold(shown, right, down) for right, down in ((1, 0), (0, 1), (1, 1)))
    signs = partial(_motif_signs, model, name, mirrored=mirrored)
    return tuple(DrawnPicture(one, signs) for one in (shown, *bolder) if same_parts(shown, one))


@cache
def _motif_signs(model: PictureModel, name: str, *, mirrored: bool) -> tuple[Sign, ...]:
    """A silhouette among all others that fit, which it must not be taken for."""
    known = _known_silhouettes(model)
    others = (_facing(known[other], mirrored=mirrored) for other in known if other != name)
    return (Sign(0, 0, _facing(known[name], mirrored=mirrored), tuple(others)),)


def _known_silhouettes(model: PictureModel) -> dict[str, Grid]:
    """Those that fit, and the chosen one."""
    return _silhouettes(replace(model, motif=None)) | _silhouettes(model)


def _facing(picture: Grid, *, mirrored: bool) -> Grid:
    """A picture, perhaps seen from behind."""
    return Grid(tuple(row[::-1] for row in picture.rows)) if mirrored else picture


def _bold(picture: Grid, right: int, down: int) -> Grid:
    """A picture drawn twice, the second time moved."""
    rows = np.array(picture.rows)
    bold = rows.copy()
    bold[down:, right:] |= rows[: len(rows) - down, : rows.shape[1] - right]
    return Grid.from_rows(bold.tolist())


@cache
def _words(model: PictureModel) -> dict[str, tuple[tuple[str, str], ...]]:
    """The names of motifs that fit, in lines of equal length: texts and letters, largest first."""
    found = {}
    for word in filter(str.isalpha, motifs()):
        made: list[tuple[int, tuple[str, str]]] = []
        for lines, letters in product(range(1, len(word)), LETTERINGS):
            each = -(-len(word) // lines)
            text = "\n".join(word[i : i + each] for i in range(0, len(word), each)).upper()
            with suppress(PuzzleError):  # which says that it does not fit
                picture = text_picture(text, (model.width, model.height), letters=letters)
                made.append((sum(map(sum, picture.rows)), (text, letters)))
        if made:
            ordered = sorted(made, key=lambda one: one[0], reverse=True)
            found[word.upper()] = tuple(dict.fromkeys(way for _, way in ordered))
    return found


@cache
def _stride(number: int) -> int:
    """The golden section of a number or a little more, and coprime to it.

    Steps of this size meet every place, and the first ones none that is near.
    """
    return next(step for step in count(int(number * _GOLDEN)) if gcd(step, number) == 1)


def _lettered(model: PictureModel, word: str) -> tuple[DrawnPicture, ...]:
    """A word in all letters and lines in which it fits, the lines in the middle or to a side."""
    size, found = (model.width, model.height), list[DrawnPicture]()
    for (text, letters), place in product(_words(model)[word], PLACES):
        picture = text_picture(text, size, letters=letters, place=place)
        signs = partial(letter_signs, text, size, letters=letters, place=place)
        found.append(DrawnPicture(picture, signs))
    return tuple({one.picture: one for one in found}.values())


def _symmetric(model: PictureModel, rng: Rng) -> Grid:
    """An ornament with the symmetry of the model, drawn until it fills its place."""
    width, height = model.width, model.height
    cells = orbits(width, height, model.symmetry)
    least, most = _FILLED
    tried: list[tuple[float, Grid]] = []
    for _ in range(_REDRAWN):
        inside = _ornament(model, rng)
        rows = [[0] * width for _ in range(height)]
        for orbit in cells:
            if any(cell in inside for cell in orbit):
                for x, y in orbit:
                    rows[y - 1][x - 1] = 1
        picture = Grid.from_rows(rows)
        share = sum(map(sum, rows)) / (width * height)
        used = len({x for x, _ in inside}) * len({y for _, y in inside}) / (width * height)
        dull = max(0, _plain(picture) - (width + height) // 2)
        misfit = 1000 * max(0.0, least - share, share - most, 0.55 - used)
        poor = width * height * (1 - clarity(picture)) + dull + misfit
        tried.append((poor, picture))
        if not poor:
            break
    return min(tried, key=lambda one: one[0])[1]


def _plain(picture: Grid) -> int:
    """How many lines have less than two blocks; many such lines are dull."""
    return sum(len(clue_of(line)) < 2 for line in (*picture.rows, *picture.columns))


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


_KNOWN: dict[str, Callable[[PictureModel], Collection[str]]] = {
    "figures": _figures,
    "silhouettes": _silhouettes,
    "words": _words,
}
