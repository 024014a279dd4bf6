"""Counting beyond enumeration."""
