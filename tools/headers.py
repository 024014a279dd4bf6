"""Check the headers of all encodings, and note them and the recipes: `python -m tools.headers`.

What reads an encoding then finds its header by its hash, without a check of its own, and what needs
a recipe reads no TOML.
"""

import json
import tomllib

from asp_nono.asp import encodings, recipes
from asp_nono.asp.header import digest
from asp_nono.asp.headers import read_header


def checked_headers() -> str:
    """The text of the file with the headers, each after its check; EncodingError if one fails."""
    files = sorted(encodings.folder().rglob("*.lp"))
    found = {digest(file): read_header(file).to_json() for file in files}
    return json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def noted_recipes() -> str:
    """The text of the file with the recipes."""
    file = encodings.folder() / recipes.FILE
    found = {recipes.checksum(file): tomllib.loads(file.read_text(encoding="utf-8"))}
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def noted() -> dict[str, str]:
    """The files, by their names, with their texts."""
    return {encodings.CHECKED: checked_headers(), recipes.NOTED: noted_recipes()}


if __name__ == "__main__":
    for name, text in noted().items():
        (encodings.folder() / name).write_text(text, encoding="utf-8", newline="\n")
