"""Self-contained pages for playing puzzles, without a server; `static/` is the player."""
