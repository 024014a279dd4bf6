"""Write the tables of `docs/grading.md`: `python -m tools.grading_docs`."""

from __future__ import annotations

from asp_nono.grading.mutants import KINDS
from asp_nono.grading.rubric import DEFAULT
from tools.blocks import ROOT, refill, table

PAGE = ROOT / "docs" / "grading.md"


def blocks() -> dict[str, str]:
    """The kinds of mistakes, and the default rubric."""
    rows = [(f"`{kind.name}`", kind.title) for kind in KINDS.values()]
    rubric = DEFAULT.read_text(encoding="utf-8")
    return {"kinds": table(("kind", "a mistake about"), rows), "rubric": f"```toml\n{rubric}```\n"}


if __name__ == "__main__":
    refill(PAGE, blocks())
