"""Questions about a formula that clingo, as a SAT solver, answers for the counters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from clingo import Control, Function, Number

from asp_nono.counting.programs.cnf import Cnf

_PATIENCE = 20.0
"""Seconds for one question; counting can go on without an answer."""


def without_backbone(cnf: Cnf) -> Cnf:
    """The formula without the variables that have the same value in all of its models.

    It has as many models that differ in the shown variables as before. Where the backbone is not
    found in good time, or where there is no model, it is the formula itself.
    """
    always, ever = _consequences(cnf, "cautious"), _consequences(cnf, "brave")
    if always is None or ever is None:
        return cnf
    true = always | {-variable for variable in cnf.every if variable not in ever}
    clauses = [
        [literal for literal in clause if -literal not in true]
        for clause in cnf.clauses
        if true.isdisjoint(clause)
    ]
    shown = [variable for variable in cnf.shown if true.isdisjoint((variable, -variable))]
    return Cnf.of(clauses, shown)


def determined(cnf: Cnf) -> bool | None:
    """Whether no two models agree in all shown variables and differ in another one.

    Two such models are looked for, side by side: A. Padoa's method of definability (1900).

    Returns:
        None if there is no answer in good time.
    """
    control, atoms = _asked(cnf)
    hidden = sorted(atoms.keys() - set(cnf.shown))
    with control.backend() as backend:
        others = atoms | {variable: backend.add_atom() for variable in hidden}
        backend.add_rule([others[variable] for variable in hidden], choice=True)
        for clause in cnf.clauses:
            backend.add_rule([], _denied(clause, others))
        differ = backend.add_atom()
        for variable in hidden:
            backend.add_rule([differ], [atoms[variable], -others[variable]])
            backend.add_rule([differ], [-atoms[variable], others[variable]])
        backend.add_rule([], [-differ])
    with control.solve(async_=True) as handle:
        return not handle.get().satisfiable if handle.wait(_PATIENCE) else None


def _consequences(cnf: Cnf, mode: Literal["cautious", "brave"]) -> set[int] | None:
    """The variables that are true in all models, or in some model.

    Returns:
        None if there is no model, or no answer in good time.
    """
    control, _ = _asked(cnf, f"--enum-mode={mode}", "--models=0")
    with control.solve(async_=True) as handle:
        last = handle.last() if handle.wait(_PATIENCE) else None
        return last and {symbol.arguments[0].number for symbol in last.symbols(atoms=True)}


def _asked(cnf: Cnf, *options: str) -> tuple[Control, dict[int, int]]:
    """A control whose answer sets are the models, and the atoms for the variables."""
    control = Control(list(options))
    with control.backend() as backend:
        atoms = {v: backend.add_atom(Function("v", [Number(v)])) for v in cnf.every}
        backend.add_rule(list(atoms.values()), choice=True)
        for clause in cnf.clauses:
            backend.add_rule([], _denied(clause, atoms))
    return control, atoms


def _denied(clause: Iterable[int], atoms: Mapping[int, int]) -> list[int]:
    """The body of the constraint that a clause is."""
    return [-atoms[literal] if literal > 0 else atoms[-literal] for literal in clause]
