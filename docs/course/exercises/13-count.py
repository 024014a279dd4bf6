"""Exercise of lesson 13 in Python: count pictures, one call of clingo for each."""

import sys

from clingo import Control

control = Control()
for file in sys.argv[1:]:
    control.load(file)
control.ground([("base", [])])
found = 0
# Your turn: while there is a model, count it and exclude its picture with a new constraint.
print(found)
