"""Events of the old worker; until all importers have moved."""

from typing import NamedTuple


class Begun:
    """The search begins now; what went before was the start of a process."""


class Counted(NamedTuple):
    """So many solutions, all different, have been seen so far."""

    number: int
