"""What is wrong with a program, or odd about it, and what is probably meant: for all commands.

`syntax` looks at texts that clingo cannot read, `wording` at clingo's messages, `names` at
predicates that nothing supplies, and `lint` at programs that clingo accepts. `check`, `solve`,
`grade` and the studio say what is found here in the same words.
"""

from dataclasses import dataclass
from typing import Any

from asp_nono.messages import Message, message_of


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong or odd, and where."""

    line: int
    column: int
    reason: Message
    suspect: bool = False  #: whether a program with wrong answers is probably wrong there
    file: str = ""  #: as clingo names it

    def to_json(self) -> dict[str, Any]:
        """The finding in a program that is one text."""
        place = {"line": self.line, "column": self.column, "suspect": self.suspect}
        return {**place, "reason": self.reason.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Flaw":
        """The finding of which `to_json` gave the data."""
        return cls(**{**data, "reason": message_of(data["reason"])})
