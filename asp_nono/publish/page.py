"""A puzzle as one HTML file that plays by itself, offline too, and does not hold its goal."""

import base64
import json
import re
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from asp_nono.formats.json import puzzle_data
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import probe
from asp_nono.page import STATIC as SHARED
from asp_nono.page.bundle import script
from asp_nono.publish.clingo import ClingoWasm, program_data
from asp_nono.puzzle import Puzzle

STATIC = Path(__file__).parent / "static"

_DIGITS = 16  # of a hash: more would only make pages longer


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePlace:
    """The place of a page among others; file names are relative to its own."""

    home: str | None = None  #: the index of its collection
    next: str | None = None  #: the puzzle after it
    served: bool = False  #: whether the files of an app that can be installed lie beside it
    clingo: str | None = None  #: the script that holds clingo; None to put it into the page


def puzzle_page(
    puzzle: Puzzle,
    solution: Grid | None = None,
    place: PagePlace | None = None,
    clingo: ClingoWasm | None = None,
) -> str:
    """The page of a puzzle.

    Args:
        puzzle: The puzzle; its goal, saved pictures and notes are left out.
        solution: Its only solution. The page gets a salted hash of each line of it, to find
            mistakes. None if there are several solutions, or if it is not known; then the page
            finds by line logic what it can.
        place: The pages beside it.
        clingo: Clingo for browsers, if the page is to have it.
    """
    place = place or PagePlace()
    data = page_data(puzzle, solution, place)
    if clingo:
        data["clingo"] = program_data(puzzle, place.clingo)
    scripts = [_script(_json(data), ' type="application/json" id="puzzle"')]
    if clingo and not place.clingo:
        scripts.append(_script(clingo.script()))
    return document(puzzle.title or "Nonogram", "play", "main.js", scripts, served=place.served)


def page_data(puzzle: Puzzle, solution: Grid | None, place: PagePlace) -> dict[str, Any]:
    """The data of the page: the puzzle without its goal, hashes, and the pages beside it."""
    public = replace(puzzle, goal=None, saved=(), notes=(), description="")
    data: dict[str, Any] = {"puzzle": puzzle_data(public)}
    data["id"] = sha256(_json(data["puzzle"]).encode()).hexdigest()[:_DIGITS]
    if solution:
        data["hashes"] = line_hashes(solution, data["id"])
    if puzzle.description:
        data["after"] = base64.b64encode(puzzle.description.encode()).decode()
    beside = {"home": place.home, "next": place.next, "served": place.served}
    return data | {key: value for key, value in beside.items() if value}


def line_hashes(solution: Grid, salt: str) -> dict[str, Any]:
    """A hash of each line of a picture: the first 16 hexadecimal digits of SHA-256."""
    sides = {"rows": solution.rows, "columns": solution.columns}
    return {"salt": salt} | {
        side: [
            sha256(f"{salt} {side} {number} {','.join(map(str, line))}".encode()).hexdigest()[
                :_DIGITS
            ]
            for number, line in enumerate(lines)
        ]
        for side, lines in sides.items()
    }


def only_solution(puzzle: Puzzle) -> Grid | None:
    """The only solution, if line logic and probing find it and prove that; else None."""
    board = Board(puzzle)
    if board.sweep():
        return None
    found = probe(board, 2)
    rest = found.rest
    if rest and rest.decided and not found.pictures:
        return rest.picture
    return found.pictures[0] if rest is None and len(found.pictures) == 1 else None


def document(
    title: str, kind: str, entry: str, scripts: list[str], *, served: bool, body: str = ""
) -> str:
    """An HTML document with the player's style, some scripts, and then one of its own modules.

    By its policy it loads nothing from elsewhere, and sends nothing.
    """
    links = (
        '<link rel="manifest" href="manifest.webmanifest">\n'
        '<link rel="apple-touch-icon" href="icon-192.png">\n'
    )
    parts = {
        "title": escape(title),
        "icon": base64.b64encode((SHARED / "icon.svg").read_bytes()).decode(),
        "links": links if served else "",
        "style": (STATIC / "player.css").read_text(encoding="utf-8"),
        "kind": kind,
        "body": body,
        "code": "\n".join([*scripts, _script(script(f"publish/static/{entry}"))]),
    }
    text = (STATIC / "page.html").read_text(encoding="utf-8")
    return re.sub(r"{{(\w+)}}", lambda place: parts[place[1]], text)


def _json(value: object) -> str:
    """JSON that can stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _script(text: str, attributes: str = "") -> str:
    return f"<script{attributes}>{text}</script>"
