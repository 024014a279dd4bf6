"""Ground once, solve often: how many pictures are there when more and more cells are given?"""

import sys

from clingo import Control, Function, Number

control = Control(["0"])
for file in sys.argv[1:]:
    control.load(file)
control.ground([("base", [])])
print(sum(1 for _ in control.solve(yield_=True)), "pictures")
for cell in range(1, 5):
    control.assign_external(Function("given", [Number(cell), Number(cell)]), True)
    print(sum(1 for _ in control.solve(yield_=True)), "with cell", cell, "of the diagonal given")
