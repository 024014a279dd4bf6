"""What is probably meant where clingo cannot read a program.

clingo names the place where it noticed a mistake. A beginner's mistake is often just before it: a
period, a comma or a bracket is missing. Or it is a sign of another language; `_SLIPS` has these.
"""

import re
from difflib import get_close_matches

from asp_nono.asp.diagnosis import Flaw
from asp_nono.messages import Message, together

_QUOTED = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*.*?\*%|%[^\n]*', re.DOTALL)  # strings, comments
ARROW = re.compile(r"<-|<=|=>|->|:=")
_WORDS = (
    *("show", "const", "defined", "minimize", "maximize", "external", "heuristic", "program"),
    *("include", "script", "count", "sum", "min", "max", "true", "false", "sup", "inf", "project"),
    *("theory", "edge"),
)  # that follow #
_BEGINS = re.compile(rf":-|#(?:{'|'.join(_WORDS[:8])})\b")  # what only a new statement begins with
_ERROR = Message("syntax error")
_CLOSES = {"(": ")", "{": "}", "[": "]"}
_FOREIGN = {  # how a file begins that is no program
    "XML": re.compile(r"\s*<[?!A-Za-z]"),
    "JSON": re.compile(r'\s*\[?\s*\{\s*"[^"]*"\s*:'),
}
_OPEN_END = (":-", *",;:|.=<>+-*/({[")  # after these a statement or a term goes on

_SLIPS: tuple[tuple[re.Pattern[str], Message], ...] = tuple(
    (re.compile(pattern), message)
    for pattern, message in (
        (r"//", Message("comments begin with %, not with {found}")),
        (r"#(?=\s|$)", Message("comments begin with %, not with {found}")),
        (r"\bNot\b(?=\s+[a-z])", Message("write `not` instead of {found}")),
        (r"\b[A-Z]\w*(?=\()", Message("{found} begins with a capital letter, as variables do")),
        (r"\d+\.\d+", Message("{found} is no whole number; clingo has no others")),
        (r"=<(?!-)", Message("write <= instead of {found}")),
        (r"=>", Message("write >= instead of {found}")),
        (r"\\=", Message("write != instead of {found}")),
        (r"\\\+", Message("write `not` instead of {found}")),
        (r"[=!]==", Message("write = or != instead of {found}")),
        (
            r"#(?:minimize|maximize)\b(?=\s*[^\s{])",
            Message("{found} needs braces: {found} { ... }."),
        ),
        (r"(?<!#)\b(?:count|sum|min|max)(?=\s*\{)", Message("write # before {found}")),
        (r"#(?:count|sum|min|max)(?=\s*\()", Message("write {found} with braces: {found}{ ... }")),
        (r"(?<!#)\b(?:show|defined|const)\b(?=\s+[a-z])", Message("write # before {found}")),
        (r"\bif\b", Message("write :- instead of {found}")),
        (r"\bmod\b", Message("write \\ instead of {found}")),
        (r"\band\b|&&?", Message("write a comma instead of {found}")),
        (r"\bor\b|\|\|?", Message("write two rules instead of {found}")),
        (r"!(?!=)|\bnot\s+not\s+not|~[^,.;:]*", Message("write `not` instead of {found}")),
        (r"[,;]\s*(?=[,.;)}])", Message("something is missing after {found}")),
        (r"(?<=[a-z_])\[", Message("write ( instead of {found}")),
        (r"\"", Message("the text behind this {found} has no second one on its line")),
    )
)
"""What other languages write, where clingo stops at it or just behind it; and what to write."""


def without_quoted(text: str) -> str:
    """A program with blanks in place of its strings and comments."""
    return _QUOTED.sub(lambda match: re.sub(r"[^\n\0]", " ", match[0]), text)


def syntax(text: str, line: int, column: int) -> Flaw | None:
    """What is probably meant at the place where clingo noticed it, or before; None if unclear."""
    lines = without_quoted(text).split("\n")
    before = "\n".join([*lines[: line - 1], "".join(lines[line - 1 : line])[: column - 1]])
    rest = "".join(lines[line - 1 : line])[column - 1 :]
    code = before.rstrip()
    start = _start(code)
    slip = _foreign(text) or _comment(text) or _slip(before, rest, start)
    slip = slip or _stray(before, rest, start)
    if slip or not code or code.endswith("."):
        return slip
    opened = _unclosed(code, start)
    if opened and not _closed_in(rest, code):
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
        return Flaw(line, column, said)
    return _at(code, len(code), _missing_end(code[start:], "\n".join([rest, *lines[line:]])))


