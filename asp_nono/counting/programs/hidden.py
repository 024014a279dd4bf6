"""Whether hidden variables follow from the shown ones, so that counting all models will do."""

from __future__ import annotations

from clingo import Control

from asp_nono.counting.programs.cnf import Cnf


def determined(cnf: Cnf) -> bool:
    """Whether no two models agree in all shown variables and differ in another one.

    clingo looks for two such models, side by side: A. Padoa's method of definability (1900).
    """
    shown = set(cnf.shown)
    hidden = [variable for variable in range(1, cnf.variables + 1) if variable not in shown]
    if not hidden:
        return True
    control = Control(["--models=1"])
    with control.backend() as backend:
        atoms = {variable: backend.add_atom() for variable in range(1, cnf.variables + 1)}
        other = atoms | {variable: backend.add_atom() for variable in hidden}
        backend.add_rule([*atoms.values(), *(other[v] for v in hidden)], choice=True)
        for clause in cnf.clauses:
            for copy in (atoms, other):
                backend.add_rule(
                    [], [-copy[lit] if lit > 0 else copy[-lit] for lit in clause]
                )
        differ = backend.add_atom()
        for variable in hidden:
            backend.add_rule([differ], [atoms[variable], -other[variable]])
            backend.add_rule([differ], [-atoms[variable], other[variable]])
        backend.add_rule([], [-differ])
    return not control.solve().satisfiable
