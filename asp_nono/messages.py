"""Messages for people, as data: an English template and its values; every error and remark.

A message is made where a fact is known and put into words at the edge: `str` gives the English,
the studio's page looks the template up in the catalog of its language, and `--json` carries both.
The template is a literal of whole sentences, so that it can be extracted and translated:

>>> error = PuzzleError("{count} colors; at most {most}", count=9, most=8, path="p.xml")
>>> str(error)
'p.xml: 9 colors; at most 8'
>>> error.reason.template, dict(error.reason.values)
('{count} colors; at most {most}', {'count': 9, 'most': 8})

Values are texts, numbers, messages, and tuples of these, which are shown with commas between them.
A field `{^name}` begins with a capital letter:

>>> str(Message("{^what} differ", what=(Message("row {number}", number=1), "b2")))
'Row 1, b2 differ'

No code reads a text. Code that must know which error it has asks for its class or its template, as
the command line does to add advice that names an option: nothing below `cli/` names one.
"No solution" and "out of time" are results, not exceptions.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any, TypeAlias

Value: TypeAlias = "str | int | float | Message | tuple[Value, ...]"

_FIELD = re.compile(r"\{(\^?)(\w+)\}")


class Message:
    """A template and the values of its `{fields}`; immutable, and equal if both are equal.

    A brace that encloses no name of a value stands for itself.

    Attributes:
        template: The English text, and the key of its translation.
        values: The values by the names of the fields.
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str = "", /, **values: Value) -> None:
        self.template = template
        self.values: Mapping[str, Value] = values

    def __str__(self) -> str:
        def shown(field: re.Match[str]) -> str:
            capital, name = field.groups()
            if name not in self.values:
                return field[0]
            text = _text(self.values[name])
            return text[:1].upper() + text[1:] if capital else text

        return _FIELD.sub(shown, self.template) if self.values else self.template

    def __repr__(self) -> str:
        return f"Message({self.template!r}, **{self.values!r})"

    def __bool__(self) -> bool:
        return bool(self.template)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash((self.template, tuple(sorted(self.values.items(), key=lambda one: one[0]))))

    def to_json(self) -> dict[str, Any]:
        """The template and the values; values that are messages are objects like this one."""
        values = {name: _json(value) for name, value in self.values.items()}
        return {"template": self.template, "values": values}


NOTHING = Message()
"""The message of nothing to say, which is false."""


def message_of(value: object) -> Message:
    """The message that `Message.to_json` has written; ValueError if it is none."""
    match value:
        case {"template": str(template), "values": dict(values)}:
            return Message(template, **{str(name): _value(one) for name, one in values.items()})
    raise ValueError("expected a template and values")


def _value(found: object) -> Value:
    if isinstance(found, list):
        return tuple(map(_value, found))
    return found if isinstance(found, str | int | float) else message_of(found)


def plural(count: int, one: str, many: str, /, **values: Value) -> Message:
    """A message with a form for one and a form for several things; both may say `{count}`.

    >>> str(plural(1, "{count} cell", "{count} cells")), str(plural(2, "a cell", "{count} cells"))
    ('1 cell', '2 cells')
    """
    return Message(one if count == 1 else many, count=count, **values)


def counted(number: int, what: str) -> str:
    """A number of things in English, where no message is translated.

    >>> counted(1, "step"), counted(2, "step")
    ('1 step', '2 steps')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def shortened(text: str, most: int) -> str:
    """Text cut to `most` characters: files from strangers hold names of any length."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def verbatim(text: object) -> Message:
    """The message that is a text from outside: of a file, a user, or another program."""
    return Message("{text}", text=str(text))


def sentence(message: Message) -> Message:
    """The message as a sentence: with a capital letter and a full stop.

    >>> str(sentence(Message("{count} colors", count="nine")))
    'Nine colors.'
    """
    return Message("{^sentence}.", sentence=message)


def any_of(values: Sequence[Value], most: int) -> Value:
    """One of these: `a, b or c`; of many the first ones, and how many more there are."""
    return linked(values, most, "{shown} or {last}", "{shown} or {count} more")


def all_of(values: Sequence[Value], most: int) -> Value:
    """All of these: `a, b and c`; as `any_of`.

    >>> str(all_of(["a", "b", "c"], most=3)), str(all_of(["a", "b", "c"], most=1))
    ('a, b and c', 'a and 2 more')
    """
    return linked(values, most, "{shown} and {last}", "{shown} and {count} more")


