"""Make, measure and describe the data set."""

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

from asp_nono.lab.instances import BOARDS
from tools.boards import __doc__ as usage
from tools.boards.describe import describe
from tools.boards.measure import measured
from tools.boards.table import FEATURES, Row, known, made, plants, write

_One = TypeVar("_One")


def renewed(path: Path, rows: Callable[[_One], list[Row]], of: Iterable[_One]) -> None:
    """Put rows in the place of those with the same names, and write the table as they come."""
    table = {row["name"]: row for row in known(path)}
    with ProcessPoolExecutor(1) as pool:
        for some in pool.map(rows, of):
            table.update((row["name"], row) for row in some)
            write(path, table.values())


def main() -> None:
    """Do what the arguments say."""
    match sys.argv[1:]:
        case ["make", *families]:
            renewed(BOARDS, made, plants(families))
        case ["measure", *families]:
            chosen = (row for row in known(BOARDS) if not families or row["family"] in families)
            renewed(FEATURES, measured, chosen)
        case ["describe"]:
            describe()
        case _:
            raise SystemExit(usage)


if __name__ == "__main__":
    main()
