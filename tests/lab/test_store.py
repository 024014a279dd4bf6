"""What is recorded of runs: clingo's own figures, contents rather than names, rows for others."""

import csv
import json
import platform
import re
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from asp_nono.asp.recipes import recipes
from asp_nono.jobs.programs import RunExperiment
from asp_nono.lab.experiment import Experiment, ExperimentProgress
from asp_nono.lab.export import COLUMNS, export, load as load_frame
from asp_nono.lab.plan import plan_of
from asp_nono.lab.run import STAGES
from asp_nono.lab.store import Store, load
from asp_nono.lab.verify import read
from asp_nono.messages import PuzzleError, UnknownNameError
from tests.cli.run import HEART, INSTANCES, call
from tests.lab.experiments import BARE, ONES_3, lab, plan, table_of

FILE = INSTANCES / "random" / "20x20-50-c1-s1.xml"


def _clingo(*words: object) -> str:
    """What clingo prints; its exit status depends on what it has found."""
    command = [sys.executable, "-m", "clingo", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def test_the_figures_are_those_of_clingo(tmp_path: Path) -> None:
    """Of `states`, which reads all the facts that `asp-nono facts` writes."""
    text = f"recipes = ['states']\ndeductions = ['none']\ninstances = [{str(FILE)!r}]\nseed = 7\n"
    text += "options = ['--configuration=trendy']\ntime_limit = 60\nmemory_limit = 1000\n"
    (row,) = table_of(tmp_path, text).values()
    (encoding,) = recipes()["states"].files
    facts = tmp_path / "facts.lp"
    facts.write_text(call("facts", "--recipe", "states", "--deductions", "none", FILE).out)
    words = ["2", "--project=show", "--seed=7", "--configuration=trendy", "--outf=2", "--stats=2"]
    found = json.loads(_clingo(encoding, facts, *words))
    program, problem, core = (found["Stats"][name] for name in ("LP", "Problem", "Core"))
    expected = {
        "status": "multiple",
        "models": str(found["Models"]["Number"]),
        "atoms": program["Atoms"],
        "rules": program["Rules"]["Original"],
        "bodies": program["Bodies"]["Original"],
        "variables": problem["Variables"],
        "constraints": problem["Constraints"]["Sum"],
        **{name: core[name.title()] for name in ("choices", "conflicts", "restarts")},
        "facts": len(_clingo("--text", facts).splitlines()),
        "facts_hash": sha256(facts.read_bytes()).hexdigest(),
    }
    assert {name: row[name] for name in expected} == expected
    for clock in ("wall", "cpu"):
        parts = [row[f"{stage}_{clock}"] for stage in STAGES]
        assert min(parts) > 0
        assert sum(parts) <= row[clock] * 1.01
    assert row["peak_bytes"] > 20 << 20
    results = load(tmp_path / "plan.db")
    about = results.runs[0].about
    inner = sha256(encoding.read_bytes()).hexdigest()
    assert about["encoding_hash"] == sha256(inner.encode()).hexdigest()
    assert about["puzzle_hash"] == sha256(FILE.read_bytes()).hexdigest()
    assert json.loads(about["options"]) == ["--configuration=trendy"]
    assert (about["seed"], about["time_limit"], about["memory_limit"]) == (7, 60, 1000)
    (machine,) = map(json.loads, results.machines)
    known = {"asp-nono", "commit", "python", "clingo", "cpu", "cores", "memory_bytes", "system"}
    assert known <= machine.keys()


def test_nothing_is_left_beside_the_file(tmp_path: Path) -> None:
    """Neither by a run nor by a report; one that is open while a run ends disturbs nothing."""
    path = tmp_path / "results.db"
    with Store(path, write=True):
        assert (tmp_path / "results.db-wal").exists()
    with Store(path):
        assert [file.name for file in tmp_path.iterdir()] == ["results.db"]
    with ExitStack() as stack:
        writing = stack.enter_context(Store(path, write=True))
        reading = stack.enter_context(Store(path))
        assert reading.rows("SELECT * FROM plan") == []
        writing.__exit__()
        assert reading.rows("SELECT * FROM plan") == []


def test_a_changed_encoding(tmp_path: Path) -> None:
    """It is run again, and stands beside what it was before."""
    text = f"recipes = ['mine.lp']\ninstances = [{str(ONES_3)!r}]\n"
    (tmp_path / "mine.lp").write_text(BARE)
    table_of(tmp_path, text)
    (tmp_path / "mine.lp").write_text(BARE + ":- start(_, _, 9).\n")
    ran = lab("run", tmp_path / "plan.toml", cwd=tmp_path)
    assert "1 runs recorded in plan.db" in ran.err
    assert re.search(r"\nmine\.lp +1/1 ", ran.out)
    assert re.search(r"\nmine\.lp \(version 2\) +1/1 ", ran.out)


def test_a_changed_puzzle_and_other_limits(tmp_path: Path) -> None:
    """Another puzzle in the same file is no disagreement; limits are not counted together."""
    text = "recipes = ['order']\ninstances = ['p.xml']\ntime_limit = "
    (tmp_path / "p.xml").write_bytes(ONES_3.read_bytes())
    table_of(tmp_path, f"{text}50\n")
    (tmp_path / "p.xml").write_bytes(HEART.read_bytes())
    assert "unique: 2 puzzles, 2 runs" in lab("run", tmp_path / "plan.toml", cwd=tmp_path).out
    ran = lab("run", plan(tmp_path, f"{text}70\n"), cwd=tmp_path)
    old, new = "unique within 50 s: 2 puzzles, 2 runs;", "unique within 70 s: 1 puzzle, 1 run;"
    assert 0 < ran.out.index(new) < ran.out.index(old)  # what was abandoned does not lead
    file = tmp_path / "plan.db"
    assert [one.limit for one in load(file).runs] == [70, 50, 50]
    assert old not in call("lab", "report", file, "--limit", "70").out
    words = ("--limit", "50", "--task", "uni*", "--plan", "plan")
    assert call("lab", "export", file, tmp_path / "r.csv", *words).err.startswith("1 runs written")
    assert call("lab", "drop", file, "--limit", "50").err.startswith("2 runs deleted")
    assert [one.limit for one in load(file).runs] == [70]


def test_the_last_plan_leads(tmp_path: Path) -> None:
    """Also if it was carried out before; the records name windows, processes and starts."""
    text = f"recipes = ['order', 'starts']\ninstances = [{str(ONES_3)!r}]\ntime_limit = "
    for limit in (50, 70, 50):
        table_of(tmp_path, f"{text}{limit}\n")
    runs = [one.outcome for one in load(tmp_path / "plan.db").runs]
    assert [one.limit for one in load(tmp_path / "plan.db").runs] == [50, 50, 70, 70]
    assert len({one.window for one in runs}) == 2
    assert runs[0].window == runs[1].window
    assert len({one.process_id for one in runs}) == 4
    assert all(one.calibrated_cpu for one in runs)


def test_calibration(tmp_path: Path) -> None:
    """Copies take turns; they stand in no table, and do not become what a file is about."""
    text = f"recipes = ['starts', 'order']\ninstances = [{str(ONES_3)!r}]\n"
    table_of(tmp_path, text)
    ran = lab("calibrate", tmp_path / "plan.toml", "--copies", "2", cwd=tmp_path)
    assert ran.out == (
        "calibration: too few runs for a test between copies of starts, unique, CPU seconds, "
        f"on {platform.node()}\n"
    )
    results = load(tmp_path / "plan.db")
    assert {one.label for one in results.runs} == {"order", "starts"}
    assert {one.label for one in results.copies} == {"starts (copy 1)", "starts (copy 2)"}
    assert ran.out.strip() in lab("report", tmp_path / "plan.db").out


@pytest.mark.slow
def test_three_formats(tmp_path: Path) -> None:
    """They hold the same rows; the choices are named."""
    text = f"recipes = ['order', 'starts']\ninstances = [{str(ONES_3)!r}]\n"
    path = plan(tmp_path, text + "tasks = ['unique', 'count']\n")
    call("lab", "run", path, "--into", tmp_path / "r.db", "--jobs", "2")
    results = load(tmp_path / "r.db")
    for ending in ("csv", "jsonl", "parquet"):
        assert export(results, tmp_path / f"r.{ending}") == 4
    with (tmp_path / "r.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert list(table[0]) == list(COLUMNS) == list(lines[0])
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(tmp_path / "r.parquet").to_pylist() == lines
    counted = {line["system"]: line for line in lines if line["task"] == "count"}["starts"]
    assert (counted["models"], min(counted["rules"], counted["facts"]) > 0) == ("6", True)
    assert [row["status"] for row in table] == [line["status"] for line in lines]
    with pytest.raises(
        UnknownNameError, match=r"choose from \.aslib, \.csv, \.jsonl, \.parquet, \.xml"
    ):
        export(results, tmp_path / "r.xlsx")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such file; expected results"),
        ("hello " * 1000, "is no file of results of the lab"),
        ("", "is no file of results of the lab"),
    ],
)
def test_no_results(tmp_path: Path, content: str | None, message: str) -> None:
    """A file that does not exist, or is no file of results, is one line."""
    if content is not None:
        (tmp_path / "r.db").write_text(content)
    with pytest.raises(PuzzleError, match=message):
        load(tmp_path / "r.db")


