"""What is probably meant where a program cannot be read, or a predicate is not supplied.

clingo names the place where it noticed a mistake. A beginner's mistake is often just before it: a
period, a comma or a bracket is missing, or an arrow was written in another way.
"""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from asp_nono.messages import Message

_QUOTED = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*.*?\*%|%[^\n]*', re.DOTALL)  # strings, comments
_ARROW = re.compile(r"<-|<=|=>|->")
_BEGINS = re.compile(
    r":-|#(?:show|const|defined|minimize|maximize|external|heuristic|program)\b"
)  # what only a new statement begins with
_CLOSES = {"(": ")", "{": "}", "[": "]"}
_NEAR = 0.65  # how alike names are that may be meant for each other, from 0 to 1
_OPEN_END = (":-", *",;:|.=<>+-*/({[")  # after these a statement or a term goes on


@dataclass(frozen=True, slots=True)
class Remedy:
    """What is probably wrong, and where."""

    line: int
    column: int
    reason: Message


def without_quoted(text: str) -> str:
    """A program with blanks in place of its strings and comments."""
    return _QUOTED.sub(lambda match: re.sub(r"[^\n\0]", " ", match[0]), text)


def syntax(text: str, line: int, column: int) -> Remedy | None:
    """What is probably missing before the place where clingo noticed it; None if unclear."""
    lines = without_quoted(text).split("\n")
    before = "\n".join([*lines[: line - 1], "".join(lines[line - 1 : line])[: column - 1]])
    rest = "".join(lines[line - 1 : line])[column - 1 :]
    code = before.rstrip()
    if not code or code.endswith("."):
        return None
    start = _start(code)
    if opened := _unclosed(code, start):
        bracket = code[opened[-1]]
        missing = Message(
            "syntax error: {bracket} has no {closing}", bracket=bracket, closing=_CLOSES[bracket]
        )
        return _at(code, opened[-1], missing)
    if code.endswith(_OPEN_END):
        return None
    if rest.strip() and "\n" not in before[len(code) :]:
        if not re.match(r"[A-Za-z_0-9#]", rest):
            return None
        word = re.match(r"#?\w+", rest)
        said = Message("syntax error: expected a comma before {word}", word=word[0] if word else "")
        return Remedy(line, column, said)
    if not rest.strip() or _BEGINS.match(rest):
        missing = Message("syntax error: a period is missing at the end of the line")
    else:
        missing = Message("syntax error: a period or a comma is missing at the end of the line")
    return _at(code, len(code), missing)


def _start(code: str) -> int:
    """Where the last statement begins: behind the last period that ends one."""
    ends = [found.end() for found in re.finditer(r"(?<!\.)\.(?!\.)", code)]
    return max(ends, default=0)


def _unclosed(code: str, start: int) -> list[int]:
    """The places of the brackets of a statement that nothing closes."""
    opened: list[int] = []
    for place in range(start, len(code)):
        if code[place] in _CLOSES:
            opened.append(place)
        elif opened and code[place] == _CLOSES[code[opened[-1]]]:
            opened.pop()
    return opened


def _at(code: str, place: int, reason: Message) -> Remedy:
    line = code.count("\n", 0, place) + 1
    return Remedy(line, place - (code.rfind("\n", 0, place) + 1) + 1, reason)


def arrow(text: str, line: int) -> Remedy | None:
    """An arrow in place of `:-`, on a line of which clingo complains; None without one."""
    lines = without_quoted(text).split("\n")[:line]
    code = "\n".join(lines)
    first = len(code) - len(lines[-1])  # of the line
    statement = code[min(first, _start(code[:first].rstrip())) :]
    found = _ARROW.search(lines[-1])
    if ":-" in statement or not found:
        return None
    return Remedy(line, found.start() + 1, Message("write :- instead of {arrow}", arrow=found[0]))


def unsupplied(
    uses: Iterable[tuple[str, int, int]], signatures: Container[str], known: Sequence[str]
) -> Remedy | None:
    """The first use of one of some predicates that nothing supplies, with the nearest known one.

    A use is a signature with its line and column. None if there is none near.
    """
    for signature, line, column in uses:
        if signature in signatures and (near := _nearest(signature, known)):
            reason = Message(
                "{predicate} is used, but no rule derives it and no fact supplies it; "
                "did you mean {near}?",
                predicate=signature,
                near=near,
            )
            return Remedy(line, column, reason)
    return None


def _nearest(signature: str, known: Sequence[str]) -> str:
    """The signature with the nearest name, and of these with the nearest number of arguments."""
    name, _, count = signature.partition("/")
    names = {one: one.partition("/")[0] for one in known}
    near = get_close_matches(name, names.values(), n=1, cutoff=_NEAR)
    alike = [one for one, called in names.items() if called in near]
    return min(alike, key=lambda one: abs(int(one.partition("/")[2]) - int(count)), default="")
