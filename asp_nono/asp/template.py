"""New encodings: the template with a name, ready to be changed."""

from __future__ import annotations

import re

from asp_nono.asp.encodings import folder

_PURPOSE = re.compile(r"% Purpose:\n(?:%   .*\n)+")


def new_encoding(file: str) -> str:
    """The text of an encoding to start from, in the file `file`: complete, true and commented."""
    file = file if file.isprintable() else "FILE.lp"
    template = (folder() / "_template.lp").read_text(encoding="utf-8")
    purpose = [
        "% Purpose:",
        "%   Say here what your encoding does, and how. As it is, it places every block, and rows",
        "%   and columns must agree: puzzles of one block colour. Change what you like, and try:",
        f"%     asp-nono grade {file}",
        f"%     asp-nono solve --encoding {file} PUZZLE",
        f"%     asp-nono encodings check {file}    (is this comment still true?)",
        "",
    ]
    return _PURPOSE.sub(lambda _: "\n".join(purpose), template, count=1)