def _parts(folder: Path) -> Path:
    """A file with the two parts of a plan of six runs, carried out apart and merged."""
    text = f"recipes = ['order', 'nothing.lp']\ninstances = [{str(ONES_3)!r}]\nrepetitions = 3"
    path = plan(folder, text)
    (folder / "nothing.lp").write_text("#show fill/3.\n:- not fill(1, 1, 1).\n")
    for number in (1, 2):
        file = folder / f"r-{number}.db"
        call("lab", "run", path, "--part", f"{number}/2", "--into", file)
    ran = call("lab", "merge", *folder.glob("r-*.db"), "--into", folder / "r.db")
    assert sorted(re.findall("([0-9]) runs of ", ran.err)) == ["2", "4"]  # systems stay together
    return folder / "r.db"


def _whole(file: Path) -> bytes:
    """The bytes of a file of results, with all that was written to its log."""
    with closing(sqlite3.connect(file)) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.read_bytes()


@pytest.mark.slow
def test_parts_are_merged_dropped_and_run_again(tmp_path: Path) -> None:
    """The report counts against the plan; what is deleted is run again, and nothing else."""
    file = _parts(tmp_path)
    assert "6 of 6 planned runs recorded" in call("lab", "report", file).out
    assert call("lab", "merge", file, "--into", file.with_name("s.db")).err.startswith("6 runs")
    assert call("lab", "drop", file, "--system", "nothing*").err.startswith("3 runs deleted")
    assert "3 of 6 planned runs recorded" in call("lab", "report", file).out
    assert "0 runs deleted" in call("lab", "drop", file, "--status", "o?der").err
    assert "1 puzzle, 3 runs" in call("lab", "report", file, "--system", "ord*").out
    with pytest.raises(PuzzleError, match="no run matches"):
        call("lab", "report", file, "--puzzle", "ones-3.xml")
    ran = call("lab", "rerun", file, "--system", "order*", "--status", "multiple")
    assert "6 runs recorded" in ran.err
    with pytest.raises(PuzzleError, match="nothing is chosen"):
        call("lab", "drop", file)
    with pytest.raises(PuzzleError, match=r"--part '2/1'; expected K/N"):
        call("lab", "run", tmp_path / "plan.toml", "--part", "2/1")


