"""How values show themselves in notebooks.

Values know nothing of drawing, which is built upon them. A notebook asks the value all the same, so
the module that draws it is found by its name, and only then.
"""

from __future__ import annotations

from importlib import import_module

_DRAWN_BY = "asp_nono.draw.notebook"


class Displayed:
    """A value that notebooks show as a drawing."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The drawing as SVG; None when it would be too large to be of use."""
        drawing: str | None = import_module(_DRAWN_BY).svg_of(self)
        return drawing
