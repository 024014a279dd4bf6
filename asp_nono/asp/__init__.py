"""The wire between Python and clingo: facts, encodings, recipes, programs."""
