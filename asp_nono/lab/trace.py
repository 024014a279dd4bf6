"""Unit propagation on a ground program rule by rule, as a reader of logic programs follows it.

Literals are those of `Propagation`. Atoms without a name, which clingo adds for sums, stand there
as what defines them; rules about columns are left out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from asp_nono.aspcount.cnf import TRUE
from asp_nono.aspcount.ground import GroundRule, GroundRules
from asp_nono.aspcount.propagation import Origin, Propagation

HIDDEN = "asp_nono_filled"  # begins the atoms by which the clues of columns are open

_SHOWN = 12  # rules that a text lists


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A literal that propagation finds, and the ground rule, or the condition, that makes it."""

    literal: str
    how: str  #: in words
    rule: str  #: the rule; for a condition what must hold or must not; empty if no rule is left


@dataclass(frozen=True, slots=True)
class Trace:
    """What propagation finds in a program, and what it does not."""

    wanted: str  #: a literal that it does not find; empty for a conflict
    given: tuple[str, ...]  #: the literals that it begins with
    steps: tuple[TraceStep, ...]  #: the literals that it finds, in this order
    undecided: tuple[str, ...]  #: rules with several open literals, those about `wanted` first
    refuted: bool  #: whether it finds a conflict if the opposite of `wanted` is given, too

    def text(self, name: str) -> Iterator[str]:
        """The lines of the trace, with the name of the encoding."""
        yield f"{name}, rule by rule (ground rules; those about columns are left out):"
        yield f"  known      {', '.join(self.given) or 'nothing but the clue'}"
        for number, step in enumerate(self.steps):
            yield f"  {'' if number else 'derived':11}{step.literal}"
            yield f"               {step.how}{': ' * bool(step.rule)}{step.rule}"
        if not self.steps:
            yield "  derived    nothing: no rule has a single open literal"
        for number, rule in enumerate(self.undecided[:_SHOWN]):
            yield f"  {'' if number else 'undecided':11}{rule}"
        if more := len(self.undecided[_SHOWN:]):
            yield f"             and {more} more rules"
        if self.wanted:
            conflict = "ends in a conflict" if self.refuted else "finds no conflict either"
            yield f"  missed     {self.wanted}; with its opposite, propagation {conflict}"

    def to_json(self) -> dict[str, Any]:
        """The object of a trace."""
        steps = [{"literal": one.literal, "how": one.how, "rule": one.rule} for one in self.steps]
        return {
            "wanted": self.wanted,
            "given": list(self.given),
            "steps": steps,
            "undecided": list(self.undecided),
            "refuted": self.refuted,
        }


def trace(
    program: GroundRules,
    propagation: Propagation,
    names: Mapping[int, str],
    given: Sequence[int],
    wanted: int,
) -> Trace:
    """What propagation finds from `given`, and the rules that could decide `wanted` (0 for none).

    `names` are those of the atoms, by their numbers.
    """
    texts = _Texts(program, propagation, names)
    steps = propagation.steps(given)
    known = {step.literal for step in steps}
    shown, found = [], dict[int, Origin]()
    for literal, origin in steps:
        if origin is None:
            continue
        found[literal] = origin
        if texts.visible(literal) and (step := texts.step(literal, origin, found)):
            shown.append(step)
    first = [abs(wanted)] if wanted else [abs(one) for one in given]
    return Trace(
        texts.literal(wanted) if wanted else "",
        tuple(texts.literal(one) for one in given if texts.visible(one)),
        tuple(shown),
        tuple(texts.undecided(first, known)),
        bool(propagation.run([(one, 1) for one in (*given, -wanted) if one], 1)[1]),
    )


