"""asp-nono: a workbench for nonograms in answer set programming."""
