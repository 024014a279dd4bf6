"""The flag and the 3x2 picture in each listing, as a person would write them."""

from tests.formats.fixtures import sample

FLAGS = {
    "mk": "5 5\n4\n1 2\n4\n1\n0\n#\n4\n1 1\n3\n3\n0\n",
    "nin": "5 5\n4\n1 2\n4\n1\n0\n4\n1 1\n3\n3\n0\n",
    "cwd": "5\n5\n4\n1 2\n4\n1\n0\n\n4\n1 1\n3\n3\n0\n",
    "keen": "4\n1 2\n4\n1\n0\n\n4\n1 1\n3\n3\n0\n",
    "ish": "# ours\n4\n1,2\n4\n1 # one\n0\n\n4\n1,1\n3\n3\n0\n\nthe end\n",
    "makhorin": "* ours\n*\n4\n1 2\n4\n1\n0\n&\n4\n1 1\n3\n3\n0\n",
    "g": "Flag, invented for this test\n: rows\n4\n1 2\n4\n1\n\n: columns\n4\n1 1\n3\n3\n\n: end\n",
    "syro": "4 0\n1 2 0\n4 0\n1 0\n0\n#\n4 0\n1 1 0\n3 0\n3 0\n0\n#\n",
    "bosch": sample("flag.bosch"),
    "keen1": "# ours\nrows = [[4],[1,2],[4],[1],[0]]\ncols = [[4],[1,1],[3],[3],[0]]\n",
    "picross": "# ours\nGRID\nROWS\n[ 4 ]\n[ 1 2 ]\n[ 4 ]\n[ 1 ]\n[ ]\n"
    "COLUMNS\n[ 4 ]\n[ 1 1 ]\n[ 3 ]\n[ 3 ]\n[ ]\n",
    "letters": "D AB D A @\nD AA C C @\n",
    "nng": "5 5 2 2\n0 1 0 0 0\n4 1 3 3 0\n0 4\n1 2\n0 4\n0 1\n0 0\n",
    "r": "4:1,2:4:1:0-4:1,1:3:3:0\n",
    "pattern": "5x5:4/1.1/3/3//4/1.2/4/1/\n",
    "jcross": "1\n5 5\n4 0\n1 2 0\n4 0\n1 0\n0\n4 0\n1 1 0\n3 0\n3 0\n0\n",
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
    "g": ":\n1 1\n2\n:\n2\n1\n1\n:\nthe end",
    "syro": "1 1 0\n2 0\n#\n2 0\n1 0\n1 0\n#\n",
    "bosch": "number_of_rows: 2\nnumber_of_columns: 3\nrow_1 tiles: 2 widths: 1 1\n"
    "row_2 tiles: 1 widths: 2\ncolumn_1 1 2 column_2 1 1 column_3 1 1",
    "keen1": "cols = [\n  (2,), # the first\n  (1,), (1,),\n]\nrows = [[1, 1], [2]]\n",
    "picross": "GRID\nCOLUMNS\n[2]\n[1]\n[1]\n\nROWS\n[ 1 1 ]\n[ 2 ]\n",
    "letters": "Two puzzles\nAA B\nB A A\n",
    "nng": "3 2 1 2\n2 1 1\n1 1\n0 2\n",
    "r": '"1,1:2-2:1:1"\n',
    "pattern": "3x2:2/1/1/1.1/2\n",
    "jcross": "1\n2 3\n1 1 0\n2 0\n2 0\n1 0\n1 0\n",
    "headed": "Rows:\n1 1\n2\n\nColumns:\n2\n1\n1\n",
}
