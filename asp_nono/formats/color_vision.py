"""How far apart colors look at the least, to people who see all colors and to color-blind ones.

Source: Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color
vision deficiency", 2009: the matrices of severity 1.0, for those who lack one kind of cones.
"""

import numpy as np
from numpy.typing import NDArray

from asp_nono.formats.oklab import Lab, Rgb, linear, of_linear, oklab, rgb_of

VISIONS = {
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
"""What becomes of linear red, green and blue for those who see no difference that these lack."""

APART = 0.1
"""The least distance of colors that we choose, in Oklab, where black and white are 1 apart."""

_STEP, _STEPS = 0.01, 200  # of lightness in which colors are moved, and how many are tried


def distances(colors: Rgb) -> NDArray[np.float64]:
    """How far each of some colors is from each, in Oklab, to the eyes that see them least apart.

    >>> distances(np.array([[0, 0, 0], [255, 255, 255]], np.uint8)).round(2).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    seen = _seen(colors)
    apart = np.linalg.norm(seen[:, :, None] - seen[:, None], axis=-1)
    found: NDArray[np.float64] = apart.min(axis=0)
    return found


def _seen(colors: Rgb) -> Lab:
    """The colors as most people see them, and as they look in each of `VISIONS`."""
    light = linear(colors)
    others = [np.clip(light @ vision.T, 0, 1) for vision in VISIONS.values()]
    return of_linear(np.array([light, *others]))


def least_apart(colors: Rgb) -> tuple[float, int, int]:
    """The least distance of two colors, and the numbers of the two."""
    found = distances(colors)
    ahead = np.where(np.tri(len(colors), dtype=bool), np.inf, found)
    one, other = divmod(int(ahead.argmin()), len(colors))
    return float(ahead[one, other]), one, other


def moved_apart(colors: Rgb) -> Rgb:
    """Different colors, those that are less than `APART` apart made darker and lighter.

    The others stay as they are. So do all if lightness does not suffice, as with many colors.
    """
    labs, moved = oklab(colors), colors
    ranks = _seen(colors)[..., 0].mean(axis=0).argsort(kind="stable").argsort()
    lighter = np.sign(ranks[:, None] - ranks)
    for _ in range(_STEPS):
        near = distances(moved) < APART
        push = np.sign((near * lighter).sum(axis=1))
        if not (near * lighter).any():
            return moved
        labs[:, 0] = np.clip(labs[:, 0] + _STEP * push, 0, 1)
        moved = np.where(push[:, None], rgb_of(labs), moved)
    return colors
