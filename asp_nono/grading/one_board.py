"""One board: a program grounded with the facts of a puzzle, and solved."""

from __future__ import annotations

from time import process_time
from typing import Any

from clingo import Control, Model

from asp_nono.grading.log import Log
from asp_nono.grading.models import Reader
from asp_nono.grading.wire import Output


class OneBoard:
    """A ground program that waits to be solved, so that both steps can be timed and limited."""

    def __init__(self, job: dict[str, Any]) -> None:
        """Ground a program.

        Args:
            job: "text", "facts", "constants", "output", "width" and "height".

        Raises:
            EncodingError: If clingo does not accept it.
        """
        began = process_time()
        with Log() as log:
            self._control = Control(["--stats", *job["constants"]], log)
            self._control.add("base", [], job["text"])
            self._control.add("base", [], job["facts"])
            self._control.ground([("base", [])])
        self._seconds = process_time() - began
        self._reader = Reader(Output.of(job["output"]), job["width"], job["height"])

    def size(self) -> dict[str, Any]:
        """The ground program's number of "rules", and the CPU "seconds" it took."""
        solve: Any = self._control.configuration.solve
        most, solve.solve_limit = solve.solve_limit, "0"
        self._control.solve()  # clingo tells the size only of what it has begun to solve
        solve.solve_limit = most
        rules = int(self._control.statistics["problem"]["lp"]["rules"])
        return {"rules": rules, "seconds": self._seconds}

    def solve(self, most: int) -> dict[str, Any]:
        """Answer sets, at most so many (0 for all).

        Returns:
            "pictures": for each its rows; or the atom that is no cell, as text. "exhausted":
            whether there are no more. "conflicts" and CPU "seconds".
        """
        pictures: list[list[list[int]] | str] = []

        def take(model: Model) -> None:
            pictures.append(self._reader.picture(model.symbols(shown=True)))

        began = process_time()
        solve: Any = self._control.configuration.solve
        solve.models = most
        exhausted = bool(self._control.solve(on_model=take).exhausted)
        conflicts = int(self._control.statistics["solving"]["solvers"]["conflicts"])
        return {
            "pictures": pictures,
            "exhausted": exhausted,
            "conflicts": conflicts,
            "seconds": process_time() - began,
        }