def linked(values: Sequence[Value], most: int, with_last: str, with_count: str) -> Value:
    """Up to `most` of these, linked by templates: the last one, or how many more there are."""
    shown, more = tuple(values[:most]), len(values[most:])
    if more:
        return Message(with_count, shown=shown, count=more)
    *before, last = shown
    return Message(with_last, shown=tuple(before), last=last) if before else last


def alternatives(values: Iterable[Value]) -> Value:
    """One of these, at least one: `a or b or c`."""
    return reduce(lambda one, other: Message("{one} or {other}", one=one, other=other), values)


def unreadable(error: OSError) -> Message:
    """The message for a file or folder that cannot be read."""
    return Message("cannot be read: {error}", error=str(error.strerror))


def together(parts: Iterable[Value], link: str = ": ") -> Message:
    """Several messages in a row, as `file: place: reason`; empty ones are left out."""
    kept = [part for part in parts if part]
    if len(kept) == 1 and isinstance(kept[0], Message):
        return kept[0]
    names = [f"part{number}" for number in range(1, len(kept) + 1)]
    template = link.join(f"{{{name}}}" for name in names)
    return Message(template, **dict(zip(names, kept, strict=True)))


def with_messages(**texts: Message | Sequence[str | Message]) -> dict[str, Any]:
    """The keys of JSON for messages and lists of them: each text, beside it template and values.

    A text of a list that is no message, such as a file's name, stands in both lists.

    >>> with_messages(reason=Message("{count} colors", count=9))
    {'reason': '9 colors', 'reason_message': {'template': '{count} colors', 'values': {'count': 9}}}
    >>> with_messages(where=["a.xml"])
    {'where': ['a.xml'], 'where_messages': ['a.xml']}
    """
    found: dict[str, Any] = {}
    for key, value in texts.items():
        if isinstance(value, Message):
            found |= {key: str(value), f"{key}_message": value.to_json() if value else None}
        else:
            found |= {key: list(map(str, value)), f"{key}_messages": _json(tuple(value))}
    return found


def _text(value: Value) -> str:
    return ", ".join(map(_text, value)) if isinstance(value, tuple) else str(value)


def _json(value: Value) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, tuple):
        return [_json(one) for one in value]
    return value.to_json() if isinstance(value, Message) else value


def _message(template: str | Message, values: dict[str, Any]) -> Message:
    return template if isinstance(template, Message) else Message(template, **values)


