"""Exact counts of solutions, beyond what can be enumerated."""
