"""Puzzles as a folder of pages with an index, which can be installed as an app where it is served.

Files of a site: a page for each puzzle, `index.html`, `pictures/`, and for installing
`manifest.webmanifest`, `sw.js` and icons. A player without a puzzle is such a site, too: its page
plays what links hold.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from html import escape
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from asp_nono.files import write_whole
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError
from asp_nono.publish.clingo import ClingoWasm
from asp_nono.publish.page import STATIC, PagePlace, document, page_data, puzzle_page
from asp_nono.puzzle import Puzzle

CLINGO = "clingo.js"
_ICONS = ("icon-192.png", "icon-512.png")  # of the sizes that browsers ask for
_KEPT = re.compile(r"^const FILES = (\[.*\]);$", re.MULTILINE)  # in the service worker


class Published(NamedTuple):
    """A puzzle of a site."""

    puzzle: Puzzle
    solution: Grid | None  #: its only one, if that is known
    name: str  #: of its file, where the puzzle has no title


def site(
    puzzles: Sequence[Published], title: str = "", clingo: ClingoWasm | None = None
) -> dict[str, bytes]:
    """All files of a site by their paths; a single puzzle is the index itself."""
    names = page_names(puzzles)
    if len(puzzles) > 1:  # in the index, one without a title is known by its number
        puzzles = [_numbered(one, number) for number, one in enumerate(puzzles, 1)]
    files: dict[str, bytes] = {CLINGO: clingo.script().encode()} if clingo else {}
    several = len(puzzles) > 1
    for number, (one, name) in enumerate(zip(puzzles, names, strict=True)):
        place = PagePlace(
            home="index.html" if several else None,
            next=names[number + 1] if number + 1 < len(names) else None,
            served=True,
            clingo=CLINGO,
        )
        files[name] = puzzle_page(one.puzzle, one.solution, place, clingo).encode()
    title = title or (puzzles[0].puzzle.collection if several else puzzles[0].puzzle.title)
    title = title or "Nonograms"
    if several:
        cards = [_card(one, name) for one, name in zip(puzzles, names, strict=True)]
        sizes = {(one.puzzle.width, one.puzzle.height) for one in puzzles}
        files |= {_tile_name(*size): _tile(*size) for size in sorted(sizes)}
        files["index.html"] = _index(title, cards).encode()
    return installable(files, title)


def link_player(title: str = "") -> dict[str, bytes]:
    """All files of a player without a puzzle: its page plays the puzzle that its link holds."""
    title = title or "Nonograms"
    page = document(title, "index", "linked.js", [], served=True)
    return installable({"index.html": page.encode()}, title)


def installable(files: dict[str, bytes], title: str) -> dict[str, bytes]:
    """A site with what browsers need to install it, and to open it without a network."""
    known = json.loads((STATIC / "manifest.json").read_text(encoding="utf-8"))
    manifest = {"name": title, "short_name": title[:24], **known}
    files = files | {name: (STATIC / name).read_bytes() for name in _ICONS}
    files["manifest.webmanifest"] = json.dumps(manifest, ensure_ascii=False, indent=2).encode()
    return files | {"sw.js": _worker(files)}


def untitled(puzzle: Puzzle, number: int) -> Puzzle:
    """A puzzle with a number for a title; its own is read with the description, once solved."""
    about = ". ".join(filter(None, (puzzle.title, puzzle.description)))
    return replace(puzzle, title=f"Nonogram {number}", description=about)


def _numbered(one: Published, number: int) -> Published:
    title = one.puzzle.title or f"Nonogram {number}"
    return one._replace(puzzle=replace(one.puzzle, title=title))


def write_site(files: Mapping[str, bytes], folder: Path) -> list[str]:
    """Write the files of a site; PuzzleError if that cannot be done.

    Others in the folder stay. Those of an earlier site, which its service worker names, are
    returned.
    """
    earlier = _files_of(folder / "sw.js")
    for name, data in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PuzzleError(
                "cannot be written: {error}", error=str(error.strerror), path=str(folder)
            ) from None
        write_whole(path, data)
    return [name for name in earlier if name not in files and (folder / name).is_file()]


def _files_of(worker: Path) -> list[str]:
    """The files that a service worker of ours keeps; none if it cannot be read."""
    try:
        found = _KEPT.search(worker.read_text(encoding="utf-8"))
        return [name for name in json.loads(found[1]) if name != "./"] if found else []
    except (OSError, ValueError):
        return []


def packed(files: Mapping[str, bytes]) -> bytes:
    """The files of a site as one .zip, the same for the same files."""
    archive = BytesIO()
    with ZipFile(archive, "w") as folder:
        for name, data in files.items():
            entry = ZipInfo(name)
            entry.external_attr = 0o644 << 16  # else only the owner could read what is unpacked
            folder.writestr(entry, data, ZIP_DEFLATED)
    return archive.getvalue()


def page_names(puzzles: Sequence[Published]) -> list[str]:
    """The file of each puzzle, after its title, all different."""
    if len(puzzles) == 1:
        return ["index.html"]
    taken, names = {"index"}, []
    for one in puzzles:
        title = normalize("NFKD", one.puzzle.title or one.name).encode("ascii", "ignore").decode()
        plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60]
        name, number = plain or "puzzle", 1
        while name in taken:
            number += 1
            name = f"{plain or 'puzzle'}-{number}"
        taken.add(name)
        names.append(f"{name}.html")
    return names


def _card(one: Published, name: str) -> dict[str, Any]:
    puzzle = one.puzzle
    return {
        "href": name,
        "picture": _tile_name(puzzle.width, puzzle.height),
        "id": page_data(puzzle, None, PagePlace())["id"],
        "title": puzzle.title,
        "size": f"{puzzle.width} {puzzle.height}",
        "colors": [color.rgb for color in puzzle.colors],
    }


def _index(title: str, cards: Sequence[Mapping[str, Any]]) -> str:
    """The index; its script writes the numbers, in the reader's language."""
    items = [
        f'<li><a class="card" href="{escape(card["href"])}" data-id="{card["id"]}" '
        f'data-size="{card["size"]}" data-colors="{" ".join(card["colors"])}">'
        f'<img src="{escape(card["picture"])}" alt=""><b>{escape(card["title"])}</b>'
        "<small></small></a></li>"
        for card in cards
    ]
    body = (
        f'<main><h1>{escape(title)}</h1><p class="hint"></p>'
        f'<ul class="cards">{"".join(items)}</ul></main>'
    )
    return document(title, "index", "index.js", [], served=True, body=body)


