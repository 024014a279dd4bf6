"""Every exception of asp-nono. "No solution" and "out of time" are results, not exceptions."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class AspNonoError(Exception):
    """Parent of all errors that a user can cause; its text is one line to show them."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickling that does not depend on the arguments of the constructor."""
        return _restored, (type(self), *self.args), self.__dict__


def _restored(kind: type[AspNonoError], *args: object) -> AspNonoError:
    return kind.__new__(kind, *args)


class PuzzleError(AspNonoError):
    """A puzzle, grid or puzzle file that is not what it should be.

    Attributes:
        path: The file, or "<stdin>"; empty if the puzzle is not from a file.
        where: The place inside it, outermost first ("puzzle 2", "row 3").
        reason: What is wrong there, and what was expected.
    """

    def __init__(self, reason: str, *, path: str = "", where: Iterable[str] = ()) -> None:
        self.path, self.where, self.reason = path, tuple(where), reason
        super().__init__(": ".join(part for part in (path, *self.where, reason) if part))

    def within(self, *where: str, path: str = "") -> "PuzzleError":
        """The same error, inside the places `where` of the file `path`."""
        return PuzzleError(self.reason, path=path or self.path, where=(*where, *self.where))


def missing_extra(what: str, extra: str) -> PuzzleError:
    """The error for something that needs an optional package."""
    return PuzzleError(f"{what} needs the extra {extra!r}: pip install 'asp-nono[{extra}]'")


@contextmanager
def needs(extra: str, what: str) -> Iterator[None]:
    """Import optional packages inside this block: `missing_extra` is raised if one is missing."""
    try:
        yield
    except ImportError:
        raise missing_extra(what, extra) from None


@contextmanager
def within(*where: str, path: str = "") -> Iterator[None]:
    """Put places in front of those that a PuzzleError raised here names."""
    try:
        yield
    except PuzzleError as error:
        raise error.within(*where, path=path) from None


class UnwritableError(AspNonoError):
    """A puzzle holds something that the chosen format cannot hold.

    Attributes:
        form: The format.
        losses: What would make it another puzzle if it were missing.
        droppable: What `lossy` allows to drop.
    """

    def __init__(self, form: str, losses: Iterable[str], droppable: Iterable[str] = ()) -> None:
        self.form, self.losses, self.droppable = form, tuple(losses), tuple(droppable)
        words = f"{form} cannot hold {', '.join(self.losses or self.droppable)}"
        if self.losses and self.droppable:
            words += f", and would drop {', '.join(self.droppable)} (lossy)"
        elif self.droppable:
            words += ", but can drop it (lossy)"
        super().__init__(words)


class EncodingError(AspNonoError):
    """An encoding that clingo or the header check does not accept.

    Attributes:
        file: The encoding, or "facts" for the facts of a puzzle.
        place: For example "line 12"; empty if the error is about the whole file.
        character: The first character of the error on that line, from 1; None if unknown.
        reason: What is wrong.
    """

    def __init__(
        self, file: str, reason: str, *, place: str = "", character: int | None = None
    ) -> None:
        self.file, self.place, self.character, self.reason = file, place, character, reason
        super().__init__(": ".join(part for part in (file, place, reason) if part))


class UnknownNameError(AspNonoError):
    """A recipe, format, dialect, … of this name does not exist; the text lists the choices."""

    def __init__(self, kind: str, name: str, choices: Iterable[str]) -> None:
        from difflib import get_close_matches

        self.kind, self.name, self.choices = kind, name, tuple(sorted(choices))
        near = get_close_matches(name, self.choices, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        super().__init__(f"unknown {kind} {name!r}{hint}; choose from {', '.join(self.choices)}")


class UncountedError(AspNonoError):
    """The solutions of a puzzle could not all be counted, or there are none."""


class WrongSolutionError(AspNonoError):
    """An encoding gave a picture that the independent checker refuses, so it is wrong."""


class PuzzleWarning(UserWarning):
    """Something odd in a file that was read all the same, or lost in one that was written."""
