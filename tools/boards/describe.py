"""What describes the data set: Croissant metadata, a Parquet file, the tables of its page."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from asp_nono.files import write_whole
from asp_nono.lab.export import CLUE_FEATURES
from asp_nono.lab.instances import BOARDS
from tools.blocks import ROOT, filled, table
from tools.boards.families import FAMILIES
from tools.boards.table import FEATURES, VERSION, Row, known

PAGE, PARQUET = ROOT / "docs" / "boards.md", ROOT / "docs" / "boards.parquet"
CROISSANT = BOARDS.with_name("croissant.json")
_NUMBERS = ("solutions", "conflicts", *CLUE_FEATURES)
_URL = "https://github.com/asp-nono/asp-nono"
_TERMS = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{
        name: f"cr:{name}"
        for name in (
            *("citeAs", "column", "extract", "field", "fileProperty", "fileObject", "fileSet"),
            *("format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField"),
            *("path", "recordSet", "references", "regex", "repeated", "replace", "separator"),
            *("source", "subField", "transform"),
        )
    },
}
_ABOUT = (
    "Nonograms for experiments with solvers. Each plant gives three boards whose clues hardly "
    "differ: one with one picture, one with several, one with none."
)


def describe() -> None:
    """Write everything again."""
    write_whole(CROISSANT, f"{json.dumps(croissant(), indent=2)}\n".encode())
    write_whole(PARQUET, _parquet())
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(filled(page, tables()), encoding="utf-8")


def joined() -> list[Row]:
    """The rows of both tables, as one."""
    features = {row["name"]: row for row in known(FEATURES)}
    return [{**row, **features[row["name"]]} for row in known(BOARDS)]


def croissant() -> dict[str, object]:
    """The metadata, in the format Croissant 1.0 of MLCommons."""
    return {
        "@context": _TERMS,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "asp-nono-boards",
        "description": _ABOUT,
        "version": VERSION,
        "license": "https://creativecommons.org/publicdomain/zero/1.0/",
        "url": f"{_URL}/blob/main/docs/boards.md",
        "citeAs": f"The asp-nono developers: Boards {VERSION}, a data set of nonograms. {_URL}",
        "creator": {"@type": "sc:Organization", "name": "The asp-nono developers"},
        "datePublished": "2026-11-29",
        "isLiveDataset": False,
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": path.name,
                "name": path.name,
                "contentUrl": path.name,
                "encodingFormat": "text/tab-separated-values",
                "sha256": sha256(path.read_bytes()).hexdigest(),
            }
            for path in (BOARDS, FEATURES)
        ],
        "recordSet": [_record_set(path.stem, known(path)[0]) for path in (BOARDS, FEATURES)],
    }


def _record_set(name: str, row: Row) -> dict[str, object]:
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"{name}/{column}",
            "name": column,
            "dataType": _type(column),
            "source": {"fileObject": {"@id": f"{name}.tsv"}, "extract": {"column": column}},
        }
        for column in row
    ]
    key = {"@id": f"{name}/name"}
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "key": key, "field": fields}


def _type(column: str) -> str:
    if column in ("density", "slack"):
        return "sc:Float"
    return "sc:Integer" if column in _NUMBERS else "sc:Text"


def _parquet() -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    def value(column: str, text: str) -> object:
        kind = {"sc:Float": float, "sc:Integer": int}.get(_type(column), str)
        return kind(text) if text else None

    rows = [{column: value(column, text) for column, text in row.items()} for row in joined()]
    about = {"version": VERSION, "license": "CC0-1.0"}
    sink = pa.BufferOutputStream()
    made = pa.Table.from_pylist(rows).replace_schema_metadata(about)
    parquet.write_table(made, sink, compression="zstd")
    return bytes(sink.getvalue())


def tables() -> dict[str, str]:
    """The tables of the page, by the names of their places."""
    rows = joined()
    return {"families": _families(rows), "grades": _grades(rows), "leaks": _leaks(rows)}


def _families(rows: Sequence[Row]) -> str:
    found = defaultdict[str, list[Row]](list)
    for row in rows:
        found[row["family"]].append(row)
    head = ("family", "boards", "cells thinned out", "conflicts: median", "largest", "technique")
    lines = []
    for name, some in found.items():
        conflicts = sorted(int(row["conflicts"]) for row in some)
        techniques = Counter(row["technique"] for row in some)
        family = FAMILIES[name]
        first, last = (family.share(family.thinned, family.plants[at]) for at in (0, -1))
        lines.append(
            (
                f"`{name}`",
                str(len(some)),
                f"{first} to {last}" if last else "-",
                f"{conflicts[len(conflicts) // 2]:,}",
                f"{conflicts[-1]:,}",
                ", ".join(f"{one} {number}" for one, number in techniques.most_common()),
            )
        )
    return table(head, lines)


def _grades(rows: Sequence[Row]) -> str:
    verdicts = ("unique", "multiple", "none")
    count = Counter((len(row["conflicts"]), row["verdict"]) for row in rows)
    lines = [
        (
            f"{10 ** (digits - 1):,} to {10**digits - 1:,}",
            *(str(count[digits, v]) for v in verdicts),
        )
        for digits in sorted({digits for digits, _ in count})
    ]
    return table(("conflicts", *verdicts), lines)


def _leaks(rows: Sequence[Row]) -> str:
    shares = [(f"`{name}`", f"{share:.1%}") for name, share in leaks(rows)]
    return table(("feature", "right"), shares)


def leaks(rows: Sequence[Mapping[str, str]]) -> Iterator[tuple[str, float]]:
    """For each feature the share of verdicts that it predicts best, with up to two thresholds."""
    for name in ("conflicts", *CLUE_FEATURES, "hidden"):
        by_value = defaultdict[float, Counter[str]](Counter)
        for row in rows:
            hidden = (row["rows"] + row["columns"]).count("?")
            by_value[hidden if name == "hidden" else float(row[name])][row["verdict"]] += 1
        yield name, _best_parts([by_value[value] for value in sorted(by_value)]) / len(rows)


def _best_parts(counts: Sequence[Counter[str]]) -> int:
    """The most verdicts that are right if values are split in three parts, each with its own."""
    verdicts = ("unique", "multiple", "none")
    ends: list[dict[str, int]] = [dict.fromkeys(verdicts, 0) for _ in range(3)]
    for count in counts:
        for part in (2, 1, 0):
            before = max(ends[part - 1].values()) if part else 0
            for verdict in verdicts:
                ends[part][verdict] = max(ends[part][verdict], before) + count[verdict]
    return max(max(end.values()) for end in ends)
