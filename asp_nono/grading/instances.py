"""Programs on instances, in the locked-down process: what a generator makes, what a program finds.

The instances are ground together: the grader chooses one of them, and each fact follows from the
choices of the instances that have it. Then each instance is solved by itself, under the assumption
that it is chosen, so that costs and limits are its own.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from clingo import Control, Function, Model, Number, Symbol, SymbolType

from asp_nono.grading.answer_sets import grounded, unwrapped

_CHOSEN = "asp_nono_instance"
_MOST_INSTANCES = 20_000
_MOST_ANSWERS = 2000  # of one instance that are looked at
_MOST_CHECKED = 200  # of one instance that a checker looks at
_MOST_MODELS = 1_000_000  # of a generator, which may make an instance several times


def instances(job: dict[str, Any]) -> dict[str, Any]:
    """The "instances" that a generator ("text") makes: the shown atoms of each answer set.

    Returns:
        "instances", at most a fixed number of them, and whether these are all ("exhausted").
    """
    found: dict[tuple[str, ...], None] = {}

    def take(shown: Sequence[Symbol]) -> bool:
        found[tuple(sorted(map(str, shown)))] = None
        return len(found) < _MOST_INSTANCES

    exhausted = solved(job["text"], "", take, _MOST_MODELS)
    return {"instances": list(found), "exhausted": exhausted}


def answers(job: dict[str, Any]) -> dict[str, Any]:
    """The answers of a program ("text") to "instances", as atoms of signatures "shown".

    An instance is a list of atoms, ground `together` with the others, or a text. "layer" has
    statements for each. The program is compared with answers that are "right", if these are known,
    or each answer is given to the "checker", a program that has an answer set if it is right. If
    "brief", the first instance that it has wrong is the last one.

    Returns:
        "answers": for each instance whether these are all ("exhausted"), whether one came several
        times ("repeated"), and either its different "sets" or those that are "missing" and "wrong";
        for an instance that is ground alone the number of its ground "rules".
    """
    given, checker, found = job["instances"], job.get("checker", ""), []
    control = _together(job) if job["together"] else None
    for number, right in enumerate(job["right"] or [None] * len(given)):
        ground = control or _ground(job, "".join(given[number]))
        chosen = [Function(_CHOSEN, [Number(number)])] if control else []
        bound = _MOST_CHECKED if checker else _MOST_ANSWERS
        known = None if right is None else set(map(tuple, right))
        answer = _answers(ground, chosen, job, known, bound)
        if not control:
            answer["rules"] = int(ground.statistics["problem"]["lp"]["rules"])
        if checker:
            answer |= _checked(checker, "".join(given[number]), answer.pop("sets"))
        elif known is not None:
            sets = set(answer.pop("sets"))
            missing = known - sets if answer["exhausted"] else ()
            answer |= {"missing": sorted(missing), "wrong": sorted(sets - known)}
        found.append(answer)
        if job.get("brief") and (answer["missing"] or answer["wrong"] or not answer["exhausted"]):
            break
    return {"answers": found}


def _checked(checker: str, facts: str, sets: list[tuple[str, ...]]) -> dict[str, Any]:
    """Of the first answers those that the checker refuses; one is missing if there is none."""

    def accepts(answer: tuple[str, ...]) -> bool:
        atoms = "".join(f"{atom}." for atom in answer)
        more = f"#program base.\n{atoms}\n{facts}"
        with grounded([], checker, more, ("later",)) as (control, _):
            return bool(control.solve().satisfiable)

    refused = [one for one in sets[:_MOST_CHECKED] if not accepts(one)]
    return {"exhausted": True, "missing": [] if sets else [()], "wrong": sorted(refused)}


def _together(job: dict[str, Any]) -> Control:
    """A program ground with all instances, one of which is chosen."""
    having = defaultdict[str, list[int]](list)
    for number, facts in enumerate(job["instances"]):
        for fact in facts:
            having[fact].append(number)
    everywhere = len(job["instances"])
    layer = [f"{{ {_CHOSEN}(0..{everywhere - 1}) }} = 1."]
    for fact, numbers in having.items():
        conditions = (f" :- {_CHOSEN}({number})." for number in numbers)
        layer += [fact] if len(numbers) == everywhere else [fact[:-1] + one for one in conditions]
    return _ground(job, "\n".join(layer))


def _ground(job: dict[str, Any], facts: str) -> Control:
    """A program ground with facts; what stands there after `#program later.` comes last."""
    more = f"{job['layer']}\n{facts}"
    with grounded(["--opt-mode=optN"], job["text"], more, ("later",)) as (control, _):
        return control


def _answers(
    control: Control,
    chosen: list[Symbol],
    job: dict[str, Any],
    right: set[tuple[str, ...]] | None,
    bound: int,
) -> dict[str, Any]:
    """The answers to one instance; if they are more than the right ones, projected on what counts.

    Then not many more than `bound` are looked at; none if one is wrong and that is all to know.
    """
    sets = Counter[tuple[str, ...]]()

    def take(model: Model) -> bool:
        if model.optimality_proven or not model.cost:
            sets[tuple(kept_atoms(unwrapped(model.symbols(shown=True)), job["shown"]))] += 1
        return len(sets) <= bound

    settings: Any = control.configuration.solve
    assumed = [(one, True) for one in chosen]
    settings.project, settings.models = "no", (bound if right is None else len(right)) + 1
    exhausted = bool(control.solve(assumptions=assumed, on_model=take).exhausted)
    repeated = any(times > 1 for times in sets.values())
    enough = job.get("brief") and right is not None and not sets.keys() <= right
    if not exhausted and not enough:
        settings.project, settings.models = "project", 0
        exhausted = bool(control.solve(assumptions=assumed, on_model=take).exhausted)
    return {"sets": list(sets), "exhausted": exhausted, "repeated": repeated}


def kept_atoms(shown: Iterable[Symbol], signatures: Iterable[str]) -> list[str]:
    """The atoms of these signatures as sorted text; `-p/1` is the signature of `-p(1)`."""
    known = set(signatures)
    return sorted(
        str(one)
        for one in shown
        if one.type == SymbolType.Function
        if f"{'-' * one.negative}{one.name}/{len(one.arguments)}" in known
    )


def solved(
    text: str,
    facts: str,
    take: Callable[[Sequence[Symbol]], bool],
    most: int,
    options: Iterable[str] = (),
) -> bool:
    """Hand what each answer, an optimum if there are costs, shows to `take` until it says no more.

    What an instance has after `#program later.` is grounded last.

    Returns:
        Whether these were all, of `most` at most.
    """

    def on_model(model: Model) -> bool:
        is_answer = model.optimality_proven or not model.cost
        return not is_answer or take([*unwrapped(model.symbols(shown=True))])

    options = ["--opt-mode=optN", f"--models={most}", *options]
    with grounded(options, text, facts, ("later",)) as (control, _):
        return bool(control.solve(on_model=on_model).exhausted)
