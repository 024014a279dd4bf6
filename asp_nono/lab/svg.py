"""Plots as SVG: a frame with two axes, and what is drawn in it. All by hand, so nothing is loaded.

Coordinates of data go through a `Scale`; the files stand alone, so every shape carries its style.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from math import ceil, floor, log10

PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#111111", "#999933")
"""Colours that can be told apart by most people who see few of them (Okabe and Ito)."""

DASHES = ("", "6 3", "2 3", "9 3 2 3")
"""What tells lines apart whose colours have come round."""

WIDTH, HEIGHT = 640, 420
"""The size of a plot in pixels."""

LEFT, RIGHT, TOP, BOTTOM = 64, 20, 16, 50
"""The margins around the axes."""

INK, FAINT = "#222222", "#dddddd"


def color(number: int) -> str:
    """The colour of competitor `number`, from 0."""
    return PALETTE[number % len(PALETTE)]


def dash(number: int) -> str:
    """How its lines are broken."""
    return DASHES[number // len(PALETTE) % len(DASHES)]


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to pixels.

    Attributes:
        low, high: The values at the ends.
        start, end: The pixels there.
        logarithmic: Whether equal factors, not differences, are equally long.
    """

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def __call__(self, value: float) -> float:
        """The pixel of a value; those beyond the ends stay at the ends."""
        value = min(max(value, self.low), self.high)
        if self.logarithmic:
            share = (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        else:
            share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 2)

    def ticks(self) -> list[float]:
        """Values to be marked."""
        if self.logarithmic:
            first, last = ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9)
            return [10.0**power for power in range(first, last + 1)]
        rough = (self.high - self.low) / 6
        size = 10.0 ** floor(log10(rough))
        step = next(size * k for k in (1, 2, 5, 10) if size * k >= rough)
        first, last = ceil(self.low / step), floor(self.high / step)
        return [number * step for number in range(first, last + 1)]


def decades(values: Iterable[float], least: float) -> tuple[float, float]:
    """The powers of ten that enclose some values, none of them below `least`."""
    found = [max(value, least) for value in values] or [least, 10 * least]
    low, high = floor(log10(min(found)) + 1e-9), ceil(log10(max(found)) - 1e-9)
    return 10.0**low, 10.0 ** max(high, low + 1)


@dataclass(slots=True)
class Frame:
    """A plot while it is drawn.

    Attributes:
        title: What it shows; for those who cannot see it, too.
        across, up: The scales.
        across_name, up_name: What is on the axes.
        width, height: The size in pixels.
    """

    title: str
    across: Scale
    up: Scale
    across_name: str
    up_name: str
    width: int = WIDTH
    height: int = HEIGHT
    _parts: list[str] = field(default_factory=list)

    def add(self, *parts: str) -> None:
        """Draw something."""
        self._parts.extend(parts)

    def text(self) -> str:
        """The whole plot as SVG."""
        size = opening(self.width, self.height, 'role="img" font-size="12"')
        parts = [size, f"<title>{escape(self.title)}</title>", *self._axes(), *self._parts]
        return "\n".join([*parts, "</svg>\n"])

    def _axes(self) -> list[str]:
        left, right = self.across.start, self.across.end
        bottom, top = self.up.start, self.up.end
        parts = []
        for value in self.across.ticks():
            x = self.across(value)
            parts.append(line((x, bottom), (x, top), FAINT))
            parts.append(label((x, bottom + 18), short(value), "middle"))
        for value in self.up.ticks():
            y = self.up(value)
            parts.append(line((left, y), (right, y), FAINT))
            parts.append(label((left - 6, y + 4), short(value), "end"))
        parts.append(line((left, bottom), (right, bottom), INK))
        parts.append(line((left, bottom), (left, top), INK))
        middle = (bottom + top) / 2
        parts.append(label(((left + right) / 2, bottom + 38), self.across_name, "middle"))
        turned = f'<text transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">'
        return [*parts, f"{turned}{escape(self.up_name)}</text>"]


def opening(width: int, height: int, more: str) -> str:
    """The beginning of a drawing on white ground."""
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    space = 'xmlns="http://www.w3.org/2000/svg" font-family="sans-serif"'
    ground = f'<rect width="{width}" height="{height}" fill="white"/>'
    return f'<svg {space} {size} fill="{INK}" {more}>{ground}'


def short(value: float) -> str:
    """A number on an axis."""
    if value >= 1_000_000:
        return f"{value / 1_000_000:g}\u2009M"
    return f"{value:,.0f}".replace(",", "\u2009") if value >= 1000 else f"{value:g}"


def line(start: tuple[float, float], end: tuple[float, float], ink: str, more: str = "") -> str:
    """A straight line."""
    (x, y), (u, v) = start, end
    return f'<line x1="{x}" y1="{y}" x2="{u}" y2="{v}" stroke="{ink}"{more}/>'


def label(place: tuple[float, float], text: str, anchor: str) -> str:
    """Words at a place."""
    x, y = place
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def stairs(points: Sequence[tuple[float, float]], number: int) -> str:
    """A line in steps through some points, in the colour of competitor `number`."""
    words = [f"M{points[0][0]} {points[0][1]}"]
    words += [f"H{x}V{y}" for x, y in points[1:]]
    broken = f' stroke-dasharray="{dash(number)}"' if dash(number) else ""
    ink = f'fill="none" stroke="{color(number)}" stroke-width="1.8"{broken}'
    return f'<path d="{"".join(words)}" {ink}/>'


def dot(place: tuple[float, float], ink: str, hint: str, more: str = "") -> str:
    """A point with words that appear under the pointer."""
    x, y = place
    words = f"<title>{escape(hint)}</title>"
    return (
        f'<circle cx="{x}" cy="{y}" r="3.5" fill="{ink}" fill-opacity="0.65"{more}>{words}</circle>'
    )
