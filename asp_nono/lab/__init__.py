"""Experiments: recipes and other solvers compared, with limits that hold and nothing dropped."""
