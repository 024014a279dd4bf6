"""Certificates of verdicts: the formula of a puzzle, proofs, and the checker that verifies them."""
