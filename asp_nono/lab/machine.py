"""What the figures depend on: versions, the machine, and how busy it is."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import asp_nono
from asp_nono.lab.processes import ROOT, smallest_peak

_BUSY = 0.5
"""A machine with a greater load for each of its cores is not at rest."""

_LIBRARIES = ("clingo", "click", "lxml")


@cache
def facts() -> dict[str, object]:
    """The machine and the versions of everything that takes part, in words of JSON."""
    return {
        "asp-nono": asp_nono.__version__,
        "commit": _git("rev-parse", "HEAD"),
        "changed": bool(_git("status", "--porcelain")),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        **{library: _version(library) for library in _LIBRARIES},
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "memory_bytes": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "host": platform.node(),
        "smallest_peak_bytes": smallest_peak(),
    }


def now() -> dict[str, object]:
    """How busy the machine is, and the time."""
    date = datetime.now(UTC).isoformat(timespec="seconds")
    return {"load": list(os.getloadavg()), "date": date}


def lines(known: dict[str, object]) -> list[str]:
    """The same for people, in short, with a warning if the machine is busy."""
    commit = str(known["commit"] or "no commit")[:9]
    changed = " with changes" if known["changed"] else ""
    libraries = ", ".join(f"{library} {known[library]}" for library in _LIBRARIES)
    memory = int(str(known["memory_bytes"])) / (1 << 30)
    load = os.getloadavg()[0]
    found = [
        f"asp-nono {known['asp-nono']} ({commit}{changed}), {known['python']}, {libraries}",
        f"{known['cpu']}, {known['cores']} cores, {memory:.0f} GiB, {known['system']}",
    ]
    if load > _BUSY * (os.cpu_count() or 1):
        found.append(f"The machine is busy (load {load:.1f}): expect figures that vary.")
    return found


def _git(*words: str) -> str | None:
    """What git says of the checkout; None if it is none, or there is no git."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        return None
    done = subprocess.run(
        [git, "-C", str(ROOT), *words], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else None


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _cpu() -> str:
    """The model of the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2] for line in text.splitlines() if line.startswith("model name")]
    return " ".join(names[0].split()) if names else platform.machine()