def _closed_in(rest: str, code: str) -> bool:
    """Whether a word stands where clingo stops, and all brackets before it are closed behind it."""
    whole = code + " " + re.split(r"(?<!\.)\.(?!\.)", rest)[0]
    return bool(re.match(r"\w", rest)) and not _unclosed(whole, _start(code))


def _missing_end(statement: str, rest: str) -> Message:
    """What is missing between a statement and the next line."""
    following = re.split(r"(?<!\.)\.(?!\.)", rest)[0]
    if not rest.strip() or _BEGINS.match(rest) or (":-" in statement and ":-" in following):
        return Message("syntax error: a period is missing at the end of the line")
    return Message("syntax error: a period or a comma is missing at the end of the line")


def _foreign(text: str) -> Flaw | None:
    """A text that is no program."""
    for kind, begin in _FOREIGN.items():
        if begin.match(text):
            said = Message("this is {kind}, perhaps a puzzle; expected a program", kind=kind)
            return _at(text, len(text) - len(text.lstrip()), said)
    return None


def _comment(text: str) -> Flaw | None:
    """A comment of several lines that has no end."""
    for quoted in _QUOTED.finditer(text):
        if quoted[0].startswith("%*") and not quoted[0].endswith("*%"):
            return _at(text, quoted.start(), Message("a comment %* that is not closed by *%"))
    return None


def _slip(before: str, rest: str, start: int) -> Flaw | None:
    """The sign of another language at which clingo stops, or just behind which."""
    text, at = before + rest, len(before)
    for pattern, slip in _SLIPS:
        for found in pattern.finditer(text, start):
            behind = text[found.end() : at].strip()
            if found.start() <= at and not behind:
                said = Message(slip.template, found=found[0].strip())
                return _at(text, found.start(), together((_ERROR, said)))
    word = re.match(r"#(\w+)", rest)
    if word and word[1] not in _WORDS:
        near = get_close_matches(word[1], _WORDS, n=1)
        said = Message("comments begin with %, not with {found}", found="#")
        if near:
            said = Message("{found}: did you mean {near}?", found=word[0], near=f"#{near[0]}")
        return _at(text, at, together((_ERROR, said)))
    return None


def _stray(before: str, rest: str, start: int) -> Flaw | None:
    """A bracket that closes nothing, or the second :- of a rule."""
    opened = _unclosed(before, start)
    if rest[:1] in _CLOSES.values() and not opened:
        said = Message("syntax error: {bracket} closes nothing", bracket=rest[0])
        return _at(before + rest, len(before), said)
    if rest.startswith(":-") and ":-" in before[start:]:
        line_end = len(before[: before.rfind("\n") + 1].rstrip())
        if line_end <= start:
            said = Message("syntax error: this rule has a second :-; the first one lacks a period")
            return _at(before + rest, len(before), said)
        if (sign := before[line_end - 1]) in ",;":
            said = Message("syntax error: write a period instead of {sign}", sign=sign)
            return _at(before, line_end - 1, said)
        return _at(
            before, line_end, Message("syntax error: a period is missing at the end of the line")
        )
    return None


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


def _at(code: str, place: int, reason: Message) -> Flaw:
    line = code.count("\n", 0, place) + 1
    return Flaw(line, place - (code.rfind("\n", 0, place) + 1) + 1, reason)


def arrow(text: str, line: int) -> Flaw | None:
    """An arrow in place of `:-`, on a line of which clingo complains; None without one."""
    lines = without_quoted(text).split("\n")[:line]
    code = "\n".join(lines)
    first = len(code) - len(lines[-1])  # of the line
    statement = code[min(first, _start(code[:first].rstrip())) :]
    found = ARROW.search(lines[-1])
    if ":-" in statement or not found:
        return None
    return Flaw(line, found.start() + 1, Message("write :- instead of {arrow}", arrow=found[0]))
