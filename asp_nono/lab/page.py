"""A report as one HTML page that needs nothing else: tables, plots as SVG, and filters.

Everything is drawn when the page is made; its script only hides, sorts and moves points. Without
script the page shows all save the table of single runs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from asp_nono.lab.board import Board, Clock, Row, boards
from asp_nono.lab.heat import heat
from asp_nono.lab.outcome import SOLVED
from asp_nono.lab.page_data import board_data, runs_data
from asp_nono.lab.plots import against, growth, survival
from asp_nono.lab.ratios import ratio
from asp_nono.lab.runs import Results
from asp_nono.lab.svg import color
from asp_nono.lab.words import (
    CLOCKS,
    HEAD,
    VIRTUAL,
    counted,
    faults,
    incomplete,
    machine_line,
    ranked,
    seconds,
    spread,
    summary,
)

_HERE = Path(__file__).parent

RUN_HEAD = (
    *("puzzle", "competitor", "task", "repetition", "status"),
    *("wall", "CPU", "reading", "line logic", "loading", "grounding", "solving", "MiB"),
    *("facts", "rules", "atoms", "variables", "constraints", "choices", "conflicts", "restarts"),
    *("solutions", "message"),
)
"""The columns of the table of single runs."""

RATIO_HEAD = ("competitor", "both solved", "ratio", "95 % interval", "", "only it", "only other")
"""The columns of the comparison with the best."""


def page(results: Results, loud: Sequence[str], clock: Clock) -> str:
    """The page; `loud` is what cannot be true."""
    found = boards(results.runs, clock)
    sets = sorted({puzzle[0] for board in found for puzzle in board.puzzles})
    labels = list(dict.fromkeys(row.label for board in found for row in ranked(board)))
    orders = [[board.row(label) for label in labels] for board in found]
    data = {
        "sets": sets,
        "solved": list(SOLVED),
        "boards": [board_data(one, order) for one, order in zip(found, orders, strict=True)],
        "runs": runs_data(results.runs),
    }
    name = " and ".join(dict.fromkeys(name for name, _ in results.plans)) or results.path.name
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(name)}</title>",
        f"<style>{_own('page.css')}</style></head><body>",
        f"<h1>{escape(name)}</h1>",
        *(_note(machine_line(facts)) for facts in results.machines),
        *_loudly(loud),
        *_filters(labels, sets),
    ]
    for number, (board, order) in enumerate(zip(found, orders, strict=True)):
        parts += [f'<section data-board="{number}">', *_board(board, order, sets, clock)]
        parts.append("</section>")
    parts += [*_runs(), *_plans(results)]
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    parts += [f'<script id="data" type="application/json">{text}</script>']
    parts += [f"<script>{_own('page.js')}</script>", "</body></html>\n"]
    return "\n".join(parts)


def _own(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'


def _loudly(loud: Sequence[str]) -> Iterator[str]:
    if not loud:
        yield '<p class="fine">Every answer has passed the checker, and all answers agree.</p>'
        return
    items = "".join(f"<li>{escape(line)}</li>" for line in loud)
    head = f"{counted(len(loud), 'answer').upper()} CANNOT BE TRUE"
    yield f'<div class="loud">{head}<ul>{items}</ul></div>'


def _filters(labels: Sequence[str], sets: Sequence[str]) -> Iterator[str]:
    yield '<div class="filters"><button id="all">all / none</button>'
    for number, text in enumerate(labels):
        swatch = f'<span class="swatch" style="background:{color(number)}"></span>'
        box = f'<input type="checkbox" class="who" value="{escape(text)}" checked>'
        yield f"<label>{box}{swatch}{escape(text)}</label>"
    options = "".join(f'<option value="{escape(some)}">{escape(some)}</option>' for some in sets)
    yield f'<label>puzzles <select id="set"><option value="">all</option>{options}</select></label>'
    yield '<label>name <input id="text" size="12" placeholder="part of a name"></label></div>'


def _board(board: Board, order: Sequence[Row], sets: Sequence[str], clock: Clock) -> Iterator[str]:
    runs = sum(len(cell.runs) for row in board.rows for cell in row.cells.values())
    yield f"<h2>{escape(board.task)}</h2>"
    done = f"{counted(len(board.puzzles), 'puzzle')}, {counted(runs, 'run')}"
    yield _note(f"{done}; {CLOCKS[clock]}. A puzzle's time is the median of its repetitions.")
    views = [("", board), *((some, board.only(some)) for some in sets)]
    for name, view in views:
        hidden = "" if name == "" else ' class="hidden"'
        yield f'<div data-view="{escape(name)}"{hidden}>'
        yield from _view(view, order)
        yield "</div>"
    yield "<h3>One against another</h3>"
    yield _note(
        "A point is a puzzle; above the diagonal the one on the vertical axis is slower, and the "
        "dashed lines are a factor of ten away. Unsolved puzzles stand on the outer edge."
    )
    yield from _choices(order)
    second = order[1] if len(order) > 1 else order[0]
    yield f'<div class="scatter">{against(board, second, order[0], sets)}</div>'
    yield "<h3>Size of the ground program against time</h3>"
    yield f'<div class="wide">{growth(board, order, sets)}</div>'
    yield "<h3>Puzzle by puzzle</h3>"
    yield _note("The darker, the slower. T: time-out, M: memory-out, E: error, !: wrong answer.")
    yield f'<div class="wide">{heat(board, order, sets)}</div>'


def _view(board: Board, order: Sequence[Row]) -> Iterator[str]:
    """What depends on which puzzles count: summary, survival, ratios."""
    if not board.rows:
        yield _note("no runs of this task on these puzzles")
        return
    numbers = {row.label: number for number, row in enumerate(order)}
    yield '<div class="wide">'
    yield from _table(HEAD, summary(board), numbers)
    yield "</div>"
    yield from (_note(words) for words in (*incomplete(board), *faults(board)))
    yield "<h3>Puzzles solved within a time</h3>"
    yield f'<div class="wide">{survival(board, [board.row(row.label) for row in order])}</div>'
    best = ranked(board)[0]
    yield f"<h3>Compared with {escape(best.label)}</h3>"
    yield _note(
        "Geometric mean of the ratios of times over puzzles that both solved (above 1: slower), "
        "with the 95 % interval of a paired bootstrap. One that holds 1 shows no difference."
    )
    yield '<div class="wide">'
    yield from _table(RATIO_HEAD, ratios(board, best), numbers)
    yield "</div>"


def ratios(board: Board, best: Row) -> list[list[str]]:
    """Everybody's ratio to one competitor; see `RATIO_HEAD`."""
    body = []
    for row in ranked(board):
        if row is best:
            continue
        found = ratio(row, best)
        means = [seconds(found.mean), spread(found.low, found.high), found.words]
        only = [str(found.only_first), str(found.only_second)]
        body.append([row.label, str(found.pairs), *means, *only])
    return body


