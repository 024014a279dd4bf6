"""Why a cell must be so: deductions as people make them, hints, reasons, difficulty."""
