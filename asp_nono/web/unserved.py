"""The studio without a server: its page with a worker that solves in the browser, as files.

A worker with line logic and clingo answers the calls of the page that it can answer; the others are
refused with the command that can.
"""

import json
from html import escape
from pathlib import Path
from typing import Any

from asp_nono.asp.recipes import recipe, recipes
from asp_nono.asp.theories import has_theory
from asp_nono.grading.rubric import read_rubric
from asp_nono.grading.vocabulary import dialect, dialects
from asp_nono.logic.hitting import ENCODING as HITTING
from asp_nono.page import STATIC as SHARED
from asp_nono.page.bundle import script
from asp_nono.publish.clingo import ClingoWasm
from asp_nono.publish.site import CLINGO, installable
from asp_nono.web.app import FOLDER, style
from asp_nono.web.quick import about, encodings, shipped
from asp_nono.web.security import HEADERS

_SERVED, _UNSERVED = "web/static/app/server.js", "web/static/unserved/server.js"
_WRITTEN = ("ours", "classic")  # the vocabularies whose facts the page can write
_RECIPE = "order-plain"  # for verdicts
_SECONDS = 600  # a job may take
_BESIDE = (
    *("vendor/codemirror.js", "vendor/qr.js"),
    *("vendor/LICENSE-codemirror.txt", "vendor/LICENSE-uqr.txt"),
)
"""Files of the studio that its page loads when it needs them, and their licenses."""

_PATHS = {
    '"/page/static/icon.svg"': '"icon.svg"',
    "/bundle/{{css}}": "studio.css",
    "/bundle/{{js}}": "studio.js",
    "/static/app/theme.js": "theme.js",
}
"""Addresses of the served page, and the files in their places."""


def unserved_studio(clingo: ClingoWasm, title: str = "") -> dict[str, bytes]:
    """All files of the studio without a server; a web server must serve them, to any browser."""
    page = _text(FOLDER / "studio.html")
    for address, file in _PATHS.items():
        page = page.replace(address, file)
    if title:
        page = page.replace("<title>asp-nono studio</title>", f"<title>{escape(title)}</title>")
    policy = HEADERS["content-security-policy"].replace(_OF_HEADERS, "")
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    texts = {
        "index.html": page.replace(_CHARSET, _CHARSET + head).replace(
            "</head>", _LINKS + "</head>"
        ),
        "studio.css": style(),
        "studio.js": script("web/static/app/main.js", ((_SERVED, _UNSERVED),)),
        "worker.js": script("web/static/unserved/worker.js"),
        "theme.js": _text(FOLDER / "app" / "theme.js"),
        "icon.svg": _text(SHARED / "icon.svg"),
        **{f"static/{name}": _text(FOLDER / name) for name in _BESIDE},
        "studio.json": json.dumps(_known(), separators=(",", ":")),
        CLINGO: clingo.script(),
    }
    files = {name: text.encode() for name, text in texts.items()}
    return installable(files, title or "asp-nono studio")


_OF_HEADERS = "frame-ancestors 'self'; "  # a page cannot ask for it
_CHARSET = '<meta charset="utf-8">\n'
_LINKS = (
    '<link rel="manifest" href="manifest.webmanifest">\n'
    '<link rel="apple-touch-icon" href="icon-192.png">\n'
)


def _known() -> dict[str, Any]:
    """What the page asks a server for that never changes, and programs for verdicts and repairs."""
    known = about({"seconds": _SECONDS})
    known["formats"] = [one for one in known["formats"] if one["name"] == "json"]
    ours = {one.name: one for one in recipes().values()}
    known["recipes"] = [  # clingo alone knows no theories
        one for one in known["recipes"] if not any(map(has_theory, ours[one["name"]].files))
    ]
    known |= {"dialects": [], "deductions": ["none"], "extras": {"pictures": False, "pdf": False}}
    program = "\n".join(_text(file) for file in recipe(_RECIPE).files)
    rubric = read_rubric()
    return {
        "about": known,
        "encodings": encodings(),
        "shipped": shipped(),
        "program": program,
        "hitting": _text(HITTING),
        "rubric": {"points": rubric.points, "most": rubric.wrong_most},
        "facts": _facts(),
    }


def _facts() -> dict[str, Any]:
    """The facts by which programs are recognized; see `grade` of `unserved/grading.js`."""
    words = {name: sorted(one.signatures) for name, one in dialects().items()}
    written = {name: words.pop(name) for name in _WRITTEN}
    colored = {place for name in written for place in dialect(name).colored.items()}
    return {**written, "foreign": [*words.values()], "colored": dict(sorted(colored))}


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
