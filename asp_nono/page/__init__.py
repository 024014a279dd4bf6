"""What the studio and published pages share: the JavaScript in `static/`, and its bundler."""

from pathlib import Path

STATIC = Path(__file__).parent / "static"
