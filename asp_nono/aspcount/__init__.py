"""Counting the answer sets of any clingo program, exactly or approximately."""
