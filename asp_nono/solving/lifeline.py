"""The old place of `run.child.lifeline`; until all importers have moved."""

from asp_nono.run.child import lifeline as lifeline
