"""`asp-nono encodings`: what encodings and recipes there are, and whether a header is true."""

from __future__ import annotations

from pathlib import Path

import click

from asp_nono.asp import encodings as shelf
from asp_nono.asp.facts import FACTS
from asp_nono.asp.recipes import DEFAULT, recipes
from asp_nono.cli import BAD_INPUT, Group
from asp_nono.errors import EncodingError


@click.group("encodings", cls=Group)
def command() -> None:
    """List, show and check encodings and recipes.

    \b
      asp-nono encodings list
      asp-nono encodings check my-encoding.lp
    """


@command.command("list")
def list_() -> None:
    """List the encodings, and the recipes made of them.

    \b
      asp-nono encodings list
    """
    click.echo(f"Encodings, in {shelf.folder()}\n")
    for name in shelf.names():
        header = shelf.encoding(name).header
        purpose = header.purpose.split(". ")[0].rstrip(".") + "."
        click.echo(f"  {name}\n{click.wrap_text(purpose, 98, ' ' * 6, ' ' * 6)}")
    click.echo("\nRecipes\n")
    for recipe in recipes().values():
        default = " (the default)" if recipe.name == DEFAULT else ""
        files = ", ".join(encoding.name for encoding in recipe.encodings())
        blots = "blotted blocks too" if recipe.blotted else "no blotted blocks"
        click.echo(f"  {recipe.name}{default}\n      {recipe.about}")
        click.echo(f"      {files}; hints: {recipe.deductions}; {blots}")


@command.command("show")
@click.argument("name")
def show(name: str) -> None:
    """Print an encoding with its documentation.

    \b
      asp-nono encodings show starts
    """
    click.echo(shelf.encoding(name).path.read_text(encoding="utf-8"), nl=False)


@command.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(files: tuple[Path, ...]) -> int:
    """Hold the headers of encodings against their rules.

    Says of each file whether what its header says of Input, Output and Inner is true and complete,
    and which of its inputs no facts supply.

    \b
      asp-nono encodings check encodings/starts.lp my-encoding.lp
    """
    status = 0
    for file in files:
        try:
            encoding = shelf.load(file)
        except EncodingError as error:
            click.echo(f"asp-nono: {error}", err=True)
            status = BAD_INPUT
            continue
        foreign = sorted(encoding.inputs - FACTS.keys())
        words = f"; {', '.join(foreign)} must come from another encoding" if foreign else ""
        click.echo(f"{file}: the header agrees with the rules{words}")
    return status