def _table(
    head: Sequence[str], body: Sequence[Sequence[str]], numbers: dict[str, int]
) -> Iterator[str]:
    yield f"<table><thead><tr>{''.join(f'<th>{escape(h)}</th>' for h in head)}</tr></thead><tbody>"
    for row in body:
        about = ' class="best"' if row[0] == VIRTUAL else f' data-who="{numbers[row[0]]}"'
        yield f"<tr{about}>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
    yield "</tbody></table>"


def _choices(order: Sequence[Row]) -> Iterator[str]:
    for name, chosen in (("across", min(1, len(order) - 1)), ("up", 0)):
        options = "".join(
            f'<option value="{n}"{" selected" if n == chosen else ""}>{escape(row.label)}</option>'
            for n, row in enumerate(order)
        )
        yield f'<label>{name} <select class="axis">{options}</select></label>'


def _runs() -> Iterator[str]:
    statuses = (*SOLVED, "time-out", "memory-out", "error", "wrong")
    options = "".join(f"<option>{status}</option>" for status in statuses)
    yield "<h2>Single runs</h2>"
    yield f'<p><label>status <select id="status"><option value="">all</option>{options}</select>'
    yield '</label> <span id="number"></span> <button id="more" class="hidden">more</button></p>'
    heads = "".join(f"<th>{escape(head)}</th>" for head in RUN_HEAD)
    yield f'<div class="wide"><table id="runs"><thead><tr>{heads}</tr></thead><tbody></tbody>'
    yield "</table></div>"


def _plans(results: Results) -> Iterator[str]:
    for name, text in results.plans:
        yield f"<h2>Plan {escape(name)}</h2><pre>{escape(text)}</pre>"
