"""The locked-down process in which submissions run: one line of JSON with a job in, one out.

It locks itself down before the first job: from then on it cannot open a file or a socket, write to
a file, or start a process, whatever code runs in it; it keeps its two pipes. The limits are the
system's own and cannot be lifted again. It knows nothing but what the jobs say.
"""

import json
import os
import queue
import resource
import signal
import sys
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from itertools import accumulate, chain
from pathlib import Path
from threading import Thread
from time import process_time
from typing import Any

from asp_nono.asp.diagnosis.kinds import Kinds
from asp_nono.asp.diagnosis.lint import facts_of, lint
from asp_nono.asp.diagnosis.wording import atom_shown
from asp_nono.asp.engine import AST, ASTType, BinaryOperator, parse_string
from asp_nono.asp.headers import atoms, of_rule, shows, signature_of, signatures, terms, uses, walk
from asp_nono.asp.source import ClingoMessages
from asp_nono.asp.theories import PACKAGES, package_of, theory_atoms
from asp_nono.grading.answer_sets import GroundProgram, all_boards
from asp_nono.grading.edits import correction_sets, edits, longer_ranges, try_edits
from asp_nono.grading.instances import answers, instances
from asp_nono.grading.lockdown import at_most, close_files, holes, lock_down
from asp_nono.grading.submission import SHOWN_TERM
from asp_nono.messages import AspNonoError, EncodingError, Message, together, verbatim
from asp_nono.run.limits import out_of_memory

_GRACE = 2  # seconds of CPU time beyond the limit on time, after which the system ends the process


def main() -> None:
    """Serve until standard input is closed."""
    jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
    megabytes = json.loads(sys.stdin.readline())["megabytes"]
    Thread(target=_listen, args=(jobs,), daemon=True).start()
    for module, *_ in PACKAGES.values():
        with suppress(ImportError):
            import_module(module)  # afterwards no file can be opened
    close_files()
    lock_down(megabytes)
    ground: list[GroundProgram] = []
    _send({"holes": holes()})
    while True:
        job = json.loads(jobs.get())
        began = process_time()
        _limit_cpu(job["seconds"])
        answer = _answer(job, ground)
        signal.setitimer(signal.ITIMER_PROF, 0)
        _send({**answer, "cpu": process_time() - began})


def _listen(jobs: queue.SimpleQueue[str]) -> None:
    """Pass jobs on; when the grader is gone, end, whatever clingo is doing."""
    for line in sys.stdin:
        jobs.put(line)
    os._exit(0)


