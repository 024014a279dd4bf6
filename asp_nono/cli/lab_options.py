"""Options of the lab: a plan from a file and from flags, and a file of results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from asp_nono.cli.options import Decorator, bundle


def _list(name: str, key: str, metavar: str, text: str) -> Decorator:
    return click.option(name, key, multiple=True, metavar=metavar, help=text)


_FLAGS: dict[str, Decorator] = {
    "name": click.option("--name", metavar="WORD", help="What the experiment is called."),
    "recipes": _list("--recipe", "recipes", "NAME", "A recipe, or your own encoding FILE.lp."),
    "hints": _list("--hints", "hints", "LEVEL", "none, bounds, line, probe, or the recipe's own."),
    "methods": _list("--method", "methods", "NAME", "auto, topdown or frontier, for count."),
    "options": _list("--options", "options", "WORDS", "Options for clingo; one variant each time."),
    "instances": _list("--instances", "instances", "PATH", "Puzzles: a file, a folder, shipped."),
    "known": _list("--known", "known", "FILE", "A list of what is known of the puzzles."),
    "tasks": _list("--task", "tasks", "TASK", "first, unique, count or 'enumerate N'."),
    "repetitions": click.option("--repetitions", type=int, metavar="N", help="How often."),
    "seed": click.option("--seed", type=int, metavar="N", help="Of the order and of clingo."),
    "time_limit": click.option(
        "--time-limit", type=float, metavar="SECONDS", help="For one run, grounding included."
    ),
    "cpu_limit": click.option(
        "--cpu-limit", type=float, metavar="SECONDS", help="The same in CPU time."
    ),
    "memory_limit": click.option(
        "--memory-limit", type=int, metavar="MIB", help="Memory of one run, all its processes."
    ),
}

_PLAN: dict[str, Decorator] = {
    "path": click.argument(
        "path", metavar="[PLAN.toml]", required=False, type=click.Path(path_type=Path)
    )
}


def _plan(path: Path | None, **flags: Any) -> object:  # noqa: ANN401 - values of any key
    from asp_nono.lab.plan import Plan, plan_of, read_plan

    given = {key: value for key, value in flags.items() if value not in (None, ())}
    base = read_plan(path) if path else Plan()
    if path and "name" not in given and base.name == Plan().name:
        given["name"] = path.stem
    return plan_of(given, base)


planned = bundle("plan", _plan, _PLAN | _FLAGS)
"""A plan from a file, from flags, or from both: flags count more."""

results_file = click.argument("file", metavar="RESULTS.db", type=click.Path(path_type=Path))
"""A file that `lab run` has written."""

clock_option = click.option(
    "--clock",
    type=click.Choice(["cpu", "wall", "work"]),
    default="cpu",
    show_default=True,
    help="Which seconds count: CPU time, the clock of the wall, or the CPU time of line logic, "
    "grounding and search alone, without the start of the program.",
)
"""--clock."""
