"""The old place of `result` and `solve`; until all importers have moved."""

from asp_nono.solving.result import Result as Result
from asp_nono.solving.result import Verdict as Verdict
from asp_nono.solving.result import verdict_of as verdict_of
from asp_nono.solving.solve import check as check
from asp_nono.solving.solve import results as results
from asp_nono.solving.solve import solutions as solutions
from asp_nono.solving.solve import solve as solve
