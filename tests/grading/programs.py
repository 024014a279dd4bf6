"""Right programs of different style (right/*.lp), and mistakes, each in one of them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

RIGHT = {
    file.stem: file.read_text(encoding="utf-8")
    for file in sorted((Path(__file__).parent / "right").glob("*.lp"))
}
STARTS, CELLS, HINTS = RIGHT["starts"], RIGHT["cells"], RIGHT["hints"]


class Mistake(NamedTuple):
    """A mistake: `old` in a right program is replaced by `new`, and the kind must be told."""

    name: str
    kind: str
    base: str
    old: str
    new: str

    @property
    def text(self) -> str:
        """The wrong program."""
        assert RIGHT[self.base].count(self.old) == 1
        return RIGHT[self.base].replace(self.old, self.new)


COLUMNS = """:- fill(X, Y, K), not paint(column(X), Y, K).
:- paint(column(X), Y, K), not fill(X, Y, K)."""
APART = ":- start(L, B, S), block(L, B, Z, _), start(L, B+1, S'), S+Z >= S'."

MISTAKES = [
    Mistake(
        "equal colors may touch",
        "separation",
        "starts",
        ":- end(L, B, E), start(L, B+1, E+1), block(L, B, _, K), block(L, B+1, _, K).",
        "",
    ),
    Mistake(
        "other colors may not touch",
        "separation",
        "starts",
        "start(L, B+1, E+1), block(L, B, _, K), block(L, B+1, _, K).",
        "start(L, B+1, E+1).",
    ),
    Mistake("a gap of two", "separation", "cells", "S+Z >= S'", "S+Z+1 >= S'"),
    Mistake(
        "the next block comes right after one blank",
        "separation",
        "cells",
        "S+Z >= S'",
        "S+Z+1 != S'",
    ),
    Mistake(
        "blocks keep apart in any order",
        "order",
        "cells",
        APART,
        ":- start(L, B, S), block(L, B, Z, _), start(L, B', S'), B != B', S <= S', S+Z >= S'.",
    ),
    Mistake(
        "the last block comes first",
        "direction",
        "cells",
        APART,
        ":- start(L, B, S), block(L, B, Z, _), start(L, B-1, S'), S+Z >= S'.",
    ),
    Mistake(
        "a block need only begin behind the beginning of the one before",
        "separation",
        "cells",
        "S+Z >= S'",
        "S >= S'",
    ),
    Mistake(
        "the gap is measured by the length of the next block",
        "separation",
        "cells",
        "block(L, B, Z, _), start(L, B+1, S'), S+Z >= S'",
        "block(L, B+1, Z, _), start(L, B+1, S'), S+Z >= S'",
    ),
    Mistake("a chain without a beginning", "no block", "hints", ", P > 0.", "."),
    Mistake(
        "cells outside of blocks are not excluded",
        "background",
        "cells",
        ":- fill(X, Y, 1), cell(L, P, X, Y), not covered(L, P).",
        "",
    ),
    Mistake(
        "cells of blocks need not be painted",
        "cover",
        "cells",
        ":- covered(L, P), cell(L, P, X, Y), not fill(X, Y, 1).",
        "",
    ),
    Mistake(
        "blank lines are forgotten",
        "blank lines",
        "reading",
        ":- number(L, P, B), not block(L, B, _, _).",
        ":- number(L, P, B), not block(L, B, _, _), block(L, 1, _, _).",
    ),
    Mistake(
        "every line has a first block",
        "blank lines",
        "starts",
        "#show",
        ":- line(L, _), not start(L, 1, _).\n#show",
    ),
    Mistake("blocks are one cell too long", "length", "starts", "S+Z-1", "S+Z"),
    Mistake(
        "runs may be too long",
        "length",
        "reading",
        ":- number(L, P, B), block(L, B, Z, _), run(L, P, Z+1).",
        "",
    ),
    Mistake("the last start is left out", "off-by-one", "cells", "1..N-Z+1", "1..N-Z"),
    Mistake("the first start is left out", "off-by-one", "cells", "1..N-Z+1", "2..N-Z+1"),
    Mistake("blocks hang over the end", "edge", "cells", "1..N-Z+1", "1..N"),
    Mistake("columns are not read", "rows only", "starts", COLUMNS, ""),
    Mistake(
        "rows are not read",
        "columns only",
        "classic",
        ":- fill(X, Y, K), not inrow(X, Y, K).\n:- fill(X, Y, K), not incolumn(X, Y, K).\n"
        ":- inrow(X, Y, K), not fill(X, Y, K).\n",
        ":- fill(X, Y, K), not incolumn(X, Y, K).\n",
    ),
    Mistake(
        "columns are read without colors",
        "colors",
        "starts",
        COLUMNS,
        ":- fill(X, Y, K), not paint(column(X), Y, _).\n"
        ":- paint(column(X), Y, K), not fill(X, Y, _).",
    ),
    Mistake(
        "a cell takes the colors of its row and its column",
        "two colors",
        "starts",
        COLUMNS,
        "fill(X, Y, K) :- paint(column(X), Y, K).\n"
        ":- fill(X, Y, K), not paint(column(X), Y, _).\n:- fill(X, Y, K), not paint(row(Y), X, _).",
    ),
    Mistake(
        "row and column are changed for each other",
        "axes",
        "reading",
        "fill(X, Y, 1) :- black((X, Y)).",
        "fill(Y, X, 1) :- black((X, Y)).",
    ),
    Mistake(
        "cells are counted from 0",
        "index base",
        "hints",
        "fill(R, C) :- on(r(R), C).\n:- fill(R, C), not on(c(C), R).",
        "fill(R-1, C-1) :- on(r(R), C).\n:- on(r(R), C), not on(c(C), R).",
    ),
    Mistake(
        "only the first block is looked for",
        "some blocks",
        "starts",
        "{ start(L, B, 1..N-Z+1) } = 1 :- block(L, B, Z, _), line(L, N).",
        "{ start(L, 1, 1..N-Z+1) } = 1 :- block(L, 1, Z, _), line(L, N).",
    ),
    Mistake(
        "the last column is not read",
        "some lines",
        "starts",
        COLUMNS,
        ":- fill(X, Y, K), not paint(column(X), Y, K), line(column(X+1), _).\n"
        ":- paint(column(X), Y, K), not fill(X, Y, K), line(column(X+1), _).",
    ),
    Mistake(
        "only the totals count",
        "runs",
        "reading",
        ":- number(L, P, B), not block(L, B, _, _).\n"
        ":- number(L, P, B), block(L, B, Z, _), not run(L, P, Z).\n"
        ":- number(L, P, B), block(L, B, Z, _), run(L, P, Z+1).\n"
        ":- block(L, B, _, _), not number(L, _, B).\n",
        ":- line(L, _), N = #sum { Z, B : block(L, B, Z, _) }, not #count { P : on(L, P) } = N.\n",
    ),
    Mistake(
        "something else is chosen",
        "hidden choice",
        "starts",
        "#show",
        "{ note(L) } :- line(L, _).\n#show",
    ),
    Mistake(
        "the constraints contradict each other",
        "contradiction",
        "cells",
        "#show",
        ":- line(L, N), N > 0.\n#show",
    ),
    Mistake(
        "a name is misspelled",
        "name",
        "starts",
        ":- fill(X, Y, K), not paint(column(X), Y, K).",
        ":- fill(X, Y, K), not paints(column(X), Y, K).",
    ),
]