def test_an_interrupted_experiment_continues(tmp_path: Path) -> None:
    """Ctrl-C keeps the last snapshot and what is recorded; the same job then does the rest."""
    table = {"recipes": ["order"], "instances": [str(ONES_3)], "repetitions": 3}
    experiment, seen = Experiment.of(plan_of(table)), list[ExperimentProgress]()

    def interrupt(now: ExperimentProgress) -> None:
        seen.append(now)
        if now.done:
            raise KeyboardInterrupt

    with Store(tmp_path / "r.db", write=True) as store:
        begun = RunExperiment().find(experiment, store, each=interrupt)
        rest = RunExperiment().find(experiment, store)
    assert [(one.before, one.done, one.total) for one in seen] == [(0, 0, 3), (0, 1, 3)]
    assert [one.seconds_left is None for one in seen] == [True, False]
    assert begun == replace(seen[-1], stopped=begun.stopped, seconds=begun.seconds)
    assert (begun.interrupted, begun.finished) == (True, False)
    assert list(begun.text("r.db", None)) == [
        "Interrupted; the same command continues from here. Results: r.db"
    ]
    assert (rest.finished, rest.before, rest.counts) == (True, 1, {"multiple": 2})
    assert str(rest.progress).startswith(f"[{'#' * 20}] 3/3 runs; about 0 s left; 2 multiple")
    assert list(rest.text("r.db", None)) == ["2 runs recorded in r.db; 1 were recorded before"]
    known = rest.to_json()
    assert (known["runs"], known["before"], known["stopped"]) == (3, 1, "")


