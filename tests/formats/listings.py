"""The flag and the 3x2 picture in each listing, as a person would write them."""

from __future__ import annotations

FLAGS = {
    "mk": "5 5\n4\n1 2\n4\n1\n0\n#\n4\n1 1\n3\n3\n0\n",
    "nin": "5 5\n4\n1 2\n4\n1\n0\n4\n1 1\n3\n3\n0\n",
    "cwd": "5\n5\n4\n1 2\n4\n1\n0\n\n4\n1 1\n3\n3\n0\n",
    "keen": "4\n1 2\n4\n1\n0\n\n4\n1 1\n3\n3\n0\n",
    "ish": "# ours\n4\n1,2\n4\n1 # one\n0\n\n4\n1,1\n3\n3\n0\n\nthe end\n",
    "makhorin": "* ours\n*\n4\n1 2\n4\n1\n0\n&\n4\n1 1\n3\n3\n0\n",
    "syro": "4 0\n1 2 0\n4 0\n1 0\n0\n#\n4 0\n1 1 0\n3 0\n3 0\n0\n#\n",
    "headed": "rows\n4\n1, 2\n4\n1\n0\ncolumns\n4\n1 1\n3\n3\n0\n",
}

WIDES = {
    "mk": "2 3\n1 1\n2\n#\n2\n1\n1\n",
    "nin": "3 2\n1 1\n2\n2\n1\n1\n",
    "nin-hw": "2 3\n1 1\n2\n2\n1\n1\n",
    "cwd": "2\n3\n1 1\n2\n\n2\n1\n1\n",
    "keen": "1 1\n2\n\n2\n1\n1\n",
    "ish": "1,1\n2\n\n2\n1\n1\n",
    "makhorin": "1 1\n2\n&\n2\n1\n1\n",
    "syro": "1 1 0\n2 0\n#\n2 0\n1 0\n1 0\n#\n",
    "headed": "Rows:\n1 1\n2\n\nColumns:\n2\n1\n1\n",
}
