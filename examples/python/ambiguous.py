"""Print which puzzles of files and folders are not unique, and in how many cells they differ."""

import sys
from pathlib import Path

import asp_nono

for name in sys.argv[1:]:
    path = Path(name)
    for file in sorted(path.rglob("*.xml")) if path.is_dir() else [path]:
        for puzzle in asp_nono.read(file):
            found = asp_nono.check(puzzle)
            if found.verdict is asp_nono.Verdict.MULTIPLE:
                first, second = found.solutions
                print(f"{puzzle.title}: {len(first.differences(second))} cells")