@pytest.mark.slow
def test_a_damaged_file(tmp_path: Path) -> None:
    """Whatever page is damaged, the rest is kept, or one line says that nothing can be read."""
    whole = _whole(_parts(tmp_path))
    kept, said = [], []
    for page in range(1, len(whole) // 4096, 2):
        data = bytearray(whole)
        data[4096 * page : 4096 * (page + 1)] = b"\xff" * 4096
        (bad := tmp_path / "bad.db").write_bytes(data)
        (new := tmp_path / "new.db").unlink(missing_ok=True)
        call("lab", "salvage", bad, new)
        kept.append(len(load(new).runs))
        try:
            load(bad)
        except PuzzleError as error:
            said.append(str(error))
    assert max(kept) == 6
    assert sum(kept) > 3 * len(kept)
    assert any("damaged: " in line for line in said)


def test_a_file_that_was_cut(tmp_path: Path) -> None:
    """What its first pages hold is kept."""
    whole = _whole(_parts(tmp_path))
    (cut := tmp_path / "cut.db").write_bytes(whole[: len(whole) - 4096])
    ran = call("lab", "salvage", cut, tmp_path / "new.db")
    assert f"{len(load(tmp_path / 'new.db').runs)} runs of" in ran.err
    assert load(tmp_path / "new.db").runs


def test_an_artifact(tmp_path: Path) -> None:
    """It repeats the experiment, run by run; nothing of it is run again in the same file."""
    (tmp_path / "mine.lp").write_text(BARE)
    text = f"recipes = ['starts', 'mine.lp']\ninstances = [{str(ONES_3)!r}]\n"
    table_of(tmp_path, text)
    file, folder = tmp_path / "plan.db", tmp_path / "artifact"
    call("lab", "extract", file, folder)
    assert "repetitions = 1" in (folder / "plan.toml").read_text()
    assert (folder / "mine.lp").read_text() == BARE
    assert "solutions = 6" in (folder / "puzzles" / "pathological" / "index.toml").read_text()
    ran = call("lab", "run", folder / "plan.toml", "--into", folder / "results.db")
    assert "0 runs recorded" in ran.err
    with pytest.raises(PuzzleError, match="expected a new folder"):
        call("lab", "extract", file, folder)


def test_for_other_tools(tmp_path: Path) -> None:
    """Data frames have typed columns; benchmark-tool and ASlib get every run."""
    text = f"recipes = ['starts']\ninstances = [{str(ONES_3)!r}]\nrepetitions = 2\ncpu_limit = 9\n"
    table_of(tmp_path, text)
    results = read(tmp_path / "plan.db")
    frame = load_frame(tmp_path / "plan.db")
    assert (frame.height, tuple(frame.columns)) == (2, COLUMNS)
    assert [str(frame.schema[name]) for name in ("cpu", "rules", "status", "memory_limit")] == [
        "Float64",
        "Int64",
        "String",
        "Int64",
    ]
    export(results, tmp_path / "r.xml")
    text = (tmp_path / "r.xml").read_text()
    times = list(map(float, re.findall(r'name="time" type="float" val="([0-9.e-]+)"', text)))
    assert times == [run.outcome.cpu for run in results.runs]
    export(results, tmp_path / "r.aslib")
    lines = (tmp_path / "r.aslib" / "algorithm_runs.arff").read_text().splitlines()
    assert [line.split(",")[-1] for line in lines[-2:]] == ["ok", "ok"]
    values = (tmp_path / "r.aslib" / "feature_values.arff").read_text().splitlines()[-1]
    assert values.startswith('"pathological/ones-3.xml",1,3,3,1,6,0.3333,0.6667,9,9,9,')
