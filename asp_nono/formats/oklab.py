"""Oklab, a space of colors in which those that look alike are near to each other.

Source: Ottosson, "A perceptual color space for image processing", 2020.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Lab: TypeAlias = NDArray[np.float64]  # lightness 0 to 1, green to red, blue to yellow; last axis
Rgb: TypeAlias = NDArray[np.uint8]  # red, green and blue, the last axis

_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_AXES = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def oklab(rgb: Rgb) -> Lab:
    """Colors of sRGB in Oklab.

    >>> oklab(np.array([255, 255, 255], np.uint8)).round(3).tolist()
    [1.0, 0.0, 0.0]
    """
    return of_linear(linear(rgb))


def linear(rgb: Rgb) -> NDArray[np.float64]:
    """Colors of sRGB as shares of linear red, green and blue, from 0 to 1."""
    share = rgb / 255
    found: NDArray[np.float64] = np.where(
        share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4
    )
    return found


def of_linear(shares: NDArray[np.float64]) -> Lab:
    """Linear red, green and blue in Oklab."""
    found: Lab = np.cbrt(shares @ _CONES.T) @ _AXES.T + 0.0
    return found


def rgb_of(lab: Lab) -> Rgb:
    """The colors of sRGB that are nearest to those in Oklab."""
    shares = np.clip((lab @ np.linalg.inv(_AXES).T) ** 3 @ np.linalg.inv(_CONES).T, 0, 1)
    share = np.where(shares <= 0.0031308, 12.92 * shares, 1.055 * shares ** (1 / 2.4) - 0.055)
    found: Rgb = np.rint(255 * share).astype(np.uint8)
    return found
