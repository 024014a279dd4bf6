"""Puzzle files: `registry` lists the formats, other modules read and write one family each.

`asp_nono.files` reads and writes files in all of them.
"""
