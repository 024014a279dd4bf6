"""Recorded runs for other tools: CSV, JSON lines, Parquet, data frames, ASlib, benchmark-tool.

Also all that is needed to repeat an experiment, for artifact evaluation: `extract`.
"""

import csv
import io
import json
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asp_nono
from asp_nono.asp.deductions import open_puzzle
from asp_nono.asp.recipes import DEDUCTIONS, Deductions
from asp_nono.aspcount.ground import ground, puzzle_program
from asp_nono.clue import least_cells
from asp_nono.files import make_folder, read_data, write_whole
from asp_nono.lab.analyze import by_task, limit_of
from asp_nono.lab.plan import plan_of, plan_text
from asp_nono.lab.run import FIELDS
from asp_nono.lab.store import DESCRIPTION, VERSION, Results, Run, Store, named, to_row
from asp_nono.lab.verify import read
from asp_nono.messages import Message, PuzzleError, UnknownNameError, needs
from asp_nono.puzzle import Puzzle

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

COLUMNS = (*DESCRIPTION, *FIELDS)  # of an export
_WHOLE = {"number", "width", "height", "colors", "known_low", "known_high", "repetition", "seed"}
_WHOLE |= {"memory_limit", "machine", "copy"}
_STATUS = {"time-out": "timeout", "memory-out": "memout", "error": "crash", "wrong": "crash"}
_FOLDS = 10  # of the cross-validation in ASlib
GROUNDED = ("order", "starts")  # recipes whose ground programs on the clues alone are measured
CLUE_FEATURES = (
    *("width", "height", "colors", "blocks", "density", "slack"),
    *(f"open_{level}" for level in DEDUCTIONS[1:]),
)  # the names of the features that need no grounding; docs/lab.md explains them
FEATURES = (*CLUE_FEATURES, *(f"rules_{name}" for name in GROUNDED))


def export(results: Results, path: Path) -> int:
    """Write all runs into a file (or, for ASlib, a folder) whose suffix names the format."""
    writers = {".csv": _csv, ".jsonl": _json_lines, ".parquet": _parquet, ".xml": _benchmark_tool}
    if path.suffix == ".aslib":
        _aslib(results, path)
    elif path.suffix in writers:
        write_whole(path, writers[path.suffix](results))
    else:
        raise UnknownNameError("suffix of a file", path.suffix, (*writers, ".aslib"))
    return len(results.runs) + len(results.copies)


def _rows(results: Results) -> list[dict[str, Any]]:
    return [{**run.about, **to_row(run.outcome)} for run in (*results.runs, *results.copies)]


def _csv(results: Results) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rows(results))
    return text.getvalue().encode()


def _json_lines(results: Results) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(results)).encode()


def _schema(results: Results) -> "pa.Schema":
    """The columns with their types, the same for every file, and metadata about all runs."""
    import pyarrow as pa

    kinds = {str: pa.string(), float: pa.float64(), bool: pa.bool_(), int: pa.int64()}
    of = {**FIELDS, "time_limit": float, "cpu_limit": float, **dict.fromkeys(_WHOLE, int)}
    known = {
        "asp_nono": asp_nono.__version__,
        "tables": str(VERSION),
        "machines": json.dumps([json.loads(facts) for facts in results.machines]),
        "plans": json.dumps(dict(results.plans)),
    }
    columns = [pa.field(name, kinds[of.get(name, str)]) for name in COLUMNS]
    return pa.schema(columns, metadata=known)


def _parquet(results: Results) -> bytes:
    with needs("lab", "writing Parquet"):
        import pyarrow as pa
        from pyarrow import parquet
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(_rows(results), _schema(results)), sink)
    return bytes(sink.getvalue())


def load(path: Path | str) -> "pl.DataFrame":
    """The runs of a file of results as a polars data frame, with the columns of an export.

    PuzzleError if it is no file of results, or polars is not installed (extra `lab`).
    """
    with needs("lab", "a data frame"):
        import polars as pl
        import pyarrow as pa
    results = read(Path(path))
    frame = pl.from_arrow(pa.Table.from_pylist(_rows(results), _schema(results)))
    assert isinstance(frame, pl.DataFrame)  # noqa: S101 - a table is never a series
    return frame


