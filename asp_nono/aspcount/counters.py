"""The model counters of the extra `count`, and clingo as a SAT solver that prepares their formulas.

The counters are C++ libraries that cannot be interrupted; they run in a child process.

- Ganak: S. Sharma and others, GANAK: A Scalable Probabilistic Exact Model Counter, IJCAI 2019; the
  present version is exact and projects.
- D4: J.-M. Lagniez and P. Marquis, An Improved Decision-DNNF Compiler, IJCAI 2017; it does not
  project.
- ApproxMC: S. Chakraborty, K. Meel and M. Vardi, CP 2013 and IJCAI 2016.
"""

from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from typing import Literal

from asp_nono.asp.engine import Control, Function, Number
from asp_nono.aspcount.cnf import Cnf
from asp_nono.messages import Message, missing_extra
from asp_nono.run.child import ends_with_parent

PACKAGES = {"ganak": "pyganak", "d4": "py_d4", "approxmc": "pyapproxmc"}
_PAGE = str(1 << 26)  # bytes that D4 takes for its cache at a time; its default begins with 4 GiB
# By activity alone. On three puzzles of the tournament TAAI 2011 D4's default, the order of a tree
# decomposition first, took from 2 to 20 times as long.
_BRANCHING = "classic"
_PATIENCE = 20.0  # seconds for one run of clingo; counting can go on without its result


def installed(counter: str) -> bool:
    """Whether a counter is installed."""
    return find_spec(PACKAGES[counter]) is not None


def require(counter: str) -> None:
    """Check that a counter is installed."""
    if not installed(counter):
        raise missing_extra(Message("counting with {counter}", counter=counter), "count")


def ganak(cnf: Cnf) -> int:
    """The number of models, projected on the shown variables, by Ganak."""
    require("ganak")
    from pyganak import Counter

    counter = Counter()
    counter.new_vars(cnf.variables)
    counter.add_clauses(cnf.clauses)
    counter.set_sampling_set(cnf.shown)
    return int(counter.count())


def d4(cnf: Cnf) -> int:
    """The number of all models, without projection, by D4."""
    import py_d4

    options = py_d4.dump_options_to_dict(py_d4.OptionDpllStyleMethod())
    options["cache"]["bucket"] |= {"sizeFirstPage": _PAGE, "sizeAdditionalPage": _PAGE}
    options["branching"]["branchingHeuristicType"] = _BRANCHING
    with ends_with_parent():
        solver = py_d4.Solver(cnf.clauses, cnf.variables, py_d4.load_options_from_dict(options))
        return int(solver.count().getIntResult())


def approxmc(cnf: Cnf, epsilon: float, delta: float, seed: int) -> int:
    """An estimate of the number of models, projected on the shown variables, by ApproxMC."""
    from pyapproxmc import Counter

    bound = {abs(literal) for clause in cnf.clauses for literal in clause}
    counter = Counter(epsilon=epsilon, delta=delta, seed=seed)
    for clause in cnf.clauses:
        counter.add_clause(clause)
    with ends_with_parent():
        cells, halvings = counter.count([v for v in cnf.shown if v in bound])
    return int(cells) << (int(halvings) + len({*cnf.shown} - bound))


def without_backbone(cnf: Cnf) -> Cnf:
    """The formula without the variables that have the same value in all of its models.

    If these are not found in time, or if there is no model, it is the formula itself.
    """
    always, ever = _consequences(cnf, "cautious"), _consequences(cnf, "brave")
    if always is None or ever is None:
        return cnf
    true = always | {-v for v in range(1, cnf.variables + 1) if v not in ever}
    clauses = [
        [literal for literal in clause if -literal not in true]
        for clause in cnf.clauses
        if true.isdisjoint(clause)
    ]
    shown = [variable for variable in cnf.shown if true.isdisjoint((variable, -variable))]
    return Cnf.of(clauses, shown)


def determined(cnf: Cnf) -> bool | None:
    """Whether the shown variables determine all others; None if there is no answer in time.

    Looks for two models side by side that agree in all shown variables and differ in another one:
    A. Padoa's method of definability (1900).
    """
    control, atoms = _control(cnf)
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
    """The variables true in all models, or in some model; None if none is found in time."""
    control, _ = _control(cnf, f"--enum-mode={mode}", "--models=0")
    with control.solve(async_=True) as handle:
        last = handle.last() if handle.wait(_PATIENCE) else None
        return last and {symbol.arguments[0].number for symbol in last.symbols(atoms=True)}


def _control(cnf: Cnf, *options: str) -> tuple[Control, dict[int, int]]:
    """A control whose answer sets are the models, and the atoms for the variables."""
    control = Control(list(options))
    with control.backend() as backend:
        names = {v: Function("v", [Number(v)]) for v in range(1, cnf.variables + 1)}
        atoms = {v: backend.add_atom(name) for v, name in names.items()}
        backend.add_rule(list(atoms.values()), choice=True)
        for clause in cnf.clauses:
            backend.add_rule([], _denied(clause, atoms))
    return control, atoms


def _denied(clause: Iterable[int], atoms: Mapping[int, int]) -> list[int]:
    """The body of the integrity constraint of a clause."""
    return [-atoms[literal] if literal > 0 else atoms[-literal] for literal in clause]
