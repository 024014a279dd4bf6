"""`asp-nono new-encoding`: an encoding to start from."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from asp_nono.asp.encodings import new_encoding
from asp_nono.cli.say import say
from asp_nono.errors import PuzzleError


@click.command("new-encoding")
@click.argument("name", type=click.Path(path_type=Path))
def command(name: Path) -> None:
    """Write a commented encoding to start from, as NAME.lp.

    It is complete: `solve --encoding` and `grade` accept it as it is. A file that is there already
    stays as it is.

    \b
      asp-nono new-encoding mine
      asp-nono grade mine.lp
    """
    try:
        path = name if name.suffix == ".lp" else name.with_name(f"{name.name}.lp")
    except ValueError:
        raise PuzzleError("expected a name for a file", path=str(name)) from None
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(new_encoding(str(path)))
    except FileExistsError:
        reason = "is there already; choose another name"
        raise PuzzleError(reason, path=str(path)) from None
    except (OSError, ValueError) as error:
        words = getattr(error, "strerror", None) or "no name for a file"
        raise PuzzleError(f"cannot be written: {words}", path=str(path)) from None
    typed = shlex.quote(f"./{path}" if str(path).startswith("-") else str(path))
    say(f"{path}: written; try asp-nono grade {typed}")
