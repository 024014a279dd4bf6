"""The counters of the extra `count`, on formulas.

All of them are C++ libraries that cannot be interrupted; they run in a child process.

- Ganak: S. Sharma and others, GANAK: A Scalable Probabilistic Exact Model Counter, IJCAI 2019; the
  present version is exact and projects.
- D4: J.-M. Lagniez and P. Marquis, An Improved Decision-DNNF Compiler, IJCAI 2017; it does not
  project.
- ApproxMC: S. Chakraborty, K. Meel and M. Vardi, CP 2013 and IJCAI 2016.
"""

from __future__ import annotations

from importlib.util import find_spec

from asp_nono.counting.programs.cnf import Cnf
from asp_nono.errors import missing_extra
from asp_nono.solving.lifeline import lifeline

PACKAGES = {"ganak": "pyganak", "d4": "py_d4", "approxmc": "pyapproxmc"}
"""Which module a counter comes with."""

_PAGE = str(1 << 26)
"""Bytes that D4 takes for its cache at a time; by itself it begins with 4 GiB."""


def installed(counter: str) -> bool:
    """Whether a counter is there."""
    return find_spec(PACKAGES[counter]) is not None


def require(counter: str) -> None:
    """Complain of a counter that is missing.

    Raises:
        PuzzleError: It says which extra to install.
    """
    if not installed(counter):
        raise missing_extra(f"counting with {counter}", "count")


def ganak(cnf: Cnf) -> int:
    """The number of models that differ in the shown variables, by Ganak.

    Raises:
        PuzzleError: If Ganak is not installed.
    """
    require("ganak")
    from pyganak import Counter

    counter = Counter()
    counter.new_vars(cnf.variables)
    counter.add_clauses(cnf.clauses)
    counter.set_sampling_set(cnf.shown)
    return int(counter.count())


def d4(cnf: Cnf) -> int:
    """The number of all models, by D4, whether or not they differ in the shown variables.

    Raises:
        PuzzleError: If D4 is not installed.
        MemoryError: If it has less than about 1 GiB to begin with.
    """
    require("d4")
    import py_d4

    options = py_d4.dump_options_to_dict(py_d4.OptionDpllStyleMethod())
    options["cache"]["bucket"] |= {"sizeFirstPage": _PAGE, "sizeAdditionalPage": _PAGE}
    with lifeline():
        solver = py_d4.Solver(cnf.clauses, cnf.variables, py_d4.load_options_from_dict(options))
        return int(solver.count().getIntResult())


def approxmc(cnf: Cnf, epsilon: float, delta: float, seed: int) -> int:
    """An estimate of the number of models that differ in the shown variables, by ApproxMC.

    With a probability of at least 1 - delta it is neither more than 1 + epsilon times too large nor
    too small.

    Raises:
        PuzzleError: If ApproxMC is not installed.
    """
    require("approxmc")
    from pyapproxmc import Counter

    bound = {abs(literal) for clause in cnf.clauses for literal in clause}
    counter = Counter(epsilon=epsilon, delta=delta, seed=seed)
    for clause in cnf.clauses:
        counter.add_clause(clause)
    with lifeline():
        cells, halvings = counter.count([v for v in cnf.shown if v in bound])
    free = len(cnf.shown) - len(bound.intersection(cnf.shown))
    return int(cells) << (int(halvings) + free)