def _benchmark_tool(results: Results) -> bytes:
    """Results as potassco's benchmark-tool evaluates them: `btool conv` reads this file.

    Times are CPU seconds; each task is a project, each system has one setting.
    """
    with needs("lab", "an export for benchmark-tool"):
        import jinja2
    labels, tasks, classes = dict[str, None](), dict[str, list[Run]](), dict[str, dict[str, None]]()
    by_puzzle = defaultdict[tuple[str, str, str, str], list[Run]](list)
    for run in results.runs:
        labels[run.label] = None
        tasks.setdefault(run.task, []).append(run)
        classes.setdefault(run.puzzle[0], {})[run.puzzle[1]] = None
        by_puzzle[run.task, run.label, *run.puzzle].append(run)
    jobs = [
        {
            "name": task,
            "runs": max(run.repetition for run in runs),
            "timeout": round(max(limit_of(run, "cpu") or 0 for run in runs)),
            "memout": max(run.about.get("memory_limit") or 0 for run in runs),
        }
        for task, runs in tasks.items()
    ]
    text = Path(__file__).with_name("benchmark_tool.xml").read_text(encoding="utf-8")
    template = jinja2.Template(text, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    known = {"labels": labels, "jobs": jobs, "classes": classes}
    made: str = template.render(known, runs=by_puzzle, measures=_measures)
    return made.encode()


def _measures(run: Run) -> Iterator[tuple[str, str, object]]:
    outcome = run.outcome
    yield "time", "float", outcome.cpu
    yield "wall", "float", outcome.wall
    yield "memory", "float", outcome.peak_bytes / (1 << 20)
    yield "timeout", "float", int(outcome.status == "time-out")
    yield "memout", "float", int(outcome.status == "memory-out")
    yield "error", "float", int(outcome.status in ("error", "wrong"))
    yield "status", "string", outcome.status
    for name in ("rules", "choices", "conflicts"):
        if (value := getattr(outcome, name)) is not None:
            yield name, "int", value


def _aslib(results: Results, folder: Path) -> None:
    """A scenario of algorithm selection (ASlib 5.0) of the first task: runs, and features.

    B. Bischl and others, "ASlib: A Benchmark Library for Algorithm Selection", Artificial
    Intelligence 237, 2016.
    """
    if not (found := by_task(results.runs, "cpu")):
        raise PuzzleError("no runs are recorded", path=str(results.path))
    task = found[0].name
    runs = [run for run in results.runs if run.task == task]
    tables = _aslib_tables(runs, _features_of(runs, results.path))
    folder.mkdir(parents=True, exist_ok=True)
    limits = [limit for run in runs if (limit := limit_of(run, "cpu")) is not None]
    (folder / "description.txt").write_text(
        _description(results, task, sorted({run.label for run in runs}), max(limits, default=0.0)),
        encoding="utf-8",
    )
    for name, (columns, rows) in tables.items():
        (folder / f"{name}.arff").write_text(_arff(name, columns, rows), encoding="utf-8")


def _features_of(runs: Sequence[Run], path: Path) -> dict[str, Mapping[str, float]]:
    """The features of all puzzles of runs, which are read again from the results."""
    with Store(path) as store:
        blobs = {row["hash"]: row for row in store.rows("SELECT hash, name, data FROM blob")}
    values: dict[str, Mapping[str, float]] = {}
    for name, about in {named(run.puzzle): run.about for run in runs}.items():
        blob = blobs[about["puzzle_hash"]]
        puzzle = read_data(blob["data"], blob["name"])[about["number"] - 1]
        if isinstance(puzzle, PuzzleError):
            raise puzzle
        values[name] = features(puzzle)
    return values


_Table = tuple[Sequence[tuple[str, str]], list[list[object]]]
"""Names and types of columns, and the rows."""


def _aslib_tables(
    runs: Sequence[Run], values: Mapping[str, Mapping[str, float]]
) -> dict[str, _Table]:
    """The tables of a scenario, by the names of their files."""
    return {
        "algorithm_runs": (
            [*_ID, ("algorithm", "STRING"), ("cpu_seconds", "NUMERIC"), _RUNSTATUS],
            [
                [named(run.puzzle), run.repetition, run.label, run.outcome.cpu, _status(run)]
                for run in runs
            ],
        ),
        "feature_values": (
            [*_ID, *((name, "NUMERIC") for name in FEATURES)],
            [[name, 1, *row.values()] for name, row in values.items()],
        ),
        "feature_runstatus": ([*_ID, ("puzzle", "{ok}")], [[name, 1, "ok"] for name in values]),
        "cv": (
            [*_ID, ("fold", "NUMERIC")],
            [[name, 1, place % _FOLDS + 1] for place, name in enumerate(sorted(values))],
        ),
    }


_ID = (("instance_id", "STRING"), ("repetition", "NUMERIC"))
_RUNSTATUS = ("runstatus", "{ok,timeout,memout,crash}")


def _status(run: Run) -> str:
    return _STATUS.get(run.outcome.status, "ok")


def _arff(name: str, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[object]]) -> str:
    head = [f"@RELATION {name}", "", *(f"@ATTRIBUTE {one} {kind}" for one, kind in columns)]
    texts = {place for place, (_, kind) in enumerate(columns) if kind == "STRING"}
    body = (
        ",".join(json.dumps(str(v)) if n in texts else str(v) for n, v in enumerate(row))
        for row in rows
    )
    return "\n".join([*head, "", "@DATA", *body, ""])


