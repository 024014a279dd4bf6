"""Pictures drawn by program, to be read as puzzles."""

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from math import hypot, sin
from typing import Any

from PIL import Image, ImageDraw, ImageFilter

from asp_nono.grid import Grid


def encoded(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:  # noqa: ANN401 - Pillow's
    """A picture as a file."""
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def pixels(
    rows: list[str], colors: Mapping[str, tuple[int, ...]], mode: str = "RGB"
) -> Image.Image:
    """A picture with one pixel for each character."""
    image = Image.new(mode, (len(rows[0]), len(rows)))
    for y, row in enumerate(rows):
        for x, char in enumerate(row):
            image.putpixel((x, y), colors[char])
    return image


def enlarged(image: Image.Image, factor: int) -> Image.Image:
    """The same with `factor` times `factor` pixels for each."""
    size = image.width * factor, image.height * factor
    return image.resize(size, Image.Resampling.NEAREST)


def screenshot(
    grid: Grid, *, cell: int = 20, line: int = 1, ink: str = "#888888", margin: int = 13
) -> Image.Image:
    """A grid as a program might show it: ruled, on a gray window, with a bar of text above."""
    bar = 40
    size = (2 * margin + grid.width * cell + line, 2 * margin + bar + grid.height * cell + line)
    image = Image.new("RGB", size, "#d8d8e0")
    pen = ImageDraw.Draw(image)
    pen.text((margin, 8), "A puzzle", fill="black")
    for y in range(grid.height + 1):
        for x in range(grid.width + 1):
            left, top = margin + x * cell, bar + margin + y * cell
            if x < grid.width and y < grid.height:
                fill = "#202020" if grid.rows[y][x] else "#fafafa"
                pen.rectangle((left, top, left + cell, top + cell), fill=fill)
    for y in range(grid.height + 1):
        top = bar + margin + y * cell
        pen.rectangle((margin, top, size[0] - margin - 1, top + line - 1), fill=ink)
    for x in range(grid.width + 1):
        left = margin + x * cell
        pen.rectangle((left, bar + margin, left + line - 1, size[1] - margin - 1), fill=ink)
    return image


@cache
def photograph(width: int = 640, height: int = 480) -> Image.Image:
    """Something like a photograph: a dark ball before a bright wall, with shine and noise."""
    image = Image.new("RGB", (width, height))
    radius = height * 0.32
    for y in range(height):
        for x in range(width):
            noise = int(8 * sin(12.9898 * x + 78.233 * y))
            away = hypot(x - width / 2, y - height / 2)
            if away < radius:
                shine = max(0.0, 1 - hypot(x - width * 0.44, y - height * 0.4) / radius)
                value = 25 + 80 * shine
                color = (
                    int(value * 1.2) + noise,
                    int(value * 0.5) + noise,
                    int(value * 0.4) + noise,
                )
            else:
                value = 190 + 45 * x // width
                color = (value + noise, value - 8 + noise, value - 30 + noise)
            image.putpixel((x, y), tuple(max(0, min(255, part)) for part in color))
    return image.filter(ImageFilter.GaussianBlur(1.2))
