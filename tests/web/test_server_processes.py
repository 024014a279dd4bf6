"""Jobs are processes: they end when cancelled, at a limit, and with the server."""

import signal
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from asp_nono.web.app import MOST_WAITING
from tests.cli.run import vanish
from tests.web.serving import ENDLESS, ONES, Server, posed, until

pytestmark = pytest.mark.slow

PUZZLE = posed(*ONES)
HARD = {"rows": [[3, 2, 4]] * 60, "columns": [[3, 2, 4]] * 60}
"""Nobody knows whether it has a solution."""

HOPELESS: dict[str, Any] = {"puzzle": PUZZLE, "program": ENDLESS, "time_limit": 600}


def _settled(server: Server, number: int) -> set[int]:
    """The children of a server when all have started and none works for anybody else."""
    until(lambda: len(server.children) == number, f"{number} children")
    return server.children


def test_cancel_kills() -> None:
    """When the request is aborted, the process that worked for it is gone, and its children."""
    with Server("--jobs", 1) as server:
        idle = _settled(server, 3)  # one for jobs, two for quick calls
        with server.job("run", **HOPELESS) as events:
            assert next(events)["event"] == "started"
            assert next(events)["stage"] == "read"
            until(lambda: len(server.children) == 4, "the sandbox at work")
            busy = server.children - idle
        assert vanish(busy)
        until(lambda: len(idle - server.children) == 1, "the job's process gone")
        assert server.last("check", puzzle=PUZZLE)["verdict"] == "multiple"


def test_cancel_a_check() -> None:
    """A check that would go on for hours is ended by the next stroke."""
    with Server("--jobs", 1) as server:
        idle = _settled(server, 3)
        with server.job("check", puzzle=HARD, time_limit=600) as events:
            assert next(events)["event"] == "started"
            assert next(events)["event"] == "progress"
        until(lambda: len(idle - server.children) == 1, "the job's process gone")
        assert server.last("check", puzzle=PUZZLE)["verdict"] == "multiple"


def test_cancel_in_the_queue() -> None:
    """A place in the queue is given up, and those behind move on."""
    with Server("--jobs", 1) as server, server.job("run", **HOPELESS) as first, ExitStack() as one:
        assert next(first)["event"] == "started"
        second = one.enter_context(server.job("run", **HOPELESS))
        assert next(second) == {"event": "queued", "ahead": 0}
        with server.job("check", puzzle=PUZZLE) as third:
            assert next(third) == {"event": "queued", "ahead": 1}
            one.close()
            assert next(third) == {"event": "queued", "ahead": 0}


def test_the_queue_is_bounded() -> None:
    """Two over the limit wait; when too many do, the next is refused."""
    with Server("--jobs", 1) as server, ExitStack() as open_jobs:
        first = open_jobs.enter_context(server.job("run", **HOPELESS))
        assert next(first)["event"] == "started"
        for number in range(MOST_WAITING):
            job = open_jobs.enter_context(server.job("check", puzzle=PUZZLE))
            assert next(job) == {"event": "queued", "ahead": number}
        refusal = server.ask("/api/jobs/check", {"puzzle": PUZZLE})
        assert refusal.status == 503
        assert "waiting already" in refusal.json["reason"]
        assert server.ask("/api/about").status == 200


def test_quick_while_jobs_run(server: Server) -> None:
    """The server answers while all its jobs are busy: nothing of theirs runs in its loop."""
    with server.job("run", **HOPELESS) as one, server.job("run", **HOPELESS) as other:
        assert next(one)["event"] == next(other)["event"] == "started"
        for _ in range(20):
            assert server.ask("/").status == 200
            assert server.ask("/api/about").status == 200


def test_time_limit_keeps_what_is_known(server: Server) -> None:
    """The end says which limit, and what was known by then."""
    last = server.last("check", puzzle=HARD, time_limit=2)
    assert (last["event"], last["limit"]) == ("stopped", "time")
    assert last["reason"] == "time limit of 2 s"
    assert last["verdict"] == "undecided"
    assert len(last["certain"]) == 60


def test_limits_of_the_server() -> None:
    """A job gets no more than the server allows."""
    with Server("--jobs", 1, "--time-limit", 1, "--memory-limit", 256) as server:
        limits = server.ask("/api/about").json["limits"]
        assert (limits["seconds"], limits["megabytes"]) == (1, 256)
        last = server.last("run", **HOPELESS)
        assert last["reason"] == "time limit of 1 s"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_children_end_with_the_server(
    how: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it ends, and whatever they do; if it is asked to end, no file is left either."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    server = Server("--jobs", 2)
    with server:
        _settled(server, 4)
        with server.job("run", **HOPELESS) as one, server.job("solutions", puzzle=PUZZLE) as other:
            assert next(one)["event"] == next(other)["event"] == "started"
            until(lambda: len(server.children) >= 5, "the sandbox at work")
            every = server.children
            server.process.send_signal(how)
            server.process.wait(60)
            assert vanish(every)
    assert how == signal.SIGKILL or not list(tmp_path.iterdir())


def test_a_page_that_does_not_read(server: Server) -> None:
    """Its job waits for it; other pages do not."""
    puzzle = {"rows": [[1]] * 12, "columns": [[1]] * 12}
    with server.job("solutions", puzzle=puzzle, most=100) as slow:
        assert next(slow)["event"] == "started"
        assert server.last("check", puzzle=PUZZLE)["verdict"] == "multiple"
        assert list(slow)[-1]["event"] == "result"
