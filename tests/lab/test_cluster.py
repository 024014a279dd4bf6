"""A real Dask cluster on this machine: work is spread, and that of a dead worker is done again."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from asp_nono.asp.recipes import recipe_of, recipes
from asp_nono.errors import AspNonoError, PuzzleError
from asp_nono.files import read
from asp_nono.lab.competitors import Ours
from asp_nono.lab.jobs import programme
from asp_nono.lab.plan import plan_of
from asp_nono.lab.session import carry_out
from asp_nono.lab.store import Store
from asp_nono.puzzle import satisfies
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.cli.encodings import ENDLESS, SOUND, encoding
from tests.cli.run import GUARD, HEART, INSTANCES, PATHOLOGICAL, call, offspring, untimed, vanish
from tests.lab.experiments import ONES_3, lab, own, rows, started
from tests.lab.experiments import number as recorded

pytest.importorskip("distributed")
from asp_nono.lab.cluster import Cluster, ClusterCrew, Lost
from asp_nono.lab.conquer import conquer
from asp_nono.lab.parcels import Parcel, opened

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask's own, of ports and closed loops


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two workers, each a process; nothing of them is left."""
    with Cluster("local:2") as one:
        yield one
        workers = one.workers()
    assert workers
    assert vanish(set(workers))


def square(value: int) -> int:
    """Something to be done elsewhere."""
    return value * value


def slow(folder: str) -> int:
    """Leave the number of this process behind, and take a while."""
    marks = Path(folder)
    (marks / f"{os.getpid()}-{time.monotonic_ns()}").touch()
    time.sleep(1.5)
    return os.getpid()


def deadly(value: int) -> int:
    """Kill whoever does this."""
    os.kill(os.getpid(), signal.SIGKILL)
    return value


def test_everything_comes_back(cluster: Cluster) -> None:
    """Each item once, with its value."""
    assert sorted(cluster.run(square, iter(range(50)))) == [(n, n * n) for n in range(50)]


def test_errors_come_back(cluster: Cluster) -> None:
    """As what they are."""
    with pytest.raises(ZeroDivisionError):
        list(cluster.run(lambda value: 1 // value, iter([0])))


def test_a_killed_worker(cluster: Cluster, tmp_path: Path) -> None:
    """What it was at is done by another one: the same items, none lost, none twice."""
    results = cluster.run(slow, iter([str(tmp_path)] * 6))
    first = next(results)
    victim = max(tmp_path.iterdir(), key=lambda mark: mark.stat().st_mtime_ns)
    os.kill(int(victim.name.split("-")[0]), signal.SIGKILL)
    assert len([first, *results]) == 6
    assert len(list(tmp_path.iterdir())) > 6  # something was begun twice


def test_work_that_kills_is_given_up(cluster: Cluster) -> None:
    """It does not bring the cluster down; other work goes on."""
    ((_, value),) = cluster.run(deadly, iter([1]))
    assert isinstance(value, Lost)
    assert list(cluster.run(square, iter([3]))) == [(3, 9)]


def test_runs_survive_a_killed_worker(cluster: Cluster, tmp_path: Path) -> None:
    """A plan is carried out on two workers, one of which is killed in mid-run."""
    own(tmp_path, endless=ENDLESS, wrong=SOUND)
    plan = plan_of(
        {
            "recipes": ["order", str(tmp_path / "endless.lp"), str(tmp_path / "wrong.lp")],
            "instances": [str(ONES_3)],
            "repetitions": 3,
            "time_limit": 3,
        }
    )
    file = tmp_path / "r.db"
    with Store(file, write=True) as store:
        killed: list[int] = []

        def told(_: object) -> None:
            if recorded(file) == 2 and not killed:
                killed.append(min(cluster.workers()))
                os.kill(killed[0], signal.SIGKILL)

        carry_out(programme(plan), store, ClusterCrew(cluster), told)
    assert killed
    assert recorded(file) == 9
    statuses = {label.split("/")[-1]: row["status"] for label, row in rows(file).items()}
    assert statuses == {
        "order:probe": "multiple",
        "endless.lp:none": "time-out",
        "wrong.lp:none": "wrong",
    }


def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends everything with one line; the same command goes on without a cluster."""
    own(tmp_path, endless=ENDLESS)
    text = f"recipes = ['order', 'endless.lp']\ninstances = [{str(ONES_3)!r}]\n"
    process = started(tmp_path, f"{text}repetitions = 2\ntime_limit = 4\n", "--cluster", "local:2")
    children = offspring(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=GUARD)
    assert (process.returncode, out) == (130, "")
    assert err == "Interrupted; the same command goes on from here. Results: plan.db\n"
    assert vanish(children)
    done = recorded(tmp_path / "plan.db")
    assert 1 <= done < 4
    ran = lab("run", tmp_path / "plan.toml", cwd=tmp_path)
    assert f"{4 - done} runs recorded in plan.db" in ran.err


@pytest.fixture
def foreign() -> Iterator[str]:
    """The address of a cluster that somebody else has started, and that stays."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1"
    ) as others:
        yield others.scheduler_address


def _endless(folder: Path) -> Parcel:
    """A puzzle with an encoding that grounds for ever, and no limit."""
    (puzzle,) = read(HEART)
    ours = Ours.of(recipe_of([encoding(folder, ENDLESS)]))
    return Parcel(puzzle, ours, Limits())


def _searching(workers: list[int]) -> set[int]:
    """The processes in which workers search."""
    return {child for worker in workers for child in offspring(worker)}


def test_what_is_not_wanted_is_stopped(foreign: str, tmp_path: Path) -> None:
    """Somebody else's workers search on for nobody; and they can be used again."""
    (puzzle,) = read(HEART)
    easy = Parcel(puzzle, Ours.of(recipes()["order"].with_deductions("none")), Limits())
    with Cluster(foreign) as cluster:
        workers = cluster.workers()
        results = cluster.run(opened, iter([easy, _endless(tmp_path), _endless(tmp_path)]))
        assert getattr(next(results)[1], "verdict", None) is Verdict.UNIQUE
        at_it = _searching(workers)
        assert at_it
        results.close()
        assert vanish(at_it)
        assert cluster.workers() == workers
        ((_, again),) = cluster.run(opened, iter([easy]))
        assert getattr(again, "verdict", None) is Verdict.UNIQUE


def test_runs_that_are_not_wanted_are_stopped(foreign: str, tmp_path: Path) -> None:
    """After Ctrl-C nothing of an experiment goes on at somebody else's workers."""
    own(tmp_path, endless=ENDLESS)
    text = f"recipes = ['order', 'endless.lp']\ninstances = [{str(ONES_3)!r}]\nrepetitions = 2\n"
    with Cluster(foreign) as cluster:
        workers = cluster.workers()
        before = _searching(workers)
        process = started(tmp_path, text, "--cluster", foreign)
        at_it = _wait_for_more(workers, before)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=GUARD)
        assert process.returncode == 130
        assert vanish(at_it)
        assert cluster.workers() == workers


