"""The page's modules and style sheets as one script and one sheet, made when they are served."""

from gzip import compress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from asp_nono.publish.bundle import script

FOLDER = Path(__file__).parent / "static"


class Asset(NamedTuple):
    """A file of the page, whose name changes with its contents."""

    name: str
    kind: str  # its media type
    plain: bytes
    small: bytes  # compressed by gzip


def assets() -> dict[str, Asset]:
    """The script and the sheet, by the places in the page where their names belong."""
    sheets = ("base", "layout", "panels", "bench")
    style = "\n".join(
        (FOLDER / "style" / f"{name}.css").read_text(encoding="utf-8") for name in sheets
    )
    found = {}
    for suffix, kind, text in (
        ("js", "text/javascript", script("web/static/app/main.js")),
        ("css", "text/css", style),
    ):
        data = text.encode()
        name = f"{sha256(data).hexdigest()[:16]}.{suffix}"
        found[suffix] = Asset(name, kind, data, compress(data, 9, mtime=0))
    return found
