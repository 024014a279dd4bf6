"""The old place of `run.limits`; until all importers have moved."""

from asp_nono.run.limits import Limits as Limits
from asp_nono.run.limits import Stopped as Stopped
