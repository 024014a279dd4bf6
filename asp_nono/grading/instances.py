"""Programs on instances, in the locked-down process: what a generator makes, what a program finds.

Instances are ground together if they can be: the grader chooses one of them, and each fact follows
from the choices of the instances that have it. Then each instance is solved by itself, under the
assumption that it is chosen, so that costs and limits are its own.
"""

from collections import Counter, defaultdict
from typing import Any

from asp_nono.asp.engine import Function, Number
from asp_nono.grading.answer_sets import Answer, GroundProgram, frozen

_CHOSEN = "asp_nono_instance"
_MOST_INSTANCES = 20_000
_MOST_MODELS = 1_000_000  # of a generator, which may make an instance several times


def instances(job: dict[str, Any]) -> dict[str, Any]:
    """The "instances" that a generator ("text") makes: the shown atoms of each answer set.

    Returns:
        "instances", at most a fixed number of them, and whether these are all ("exhausted").
    """
    generator = GroundProgram(job, "")
    found, exhausted = generator.collect(_MOST_MODELS, lambda sets: len(sets) >= _MOST_INSTANCES)
    return {"instances": list(found), "exhausted": exhausted}


def answers(job: dict[str, Any]) -> dict[str, Any]:
    """The answers of a program ("text") to "instances"; see `answer_sets.reader_of`.

    An instance is a list of atoms, ground `together` with the others, or a text. "layer" has
    statements for each. The program is compared with answers that are "right", if these are known,
    or each answer is given to the "checker", a program that has an answer set if it is right. Not
    many more than "most" different answers are looked at; of the answer sets at least "counted".
    If "brief", the first instance that it has wrong is the last one.

    Returns:
        "answers": for each instance whether these are all ("exhausted"), the answers that came in
        several answer sets, each with their number ("repeated"), whether these numbers are exact
        ("exact"), and either its different "sets" or those that are "missing" and "wrong"; if each
        is to be "sized" and is ground alone, the number of its ground "rules".
    """
    given, found = job["instances"], list[dict[str, Any]]()
    together = _together(job) if job["together"] else None
    for number, right in enumerate(job["right"] or [None] * len(given)):
        facts = "".join(given[number])
        ground = together or GroundProgram(job, facts)
        known = None if right is None else list(map(frozen, right))
        answer = _answers(ground, [number] if together else [], job, known)
        if job.get("sized"):
            answer["rules"] = ground.rules
        if job.get("checker"):
            answer |= _checked(job["checker"], facts, answer.pop("sets")[: job["most"]])
        elif known is not None:
            sets = dict.fromkeys(answer.pop("sets"))
            missing = [one for one in known if one not in sets] if answer["exhausted"] else []
            answer |= {"missing": missing, "wrong": sorted(sets.keys() - set(known), key=repr)}
        found.append(answer)
        if job.get("brief") and (answer["missing"] or answer["wrong"] or not answer["exhausted"]):
            break
    return {"answers": found}


def _checked(checker: str, facts: str, sets: list[Answer]) -> dict[str, Any]:
    """The answers that the checker refuses; one is missing if there are none at all.

    The checker sees all facts, whether they come later or not.
    """
    whole = "\n".join(line for line in facts.split("\n") if not line.startswith("#program"))

    def accepts(answer: Answer) -> bool:
        atoms = "".join(f"{atom}." for atom in answer)
        job = {"text": "", "layer": f"#program base.\n{atoms}", "parts": ["later"]}
        return bool(GroundProgram({**job, "text": checker}, whole).solve(1)["sets"])

    refused = [one for one in sets if not accepts(one)]
    return {"exhausted": True, "missing": [] if sets else [()], "wrong": sorted(refused)}


def _together(job: dict[str, Any]) -> GroundProgram:
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
    return GroundProgram(job, "\n".join(layer))


def _answers(
    ground: GroundProgram, numbers: list[int], job: dict[str, Any], right: list[Answer] | None
) -> dict[str, Any]:
    """The answers to one instance; if they are more than the right ones, projected on what counts.

    None is looked at after a wrong one if that is all to know.
    """

    def enough(found: Counter[Answer]) -> bool:
        return len(found) > int(job["most"])

    chosen = [Function(_CHOSEN, [Number(number)]) for number in numbers]
    expected = job["most"] if right is None else len(right)
    first = max(expected + 1, job.get("counted", 0))
    sets, exhausted = ground.collect(first, enough, chosen=chosen)
    repeated, exact = [one for one in sets.items() if one[1] > 1], exhausted
    known = job.get("brief") and right is not None and not sets.keys() <= set(right)
    if not exhausted and not known:
        more, exhausted = ground.collect(job["most"] + 1, enough, project=True, chosen=chosen)
        sets.update(more)
    return {"sets": list(sets), "exhausted": exhausted, "repeated": repeated, "exact": exact}
