"""The data set Boards: how its boards are made and measured, see `docs/boards.md`.

    python -m tools.boards make [FAMILY...]    plant the boards: boards/boards.tsv, bit for bit
    python -m tools.boards measure [FAMILY...] decide and measure them: boards/features.tsv
    python -m tools.boards describe            metadata, Parquet, the tables of docs/boards.md

What is made depends on a seed and on which pictures the clues have, never on which solution a
solver finds first: so every machine and every version makes the same boards.
"""
