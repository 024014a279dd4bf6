"""Five right programs of different style, and twenty-odd mistakes, each in one of them."""

from __future__ import annotations

from typing import NamedTuple

STARTS = """
% Every block has one start; the rows paint, and the columns agree. Several colours.
{ start(L, B, 1..N-Z+1) } = 1 :- block(L, B, Z, _), line(L, N).
end(L, B, S+Z-1) :- start(L, B, S), block(L, B, Z, _).
paint(L, S..E, K) :- start(L, B, S), end(L, B, E), block(L, B, _, K).
fill(X, Y, K) :- paint(row(Y), X, K).
:- end(L, B, E), start(L, B+1, S), S <= E.
:- end(L, B, E), start(L, B+1, E+1), block(L, B, _, K), block(L, B+1, _, K).
:- fill(X, Y, K), not paint(column(X), Y, K).
:- paint(column(X), Y, K), not fill(X, Y, K).
#show fill/3.
"""

CELLS = """
% Cells are guessed; starts are guessed; both must fit, in every line. One colour.
cell(row(Y), X, X, Y) :- line(row(Y), W), X = 1..W.
cell(column(X), Y, X, Y) :- line(column(X), H), Y = 1..H.
{ fill(X, Y, 1) : cell(row(Y), X, X, Y) }.
{ start(L, B, 1..N-Z+1) } = 1 :- block(L, B, Z, _), line(L, N).
:- start(L, B, S), block(L, B, Z, _), start(L, B+1, S'), S+Z >= S'.
covered(L, S..S+Z-1) :- start(L, B, S), block(L, B, Z, _).
:- covered(L, P), cell(L, P, X, Y), not fill(X, Y, 1).
:- fill(X, Y, 1), cell(L, P, X, Y), not covered(L, P).
#show fill/3.
"""

READING = """
% Cells are guessed, then each line is read: where runs begin, how long they are. One colour.
cell(row(Y), X, (X, Y)) :- line(row(Y), W), X = 1..W.
cell(column(X), Y, (X, Y)) :- line(column(X), H), Y = 1..H.
{ black(C) : cell(row(_), _, C) }.
on(L, P) :- cell(L, P, C), black(C).
first(L, P) :- on(L, P), not on(L, P-1).
run(L, P, 1) :- first(L, P).
run(L, P, N+1) :- run(L, P, N), on(L, P+N).
number(L, P, B) :- first(L, P), B = #count { P' : first(L, P'), P' <= P }.
:- number(L, P, B), not block(L, B, _, _).
:- number(L, P, B), block(L, B, Z, _), not run(L, P, Z).
:- number(L, P, B), block(L, B, Z, _), run(L, P, Z+1).
:- block(L, B, _, _), not number(L, _, B).
fill(X, Y, 1) :- black((X, Y)).
#show fill/3.
"""

CLASSIC = """
% Rows and columns apart, over br, bc, lr, lc, cr, cc and three constants. Several colours.
1 { dot(X, Y); fill(X, Y, 1..colors) } 1 :- X = 1..columns, Y = 1..rows.
1 { sr(Y, B, 1..columns-L+1) } 1 :- lr(Y, B, L).
1 { sc(X, B, 1..rows-L+1) } 1 :- lc(X, B, L).
gap(r, Y, B, 1) :- cr(Y, B, K), cr(Y, B+1, K).
gap(r, Y, B, 0) :- cr(Y, B, K), cr(Y, B+1, K'), K != K'.
gap(c, X, B, 1) :- cc(X, B, K), cc(X, B+1, K).
gap(c, X, B, 0) :- cc(X, B, K), cc(X, B+1, K'), K != K'.
:- sr(Y, B, S), lr(Y, B, L), sr(Y, B+1, S'), gap(r, Y, B, G), S' < S+L+G.
:- sc(X, B, S), lc(X, B, L), sc(X, B+1, S'), gap(c, X, B, G), S' < S+L+G.
inrow(X, Y, K) :- sr(Y, B, S), lr(Y, B, L), cr(Y, B, K), X = S..S+L-1.
incolumn(X, Y, K) :- sc(X, B, S), lc(X, B, L), cc(X, B, K), Y = S..S+L-1.
:- fill(X, Y, K), not inrow(X, Y, K).
:- fill(X, Y, K), not incolumn(X, Y, K).
:- inrow(X, Y, K), not fill(X, Y, K).
:- incolumn(X, Y, K), not fill(X, Y, K).
#show fill/3.
"""

