"""`asp-nono grade`: students' encodings judged, explained, measured and scored."""

from __future__ import annotations

from pathlib import Path

import click

from asp_nono.cli.say import say
from asp_nono.grading.as_text import as_text
from asp_nono.grading.grade import Settings, grade


@click.command("grade")
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> None:
    """Judge an encoding on all small boards."""
    say(as_text(grade(file, Settings(), root=file.parent)))
