"""Quick calls: files read and written, pictures, drawings, documents."""

import base64
import gzip
import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from PIL import Image
from pypdf import PdfReader

from asp_nono.files import formats, read_text
from asp_nono.grid import Grid
from tests.web.serving import HEART, ONES, Server, coded, posed

NON = b"width 3\nheight 1\nrows\n2\ncolumns\n1\n1\n0\n"


def _read(server: Server, data: bytes, name: str, **more: object) -> Any:  # noqa: ANN401 - JSON
    return server.ask("/api/read", {"data": coded(data), "name": name, **more})


def _file(*puzzles: object) -> bytes:
    return json.dumps({"format": "asp-nono puzzles", "version": 1, "puzzles": puzzles}).encode()


def test_about(server: Server) -> None:
    """What there is, is listed."""
    found = server.ask("/api/about").json
    assert {form["name"] for form in found["formats"]} == {form.name for form in formats()}
    assert {"order", "starts"} <= {recipe["name"] for recipe in found["recipes"]}
    assert found["extras"] == {"pictures": True, "pdf": True}
    assert found["limits"]["jobs"] == 2


def test_encodings(server: Server) -> None:
    """Their texts, and one to start from that can be run as it is."""
    found = server.ask("/api/encodings").json
    names = {one["name"] for one in found["encodings"]}
    for recipe in server.ask("/api/about").json["recipes"]:
        assert recipe["encodings"]
        assert names.issuperset(recipe["encodings"]), recipe["name"]
    ran = server.last("run", puzzle=posed(*ONES), program=found["template"])
    assert (ran["answers"], ran["exhausted"]) == (6, True)


def test_opened(server: Server) -> None:
    """The file on the command line."""
    (found,) = server.ask("/api/opened").json["puzzles"]
    assert found["puzzle"]["title"] == "Heart"


def test_read(server: Server) -> None:
    """By the content; with warnings; one that is not sound leaves its error in its place."""
    found = _read(server, NON, "flag.txt").json
    assert found["format"] == "non"
    (one,) = found["puzzles"]
    assert (one["puzzle"]["rows"], one["puzzle"]["columns"]) == ([[2]], [[1], [1], []])
    data = _file(
        {"rows": [[1]], "columns": [[1]], "mood": "good"}, {"rows": [[2]], "columns": [[1]]}
    )
    found = _read(server, data, "two.json").json
    assert found["warnings"] == ["two.json: unknown key 'mood'; ignored"]
    good, bad = found["puzzles"]
    assert good["puzzle"]["rows"] == [[1]]
    assert bad["error"]["where"] == ["two.json", "puzzle 2", "row 1"]
    assert "needs 2 cells" in bad["error"]["reason"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b"hello", "formats are known"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, ""),
        (gzip.compress(b" " * 11_000_000, mtime=0), "unpacks to more than 10 MB"),
        (b"<puzzleset>" + b"<puzzle>" * 5000, ""),
    ],
)
def test_read_what_is_no_puzzle(server: Server, data: bytes, reason: str) -> None:
    """It is said in a sentence, and nothing else happens."""
    reply = _read(server, data, "x")
    assert reply.status == 422
    assert reason in reply.json["reason"]
    assert "`" not in reply.json["reason"]  # no command: it is read on a page


SOUND = posed("#")
UNSOUND = {"rows": [[2]], "columns": [[1]]}
NO_GOAL = {"rows": [[1]], "columns": [[1]]}
TWO = {"puzzle": posed(*ONES), "picture": list(ONES), "other": list(ONES[::-1])}


@pytest.mark.parametrize(
    ("call", "body", "where", "reason"),
    [
        ("read", {"data": "a?", "name": "x"}, ["data"], "not base64"),
        ("write", {"puzzles": [SOUND], "format": "docx"}, [], "choose from"),
        ("write", {"puzzles": [SOUND, UNSOUND], "format": "json"}, ["puzzle 2", "row 1"], ""),
        ("draw", {**TWO, "other": ["???"] * 3}, [], "only two finished pictures"),
        ("print", {"puzzles": [NO_GOAL], "solution": True}, ["puzzle 1"], "no goal"),
        ("print", {"puzzles": [NO_GOAL], "paper": "bark"}, [], "unknown paper 'bark'"),
    ],
)
def test_refused(
    server: Server, call: str, body: dict[str, Any], where: list[str], reason: str
) -> None:
    """What is wrong is named with its place."""
    reply = server.ask(f"/api/{call}", body)
    assert (reply.status, reply.json["where"]) == (422, where)
    assert reason in reply.json["reason"]


def _png(*rows: str) -> str:
    cells = bytes(255 * (cell != "#") for row in rows for cell in row)
    data = BytesIO()
    Image.frombytes("L", (len(rows[0]), len(rows)), cells).save(data, "PNG")
    return coded(data.getvalue())


def test_picture(server: Server) -> None:
    """Each pixel of a small drawing is a cell."""
    drawn = server.ask("/api/picture", {"data": _png(*HEART), "name": "heart.png"}).json["puzzle"]
    chars = "".join(color["char"] for color in drawn["colors"])
    assert Grid.from_text(drawn["goal"], chars) == Grid.from_text(HEART)