HINTS = """
% gramcracker's words: row_hint and col_hint, h and w, a blank line has one hint 0.
hint(r(R), I, Z) :- row_hint(R, I, Z), Z > 0.
hint(c(C), I, Z) :- col_hint(C, I, Z), Z > 0.
size(r(1..h), w). size(c(1..w), h).
{ late(L, I, 2..N-Z+1) } :- hint(L, I, Z), size(L, N).
late(L, I, 1) :- hint(L, I, _).
:- late(L, I, P+1), not late(L, I, P), hint(L, I, _), P > 0.
:- late(L, I, P), hint(L, I, Z), hint(L, I+1, _), not late(L, I+1, P+Z+1).
on(L, P) :- late(L, I, S), not late(L, I, S+1), hint(L, I, Z), P = S..S+Z-1.
fill(R, C) :- on(r(R), C).
:- fill(R, C), not on(c(C), R).
:- on(c(C), R), not on(r(R), C).
#show fill/2.
"""

RIGHT = {"starts": STARTS, "cells": CELLS, "reading": READING, "classic": CLASSIC, "hints": HINTS}


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


MISTAKES = [
    Mistake(
        "equal colours may touch",
        "separation",
        "starts",
        ":- end(L, B, E), start(L, B+1, E+1), block(L, B, _, K), block(L, B+1, _, K).",
        "",
    ),
    Mistake(
        "other colours may not touch",
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
        ":- start(L, B, S), block(L, B, Z, _), start(L, B+1, S'), S+Z >= S'.",
        ":- start(L, B, S), block(L, B, Z, _), start(L, B', S'), B != B', S <= S', S+Z >= S'.",
    ),
    Mistake(
        "the last block comes first",
        "direction",
        "cells",
        ":- start(L, B, S), block(L, B, Z, _), start(L, B+1, S'), S+Z >= S'.",
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
    Mistake(
        "columns are not read",
        "rows only",
        "starts",
        ":- fill(X, Y, K), not paint(column(X), Y, K).\n"
        ":- paint(column(X), Y, K), not fill(X, Y, K).",
        "",
    ),
    Mistake(
        "rows are not read",
        "columns only",
        "classic",
        ":- fill(X, Y, K), not inrow(X, Y, K).\n:- fill(X, Y, K), not incolumn(X, Y, K).\n"
        ":- inrow(X, Y, K), not fill(X, Y, K).\n",
        ":- fill(X, Y, K), not incolumn(X, Y, K).\n",
    ),
    Mistake(
        "columns are read without colours",
        "colors",
        "starts",
        ":- fill(X, Y, K), not paint(column(X), Y, K).\n"
        ":- paint(column(X), Y, K), not fill(X, Y, K).",
        ":- fill(X, Y, K), not paint(column(X), Y, _).\n"
        ":- paint(column(X), Y, K), not fill(X, Y, _).",
    ),
    Mistake(
        "a cell takes the colours of its row and its column",
        "two colors",
        "starts",
        ":- fill(X, Y, K), not paint(column(X), Y, K).\n"
        ":- paint(column(X), Y, K), not fill(X, Y, K).",
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
        ":- fill(X, Y, K), not paint(column(X), Y, K).\n"
        ":- paint(column(X), Y, K), not fill(X, Y, K).",
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
        "a name is misspelt",
        "name",
        "starts",
        ":- fill(X, Y, K), not paint(column(X), Y, K).",
        ":- fill(X, Y, K), not paints(column(X), Y, K).",
    ),
]
