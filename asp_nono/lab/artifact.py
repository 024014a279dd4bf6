"""All that is needed to repeat an experiment, from its file of results: for artifact evaluation."""

import json
import tomllib
from dataclasses import replace
from pathlib import Path

from asp_nono.errors import PuzzleError
from asp_nono.files import make_folder, write_whole
from asp_nono.lab.plan import plan_of, plan_text
from asp_nono.lab.store import VERSION, Store

_README = Path(__file__).with_suffix(".md").read_text(encoding="utf-8")
_PROGRAMS = """Other programs are not included; the plan names their commands:

{}
"""


def extract(path: Path, folder: Path) -> list[Path]:
    """Write the parts of the last plan of a file of results into a new folder; the files.

    PuzzleError if the folder is not empty, or the file is of an older version or holds no runs.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise PuzzleError("exists; expected a new folder", path=str(folder))
    with Store(path) as store:
        if store.version != VERSION:
            raise PuzzleError("is of an older version, which lacks plans", path=str(path))
        plans = store.rows("SELECT * FROM plan ORDER BY id DESC LIMIT 1")
        if not plans:
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
    plan = plan_of(tomllib.loads(plans[0]["text"]))
    sets = dict.fromkeys(f"puzzles/{row['set_name']}" for row in puzzles)
    plan = replace(plan, instances=tuple(sets), known=())
    files["plan.toml"] = plan_text(plan, whole=True).encode()
    files["environment.json"] = json.dumps(machines, indent=2).encode()
    commands = [*plan.against, *(table["command"] for table in plan.external)]
    programs = _PROGRAMS.format("\n".join(f"    {one}" for one in commands)) if commands else ""
    first = machines[0] if machines else {}
    about = {key: first.get(key, "unknown") for key in ("clingo", "python")}
    version = first.get("asp-nono", "unknown")
    text = _README.format(name=plan.name, version=version, programs=programs, **about)
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
