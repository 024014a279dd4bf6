"""The place of a mistake: the rules that a small change, or their removal, makes right.

Each rule is changed in small ways. A change of the faulty rule brings the answers nearer to the
right ones, a change of another one rarely does (Moon, Kim, Kim and Yoo, "Ask the mutants", 2014).
If an answer is missing, the smallest sets of rules whose removal admits it count, too. The changed
rules are never shown.
"""

import tomllib
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias, cast

from asp_nono.grading.sandbox import Clock, RefusedError, Sandbox
from asp_nono.grading.submission import Submission, printable
from asp_nono.messages import NOTHING, Message, with_messages
from asp_nono.run.limits import StoppedError

_SECONDS, _JOB_SECONDS, _LATE = 3.8, 0.5, 0.25  # CPU time in all, of a job, of one with changes
_BATCH, _BATCH_SECONDS = 25, 0.1  # changes that are tried in one job, the time it should take
_FIRST_SHARE = 0.7  # of the time, to try all changes on the board that the program fails
_ANY = 1 << 30  # wrong answers that an unchanged program may have
_MOST_TESTS = 16  # beside the board that the program fails
_CLEARLY = 0.5  # another rule that repairs more than this share may be what is missing
_LARGER = ("missing condition", "another rule")  # changes that add something
_LEAST = 0.15  # a change must repair more than this share
_BASES, _BASES_OF_A_RULE = 12, 3  # changes that are combined with others, in all and of one rule
MOST_SUSPECTS = 3
_LONGEST_RULE = 120  # characters of a rule in a report

HINTS: dict[str, str] = tomllib.loads(
    Path(__file__).with_name("questions.toml").read_text(encoding="utf-8")
)  # what to ask about a rule, by the kind of change that repairs most


@dataclass(frozen=True, slots=True)
class Suspect:
    """A rule that may be the faulty one."""

    line: int  #: of the program's text, where it begins, from 1
    place: Message  #: the same in its files
    rule: str  #: its first line
    repaired: float  #: the largest share of what is wrong that one small change to it repairs
    removal: bool  #: whether its removal, alone or with others, admits the missing answer
    paired: bool  #: whether small changes to it and to another suspect together repair everything
    kind: str  #: of the change, a key of `HINTS`
    head: tuple[str, ...] = ()  #: the signatures in its head

    @property
    def sure(self) -> bool:
        """Whether it was repaired, alone or with another suspect."""
        return self.repaired == 1 or self.paired

    @property
    def hint(self) -> Message:
        """A question about the rule."""
        return Message(HINTS[self.kind])

    def to_json(self) -> dict[str, Any]:
        """An entry of `suspects` of `grade --json`."""
        known = {"repaired": round(self.repaired, 3), "removal": self.removal}
        known["paired"] = self.paired
        place, hint = with_messages(place=self.place), with_messages(hint=self.hint)
        return {**place, "rule": self.rule, **known, **hint}


def locate(
    sandbox: Sandbox,
    submission: Submission,
    job: dict[str, Any],
    signatures: Sequence[str],
    goal: Sequence[str] | None,
) -> tuple[Suspect, ...]:
    """The rules of a program that are most likely faulty, the likeliest first.

    `job` has the "text" of the program, and else what `edits.try_edits` needs, without "statements"
    and "edits"; its first test is one that the program fails. `goal` has the atoms, of these
    signatures, of an answer that is missing there; None if none is.
    """
    clock, changes = Clock(_SECONDS), _Changes()
    alone = _removals(sandbox, job, signatures, goal, clock)
    with suppress(RefusedError, StoppedError):
        found = _ask(sandbox, {"do": "edits", "text": job["text"]}, clock, _SECONDS)
        lines = found["lines"]
        changes.heads.update(zip(lines, map(tuple, found["heads"]), strict=True))
        given = {"do": "try edits", "statements": found["statements"], "tests": _tests(job)}
        search = _MistakeSearch(sandbox, job | given, clock, [*map(tuple, found["edits"])], lines)
        for at, kind, gain in search.gains():
            changes.take(lines[at], kind, gain)
        if not changes.ways.total():
            changes.pair(search.pairs())
    best, heads = changes.best, changes.heads
    answering = (line for line, head in heads.items() if not set(signatures).isdisjoint(head))
    for line in alone or (() if best else answering):
        best.setdefault(line, (0.0, "rule"))
    suspects = [
        replace(
            suspect_of(submission, line, kind),
            repaired=gain,
            removal=line in alone,
            paired=line in changes.paired,
            head=heads.get(line, ()),
        )
        for line, (gain, kind) in best.items()
    ]
    suspects.sort(key=lambda one: (-changes.ways[one.line], -alone[one.line], one.line))
    # of changes that repair as much, the larger one, a condition more, is less likely
    suspects.sort(key=lambda one: (not one.paired, -one.repaired, one.kind in _LARGER))
    return tuple(suspects[:MOST_SUSPECTS])


