"""Puzzles as pages that play by themselves, without a server; `static/` is the player."""
