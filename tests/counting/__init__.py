"""Tests of the exact counts."""
