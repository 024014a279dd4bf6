"""What clingo says about a program, in clearer words, and about the place that is meant."""

import re

from asp_nono.asp.diagnosis import Flaw
from asp_nono.asp.diagnosis.syntax import arrow, syntax
from asp_nono.messages import NOTHING, Message, verbatim

_UNSAFE = re.compile(r"note: '(\S+)' is unsafe")
_ANONYMOUS = re.compile(r"#Anon\d+")
_UNDERIVED = re.compile(r"no atoms over signature occur in program: (\S+)")
_UNDEFINED = re.compile(r"operation undefined: (.+)")
_SHOW = re.compile(r"#show\s+([a-z_]\w*)\(([^()]*)\)\s*\.")
_COMPARED = re.compile(r"(\w+\([^:#{}]*\)\s*[=<>!]=?[^:#{}]+?)\s*:-")  # before a body
_SHOW_VARIABLE = re.compile(r"#show \(([A-Z]\w*)/\d+\)\.")  # as clingo prints it


def diagnosis(text: str, line: int, column: int, said: str) -> Flaw:
    """What is probably meant by a text about which clingo has `said` something at a place."""
    rule = "".join(text.splitlines()[line - 1 : line]).strip()
    if said.startswith(("syntax error", "lexer error")):
        found = arrow(text, line) or syntax(text, line, column)
        return found or Flaw(line, column, verbatim(said))
    if _UNSAFE.search(said):
        if found := arrow(text, line):
            return found
        if reason := atom_shown(rule) or _no_atom(rule):
            return Flaw(line, column, reason)
    return Flaw(line, column, worded(said, rule))


def atom_shown(statement: str) -> Message:
    """What to write instead of `#show p(X).` or `#show P/1.`; empty for other statements."""
    if variable := _SHOW_VARIABLE.match(statement):
        return Message("{found} begins with a capital letter, as variables do", found=variable[1])
    found = _SHOW.match(statement)
    if not found:
        return NOTHING
    signature = f"{found[1]}/{found[2].count(',') + 1}"
    return Message("write #show {signature} to show these atoms", signature=f"{signature}.")


def _no_atom(rule: str) -> Message:
    """What is wrong with a rule that compares before `:-`; empty for others."""
    if not (compared := _COMPARED.match(rule)):
        return NOTHING
    head = compared[1]
    return Message("{head} derives nothing; expected an atom before :-", head=head)


def worded(text: str, rule: str = "") -> Message:
    """What clingo says, of a rule if it has one, in clearer words where these are known."""
    if unsafe := _UNSAFE.findall(text):  # clingo quotes its own form of the rule
        names = tuple(dict.fromkeys(_ANONYMOUS.sub("_", name) for name in unsafe))
        names = tuple(name for name in names if name[0] != "#") or names  # clingo's own last
        if not rule:
            return Message("unsafe variables: {names} in this rule", names=names)
        return Message("unsafe variables: {names} in {rule}", names=names, rule=rule)
    if found := _UNDERIVED.search(text):
        return Message("no rule derives {predicate}, which #show names", predicate=found[1])
    if found := _UNDEFINED.fullmatch(text):
        return Message("{term} cannot be computed: it is no arithmetic on numbers", term=found[1])
    return verbatim(text)
