"""Encodings that are wrong in one way each; their headers are true unless that is the fault."""

from pathlib import Path

_HEADER = """\
% Purpose:
%   An encoding for tests.
%
% Input:
%   at(L, P, C) - position P of line L is the open cell C, a pair of column and row.
%
% Output:
%   fill(X, Y, K) - the cell in column X and row Y has color K.
{inner}
#defined at/3.
"""
SHOW = "#show fill/3.\n"
_ANY = "{ fill(X, Y, 1) : at(_, _, (X, Y)) }.\n"


def headed(rules: str, inner: str = "") -> str:
    """Rules below a header; `inner` are its lines on predicates inside."""
    return _HEADER.format(inner=f"%\n% Inner:\n{inner}" if inner else "") + rules + SHOW


SOUND = headed(_ANY)
"""Colors cells at random: its header is true, its pictures are wrong."""

MISSPELT = headed(_ANY.replace("at(_", "att(_"))
SYNTAX = headed(_ANY.removesuffix(".\n") + "\n")
ENDLESS = headed(
    "more(1) :- at(_, _, _).\nmore(N+1) :- more(N).\n{ fill(1, 1, 1) } :- more(1).\n",
    "%   more(N) - N is a number.\n",
)
OUTSIDE = headed("fill(0, Y, 1) :- at(_, _, (_, Y)).\n")
NO_SUCH_INPUT = SOUND.replace("at(", "cell(").replace("at/3", "cell/3")
SCRIPT = SOUND + '#script (python)\nprint("executed")\n#end.\n'


def encoding(folder: Path, text: str, name: str = "mine.lp") -> Path:
    """A file that holds an encoding."""
    path = folder / name
    path.write_text(text)
    return path
