"""What is odd about the encodings of a recipe, as warnings with their places."""

from collections.abc import Iterator

from asp_nono.asp.diagnosis.lint import lint
from asp_nono.asp.facts import FACTS, fact_kinds
from asp_nono.asp.headers import parsed, uses
from asp_nono.asp.recipes import PICTURE, Recipe
from asp_nono.messages import Message, ProgramWarning, PuzzleWarning, together


def remarks(recipe: Recipe) -> Iterator[PuzzleWarning]:
    """All of it; EncodingError if an encoding cannot be used."""
    parts = recipe.encodings()
    yield from odd(recipe)
    for part in parts:
        if part.header.fault:
            yield PuzzleWarning(together((part.name, part.header.fault)))
    yield from unread(recipe)


def odd(recipe: Recipe) -> Iterator[ProgramWarning]:
    """What lint finds in its files."""
    for one in lint(parsed(recipe.files), shows=PICTURE, given=FACTS.keys(), kinds=fact_kinds()):
        yield ProgramWarning(one.file, one.line, one.column, one.reason)


def unread(recipe: Recipe) -> Iterator[ProgramWarning]:
    """The predicates that rules derive and none reads, in files without a faulty header."""
    parts = recipe.encodings()
    reads = (part.inputs | part.derived - part.header.unread for part in parts)
    read = frozenset([PICTURE]).union(*reads)
    for part in parts:
        left = frozenset[str]() if part.header.fault else part.header.unread - read
        for name, line, column in uses(parsed([part.path])):
            if name in left:
                left -= {name}
                reason = Message("no rule reads {predicate}", predicate=name)
                yield ProgramWarning(str(part.path), line, column, reason)
