"""The ledger of the tournament sets, docs/ledger.parquet: see docs/ledger.md.

    python -m tools.ledger SETS FOLDER...

SETS is a folder with the sets, a file for each; the FOLDERs are archives of `check` of them, where
later ones count more. What else is needed is made beside the first: archives of the difficulty of
unique boards, and of the counts of a sample of the others. A file cpu.json there may have the CPU
time of each set. Every solution is compared with the clues, every certificate verified.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from asp_nono.archive.chunk import clues_hash
from asp_nono.archive.parts import read_manifest, read_rows
from asp_nono.files import read, write
from asp_nono.grid import Grid
from asp_nono.jobs.solutions import FillArchive
from asp_nono.jobs.solving import Prove, Verify
from asp_nono.lab.export import clue_features
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.run import open_pool
from asp_nono.run.limits import Limits
from asp_nono.solving.result import WITNESSES, Technique, Verdict
from tools.blocks import ROOT, refill, table

LEDGER, PAGE = ROOT / "docs" / "ledger.parquet", ROOT / "docs" / "ledger.md"
SAMPLE = "004"  # boards with several solutions are counted if their hash is less: one of 1024
COUNTING, PROVING = Limits(seconds=10.0), Limits(seconds=60.0)
FEATURES = ("blocks", "density", "slack", "open_line", "open_probe")

SCHEMA = pa.schema(
    [
        ("set", pa.dictionary(pa.int8(), pa.string())),
        ("board", pa.int16()),
        ("clues", pa.string()),
        ("verdict", pa.dictionary(pa.int8(), pa.string())),
        ("technique", pa.dictionary(pa.int8(), pa.string())),
        ("conflicts", pa.int32()),
        ("witness", pa.string()),
        ("second_witness", pa.string()),
        ("differing", pa.int16()),
        ("certificate", pa.string()),
        ("grade", pa.int8()),
        ("at_least", pa.string()),
        ("at_most", pa.string()),
        *(
            (name, pa.float32() if name in ("density", "slack") else pa.int16())
            for name in FEATURES
        ),
    ]
)

Row = dict[str, Any]


def witness(grid: Grid) -> str:
    """The hash of a solution: the solution itself would give the clues away."""
    return sha256("\n".join(grid.to_text()).encode()).hexdigest()[:16]


def answers(folder: Path, columns: Sequence[str]) -> dict[str, Row]:
    """The rows of an archive by the hash of the clues."""
    return {row["clues"]: row for row in read_rows(folder, ["clues", *columns]).to_pylist()}


def checked(puzzle: Puzzle, row: Row) -> Row:
    """The columns for a verdict, whose witnesses are compared with the clues."""
    texts = row["solutions"].split("\n\n") if row.get("solutions") else []
    grids = [Grid.from_text(text.split("\n"), puzzle.chars) for text in texts]
    for grid in grids:
        if why := mismatch(grid, puzzle):
            raise AssertionError(f"{row['clues']}: {why}")
    found = json.loads(row["result"])
    first, second = [*map(witness, grids), None, None][:2]
    if grids and len(grids) != {"unique": 1, "multiple": 2}[row["verdict"]]:
        raise AssertionError(f"{row['clues']}: {len(grids)} witnesses")
    return {
        "verdict": row["verdict"],
        "technique": row["technique"],
        "conflicts": found.get("effort", {}).get("conflicts"),
        "witness": first,
        "second_witness": second,
        "differing": len(found["differences"]),
    }


def certified(puzzle: Puzzle) -> Row:
    """The columns for a certificate that a puzzle is unique, once it is verified."""
    proven = Prove().find(puzzle, None, limits=PROVING).certificate
    if proven is None or proven.verdict is not Verdict.UNIQUE or proven.puzzle.goal is None:
        return {}
    if not Verify().find(proven, limits=PROVING).finished:
        return {}
    text = proven.text().encode()
    return {
        "witness": witness(proven.puzzle.goal),
        "certificate": sha256(text).hexdigest()[:16],
    }


def asked(job: str, puzzles: Sequence[Puzzle], folder: Path, limits: Limits) -> dict[str, Row]:
    """What an archive of these puzzles says, by the hash of the clues."""
    folder.mkdir(parents=True, exist_ok=True)
    untitled = [replace(puzzle, title="") for puzzle in puzzles]  # those of two sets are the same
    write(untitled, folder / "boards.txt", form="tournament")
    with open_pool(2, limits) as pool:
        filling = FillArchive(ask=job)  # type: ignore[arg-type]
        filling.find((str(folder / "boards.txt"),), folder, limits=limits, pool=pool)
    return answers(folder, ["grade", "count", "at_most", "exact"])


def rows(sets: Mapping[str, Sequence[Puzzle]], archives: Sequence[Path]) -> Iterator[Row]:
    """The rows of the ledger."""
    columns = ["verdict", "technique", "result", "solutions"]
    known = {key: row for one in archives for key, row in answers(one, columns).items()}
    boards = {clues_hash(puzzle): puzzle for some in sets.values() for puzzle in some}
    of = {verdict: [k for k in boards if known[k]["verdict"] == verdict] for verdict in Verdict}
    unique = [boards[key] for key in of[Verdict.UNIQUE]]
    sample = [boards[key] for key in of[Verdict.MULTIPLE] if key < SAMPLE]
    beside = archives[0].parent
    grades = asked("difficulty", unique, beside / "difficulty", PROVING)
    counts = asked("count", sample, beside / "count", COUNTING)
    for name, puzzles in sets.items():
        for number, puzzle in enumerate(puzzles, 1):
            key = clues_hash(puzzle)
            row = {"set": name, "board": number, "clues": key, **checked(puzzle, known[key])}
            row |= {one: value for one, value in clue_features(puzzle).items() if one in FEATURES}
            if row["verdict"] == Verdict.UNIQUE:
                row |= {"at_least": "1", "at_most": "1", "grade": grades[key]["grade"]}
                row |= certified(puzzle)
            elif key in counts:
                least = max(int(counts[key]["count"]), WITNESSES)
                row |= {"at_least": str(least), "at_most": counts[key]["at_most"]}
            yield row


def summary() -> str:
    """The table of docs/ledger.md: verdicts and techniques of each set, and its CPU time."""
    ledger = pq.read_table(LEDGER)
    seconds = json.loads(ledger.schema.metadata[b"cpu"])
    heads = [Verdict.UNIQUE, Verdict.MULTIPLE, *Technique]
    found = Counter[tuple[str, str]]()
    for row in ledger.select(["set", "verdict", "technique"]).to_pylist():
        for name in (row["set"], "all"):
            found.update([(name, row["verdict"]), (name, row["technique"])])
    names = sorted({name for name, _ in found} - {"all"})
    if seconds.keys() >= set(names):
        seconds["all"] = sum(seconds.values())
    spent = {name: f"{seconds[name]:.0f}" if name in seconds else "" for name in (*names, "all")}
    lines = [
        [name, *(str(found[name, head]) for head in heads), spent[name]] for name in (*names, "all")
    ]
    return table(["set", *heads, "CPU s"], lines)


def main(words: Sequence[str]) -> None:
    """Write the ledger."""
    source, *archives = map(Path, words)
    sets = {path.stem: read(path) for path in sorted(source.glob("*.txt"))}
    found = list(rows(sets, archives))
    made = [one for folder in archives for one in read_manifest(folder)["code"]]
    times = archives[0].parent / "cpu.json"
    about = {"code": json.dumps(made), "cpu": times.read_text() if times.exists() else "{}"}
    ledger = pa.Table.from_pylist(found, schema=SCHEMA.with_metadata(about))
    pq.write_table(ledger, LEDGER, compression="zstd", compression_level=19)
    refill(PAGE, {"sets": summary()})


if __name__ == "__main__":
    main(sys.argv[1:])
