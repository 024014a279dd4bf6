"""Where a mistake is: the rules that a small change, or their removal, makes right.

Each rule is changed in small ways. A change of the faulty rule brings the answers nearer to the
right ones, a change of another one rarely does (Moon, Kim, Kim and Yoo, "Ask the mutants", 2014).
If an answer is missing, the smallest sets of rules whose removal admits it count, too. The changed
rules are never shown.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from asp_nono.grading.sandbox import Clock, RefusedError, Sandbox
from asp_nono.grading.submission import Submission, printable
from asp_nono.run.limits import StoppedError

_BATCH = 25  # changes that are tried in one job
_SECONDS, _BATCH_SECONDS, _REMOVAL_SECONDS = 10.0, 2.0, 2.0  # CPU time in all, of jobs
_PATIENCE = 4  # jobs that run into that limit
_LEAST = 0.15  # a change must repair more than this share
_MOST_LINES = 3
_LONGEST_RULE = 120  # characters of a rule in a report

HINTS: dict[str, str] = tomllib.loads(
    Path(__file__).with_name("questions.toml").read_text(encoding="utf-8")
)  # what to ask about a rule, by the kind of change that repairs most


@dataclass(frozen=True, slots=True)
class Suspect:
    """A rule that may be the faulty one."""

    line: int  # of the program's text, where it begins, from 1
    place: str  # the same in its files
    rule: str  # its first line
    repaired: float  # the largest share of what is wrong that one small change to it repairs
    removal: bool  # whether its removal, alone or with others, admits the missing answer
    kind: str  # of the change, a key of `HINTS`

    @property
    def hint(self) -> str:
        """A question about the rule."""
        return HINTS[self.kind]

    def to_json(self) -> dict[str, Any]:
        """An entry of `suspects` of `grade --json`."""
        known = {"repaired": round(self.repaired, 3), "removal": self.removal}
        return {"place": self.place, "rule": self.rule, **known, "hint": self.hint}


def locate(
    sandbox: Sandbox,
    submission: Submission,
    job: dict[str, Any],
    signatures: Sequence[str],
    goal: Sequence[str],
) -> tuple[Suspect, ...]:
    """The rules of a program that are most likely faulty, the likeliest first.

    `job` is what `edits.try_edits` needs, without "statements", "edits" and "before"; its first
    test is one that the program fails. `goal` has the atoms, of these signatures, of an answer that
    is missing there; none if none is.
    """
    text, (first, *others) = submission.text, job["tests"]
    # many answers tell changes apart early
    tests = [first, *sorted(others, key=lambda test: -len(test["right"]))]
    clock = Clock(_SECONDS)
    alone = Counter[int]()
    if goal:
        wanted = {"do": "correction sets", "text": text, "signatures": signatures, "goal": goal}
        wanted |= {key: first[key] for key in ("facts", "options")}
        with suppress(RefusedError, StoppedError):
            removals = sandbox.ask(wanted, _REMOVAL_SECONDS)["sets"]
            alone.update(line for one in removals for line in one)
    gains: list[tuple[int, str, float]] = []
    with suppress(RefusedError, StoppedError):
        found = sandbox.ask({"do": "edits", "text": text}, clock)
        given = {"do": "try edits", "statements": found["statements"], "tests": tests}
        search = _Search(sandbox, job | given, clock)
        for at, kind, gain in search.gains(found["edits"], found["lines"]):
            gains.append((found["lines"][at], kind, gain))
    best: dict[int, tuple[float, str]] = {}
    ways = Counter[int]()
    for line, kind, gain in gains:
        ways[line] += gain == 1
        if gain > best.get(line, (_LEAST, ""))[0]:
            best[line] = gain, kind
    for line in alone:
        best.setdefault(line, (0.0, "rule"))
    rules = text.split("\n")
    suspects = [
        Suspect(line, submission.place(line), rule, gain, line in alone, kind)
        for line, (gain, kind) in best.items()
        for rule in [printable(rules[line - 1].strip(), _LONGEST_RULE)]
    ]
    suspects.sort(key=lambda one: (-one.repaired, -ways[one.line], -alone[one.line], one.line))
    return tuple(suspects[:_MOST_LINES])


class _Search:
    """Tries changes of rules, many in one job."""

    def __init__(self, sandbox: Sandbox, job: dict[str, Any], clock: Clock) -> None:
        self._sandbox, self._job, self._clock = sandbox, job, clock

    def gains(
        self, edits: list[tuple[int, str, str]], lines: list[int]
    ) -> Iterator[tuple[int, str, float]]:
        """Statement, kind and gain of changes: the share of what is wrong that each repairs.

        Only of those that can alter the result.
        """
        before = self._tried([(-1, "", 0)], None)[0]
        if not before or not before[0]:
            return
        total, late = sum(before), 0
        left: dict[int, int] = {}  # what the best change of a line leaves wrong
        for start in range(0, len(edits), _BATCH):
            if not self._clock.left:
                return
            batch = edits[start : start + _BATCH]
            limited = [(at, text, _most(left, lines[at], total)) for at, _, text in batch]
            try:
                found = self._tried(limited, before[0])
            except StoppedError:
                late += 1
                if late >= _PATIENCE:
                    return
                continue
            for (at, kind, _), after in zip(batch, found, strict=True):
                if after is not None:
                    left[lines[at]] = min(sum(after), left.get(lines[at], total))
                    yield at, kind, 1 - sum(after) / total

    def _tried(
        self, edits: Sequence[tuple[int, str, int]], before: int | None
    ) -> list[list[int] | None]:
        """What the changes do; see `edits.try_edits`."""
        step = Clock(min(_BATCH_SECONDS, self._clock.left))
        try:
            answer = self._sandbox.ask({**self._job, "edits": edits, "before": before}, step)
        finally:
            self._clock.used += step.used
        return cast("list[list[int] | None]", answer["distances"])


def _most(left: dict[int, int], line: int, total: int) -> int:
    """The most that a change of a line may leave wrong to count, beside the best of each line."""
    shown = sorted(left.values())[_MOST_LINES - 1 : _MOST_LINES]
    own = left.get(line, total) - 1
    return max(0, min(int(total * (1 - _LEAST)), own, *shown))