class AspNonoError(Exception):
    """Parent of all errors that a user can cause; its text is one line to show them.

    Attributes:
        reason: What is wrong, and what was expected.
    """

    def __init__(self, reason: str | Message, /, **values: Value) -> None:
        self.reason = _message(reason, values)
        super().__init__()

    @property
    def message(self) -> Message:
        """The reason, behind the places that are known."""
        return self.reason

    def __str__(self) -> str:
        return str(self.message)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickling that does not depend on the arguments of the constructor."""
        return _restored, (type(self),), self.__dict__


def _restored(kind: type[AspNonoError]) -> AspNonoError:
    return kind.__new__(kind)


class PuzzleError(AspNonoError):
    """A puzzle, grid or puzzle file that is not what it should be.

    Attributes:
        path: The file, or "<stdin>"; empty if the puzzle is not from a file.
        where: The place inside it, outermost first ("puzzle 2", "row 3").
        reason: What is wrong there, and what was expected.
    """

    def __init__(
        self,
        reason: str | Message,
        /,
        *,
        path: str = "",
        where: Iterable[str | Message] = (),
        **values: Value,
    ) -> None:
        super().__init__(reason, **values)
        self.path, self.where = path, tuple(where)

    @property
    def message(self) -> Message:
        """The file, the places, and the reason."""
        return together((self.path, *self.where, self.reason))

    def within(self, *where: str | Message, path: str = "") -> "PuzzleError":
        """The same error, inside the places `where` of the file `path`."""
        return PuzzleError(self.reason, path=path or self.path, where=(*where, *self.where))


def missing_extra(what: str | Message, extra: str) -> PuzzleError:
    """The error for something that needs an optional package."""
    return PuzzleError(
        "{what} needs the extra '{extra}': pip install 'asp-nono[{extra}]'",
        what=_message(what, {}),
        extra=extra,
    )


@contextmanager
def needs(extra: str, what: str | Message) -> Iterator[None]:
    """Import optional packages inside this block: `missing_extra` is raised if one is missing."""
    try:
        yield
    except ImportError:
        raise missing_extra(what, extra) from None


@contextmanager
def within(*where: str | Message, path: str = "") -> Iterator[None]:
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

    def __init__(
        self,
        form: str | Message,
        losses: Iterable[str | Message],
        droppable: Iterable[str | Message] = (),
    ) -> None:
        self.form, self.losses, self.droppable = form, tuple(losses), tuple(droppable)
        reason = Message("{format} cannot hold {losses}", format=form, losses=self.losses)
        if self.losses and self.droppable:
            reason = Message(
                "{format} cannot hold {losses}, and would drop {droppable}",
                format=form,
                losses=self.losses,
                droppable=self.droppable,
            )
        elif self.droppable:
            reason = Message(
                "{format} cannot hold {droppable}, but can drop it",
                format=form,
                droppable=self.droppable,
            )
        super().__init__(reason)


class EncodingError(AspNonoError):
    """An encoding that clingo or the header check does not accept.

    Attributes:
        file: The encoding, or "facts" for the facts of a puzzle.
        line: The line of the error, from 1; None if the error is about the whole file.
        place: The place in words, for example "line 12"; empty without one.
        character: The first character of the error on that line, from 1; None if unknown.
        reason: What is wrong.
    """

    def __init__(
        self,
        file: str | Message,
        reason: str | Message,
        /,
        *,
        line: int | None = None,
        place: str | Message = "",
        character: int | None = None,
        **values: Value,
    ) -> None:
        super().__init__(reason, **values)
        self.file, self.line, self.character = file, line, character
        self.place = place or place_in_words(line, character)

    @property
    def message(self) -> Message:
        """The file, the place, and the reason."""
        return together((self.file, self.place, self.reason))

    @property
    def located(self) -> str:
        """The same as compilers have it, for programs: `file:line:column: error: reason`."""
        known = filter(None, (self.file, self.line, self.character))
        return f"{':'.join(map(str, known))}: error: {self.reason}"


def place_in_words(line: int | None, column: int | None = None) -> Message:
    """A place in a text: `line 3`, `line 3, column 5`; empty if it is not known."""
    if line is None:
        return NOTHING
    if column is None:
        return Message("line {number}", number=line)
    return Message("line {line}, column {column}", line=line, column=column)


class UnknownNameError(AspNonoError):
    """A recipe, format, dialect, … of this name does not exist; the text lists the choices.

    Of many choices it has the nearest ones, or some.
    """

    _MANY = 60

    def __init__(self, kind: str | Message, name: str, choices: Iterable[str]) -> None:
        from difflib import get_close_matches

        self.kind, self.name, self.choices = _message(kind, {}), name, tuple(sorted(choices))
        known: dict[str, Value] = {"kind": self.kind, "name": repr(name), "choices": self.choices}
        reason = Message("unknown {kind} {name}; choose from {choices}", **known)
        near = get_close_matches(name, self.choices)
        near.sort(key=lambda one: sorted(one) != sorted(name))  # two letters exchanged come first
        if (many := len(self.choices)) > self._MANY:
            known["choices"] = tuple(get_close_matches(name, self.choices, n=6) or self.choices[:6])
            reason = Message(
                "unknown {kind} {name}; there are {count}, among them {choices}",
                count=many,
                **known,
            )
        elif near:
            reason = Message(
                "unknown {kind} {name} (did you mean {near}?); choose from {choices}",
                near=near[0],
                **known,
            )
        super().__init__(reason)


class UncountedError(AspNonoError):
    """The solutions of a puzzle could not all be counted, or there are none."""


class WrongSolutionError(AspNonoError):
    """An encoding gave a picture that the independent checker refuses, so it is wrong."""


class PuzzleWarning(UserWarning):
    """Something odd in a file that was read all the same, or lost in one that was written.

    Attributes:
        message: What was odd or lost.
    """

    def __init__(self, message: str | Message, /, **values: Value) -> None:
        self.message = _message(message, values)
        super().__init__(str(self.message))


class ProgramWarning(PuzzleWarning):
    """Something odd in an encoding that can be used all the same.

    Attributes:
        message: What is odd, behind its place as compilers have it.
    """

    def __init__(self, file: str, line: int, column: int, reason: Message) -> None:
        place = f"{file}:{line}:{column}"
        super().__init__(Message("{place}: warning: {reason}", place=place, reason=reason))
