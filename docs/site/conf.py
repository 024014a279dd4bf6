"""How Sphinx makes the site of the documentation: `python -m tools.site`."""

import re
from pathlib import Path

from pygments_clingo.clingo import ClingoLexer
from sphinx.application import Sphinx

import asp_nono
from tools.course import with_benches

project = "asp-nono"
release = asp_nono.__version__
copyright = "the asp-nono developers"  # noqa: A001 - Sphinx calls it so
extensions = ["myst_parser", "sphinx_external_toc", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = [".*", "build", "node_modules"]
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", pattern)
    for pattern in (
        r"(collections|concurrent|fractions|numpy|os|pathlib|typing)\..*",  # of others
        r"Fraction|Header|Path|Value|tuple\[.*",  # names that only type checkers import
        r"asp_nono\.run\.(pool\.(Item|S|T)|snapshots\.R)",  # type variables
        # parameters that callers leave alone
        r"asp_nono\.(run\.process\.Scope|formats\.source\.Source)",
        r"asp_nono\.(design\.edit\.Terms|counting\.portfolio\.Portfolio)",
        r"asp_nono\.grid\.Rows",  # what all pictures have in common
    )
]

external_toc_path = "docs/site/toc.yml"
external_toc_exclude_missing = True
myst_enable_extensions = ["tasklist"]
myst_heading_anchors = 4  # with the names that GitHub gives them

default_role = "literal"  # docstrings quote code as Markdown does
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
maximum_signature_line_length = 80
napoleon_use_ivar = False
napoleon_attr_annotations = True

html_theme = "furo"
html_title = f"asp-nono {release}"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False


def _skip(_app: Sphinx, _kind: str, _name: str, member: object, *_: object) -> bool | None:
    """Leave out the fields of named tuples, which the docstrings of their classes describe."""
    return True if type(member).__name__ == "_tuplegetter" else None


_PLAYED = """<iframe class="player" title="A puzzle to play" src="../play/cat.html"></iframe>

<p><a href="../play/index.html">More puzzles to play</a></p>
"""
"""What the site has for the mark `<!-- player -->`; plain files have nothing there."""

_STUDIO = '<p><a href="../studio/index.html">The studio, here in the browser</a></p>\n'


_LINK = re.compile(r"\[[\w./-]+\.md\]\(([\w./-]+\.md)(#[\w-]+)?\)")
"""A link that is called after its file."""


def _for_the_site(app: Sphinx, page: str, text: list[str]) -> None:
    """Call links after the titles of pages, and put a puzzle where a page has a place for it."""
    folder = Path(app.srcdir, page).parent

    def titled(link: re.Match[str]) -> str:
        title = (folder / link[1]).read_text(encoding="utf-8").partition("\n")[0]
        return f"[{title.removeprefix('# ')}]({link[1]}{link[2] or ''})"

    studio = app.tags.has("studio")
    played = _PLAYED + (_STUDIO if studio else "")
    text[0] = _LINK.sub(titled, text[0]).replace("<!-- player -->", played)
    if studio and page.startswith("docs/course/"):
        text[0] = with_benches(text[0], "../../studio/index.html")


def _untyped(
    _app: Sphinx, kind: str, _name: str, _value: object, _: object, text: list[str]
) -> None:
    """Put an empty comment first: napoleon takes what is before a colon there for a type."""
    if kind in ("attribute", "data", "property"):
        text[:0] = ["..", ""]


def setup(app: Sphinx) -> None:
    """Highlight programs as clingo reads them; GitHub knows them only as Prolog."""
    app.add_lexer("prolog", ClingoLexer)
    app.connect("source-read", _for_the_site)
    app.connect("autodoc-skip-member", _skip)
    app.connect("autodoc-process-docstring", _untyped, priority=400)  # before napoleon
