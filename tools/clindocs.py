"""Say what predicates mean as clindocs reads it: `python -m tools.clindocs ENCODING > FILE.lp`.

clindocs, Potassco's plugin of MkDocs, finds inputs, outputs and dependencies in the rules, and the
meaning of predicates in comments of its own. With FILE.lp among its `extra_includes`, it prints
that of our headers.
"""

from __future__ import annotations

import sys

from asp_nono.asp import encodings


def comments(name: str) -> str:
    """A comment for each predicate in the header of an encoding."""
    header = encodings.encoding(name).header
    entries = (*header.inputs, *header.external, *header.outputs, *header.inner)
    return "".join(
        f"%*! {entry.signature.partition('/')[0]}({', '.join(entry.arguments)})\n"
        f"{entry.meaning}\n*%\n"
        for entry in entries
    )


if __name__ == "__main__":
    sys.stdout.write(comments(sys.argv[1]))
