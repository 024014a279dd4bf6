"""What our own systems run: the modules that take part, how line logic was built, and versions.

Two runs are of the same system only if all of this is equal. What draws, publishes, serves or
grades takes no part, and neither do comments, docstrings and layout.
"""

import ast
import json
import platform
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path
from typing import Any

import asp_nono
from asp_nono.run.process import ROOT

BUILD = "build.json"  # in an installed copy: its commit and compiler, by tools/compile_hook.py
_COMPILED = "line/kernel"  # is compiled if line logic is

_FIRST = ("asp_nono.lab.trial", "asp_nono.formats.", "asp_nono.asp.fact_files")
"""The program of a run, and the modules that tables of formats name; the rest is imported."""

_DRAWING = "asp_nono.draw"  # is imported when a notebook shows a value, in no run


@cache
def code() -> dict[str, object]:
    """What our own systems are made of besides encodings, as values of JSON."""
    package = Path(asp_nono.__file__).parent
    running = f"{platform.python_implementation()} {'.'.join(platform.python_version_tuple()[:2])}"
    return {
        "modules": hash_of(package),
        "compiled": build_of(package),
        "python": running,
        "clingo": version("clingo"),
    }


def build_of(package: Path) -> dict[str, Any] | None:
    """How line logic was compiled, as far as that is recorded; None if it is pure Python."""
    if not any((package / f"{_COMPILED}{suffix}").exists() for suffix in EXTENSION_SUFFIXES):
        return None
    return recorded(package)


def recorded(package: Path) -> dict[str, Any]:
    """What the build of an installed copy has recorded; nothing in a checkout."""
    record = package / BUILD
    found: dict[str, Any] = json.loads(record.read_bytes()) if record.exists() else {}
    return found


def commit() -> tuple[str | None, bool]:
    """The commit of this copy if it is known, and whether files have been changed since."""
    built = str(recorded(Path(asp_nono.__file__).parent).get("commit", ""))
    known, dirty, _ = built.partition("-dirty")
    return _git("rev-parse", "HEAD") or known or None, bool(_git("status", "--porcelain") or dirty)


def _git(*words: str) -> str | None:
    """The output of git in the checkout; None if it is none, or there is no git."""
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        with suppress(subprocess.CalledProcessError):
            command, silent = [git, "-C", str(ROOT), *words], subprocess.DEVNULL
            return subprocess.check_output(command, text=True, stderr=silent).strip()
    return None


def hash_of(package: Path) -> str:
    """A hash of the syntax of the modules that take part."""
    whole = sha256()
    for name, tree in sorted(modules(package).items()):
        whole.update(f"{name}\n{ast.dump(_Silent().visit(tree))}\n".encode())
    return whole.hexdigest()


class _Silent(ast.NodeTransformer):
    """Takes docstrings out of the syntax of a module; comments are none of it."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        """Nothing for a string that stands alone."""
        text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if text else node


def modules(package: Path) -> dict[str, ast.Module]:
    """The modules that take part in a run, by name, each with its syntax."""
    files = {_name(path, package): path for path in package.rglob("*.py")}
    waiting = [name for name in files if name.startswith(_FIRST)]
    found: dict[str, ast.Module] = {}
    while waiting:
        name = waiting.pop()
        if name in files and name not in found and not name.startswith(_DRAWING):
            found[name] = ast.parse(files[name].read_bytes())
            waiting += [name.rpartition(".")[0], *_imported(found[name])]
    return found


def _name(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(tree: ast.AST) -> Iterator[str]:
    """The names of what a module imports when it runs, wherever it does so."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)
        yield from _imported(node)