def test_picture_with_settings(server: Server) -> None:
    """It is shrunk, and what contradicts itself is refused."""
    data = _png(*("#" * 20 + "." * 20 for _ in range(40)))
    small = server.ask("/api/picture", {"data": data, "size": [4, 0], "threshold": 100})
    assert small.json["puzzle"]["goal"] == ["##.."] * 4
    both = server.ask("/api/picture", {"data": data, "colors": 2, "threshold": 100})
    assert both.status == 422
    assert "exclude each other" in both.json["reason"]


def test_write(server: Server) -> None:
    """What is written is read again as it was."""
    puzzle = posed(*HEART)
    for form in ("json", "xml"):
        reply = server.ask("/api/write", {"puzzles": [puzzle], "format": form}).json
        assert reply["name"] == f"drawn.{form}"
        text = base64.b64decode(reply["data"]).decode()
        (again,) = read_text(text, form=form)
        assert again.goal == Grid.from_text(HEART)


def test_write_with_losses(server: Server) -> None:
    """What a format cannot hold is refused, or dropped with leave."""
    body = {"puzzles": [posed(*HEART)], "format": "nin"}
    refusal = server.ask("/api/write", body)
    assert refusal.status == 422
    assert refusal.json["losses"] == []
    assert "the title" in refusal.json["droppable"]
    leave = server.ask("/api/write", {**body, "lossy": True})
    assert leave.status == 200
    assert "the title" in leave.json["warnings"][0]


def test_draw(server: Server) -> None:
    """Blank, with a picture, or two compared."""
    bodies = [{key: TWO[key] for key in keys} for keys in (["puzzle"], ["puzzle", "picture"], TWO)]
    found = [server.ask("/api/draw", body).json for body in bodies]
    assert {(one["name"], one["type"]) for one in found} == {("drawn.svg", "image/svg+xml")}
    texts = {base64.b64decode(one["data"]).decode() for one in found}
    assert len(texts) == 3
    assert all(text.startswith("<svg ") for text in texts)
    png = server.ask("/api/draw", {**bodies[0], "type": "png", "cell_size": 5}).json
    assert Image.open(BytesIO(base64.b64decode(png["data"]))).format == "PNG"


def test_publish(server: Server) -> None:
    """The page of a puzzle is one file without its goal."""
    reply = server.ask("/api/publish", {"puzzles": [posed(*HEART)]}).json
    text = base64.b64decode(reply["data"]).decode()
    assert reply["name"] == "drawn.html"
    assert '"hashes"' in text
    assert HEART[0] not in text


def test_publish_several(server: Server) -> None:
    """They are a site: a page for each, without goals, and an index with its title."""
    body = {"puzzles": [posed(*HEART), posed("##", "#.")], "title": "Our two"}
    reply = server.ask("/api/publish", body).json
    with ZipFile(BytesIO(base64.b64decode(reply["data"]))) as site:
        texts = {name: site.read(name).decode() for name in site.namelist() if ".html" in name}
    assert reply["name"] == "puzzles.zip"
    assert set(texts) == {"index.html", "drawn.html", "drawn-2.html"}
    assert "<h1>Our two</h1>" in texts["index.html"]
    assert '"hashes"' in texts["drawn.html"]
    assert HEART[0] not in texts["drawn.html"]
    hidden = server.ask("/api/publish", {**body, "hide_titles": True}).json
    with ZipFile(BytesIO(base64.b64decode(hidden["data"]))) as site:
        assert {"nonogram-1.html", "nonogram-2.html"} < set(site.namelist())
        assert "Drawn" not in site.read("index.html").decode()


def test_publish_what_is_not_unique(server: Server) -> None:
    """It is published, and a warning names it."""
    warning = "line logic and probing do not show that it is unique; check it first"
    body = {"puzzles": [posed("#.", ".#"), posed(*HEART), posed(".#", "#.")]}
    alone, several = {"puzzles": body["puzzles"][:1]}, server.ask("/api/publish", body).json
    assert server.ask("/api/publish", alone).json["warnings"] == [warning]
    assert several["warnings"] == [f"puzzle 1: {warning}", f"puzzle 3: {warning}"]
    assert server.ask("/api/publish", {"puzzles": [posed(*HEART)]}).json["warnings"] == []


def test_publish_what_cannot_be_played(server: Server) -> None:
    """Nothing is published if one of the puzzles has no solution; the error names it."""
    none = {"rows": [[1, 1], [], [1, 1]], "columns": [[1], [2], [1]]}
    refusal = server.ask("/api/publish", {"puzzles": [posed(*HEART), none]})
    assert refusal.status == 422
    assert refusal.json["reason"] == "no solution, so it cannot be played"
    assert "2" in refusal.json["where"][0]


@pytest.mark.slow
def test_print(server: Server) -> None:
    """A booklet has the puzzle on one page and the solution on another."""
    body = {"puzzles": [posed(*HEART)], "booklet": True, "paper": "a5"}
    reply = server.ask("/api/print", body).json
    document = PdfReader(BytesIO(base64.b64decode(reply["data"])))
    assert (reply["name"], len(document.pages)) == ("drawn.pdf", 2)
