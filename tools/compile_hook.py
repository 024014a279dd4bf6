"""The part of the build that compiles line logic to C, where there is a C compiler.

The modules are ordinary Python and work uncompiled too, several times as slowly. So nothing
fails for want of a compiler: the wheel is then pure Python. `ASP_NONO_PURE=1` asks for that.
An archive of the sources records their commit, for wheels that are built from it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import version as version_of
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULES = (
    "asp_nono/clue.py",
    "asp_nono/counting/component.py",
    "asp_nono/counting/diagram.py",
    "asp_nono/counting/network.py",
    "asp_nono/counting/topdown.py",
    "asp_nono/line/belief.py",
    "asp_nono/line/bits.py",
    "asp_nono/line/decimation.py",
    "asp_nono/line/solver.py",
    "asp_nono/line/wide.py",
    "asp_nono/line/kernel.py",
    "asp_nono/line/board.py",
    "asp_nono/line/lookahead.py",
    "asp_nono/line/switch.py",
    "asp_nono/proof/checker.py",
    "asp_nono/proof/formula.py",
)
"""What is compiled: where the time goes, and nothing else."""


RECORD = "build.json"
"""What is known of a build: in the package of a wheel, and beside the package in the sources."""


class CompileHook(BuildHookInterface[Any]):
    """Adds compiled modules to a wheel, beside their sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds; an editable wheel stays pure Python."""
        if version == "editable":
            return
        self._folder = Path(mkdtemp(prefix="asp-nono-build-"))
        record = self._folder / RECORD
        if self.target_name == "sdist":
            record.write_text(json.dumps({"commit": self._commit()}))
            build_data["force_include"][str(record)] = RECORD
            return
        record.write_text(json.dumps(self._record()))
        build_data["force_include"][str(record)] = f"asp_nono/{RECORD}"
        compiled = [] if os.environ.get("ASP_NONO_PURE") else self._compiled()
        if compiled:
            build_data["force_include"].update({str(path): name for path, name in compiled})
            build_data.update(pure_python=False, infer_tag=True)

    def finalize(self, *_: object) -> None:
        """Called by hatchling when it has built."""
        if hasattr(self, "_folder"):
            shutil.rmtree(self._folder)

    def _record(self) -> dict[str, str]:
        """What compiles, and which commit: the lab compares runs of equal builds only."""
        compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or ""
        return {
            "mypyc": version_of("mypy"),
            "compiler": _first_line(*compiler.split(), "--version") if compiler else "",
            "commit": self._commit(),
        }

    def _commit(self) -> str:
        """That of a checkout, or of the checkout that an archive of the sources was made from."""
        if Path(self.root, ".git").exists():
            words = ("describe", "--always", "--abbrev=40", "--exclude=*", "--dirty")
            return _first_line("git", "-C", self.root, *words)
        record = Path(self.root, RECORD)
        return str(json.loads(record.read_bytes())["commit"]) if record.exists() else ""

    def _compiled(self) -> list[tuple[Path, str]]:
        """The shared libraries, each with its place in the wheel; none if that does not work."""
        work = self._folder / "work"
        shutil.copytree(Path(self.root, "asp_nono"), work / "asp_nono")
        # The types of other modules depend on which libraries are there, and are no concern here.
        words = ("-m", "mypyc", "--ignore-missing-imports", "--follow-imports=silent")
        done = subprocess.run(  # noqa: S603 - our own modules
            [sys.executable, *words, *MODULES],
            cwd=work,
            env={**os.environ, "MYPYC_DEBUG_LEVEL": "0"},  # else it names the folder of the build
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            output = (done.stdout + done.stderr).splitlines()
            reason = next((line for line in output if "error: " in line), "for a reason not told")
            self.app.display_warning(f"line logic is not compiled: {reason}")
            return []
        found = [path for path in work.rglob("*.so") if "build" not in path.parts]
        found += [path for path in work.rglob("*.pyd") if "build" not in path.parts]
        return [(path, path.relative_to(work).as_posix()) for path in found]


def _first_line(*command: str) -> str:
    """The first line that a program prints; empty if it cannot be run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.partition("\n")[0]
