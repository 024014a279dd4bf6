"""Write the table of `docs/licenses.md`: `python -m tools.licenses_docs`, with all extras there."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import metadata

from tools.blocks import ROOT, refill, table

PAGE = ROOT / "docs" / "licenses.md"
_NOT_SHIPPED = {"all", "test", "docs", "dev"}  # extras of other extras, and of developers


def required() -> dict[str, list[str]]:
    """The packages that asp-nono asks for, each with its extras; those of all have none."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras: dict[str, list[str]] = {_name(need): [] for need in project["dependencies"]}
    for extra, needs in project["optional-dependencies"].items():
        for need in needs if extra not in _NOT_SHIPPED else ():
            extras.setdefault(_name(need), []).append(extra)
    return dict(sorted(extras.items()))


def _name(need: str) -> str:
    return re.split(r"[^\w.-]", need)[0]


def _license(package: str) -> str:
    """What the metadata of a package say: an expression or a name, the classifiers, a text."""
    about = metadata(package)
    said = next((about[key] for key in ("License-Expression", "License") if key in about), "")
    if len(said.splitlines()) == 1:
        return said.strip()
    named = [line for line in about.get_all("Classifier", []) if line.startswith("License :: ")]
    return ", ".join(line.rpartition(" :: ")[2] for line in named) or said.partition("\n")[0]


def blocks() -> dict[str, str]:
    """The licenses of the packages that asp-nono asks for."""
    rows = [
        (f"`{name}`", ", ".join(f"`{extra}`" for extra in extras) or "always", _license(name))
        for name, extras in required().items()
    ]
    return {"licenses": table(("package", "extras", "license"), rows)}


if __name__ == "__main__":
    refill(PAGE, blocks())
