"""What child processes send."""

from io import BytesIO
from pickle import PicklingError

import pytest

from asp_nono.run.process import PickleReader, PickleWriter


def test_what_was_written_is_not_written_again() -> None:
    """Equal parts of later objects are references; the reader sees whole objects all the same."""
    pipe = BytesIO()
    writer, shared = PickleWriter(pipe), tuple(str(number) for number in range(1000))
    sent = [(shared, number) for number in range(2500)]
    sizes = []
    for one in sent:
        before = pipe.tell()
        writer.write(one)
        sizes.append(pipe.tell() - before)
    assert sizes[1] < sizes[0] / 100
    pipe.seek(0)
    read = PickleReader()
    assert [read(pipe) for _ in sent] == sent


def test_what_cannot_be_written_leaves_nothing_behind() -> None:
    """After an object that cannot be pickled the next one is read as it was written."""
    pipe = BytesIO()
    writer, parts = PickleWriter(pipe), ("a", "b")
    writer.write(parts)
    with pytest.raises((PicklingError, AttributeError)):
        writer.write(("c", parts, lambda: None))
    writer.write(("c", parts))
    pipe.seek(0)
    read = PickleReader()
    assert [read(pipe), read(pipe)] == [parts, ("c", parts)]
