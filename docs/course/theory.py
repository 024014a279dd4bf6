"""Solve programs with difference constraints: clingo and clingo-dl together."""

import sys

from clingo import Control
from clingo.ast import ProgramBuilder, parse_files
from clingodl import ClingoDLTheory

theory = ClingoDLTheory()
control = Control(["0"])
theory.register(control)
with ProgramBuilder(control) as builder:
    parse_files(sys.argv[1:], lambda node: theory.rewrite_ast(node, builder.add))
control.ground([("base", [])])
theory.prepare(control)
with control.solve(yield_=True, on_model=theory.on_model) as models:
    for model in models:
        print(model)
        print(*sorted(f"{name}={value}" for name, value in theory.assignment(model.thread_id)))
