"""The fixtures in every format that is written, and files as other systems end their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from asp_nono.files import formats, read, read_text, write_text
from tests.formats.fixtures import MORE, PLAIN, WIDE

ALL = {**PLAIN, **MORE}
WRITTEN = [form.name for form in formats() if form.write and form.name != "pbm"]  # a picture


@pytest.mark.parametrize("name", ALL)
def test_xml_holds_everything(name: str) -> None:
    """It is what all others are measured by."""
    assert read_text(write_text([ALL[name]], "xml")) == [ALL[name]]


def test_all_in_one_set() -> None:
    """A file may hold them all, in their order."""
    assert read_text(write_text(list(ALL.values()), "xml")) == list(ALL.values())


@pytest.mark.parametrize("form", WRITTEN)
def test_ends_of_lines(form: str, tmp_path: Path) -> None:
    """CRLF, CR, a mark of byte order, and no end of the last line make no difference."""
    data = write_text([WIDE], form).encode()
    for changed in (
        data.replace(b"\n", b"\r\n"),
        data.replace(b"\n", b"\r"),
        b"\xef\xbb\xbf" + data,
        data.removesuffix(b"\n"),
    ):
        path = tmp_path / "p"
        path.write_bytes(changed)
        assert read(path, form=form) == [WIDE]
        assert read(path) == [WIDE]
