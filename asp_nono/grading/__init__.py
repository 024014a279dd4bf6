"""Grading: a student's encoding judged on every small board, explained, measured and scored."""
