"""Tools for those who work on asp-nono; not part of the wheel."""
