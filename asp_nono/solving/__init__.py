"""Deciding, enumerating and counting, under limits that hold."""
