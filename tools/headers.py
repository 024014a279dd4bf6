"""Check the headers of all encodings, and note them: `python -m tools.headers`.

What reads an encoding then finds its header by its hash, without a check of its own.
"""

import json

from asp_nono.asp import encodings
from asp_nono.asp.header import digest
from asp_nono.asp.headers import read_header


def checked_headers() -> str:
    """The text of the file with the headers, each after its check; EncodingError if one fails."""
    files = sorted(encodings.folder().rglob("*.lp"))
    found = {digest(file): read_header(file).to_json() for file in files}
    return json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    file = encodings.folder() / encodings.CHECKED
    file.write_text(checked_headers(), encoding="utf-8", newline="\n")
