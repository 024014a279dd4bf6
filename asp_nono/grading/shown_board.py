"""A program on one board, to be looked at: its answer sets with all their atoms, and its rules."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

from clingo import Control, Model
from clingo.ast import AST, parse_string

from asp_nono.asp.ground_profile import atoms_of, rule_sizes
from asp_nono.grading.about_cells import Speaks
from asp_nono.grading.log import Log
from asp_nono.grading.models import Reader
from asp_nono.grading.wire import Output

_MOST_ATOMS = 5000
"""No more atoms of an answer set are told."""

_LONGEST = 200


class ShownBoard:
    """A ground program whose answer sets are looked at one by one."""

    def __init__(self, job: dict[str, Any]) -> None:
        """Ground a program.

        Args:
            job: "text", "facts", "options", "output", "width", "height" and "given", the
                signatures of the facts.

        Raises:
            EncodingError: If clingo does not accept it.
        """
        self._job = job
        output = Output.of(job["output"])
        size = job["width"], job["height"]
        self._reader = Reader(output, *size)
        self._speaks = Speaks(output, *size, frozenset(job["given"]))
        began = process_time()
        with Log() as log:
            self._control = Control(["--stats", *job["options"]], log)
            self._control.add("base", [], job["text"])
            self._control.add("base", [], job["facts"])
            self._control.ground([("base", [])])
        self._seconds = process_time() - began
        self._messages = log.texts
        self._atoms = atoms_of(self._control)
        self._answers = self._solved()

    def size(self) -> dict[str, Any]:
        """The numbers of ground "rules" and of "atoms", CPU "seconds", and clingo's "messages"."""
        solve: Any = self._control.configuration.solve
        most, solve.solve_limit = solve.solve_limit, "0"
        self._control.solve()  # clingo tells the size only of what it has begun to solve
        solve.solve_limit = most
        solve.models = 0
        return {
            "rules": int(self._control.statistics["problem"]["lp"]["rules"]),
            "atoms": len(self._atoms),
            "seconds": self._seconds,
            "messages": self._messages,
        }

    def next(self) -> dict[str, Any]:
        """The next answer set: "picture" (its rows, or the atom that is no cell), "atoms" and "at".

        "at" lists column, row and place in "atoms" of those atoms that speak of a cell. After the
        last one there is only "exhausted", whether these were all. "seconds" is CPU time.
        """
        began = process_time()
        found = next(self._answers)
        return {**found, "seconds": process_time() - began}

    def sizes(self) -> dict[str, Any]:
        """What each rule makes of the board, in "sizes"; see `asp.rule_sizes`."""
        nodes: list[AST] = []
        parse_string(self._job["text"], nodes.append, logger=lambda *_: None)
        lines = self._job["facts"].splitlines()
        constants = "\n".join(line for line in lines if line.startswith("#const "))
        found = rule_sizes(nodes, constants, self._atoms, self._job["options"])
        return {
            "sizes": [
                [one.line, one.text, one.instances, one.literals, one.seconds] for one in found
            ]
        }

    def _solved(self) -> Iterator[dict[str, Any]]:
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                yield self._told(model)
            yield {"exhausted": bool(handle.get().exhausted)}

    def _told(self, model: Model) -> dict[str, Any]:
        atoms = model.symbols(atoms=True)
        kept = atoms[:_MOST_ATOMS]
        places = [(self._speaks.of(atom), number) for number, atom in enumerate(kept)]
        return {
            "picture": self._reader.picture(model.symbols(shown=True)),
            "atoms": [str(atom)[:_LONGEST] for atom in kept],
            "total": len(atoms),
            "at": [[*cell, number] for cell, number in places if cell],
        }