@dataclass
class _Changes:
    """What the changes of a program repair, by the lines of its statements."""

    heads: dict[int, tuple[str, ...]] = field(default_factory=dict)  # signatures in their heads
    best: dict[int, tuple[float, str]] = field(default_factory=dict)  # the share, and the kind
    ways: Counter[int] = field(default_factory=Counter)  # how many changes repair everything
    paired: tuple[int, ...] = ()  # two lines of which changes repair everything together

    def take(self, line: int, kind: str, gain: float) -> None:
        """Count a change that repairs this share."""
        self.ways[line] += gain == 1
        if gain > self.best.get(line, (_LEAST, ""))[0]:
            self.best[line] = gain, kind

    def pair(self, found: Sequence["_Pair"]) -> None:
        """Take the two lines that are repaired together in most ways."""
        if not found:
            return
        ways = Counter(tuple(line for line, _ in pair) for pair in found)
        (self.paired, _), *_ = ways.most_common(1)
        kinds = next(pair for pair in found if tuple(line for line, _ in pair) == self.paired)
        for line, kind in kinds:
            self.best.setdefault(line, (0.0, kind))


def _tests(job: dict[str, Any]) -> list[dict[str, Any]]:
    """The test that the program fails, then those with many answers: they tell changes apart."""
    first, *others = job["tests"]
    return [first, *sorted(others, key=lambda test: -len(test["right"]))[:_MOST_TESTS]]


def _removals(
    sandbox: Sandbox,
    job: dict[str, Any],
    signatures: Sequence[str],
    goal: Sequence[str] | None,
    clock: Clock,
) -> Counter[int]:
    """The lines of rules whose removal admits the missing answer, and in how many ways."""
    if goal is None:  # the picture without a filled cell has none
        return Counter()
    first = job["tests"][0]
    wanted = {"do": "correction sets", "text": job["text"], "parts": job.get("parts", ())}
    wanted |= {"signatures": signatures, "goal": goal}
    wanted |= {key: first[key] for key in ("facts", "options")}
    try:
        found = _ask(sandbox, wanted, clock, _JOB_SECONDS)["sets"]
    except (RefusedError, StoppedError):
        return Counter()
    return Counter(line for one in found for line in one)


def lacking(suspects: Sequence[Suspect], unsupplied: Sequence[str]) -> Message:
    """Which rule may be missing, without a place for it; empty if none seems to be.

    `unsupplied` are the predicates that nothing supplies and whose names are like no other.
    """
    if unsupplied:
        return Message("A rule may be missing: nothing derives {atoms}.", atoms=tuple(unsupplied))
    first = suspects[0] if suspects else None
    if first is None or first.kind != "another rule" or first.repaired < _CLEARLY:
        return NOTHING
    if not first.head:
        return Message("A constraint may be missing.")
    return Message(
        "A rule may be missing: one that derives {atoms} in another case.", atoms=first.head
    )


def suspect_of(submission: Submission, line: int, kind: str) -> Suspect:
    """The rule of a line as a suspect, before anything is known to repair it."""
    rule = printable(submission.text.split("\n")[line - 1].strip(), _LONGEST_RULE)
    place = submission.place(line).named
    return Suspect(line, place, rule, 0.0, removal=False, paired=False, kind=kind)


def _ask(sandbox: Sandbox, job: dict[str, Any], clock: Clock, most: float) -> dict[str, Any]:
    """The answer to one job within `most` seconds of the clock."""
    with clock.part(most) as step:
        return sandbox.ask(job, step)


Edit: TypeAlias = tuple[int, str, str]  # the place of a statement, the kind of change, the new text
_Pair: TypeAlias = tuple[tuple[int, str], tuple[int, str]]  # the lines and kinds of two changes