def _send(answer: object) -> None:
    sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _limit_cpu(seconds: float) -> None:
    """End this process when a job takes more CPU time; at a second limit that holds in any case."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    end = int(usage.ru_utime + usage.ru_stime + seconds) + _GRACE
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (at_most(resource.RLIMIT_CPU, end), hard))


_JOBS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "all boards": all_boards,
    "edits": edits,
    "longer ranges": longer_ranges,
    "try edits": try_edits,
    "correction sets": correction_sets,
    "instances": instances,
    "answers": answers,
    "inspect": lambda job: inspect(
        job["text"], job["colored"], job.get("optimizing"), job.get("kinds")
    ),
    "toml": lambda job: _toml(job["text"]),
}  # jobs that leave nothing for the next one


def _done(job: dict[str, Any], ground: list[GroundProgram]) -> dict[str, Any]:
    """The result of a job; a ground program stays in `ground` for the jobs after it."""
    if job["do"] in _JOBS:
        return _JOBS[job["do"]](job)
    match job["do"]:
        case "ground":
            ground[:] = [GroundProgram(job, job["facts"])]
            return ground[0].size()
        case "solve":
            return ground[0].solve(job["most"])
        case do:
            return ground[0].next() if do == "next" else ground[0].rule_sizes()


def _answer(job: dict[str, Any], ground: list[GroundProgram]) -> dict[str, Any]:
    try:
        return _done(job, ground)
    except EncodingError as error:
        return _refusal(error.reason, error.line, error.character)
    except RecursionError:
        deep = Message("is nested too deeply; expected simpler rules")
        return _refusal(deep)
    except (AspNonoError, RuntimeError, MemoryError) as error:
        if out_of_memory(error):
            return {"out_of_memory": True}
        return _refusal(verbatim(" ".join(str(error).split())))
    except Exception as error:  # noqa: BLE001 - a bug of ours ends the job, not the class
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(where.filename).name}, line {where.lineno}"
        return {"failed": f"{type(error).__name__}: {error!s:.200} ({place})"}


def _refusal(reason: Message, line: int | None = None, column: int | None = None) -> dict[str, Any]:
    return {"refused": reason.to_json(), "line": line or 0, "column": column or 0}


def _toml(text: str) -> dict[str, Any]:
    """The "table" of a TOML file; RuntimeError if it is none."""
    try:
        return {"table": json.loads(json.dumps(tomllib.loads(text), default=str))}
    except ValueError as error:
        raise EncodingError("mapping", "is no TOML: {error}", error=str(error)) from None


_NOTHING = (ASTType.Program, ASTType.Comment)
_HARMLESS = (ASTType.Definition, ASTType.Comment, ASTType.Defined, ASTType.Heuristic)
_REFUSED = {
    ASTType.Minimize: Message("optimization would hide solutions"),
    ASTType.ProjectAtom: Message("the grader says what is counted"),
    ASTType.ProjectSignature: Message("the grader says what is counted"),
    ASTType.TheoryDefinition: Message("theories need a program of their own"),
    ASTType.Script: Message("a submission holds no scripts"),
}
_LAWFUL = Message("expected rules, #show, #defined and #const only")


def inspect(
    text: str,
    colored: Mapping[str, int],
    optimizing: object = False,
    kinds: Kinds | None = None,
) -> dict[str, Any]:
    """The contents of a program, by clingo's parser and without running it.

    `colored` gives, for each signature of facts that name a color, the 0-based place of the color;
    costs are refused unless the answers are the `optimizing` ones. `kinds` are for `lint`.

    Returns:
        "text": the program, each line in its place, in which atoms of the grader's stand for terms
        that are shown, so that answer sets can be projected on them; "terms": whether there are
        any; "derived", "used", "shown": lists of signatures, "external" those derived that no rule
        has in its head, "shows": the last without terms,
        "made": those derived or shown as terms; "facts": number and place of those of each;
        "heads": line and column of the first rule that derives each; "empty": no statement at all;
        "lines": for each that is used the first line; "constructs": the same for the language's;
        "places": line and column of the first of each, and of what is shown; "findings" of `lint`;
        "reads_colors"; "parts": names of parts other than base, which are never grounded.
    """
    nodes: list[AST] = []
    with ClingoMessages("submission", text) as messages:
        parse_string(text, nodes.append, logger=messages.logger)
    found, parts = _Contents(colored, optimizing=bool(optimizing)), set[str]()
    for node in _in_base(nodes, parts):
        found.take(node)
    named = {_signature(node.term) for node in found.terms}
    derived = found.heads | found.external
    return {
        "text": _with_atoms(text, found.terms),
        "terms": bool(found.terms),
        "derived": sorted(derived),
        "external": sorted(found.external - found.heads),
        "used": sorted(found.lines),
        "made": sorted(derived | named),
        "shown": sorted(found.shown | named),
        "shows": sorted(found.shown),
        "lines": found.lines,
        "places": {name: place for name, *place in reversed([*uses(nodes)])} | shows(nodes),
        "findings": [one.to_json() for one in lint(nodes, text, kinds=kinds)],
        "constructs": dict(reversed([*_constructs(_effective(nodes))])),
        "reads_colors": found.reads_colors,
        "facts": facts_of(nodes),
        "heads": found.placed,
        "empty": all(node.ast_type in _NOTHING for node in nodes),
        "parts": sorted(parts - {"base"}),
    }


class _Contents:
    """What the statements of a program hold; see `inspect`."""

    def __init__(self, colored: Mapping[str, int], *, optimizing: bool) -> None:
        self._colored = colored
        self._harmless = {*_HARMLESS, *([ASTType.Minimize] if optimizing else [])}
        self.heads, self.external, self.shown = set[str](), set[str](), set[str]()
        self.terms: list[AST] = []
        self.lines: dict[str, int] = {}
        self.placed: dict[str, tuple[int, int]] = {}
        self.reads_colors = False

    def take(self, node: AST) -> None:
        """Add a statement; EncodingError if submissions may not have it."""
        kind, used, named = node.ast_type, set[str](), _variables(node)
        if kind == ASTType.Rule:
            heads, used = of_rule(node)
            self.heads |= heads
            begin = node.location.begin
            for signature in heads:
                self.placed.setdefault(signature, (begin.line, begin.column))
            self.reads_colors |= _reads_color(node, named, self._colored)
        elif kind == ASTType.External:  # its atoms are false here
            self.external |= signatures([node.atom])
            used = signatures(node.body)
        elif kind == ASTType.ShowSignature:
            self.shown.add(f"{'' if node.positive else '-'}{node.name}/{node.arity}")
        elif kind == ASTType.ShowTerm and named and not node.body:
            raise _refused(node, atom_shown(str(node)) or _LAWFUL)
        elif kind == ASTType.ShowTerm:
            self.terms.append(node)
            used = signatures(node.body)
        elif kind not in self._harmless:
            reason, begins = _REFUSED.get(kind, _LAWFUL), " ".join(str(node).split())[:40]
            if kind != ASTType.Minimize:  # clingo makes weak constraints of its elements
                reason = together((begins, reason))
            raise _refused(node, reason)
        for signature in used:
            self.lines.setdefault(signature, node.location.begin.line)


def _signature(term: AST) -> str:
    """The signature of a term that is shown."""
    return f"{getattr(term, 'name', '')}/{len(getattr(term, 'arguments', ''))}"


def _in_base(nodes: list[AST], parts: set[str]) -> Iterator[AST]:
    """The statements that hold in part base; names of others are added to `parts`."""
    part = "base"
    for node in nodes:
        _variables(node)
        if node.ast_type == ASTType.Program:
            parts.add(part := node.name)
        elif part == "base" or node.ast_type not in (ASTType.Rule, ASTType.ShowTerm):
            yield node


def _effective(nodes: list[AST]) -> Iterator[AST]:
    """The statements that have an effect: those in part base, and constants in any."""
    part = "base"
    for node in nodes:
        if node.ast_type == ASTType.Program:
            part = node.name
        elif part == "base" or node.ast_type == ASTType.Definition:
            yield node


def _with_atoms(text: str, shown: list[AST]) -> str:
    """The program with an atom for each of the terms `shown`, in the place of its statement."""
    lines = [line.encode() for line in text.split("\n")]
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    raw = text.encode()
    for node in reversed(shown):
        ends = (node.location.begin, node.location.end)
        first, last = (starts[one.line - 1] + one.column - 1 for one in ends)
        body = "; ".join(map(str, node.body))
        rule = f"{SHOWN_TERM}({node.term}){f' :- {body}' if body else ''}."
        raw = raw[:first] + rule.encode() + b"\n" * raw.count(b"\n", first, last) + raw[last:]
    return raw.decode()


_CONSTRUCTS = {
    ASTType.Minimize: "#minimize",
    ASTType.External: "#external",
    ASTType.Definition: "#const",
    ASTType.Heuristic: "#heuristic",
    ASTType.Disjunction: "disjunction",
    ASTType.Interval: "..",
    ASTType.TheoryAtom: "theory",
}
_AGGREGATES = ("#count", "#sum", "#sum+", "#min", "#max")


def _constructs(nodes: Iterable[AST], *, head: bool = False) -> Iterator[tuple[str, int]]:
    """What programs use of the language, as an exercise may ask for it, and in which lines."""
    for node in nodes:
        name = _CONSTRUCTS.get(node.ast_type, "")
        if node.ast_type in (ASTType.Aggregate, ASTType.HeadAggregate):
            name = "choice" if head else "#count"
        elif node.ast_type == ASTType.BodyAggregate:
            name = _AGGREGATES[node.function]
        elif node.ast_type == ASTType.Literal and node.sign:
            name = "not"
        elif node.ast_type == ASTType.BinaryOperation:
            name = "**" if node.operator_type == BinaryOperator.Power else ""
        elif node.ast_type == ASTType.ConditionalLiteral and str(node.literal) == "#false":
            name = "not"
        if name:
            yield name, node.location.begin.line
        for key in node.child_keys:
            value = getattr(node, key)
            inner = [value] if isinstance(value, AST) else value if value is not None else ()
            yield from _constructs(inner, head=key == "head")


def _reads_color(rule: AST, named: Counter[str], colored: Mapping[str, int]) -> bool:
    """Whether the rule does something with the color of a fact: it names it twice."""
    for term in chain.from_iterable(map(terms, atoms([rule]))):
        place = colored.get(signature_of(term))
        color = "_" if place is None else getattr(term.arguments[place], "name", "_")
        if color != "_" and named[color] > 1:
            return True
    return False


def _variables(statement: AST) -> Counter[str]:
    """How often each variable is named; outside code and unknown theories are refused."""
    found = Counter[str]()
    for one in walk(statement):
        if one.ast_type == ASTType.Function and one.external:
            reason = Message("@{name}: external functions are refused", name=one.name)
            raise _refused(one, reason)
        if one.ast_type == ASTType.TheoryAtom:
            package_of(theory_atoms([one]), "submission")
        if one.ast_type == ASTType.Variable:
            found[one.name] += 1
    return found


def _refused(node: AST, reason: Message) -> EncodingError:
    begin = node.location.begin
    return EncodingError("submission", reason, line=begin.line, character=begin.column)


if __name__ == "__main__":
    main()
