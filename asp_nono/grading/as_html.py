"""The report as a page of HTML that needs no other file: pictures are inside it as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from asp_nono.draw.svg import draw_svg
from asp_nono.grading.counterexample import Counterexample
from asp_nono.grading.grade import Grade
from asp_nono.grading.wording import (
    CLASS_HEAD,
    board_words,
    class_row,
    fault_words,
    figures,
    headline,
    hint_lines,
    ladder_rows,
    ladder_words,
    score_words,
)

_STYLE = """
body { font: 16px/1.5 Helvetica, Arial, sans-serif; max-width: 60em; margin: 2em auto; padding: 0
  1em; color: #222; background: #fff; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #bbb; padding: .25em .6em; text-align: left; }
section { border-top: 2px solid #888; margin-top: 2em; }
figure { display: inline-block; margin: .5em 1.5em .5em 0; }
pre { background: #f4f4f4; padding: .6em; overflow-x: auto; }
.hint { background: #fff8dc; border-left: 4px solid #d4a017; padding: .5em 1em; }
.right, .repeats { color: #1b6e20; }
.wrong, .refused { color: #a01010; }
.undecided { color: #7a5a00; }
"""


def as_html(grades: Sequence[Grade]) -> str:
    """A page with the reports on some submissions, and a table of all if there are several."""
    title = "Grades" if len(grades) > 1 else f"Grade of {grades[0].name}" if grades else "Grades"
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        f'<head><meta charset="utf-8"><title>{_text(title)}</title>',
        f"<style>{_STYLE}</style></head>",
        f"<body><h1>{_text(title)}</h1>",
    ]
    if len(grades) > 1:
        parts.append(_class_table(grades))
    for number, grade in enumerate(grades, 1):
        parts += [f'<section id="s{number}">', *_sections(grade), "</section>"]
    return "\n".join([*parts, "</body></html>", ""])


def _sections(grade: Grade) -> Iterator[str]:
    yield f"<h2>{_text(grade.name)}</h2>"
    yield f'<p class="{grade.outcome}">{_text(headline(grade))}</p>'
    if grade.remarks:
        items = "".join(f"<li>{_text(remark)}</li>" for remark in grade.remarks)
        yield f"<p>In the program:</p><ul>{items}</ul>"
    if grade.counterexample:
        yield from _board(grade, grade.counterexample)
    if grade.diagnosis:
        lines = "<br>".join(map(_text, hint_lines(grade.diagnosis)))
        yield f'<p class="hint">{lines}</p>'
    if grade.climb:
        yield f"<p>{_text(ladder_words(grade))}</p>"
        yield _table(ladder_rows(grade))
    yield f"<p>{_text(score_words(grade.score))}</p>"
    rows = [["item", "points", "why"]]
    rows += [[i.name, f"{i.points:g} of {i.most:g}", i.why] for i in grade.score.items]
    yield _table(rows)


def _board(grade: Grade, found: Counterexample) -> Iterator[str]:
    yield f"<p>{_text(board_words(grade, found))} {_text(fault_words(found))}</p>"
    for caption, grid in figures(found):
        svg = draw_svg(found.puzzle, grid).strip()
        yield f"<figure><figcaption>{_text(caption)}</figcaption>{svg}</figure>"
    facts = _text(found.facts)
    yield f"<details><summary>The facts of this board</summary><pre>{facts}</pre></details>"


def _class_table(grades: Sequence[Grade]) -> str:
    """A row for each submission, which leads to its report."""
    rows = []
    for number, grade in enumerate(grades, 1):
        name, *rest = class_row(grade)
        cells = "".join(f"<td>{_text(cell)}</td>" for cell in rest)
        rows.append(f'<tr><td><a href="#s{number}">{_text(name)}</a></td>{cells}</tr>')
    head = "".join(f"<th>{_text(cell)}</th>" for cell in CLASS_HEAD)
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"


def _table(rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{_text(cell)}</th>" for cell in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:]
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def _text(text: str) -> str:
    return escape(
        "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in text)
    )