def _tile_name(width: int, height: int) -> str:
    return f"pictures/{width}x{height}.svg"


def _tile(width: int, height: int) -> bytes:
    """An empty board: it gives nothing away but the size."""
    bold = [f"M{x} 0v{height}" for x in range(0, width + 1, 5)]
    bold += [f"M0 {y}h{width}" for y in range(0, height + 1, 5)]
    bold += [f"M{width} 0v{height}h-{width}"]
    thin = [f"M{x} 0v{height}" for x in range(width + 1)]
    thin += [f"M0 {y}h{width}" for y in range(height + 1)]
    edge = max(width, height) / 40
    view = f"{-edge:.2f} {-edge:.2f} {width + 2 * edge:.2f} {height + 2 * edge:.2f}"
    lines = (
        f'<path d="{"".join(thin)}" stroke="#ccc" stroke-width="{edge / 4:.2f}"/>',
        f'<path d="{"".join(bold)}" fill="none" stroke="#888" stroke-width="{edge / 2:.2f}"/>',
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="300" height="300">'
    sheet = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join([head, sheet, *lines, "</svg>", ""]).encode()


def _worker(files: Mapping[str, bytes]) -> bytes:
    """The service worker, which keeps all files of the site for times without a network."""
    parts = chain.from_iterable((name.encode(), data) for name, data in sorted(files.items()))
    version = sha256(b"\0".join(parts)).hexdigest()[:16]
    text = (STATIC / "sw.js").read_text(encoding="utf-8")
    names = json.dumps(["./", *sorted(files)])
    return text.replace("'VERSION'", f"'{version}'").replace("['FILES']", names).encode()
