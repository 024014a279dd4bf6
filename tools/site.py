"""Build the site of the documentation: `python -m tools.site [FOLDER]`, with the extra `docs`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tools import course, drawings_docs, screenshots
from tools.blocks import ROOT

FOLDER = ROOT / "build" / "site"
"""Where the site is built by default."""

PUZZLES = ("pictures", "color")
"""The folders of `instances/` whose puzzles can be played on the site."""


def build(folder: Path) -> None:
    """Write the pages, their pictures, and what is played; a warning of Sphinx is an error.

    The screenshots are those of the tree where Chromium is not installed. The studio, and the bench
    below the exercises of the course, are part of the site where `clingo-wasm` is installed.
    """
    shutil.rmtree(folder, ignore_errors=True)
    config, trees = ROOT / "docs" / "site", folder.with_name(f"{folder.name}-doctrees")
    strict = ["--fail-on-warning", "--keep-going", "--fresh-env", "--quiet"]
    with_studio = (ROOT / "node_modules" / "clingo-wasm").is_dir()
    strict += ["--tag", "studio"] if with_studio else []
    _run("sphinx", *strict, "-c", config, "-d", trees, ROOT, folder)
    for file, drawing in drawings_docs.drawings().items():
        (folder / "_images" / file.name).write_text(drawing, encoding="utf-8")
    if screenshots.available():
        screenshots.take(folder / "_images")
    puzzles = [ROOT / "instances" / name for name in PUZZLES]
    title = ("--title", "Puzzles to play")
    _run("asp_nono", "publish", *title, "--output", folder / "play", *puzzles)
    _run("asp_nono", "publish", "--player", folder / "player")
    if with_studio:
        _run("asp_nono", "publish", "--studio", folder / "studio", "--with-clingo", ROOT)
        course.write_exercises(folder / "studio" / "exercises")


def _run(module: str, *arguments: str | Path) -> None:
    subprocess.run([sys.executable, "-m", module, *arguments], check=True)  # noqa: S603


if __name__ == "__main__":
    try:
        build(Path(sys.argv[1]).resolve() if sys.argv[1:] else FOLDER)
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
