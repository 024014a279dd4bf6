"""Puzzles and pictures drawn for people."""
