"""Where grounding goes: what each rule of a recipe's encodings makes of a puzzle, and how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

from clingo import Control
from clingo.ast import AST, parse_files

from asp_nono.asp.messages import Messages
from asp_nono.asp.program import Program
from asp_nono.asp.rule_sizes import Atoms, Counter, RuleSize, atoms_of, rule_sizes


@dataclass(frozen=True, slots=True)
class FiledSize(RuleSize):
    """What a rule of an encoding makes of a puzzle.

    Attributes:
        file: The encoding.
    """

    file: Path


@dataclass(frozen=True, slots=True)
class Anatomy:
    """A ground program, taken apart.

    Attributes:
        rules: What each rule of the encodings makes, the slowest first.
        instances: The ground rules of the whole program, its facts included.
        atoms: The atoms of the whole program.
        seconds: How long grounding the whole takes, in CPU time.
    """

    rules: Sequence[FiledSize]
    instances: int
    atoms: int
    seconds: float


def anatomy(program: Program) -> Anatomy:
    """Ground a program, and each of its rules alone.

    Raises:
        EncodingError: As `Program.ground`.
    """
    whole = Counter()
    with Messages(program.recipe.name) as messages:
        control = Control(["--project=show", *program.recipe.options], messages.logger)
        control.register_observer(whole)
        for file in program.recipe.files:
            control.load(str(file))
        control.add("base", [], program.facts)
        began = process_time()
        control.ground([("base", [])])
        seconds = process_time() - began
    atoms = atoms_of(control)
    rules = sorted(_rules(program, atoms), key=lambda rule: -rule.seconds)
    return Anatomy(rules, whole.instances, len(atoms), seconds)


def _rules(program: Program, atoms: Atoms) -> list[FiledSize]:
    """Each rule grounded alone."""
    given = "\n".join(line for line in program.facts.splitlines() if line.startswith("#const "))
    sizes = []
    for path in program.recipe.files:
        nodes: list[AST] = []
        parse_files([str(path)], nodes.append)
        sizes += [FiledSize(**asdict(one), file=path) for one in rule_sizes(nodes, given, atoms)]
    return sizes
