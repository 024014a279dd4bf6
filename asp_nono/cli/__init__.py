"""The command line: a file for each group of commands; here is where errors are shown."""

import gc
import os
import sys
import warnings
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from asp_nono import __version__
from asp_nono.cli.output import BAD_INPUT, INTERRUPTED, clear_progress, say, worded
from asp_nono.messages import AspNonoError, ProgramWarning, UnknownNameError

COMMANDS = {
    "solve": ("solve", "Print or draw the solutions of puzzles."),
    "check": ("check", "Decide whether puzzles have exactly one solution."),
    "verify": ("check", "Check a proof written by `check --proof` or `count --proof`."),
    "count": ("solve", "Count the solutions of puzzles."),
    "ambiguity": ("repair", "Show where puzzles have several solutions."),
    "repair": ("repair", "Find the smallest change that makes a puzzle unique."),
    "difficulty": ("explain", "Rate puzzles: how difficult and how tedious they are."),
    "explain": ("explain", "Explain how a person can solve a puzzle, step by step."),
    "hint": ("explain", "Show the next step, or say that the grid has an error."),
    "why": (
        "explain",
        "Find a smallest set of clues that forces a cell, or that is contradictory.",
    ),
    "line": ("explain", "List the patterns of one line, and the cells that they decide."),
    "show": ("pictures", "Print or draw puzzles, their goals and saved pictures."),
    "generate": (
        "generate",
        "Generate unique puzzles from random pictures, text or picture files.",
    ),
    "make": ("generate", "Make a unique puzzle of a photograph, with few changes."),
    "blot": ("generate", "Hide as many numbers of a puzzle as possible."),
    "census": ("generate", "Count the boards of a size, and those with a unique solution."),
    "facts": ("encodings", "Write a puzzle as facts for clingo."),
    "encodings": ("encodings", "List, show, check and measure encodings and recipes."),
    "convert": ("pictures", "Write puzzles in another format."),
    "export": ("encodings", "Write puzzles for constraint, SAT and ASP solvers."),
    "publish": ("publish", "Write web pages for playing puzzles, without a server."),
    "new-encoding": ("encodings", "Write a small encoding to start from."),
    "grade": ("grade", "Grade encodings: find a smallest mistake, measure, score."),
    "exercise": ("grade", "Check exercises for `grade --exercise`."),
    "ground": ("encodings", "Profile grounding, rule by rule."),
    "studio": ("studio", "Paint, check and solve puzzles in the browser."),
    "lab": ("lab", "Compare encodings and other solvers by experiment."),
    "archive": ("archive", "Check, count or rate very many puzzles, on one machine or many."),
}
"""The commands in the order of the help: the module of each, and what it is for."""

_ALLOCATED = 100_000  # objects between looks for garbage in cycles: starting makes many, and none


@cache
def _help() -> dict[str, dict[str, Any]]:
    """The text and the examples of each command, by its words."""
    import tomllib

    return tomllib.loads(Path(__file__).with_name("help.toml").read_text(encoding="utf-8"))


class Command(click.Command):
    """A command whose docstring begins its help; `help.toml` goes on with text and examples."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help, without the options."""
        super().format_help_text(ctx, formatter)
        more = _help().get(ctx.command_path.partition(" ")[2], {})
        examples = "\n".join(f"  {line}" for line in more.get("examples", ()))
        for text in filter(None, (more.get("text"), examples and f"\b\n{examples}")):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(text)


class Group(Command, click.Group):
    """Commands; an unknown name is answered with the choices."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the words begin with."""
        if args and args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            raise UnknownNameError("command", args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)


class _Commands(Group):
    """Commands that are imported when they are called: `--help` answers at once."""

    def list_commands(self, _: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"asp_nono.cli.{COMMANDS[cmd_name][0]}")
        name = "command" if cmd_name == "lab" else cmd_name.replace("-", "_")
        command: click.Command = getattr(module, name)
        return command

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])


def _show_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print the version, whether line logic is compiled, clingo's version, the commit; exit."""
    if asked:
        from importlib.metadata import version

        from asp_nono.lab.code import commit
        from asp_nono.line.kernel import COMPILED

        how = "compiled" if COMPILED else "pure Python"
        known, changed = commit()
        place = f", commit {known[:9]}{' with changes' if changed else ''}" if known else ""
        click.echo(f"asp-nono {__version__} ({how}), clingo {version('clingo')}{place}")
        ctx.exit()


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """A workbench for nonograms (paint-by-number puzzles) in answer set programming."""


def main() -> NoReturn:
    """Run the command line, and end the process at once.

    Nothing is left to clean up; taking down all of Python and clingo would only take time, and
    clingo may still be grounding in a thread of its own.
    """
    gc.set_threshold(_ALLOCATED)
    status = run()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(status)


def run() -> int:
    """Run the command line; errors of the user's are one line and exit status 2."""
    status = BAD_INPUT
    try:
        with warnings.catch_warnings(action="always"):
            # one line, with the place in a program, without that in our code
            warnings.showwarning = lambda text, *_, **__: say(
                str(text) if isinstance(text, ProgramWarning) else f"asp-nono: warning: {text}",
                err=True,
            )
            try:
                status = cli.main(prog_name="asp-nono", standalone_mode=False)
            finally:
                clear_progress()
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
    except click.ClickException as error:
        path = getattr(getattr(error, "ctx", None), "command_path", "asp-nono")
        say(f"asp-nono: {error.format_message()} (see {path} --help)", err=True)
    except AspNonoError as error:
        say(f"asp-nono: {worded(error)}", err=True)
    except (click.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # click exits by itself only when nobody reads on; the rest of the output has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    return status or 0
