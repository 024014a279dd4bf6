"""Designing puzzles: repair to uniqueness, where a puzzle is ambiguous, and making new ones."""
