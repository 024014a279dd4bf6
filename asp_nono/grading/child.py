"""The process in which submissions run: a line of JSON comes in with work, one goes out.

It shuts itself in before the first work (`confine`), and knows nothing but what the work says.
"""

from __future__ import annotations

import json
import os
import queue
import sys
from collections.abc import Callable
from threading import Thread
from typing import Any

from asp_nono.errors import AspNonoError, EncodingError
from asp_nono.grading.confine import allow_seconds, confine
from asp_nono.grading.every_board import every_board
from asp_nono.grading.inspection import inspect
from asp_nono.grading.one_board import OneBoard
from asp_nono.grading.shown_board import ShownBoard
from asp_nono.run.limits import out_of_memory


def main() -> None:
    """Serve until nobody writes any more."""
    jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
    megabytes = json.loads(sys.stdin.readline())["megabytes"]
    Thread(target=_listen, args=(jobs,), daemon=True).start()
    confine(megabytes)
    desk = _Desk()
    _say({"ready": True})
    while True:
        job = json.loads(jobs.get())
        allow_seconds(job["seconds"])
        _say(_answer(desk.work, job))


def _listen(jobs: queue.SimpleQueue[str]) -> None:
    """Pass work on; when the judge is gone, so are we, whatever clingo is doing."""
    for line in sys.stdin:
        jobs.put(line)
    os._exit(0)


class _Desk:
    """Does the work; a grounded board lies here until it is solved."""

    def __init__(self) -> None:
        self._board: OneBoard | None = None
        self._shown: ShownBoard | None = None

    def work(self, job: dict[str, Any]) -> dict[str, Any]:
        """Do what the job's "do" says."""
        match job["do"]:
            case "inspect":
                return inspect(job["text"], job["colored"])
            case "every board":
                return every_board(job)
            case "ground":
                self._board = None
                self._board = OneBoard(job)
                return self._board.size()
            case "solve":
                if self._board:
                    return self._board.solve(job["most"])
            case other:
                return self._look(other, job)
        raise AssertionError("no board is grounded")

    def _look(self, what: str, job: dict[str, Any]) -> dict[str, Any]:
        """Show a board, its next answer set, or what its rules become."""
        if what == "show":
            self._shown = None
            self._shown = ShownBoard(job)
            return self._shown.size()
        if self._shown and what == "next":
            return self._shown.next()
        if self._shown and what == "sizes":
            return self._shown.sizes()
        raise ValueError(what)


def _answer(work: Callable[[dict[str, Any]], dict[str, Any]], job: dict[str, Any]) -> object:
    try:
        return work(job)
    except EncodingError as error:
        return {"refused": error.reason, "place": error.place}
    except RecursionError:
        return {
            "refused": "is nested too deeply; expected rules that a person can read",
            "place": "",
        }
    except (AspNonoError, RuntimeError, MemoryError) as error:
        if out_of_memory(error):
            return {"out_of_memory": True}
        return {"refused": " ".join(str(error).split()), "place": ""}


def _say(answer: object) -> None:
    sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
