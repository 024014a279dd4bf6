"""Jobs on very many puzzles, whose results are kept in a folder part by part."""