def _wait_for_more(workers: list[int], before: set[int]) -> set[int]:
    """The processes of workers as soon as there are others than before."""
    deadline = time.monotonic() + GUARD
    while time.monotonic() < deadline:
        if more := _searching(workers) - before:
            return more
        time.sleep(0.05)
    raise AssertionError("nothing is begun")


def test_archives(tmp_path: Path) -> None:
    """What `check --cluster` prints is what `check` prints, in the same order, errors too."""
    bad = tmp_path / "bad.non"
    bad.write_text("width 2\nheight 1\nrows\n3\ncolumns\n1\n1\n")
    files = (INSTANCES / "random", bad, PATHOLOGICAL)
    here = call("check", *files, "--time-limit", "60")
    there = call("check", *files, "--cluster", "local:2")
    assert there.status == here.status == 2
    assert untimed(there.out) == untimed(here.out)
    assert there.err == here.err


@pytest.mark.parametrize("number", [1, 5, 16])
@pytest.mark.parametrize(
    ("name", "recipe"),
    [
        ("pathological/search-10x10", "order"),
        ("pathological/ones-5", "starts"),
        ("pathological/none-search-12x12", "order"),
        ("pictures/bicycle", "order"),
        ("pictures/heart", "order"),
    ],
)
def test_cubes(cluster: Cluster, name: str, recipe: str, number: int) -> None:
    """However a puzzle is split, the verdict is that of the whole."""
    (puzzle,) = read(INSTANCES / f"{name}.xml")
    told = recipes()[recipe].with_deductions("line")
    result = conquer(puzzle, cluster, number, recipe=told, limits=Limits())
    whole = check(puzzle)
    assert (result.verdict, result.exhausted) == (whole.verdict, whole.exhausted)
    assert len(set(result.solutions)) == len(whole.solutions)
    assert all(satisfies(grid, puzzle) for grid in result.solutions)


def test_cubes_keep_to_the_limit(cluster: Cluster, tmp_path: Path) -> None:
    """The time is that of the whole, however many cubes there are."""
    (puzzle,) = read(INSTANCES / "random" / "30x30-50-c1-s1.xml")
    recipe = recipe_of([encoding(tmp_path, ENDLESS)])
    result = conquer(puzzle, cluster, 4, recipe=recipe, limits=Limits(seconds=2))
    assert result.verdict is Verdict.UNDECIDED
    assert result.reason == "time limit of 2 s"
    assert result.stopped


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--cubes", "4"], "--cubes N and --cluster ADDRESS go together"),
        (["--cluster", "local:1"], "--cubes N and --cluster ADDRESS go together"),
        (["--cubes", "4", "--cluster", "local:1", "--all"], "expected neither -n nor --all"),
    ],
)
def test_cubes_need_a_cluster(words: list[str], said: str) -> None:
    """And nothing that they cannot give."""
    with pytest.raises(PuzzleError, match=said):
        call("solve", *words, ONES_3)


@pytest.mark.parametrize(
    "address", ["local", "local:0", "local:x", "slurm:", "here", "a:b", "; rm"]
)
def test_no_address(address: str) -> None:
    """It is refused before anything is started."""
    with pytest.raises(PuzzleError, match="expected local:N, slurm:N or the address"):
        Cluster(address)


def test_nobody_there() -> None:
    """One line says so."""
    with pytest.raises(AspNonoError, match="no cluster there"):
        Cluster("127.0.0.1:1", patience=1.0)
