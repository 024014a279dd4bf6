"""The notebook of docs/lab.md runs, and its frame holds what was run."""

from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs" / "lab.ipynb"


@pytest.mark.slow
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From top to bottom in an empty folder; every cell that should show something does."""
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    for needed in ("ipykernel", "polars", "matplotlib"):
        pytest.importorskip(needed)
    monkeypatch.setenv("PYTHONPATH", str(NOTEBOOK.parents[1]))
    book = nbformat.read(NOTEBOOK, 4)
    client = nbclient.NotebookClient(book, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    shown = ["".join(map(str, cell.outputs)) for cell in book.cells if cell.cell_type == "code"]
    assert all(shown)
    assert "textbook-order" in shown[3]
    assert "image/png" in shown[-1]
    assert (tmp_path / "small.db").exists()
