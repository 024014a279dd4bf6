"""Maker of `instances/`: drawings, tables and seeds become puzzle files and an index."""
