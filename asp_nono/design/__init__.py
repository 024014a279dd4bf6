"""Designing puzzles: repair, ambiguity, generation, blotting, census."""
