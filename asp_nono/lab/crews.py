"""Those who carry out runs: threads of this program, each of which watches one process."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from queue import SimpleQueue
from threading import Lock, Thread
from typing import NamedTuple, Protocol

from asp_nono.lab import machine
from asp_nono.lab.endings import BrokenOffError
from asp_nono.lab.execute import execute
from asp_nono.lab.jobs import Job
from asp_nono.lab.outcome import Outcome
from asp_nono.lab.processes import Process


class Done(NamedTuple):
    """A run that is over.

    Attributes:
        job: The run.
        outcome: What came of it.
        machine: What it was carried out on; see `machine.facts`.
    """

    job: Job
    outcome: Outcome
    machine: dict[str, object]


Runs = Generator[Done, None, None]


class Crew(Protocol):
    """Whoever can carry out runs, here or elsewhere."""

    def run(self, jobs: Iterator[Job]) -> Runs:
        """What comes of the runs, each as soon as it is over; a run is taken when it begins.

        Raises:
            AspNonoError: If a run cannot be carried out at all.
        """


class LocalCrew:
    """So many runs at once on this machine.

    Args:
        jobs: How many.
    """

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs
        self._processes: set[Process] = set()
        self._lock = Lock()
        self._over = False

    def run(self, jobs: Iterator[Job]) -> Runs:
        """See `Crew`; when the caller stops listening, what runs is ended."""
        here = machine.facts()
        done: SimpleQueue[tuple[Job, Outcome | Exception]] = SimpleQueue()
        running = 0
        try:
            while True:
                while running < self._jobs and (job := next(jobs, None)):
                    Thread(target=self._one, args=(job, done), daemon=True).start()
                    running += 1
                if not running:
                    return
                finished, outcome = done.get()
                running -= 1
                if isinstance(outcome, Exception):
                    raise outcome
                yield Done(finished, outcome, here)
        finally:
            self._end()
            while running:
                done.get()
                running -= 1

    def _one(self, job: Job, done: SimpleQueue[tuple[Job, Outcome | Exception]]) -> None:
        mine: list[Process] = []
        try:
            done.put((job, execute(job, lambda process: self._running(process, mine))))
        except Exception as error:  # noqa: BLE001 - it is raised where somebody listens
            done.put((job, error))
        finally:
            with self._lock:
                self._processes.difference_update(mine)

    def _running(self, process: Process, mine: list[Process]) -> None:
        with self._lock:
            if self._over:
                raise BrokenOffError("the run was ended from outside")
            mine.append(process)
            self._processes.add(process)

    def _end(self) -> None:
        """End what runs, and let nothing new begin."""
        with self._lock:
            self._over = True
            for process in self._processes:
                process.end()