class _Texts:
    """The texts of the literals and rules of a program."""

    def __init__(
        self, program: GroundRules, propagation: Propagation, names: Mapping[int, str]
    ) -> None:
        self._rules = program.rules
        self._bodies = propagation.bodies
        self._names = names
        self._defining: dict[int, list[GroundRule]] = {}
        for rule in program.rules:
            for atom in rule.head:
                self._defining.setdefault(atom, []).append(rule)

    def visible(self, literal: int) -> bool:
        """Whether a literal has a name, and is not about columns."""
        return _of_row(self._names.get(abs(literal) - 1, HIDDEN))

    def literal(self, literal: int) -> str:
        """A literal of the propagation."""
        return self._signed(literal - 1 if literal > 0 else literal + 1)

    def _signed(self, literal: int, within: tuple[int, ...] = ()) -> str:
        """A literal of the program; `within` are the atoms whose definitions it is part of."""
        atom = abs(literal)
        text = self._names.get(atom)
        if text is None and atom not in within:
            bodies = [self._body(rule, (*within, atom)) for rule in self._defining.get(atom, [])]
            text = bodies[0] if len(bodies) == 1 else " or ".join(f"({one})" for one in bodies)
            text = f"({text})" if len(bodies) == 1 and ", " in text and literal < 0 else text
        return f"{'not ' * (literal < 0)}{text or f'#aux{atom}'}"

    def _body(self, rule: GroundRule, within: tuple[int, ...] = ()) -> str:
        texts = [self._signed(literal, within) for literal, _ in rule.body]
        weights = {weight for _, weight in rule.body}
        if rule.conjunction:
            return ", ".join(texts) or "#true"
        if len(weights) == 1:
            bound = -(-rule.bound // weights.pop())
            return f"#count {{ {'; '.join(texts)} }} >= {bound}"
        terms = (f"{weight}: {text}" for text, (_, weight) in zip(texts, rule.body, strict=True))
        return f"#sum {{ {'; '.join(terms)} }} >= {rule.bound}"

    def _rule(self, rule: GroundRule) -> str:
        head = "; ".join(map(self._signed, rule.head))
        body = f" :- {self._body(rule)}" if rule.body else ""
        return f"{f'{{ {head} }}' if rule.choice else head}{body}.".lstrip()

    def _plain(self, rule: GroundRule) -> bool:
        """Whether the head of a rule has names, all of them of the row."""
        return all(_of_row(self._names.get(atom, HIDDEN)) for atom in rule.head)

    def step(self, literal: int, origin: Origin, found: Mapping[int, Origin]) -> TraceStep | None:
        """How a literal was found, by what was found before; None for a fact."""
        text, kind, number = self.literal(literal), origin.kind, origin.number
        body = literal
        if kind == "body":
            body = number if number in found else -number
            kind, number = found.get(body, origin)
        if kind == "rule":
            rule = self._rules[number]
            if not rule.body and not rule.choice:
                return None
            if self._plain(rule):
                return TraceStep(text, self._how_rule(rule, literal), self._rule(rule))
            return TraceStep(text, "must not hold", self._body(rule))
        if kind == "support" and number == -body:
            return TraceStep(text, "no rule for it is left", "")
        return self._last_rule(text, number, body)

    @staticmethod
    def _how_rule(rule: GroundRule, literal: int) -> str:
        return "the body holds" if literal - 1 in rule.head else "the body must not hold"

    def _last_rule(self, text: str, atom: int, body: int) -> TraceStep | None:
        """The step by the only rule that is left for an atom: its body must hold."""
        for rule, one in zip(self._rules, self._bodies, strict=True):
            if one == body and atom - 1 in rule.head:
                if self._plain(rule):
                    return TraceStep(text, "the last rule for its head", self._rule(rule))
                return TraceStep(text, "must hold", self._body(rule))
        return None

    def undecided(self, first: Iterable[int], known: set[int]) -> Iterator[str]:
        """The rules with open literals, those next to some variables first."""
        waiting, seen, done = [one - 1 for one in first], set[int](), set[int]()
        while waiting:
            atom = waiting.pop(0)
            seen.add(atom)
            for number, rule in enumerate(self._rules):
                atoms = {*rule.head, *(abs(one) for one, _ in rule.body)}
                if number in done or atom not in atoms or not self._open(number, rule, known):
                    continue
                done.add(number)
                left = [one for one in atoms if not {one + 1, -one - 1} & known]
                waiting += sorted({*left} - seen - {*waiting})
                text = self._rule(rule)
                if not _of_row(text):
                    continue
                if self._plain(rule):
                    yield text
                elif (body := self._bodies[number]) in known or -body in known:
                    holds = "must hold" if body in known else "must not hold"
                    yield f"{self._body(rule)} {holds}"

    def _open(self, number: int, rule: GroundRule, known: set[int]) -> bool:
        """Whether a rule of the row may still decide something."""
        body = [one + 1 if one > 0 else one - 1 for one, _ in rule.body]
        atoms = (*rule.head, *(abs(one) for one, _ in rule.body))
        if not all(_of_row(self._names.get(one, "")) for one in atoms):
            return False
        free = rule.choice and self._bodies[number] in {TRUE, *known}
        fails = rule.conjunction and any(-one in known for one in body)
        return not free and not fails and any(not {one + 1, -one - 1} & known for one in atoms)


def _of_row(name: str) -> bool:
    return "column(" not in name and HIDDEN not in name
