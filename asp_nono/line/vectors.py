"""Vectors of integers, as `kernel` uses them: packed and of 64 bits where it is compiled.

Compiled, `vec` is the type of `librt.vecs`, whose items mypyc reads and writes without a call.
Uncompiled, a list is five times as fast as that type, and its integers have no end.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import append, vec
    from mypy_extensions import i64
else:
    vec = list
    i64 = int

    def append(items: list[int], item: int) -> list[int]:
        """The vector with one more item; the one before is not used any more."""
        items.append(item)
        return items


__all__ = ["append", "i64", "vec"]