@dataclass
class _MistakeSearch:
    """Tries changes of rules, many in one job."""

    sandbox: Sandbox
    job: dict[str, Any]
    clock: Clock
    edits: list[Edit]
    lines: list[int]  # where the statements begin
    helpful: dict[Edit, int] = field(
        default_factory=dict
    )  # what they leave wrong on the first test
    costs: tuple[float, float] = 0.0, 0.0  # seconds of one change on the first test, on the others

    def gains(self) -> Iterator[tuple[int, str, float]]:
        """Statement, kind and gain of changes: the share of what is wrong that each repairs.

        Only of those that can alter the result. All are tried on the first test, then those that
        repair some of it on the others, the best ones first.
        """
        first, others = self.job["tests"][:1], self.job["tests"][1:]
        before, cost = self._unchanged(first)
        elsewhere, more = self._unchanged(others)
        if not before:
            return
        self.costs = cost, more
        total, spared = before + elsewhere, (1 - _FIRST_SHARE) * _SECONDS
        left: dict[int, int] = {}  # what the best change of a line leaves wrong
        helpful = dict(self._all(self.edits, first, cost, lambda _: before - 1, spared))
        self.helpful = helpful

        def most(edit: Edit) -> int:
            """The most mistakes that a change may leave, beside the best change of each line."""
            shown = sorted(left.values())[MOST_SUSPECTS - 1 : MOST_SUSPECTS]
            own = left.get(self.lines[edit[0]], total) - 1
            return max(0, min(int(total * (1 - _LEAST)), own, *shown)) - helpful[edit]

        ordered = sorted(helpful, key=lambda one: helpful[one])
        for edit, after in self._all(ordered, others, more, most):
            at, kind, _ = edit
            wrong = helpful[edit] + after
            left[self.lines[at]] = min(wrong, left.get(self.lines[at], total))
            yield at, kind, 1 - wrong / total

    def pairs(self) -> list[_Pair]:
        """Pairs of changes that repair everything, the first of them one of those that help most.

        Neither of them adds anything, and they change statements on different lines.
        """
        first, others = self.job["tests"][:1], self.job["tests"][1:]
        small = [edit for edit in self.edits if edit[1] not in _LARGER]
        for base in self._bases():
            seconds = [one for one in small if self.lines[one[0]] != self.lines[base[0]]]
            fitting = [one for one, _ in self._all(seconds, first, self.costs[0], _none, base=base)]
            found = [one for one, _ in self._all(fitting, others, self.costs[1], _none, base=base)]
            if found:
                return [self._pair(base, one) for one in found]
        return []

    def _bases(self) -> list[Edit]:
        """The changes that leave least wrong on the first test, a few of each statement."""
        taken: Counter[int] = Counter()
        bases = []
        for edit in sorted(self.helpful, key=lambda one: self.helpful[one]):
            if edit[1] not in _LARGER and taken[edit[0]] < _BASES_OF_A_RULE:
                taken[edit[0]] += 1
                bases.append(edit)
        return bases[:_BASES]

    def _pair(self, *changes: Edit) -> _Pair:
        one, other = sorted((self.lines[at], kind) for at, kind, _ in changes)
        return one, other

    def _unchanged(self, tests: list[dict[str, Any]]) -> tuple[int, float]:
        """How much is wrong before any change, and the time that takes."""
        began = self.clock.used
        (found,) = self._tried([((), _ANY)], tests)
        return found or 0, self.clock.used - began

    def _all(
        self,
        edits: list[Edit],
        tests: list[dict[str, Any]],
        cost: float,
        most: Callable[[Edit], int],
        spared: float = 0,
        base: Edit | None = None,
    ) -> Iterator[tuple[Edit, int]]:
        """The mistakes that changes leave, if at most this many; some time is kept in reserve.

        One change takes about `cost`. A batch with one that takes very long is halved, for later.
        Each is made beside the change `base`, if there is one.
        """
        size = max(1, min(_BATCH, int(_BATCH_SECONDS / max(cost, 1e-3))))
        batches = deque(edits[start : start + size] for start in range(0, len(edits), size))
        before = [(base[0], base[2])] if base else []
        while batches and self.clock.left > spared:
            batch = batches.popleft()
            try:
                found = self._tried(
                    [((*before, (one[0], one[2])), most(one)) for one in batch], tests
                )
            except StoppedError:
                half = len(batch) // 2
                batches += [batch[:half], batch[half:]] if half else []
                continue
            results = zip(batch, found, strict=True)
            yield from ((one, after) for one, after in results if after is not None)

    def _tried(
        self, edits: Sequence[tuple[Sequence[tuple[int, str]], int]], tests: list[dict[str, Any]]
    ) -> list[int | None]:
        """The effects of the changes; see `edits.try_edits`."""
        job = {**self.job, "edits": edits, "tests": tests}
        answer = _ask(self.sandbox, job, self.clock, _LATE)
        return cast("list[int | None]", answer["distances"])


def _none(_: Edit) -> int:
    """A change may leave nothing wrong."""
    return 0
