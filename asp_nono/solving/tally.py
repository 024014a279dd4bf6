"""The old place of names that are in `run` and `result` now; until all importers have moved."""

from asp_nono.solving.result import WITNESSES as WITNESSES

INTERRUPTED, NO_MEMORY = "interrupted", "out of memory"