def _description(results: Results, task: str, labels: Sequence[str], limit: float) -> str:
    """The description of the scenario, in YAML; JSON texts are YAML."""
    texts = {
        "scenario": f"nonograms-{results.path.stem}",
        "cutoff": limit,
        "features": FEATURES,
        "algorithms": labels,
        "task": task,
    }
    template = Path(__file__).with_name("aslib.yaml").read_text(encoding="utf-8")
    text = template.format(**{key: json.dumps(value) for key, value in texts.items()})
    metadata = "".join(f"  {label!r}: {{deterministic: true}}\n" for label in labels)
    return f"{text}{metadata}"


def features(puzzle: Puzzle) -> dict[str, float]:
    """The features of a puzzle by name: what can be computed quickly, to select a system by."""
    programs = (puzzle_program(puzzle, recipe=one, deductions="none") for one in GROUNDED)
    rules = (len(ground(program)[0].rules) for program in programs)
    return dict(zip(FEATURES, (*clue_features(puzzle).values(), *rules), strict=True))


def clue_features(puzzle: Puzzle) -> dict[str, float]:
    """The features that need no grounding."""
    lines = list(puzzle.lines())
    cells = puzzle.width * puzzle.height
    free = sum(length - least_cells(clue) for _, clue, length in lines)
    filled = sum(block.least for clue in puzzle.rows for block in clue)
    values = (
        *(puzzle.width, puzzle.height, len(puzzle.colors) - 1),
        sum(len(clue) for _, clue, _ in lines),
        round(filled / cells, 4),
        round(free / sum(length for *_, length in lines), 4),
        *(open_cells(puzzle, level) for level in DEDUCTIONS[1:]),
    )
    return dict(zip(CLUE_FEATURES, values, strict=True))


def open_cells(puzzle: Puzzle, level: Deductions) -> int:
    """The cells that deductions of a level leave open; 0 if they find that there is no picture."""
    left = open_puzzle(puzzle, level)
    if isinstance(left, Message):
        return 0
    return sum(one.open.bit_count() for one in left.lines[: puzzle.height])


_PROGRAMS = """Other programs are not included; the plan names their commands:

{}
"""


def extract(path: Path, folder: Path, readme: str) -> list[Path]:
    """Write the parts of the last plan of a file of results into a new folder; the files.

    `readme` is the text of README.md, which tells how to run the experiment again; it may have the
    fields name, version, clingo, python and programs.
    PuzzleError if the folder is not empty, or the file holds no plan.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise PuzzleError("exists; expected a new folder", path=str(folder))
    with Store(path) as store:
        last = store.last_plan()
        if not last:
            raise PuzzleError("holds no plan", path=str(path))
        puzzles = store.rows("SELECT * FROM instance JOIN blob ON blob.hash = instance.hash")
        systems = store.rows("SELECT recipe, identity FROM system WHERE recipe IS NOT NULL")
        blobs = {row["hash"]: row["data"] for row in store.rows("SELECT hash, data FROM blob")}
        machines = [json.loads(row["facts"]) for row in store.rows("SELECT facts FROM machine")]
        files = {"results.db": store.content}
    known: dict[str, list[str]] = {}
    for row in puzzles:
        name = row["name"].rpartition(" #")[0] or row["name"]
        files[f"puzzles/{row['set_name']}/{name}"] = row["data"]
        if row["known_high"] is not None and row["known_low"] == row["known_high"]:
            entry = f"[[puzzle]]\nfile = {json.dumps(name)}\nsolutions = {row['known_low']}\n"
            known.setdefault(row["set_name"], []).append(entry)
    for name, entries in known.items():
        files[f"puzzles/{name}/index.toml"] = "\n".join(dict.fromkeys(entries)).encode()
    for row in systems:
        own = row["recipe"].split(",") if row["recipe"].endswith(".lp") else []
        for place, (name, digest) in enumerate(json.loads(row["identity"])["encodings"]):
            files[own[place] if place < len(own) else f"encodings/{name}"] = blobs[digest]
    plan = plan_of(tomllib.loads(last["text"]))
    sets = dict.fromkeys(f"puzzles/{row['set_name']}" for row in puzzles)
    plan = replace(plan, instances=tuple(sets), known=())
    files["plan.toml"] = plan_text(plan, whole=True).encode()
    files["environment.json"] = json.dumps(machines, indent=2).encode()
    commands = [*plan.against, *(table["command"] for table in plan.external)]
    programs = _PROGRAMS.format("\n".join(f"    {one}" for one in commands)) if commands else ""
    first = machines[0] if machines else {}
    about = {key: first.get(key, "unknown") for key in ("clingo", "python")}
    version = first.get("asp-nono", "unknown")
    text = readme.format(name=plan.name, version=version, programs=programs, **about)
    files["README.md"] = text.rstrip().encode() + b"\n"
    return [_written(folder, name, data) for name, data in sorted(files.items())]


def _written(folder: Path, name: str, data: bytes) -> Path:
    """The file, inside of the folder whatever its name is."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        path = folder / path.name
    make_folder(path.parent)
    write_whole(path, data)
    return path
