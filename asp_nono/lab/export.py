"""Results for other programs: CSV, JSON lines and Parquet, one row for each run."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from asp_nono.errors import UnknownNameError, missing_extra
from asp_nono.files import write_whole
from asp_nono.lab.outcome import FIELDS
from asp_nono.lab.runs import DESCRIPTION, Results, Run

COLUMNS = (*DESCRIPTION, *FIELDS, "sound")
"""All columns: what was run, what came of it, and whether it is as it was when it was recorded."""


def export(results: Results, path: Path) -> int:
    """Write all runs into a file whose ending says how; the number of runs.

    Raises:
        UnknownNameError: If the ending is none of `.csv`, `.jsonl` and `.parquet`.
        PuzzleError: If the file cannot be written, or Parquet's package is not installed.
    """
    writers = {".csv": _csv, ".jsonl": _jsonl, ".parquet": _parquet}
    if path.suffix not in writers:
        raise UnknownNameError("ending of a file", path.suffix, writers)
    table = [row(run, sound=True) for run in results.runs]
    table += [row(run, sound=False) for run in results.broken]
    write_whole(path, writers[path.suffix](table))
    return len(table)


def row(run: Run, *, sound: bool) -> dict[str, Any]:
    """A run with the columns `COLUMNS`."""
    return {**run.about, **_outcome(run), "sound": sound}


def _outcome(run: Run) -> dict[str, Any]:
    values: dict[str, Any] = {name: getattr(run.outcome, name) for name in FIELDS}
    values["models"] = None if run.outcome.models is None else str(run.outcome.models)
    values["solutions"] = json.dumps(run.outcome.solutions, ensure_ascii=False)
    return values


def _csv(table: Sequence[dict[str, Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue().encode()


def _jsonl(table: Sequence[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in table).encode()


def _parquet(table: Sequence[dict[str, Any]]) -> bytes:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise missing_extra("writing Parquet", "lab") from None
    columns = {name: [row[name] for row in table] for name in COLUMNS}
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.table(columns), sink)
    return bytes(sink.getvalue())
