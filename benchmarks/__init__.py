"""Measuring asp-nono and other solvers: `python -m benchmarks`; not part of the wheel."""
