"""Write how the other solutions of a puzzle differ from its first one, as facts for lesson 12."""

import sys

import asp_nono

(puzzle,) = asp_nono.read(sys.argv[1])
goal, *others = sorted(asp_nono.solutions(puzzle), key=lambda grid: grid.rows, reverse=True)
for number, other in enumerate(others, start=1):
    for y, (row, kept) in enumerate(zip(other.rows, goal.rows, strict=True), start=1):
        for x, (color, wanted) in enumerate(zip(row, kept, strict=True), start=1):
            if color != wanted:
                print(f"differ({number},{x},{y}).")
