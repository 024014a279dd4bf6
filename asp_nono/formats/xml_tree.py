"""XML from strangers as a tree of plain nodes; the only module that parses with lxml."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from asp_nono.formats.source import Source, line_of, quoted
from asp_nono.messages import PuzzleError

if TYPE_CHECKING:
    from lxml import etree

MAX_TAGS = 1_500_000  # of a file: tiny elements cost far more memory than bytes
_LONGEST = 200  # characters of what lxml says: it quotes names from the file whole

_DECLARED = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_ENCODINGS = re.compile(
    r"utf-?8|(us-)?ascii|iso-8859-\d+|latin-?\d|windows-125\d|cp125\d|koi8-[ru]"
    r"|shift_jis|euc-jp|euc-kr|gbk|gb2312|gb18030|big5",
    re.IGNORECASE,
)
_DOCTYPE = re.compile(
    r"""<!DOCTYPE(?:[^\[\]<>"']|"[^"<]*"|'[^'<]*')*(?:\[\s*\]\s*)?>""", re.IGNORECASE
)
_PREFIXED = {"{http://www.w3.org/XML/1998/namespace}space": "xml:space"}


@dataclass(frozen=True, slots=True)
class Node:
    """An element; names are in lower case, `text` is without that of the children."""

    tag: str
    attributes: dict[str, str]
    text: str
    children: "tuple[Node, ...]"
    line: int

    @property
    def where(self) -> str:
        """The line of the file on which the element begins, as errors name it."""
        return f"line {self.line}"

    def error(self, reason: str, *where: str) -> PuzzleError:
        """The error that something is wrong in this element."""
        return PuzzleError(reason, where=(self.where, *where))

    def get(self, name: str, default: str = "") -> str:
        """An attribute."""
        return self.attributes.get(name, default)

    def all(self, tag: str) -> "Iterator[Node]":
        """The children of one kind."""
        return (child for child in self.children if child.tag == tag)

    def words(self) -> str:
        """The text without blanks at its ends, unless the file asks to keep them."""
        return self.text if self.get("xml:space") == "preserve" else self.text.strip()


def parse(source: Source, root: str, child: str) -> tuple[Node, list[Node]]:
    """The root element and its children of one kind, of which there are some.

    A document type is tolerated but never fetched. Nothing is expanded, included or fetched:
    declarations of entities are refused before the parser sees them.
    """
    text = source.text(_declared_encoding(source))
    if entity := re.search("<!ENTITY", text, re.IGNORECASE):
        raise PuzzleError("entity declarations are refused", where=(line_of(text, entity.start()),))
    if text.count("<") > MAX_TAGS:
        raise PuzzleError(f"more than {MAX_TAGS} tags; expected fewer")
    # With a document type in place, libxml2 passes over undeclared entities without a word.
    text = _DOCTYPE.sub(lambda found: "\n" * found[0].count("\n"), text)
    if left := re.search("<!DOCTYPE", text, re.IGNORECASE):
        reason = "a document type that is broken or holds declarations is refused"
        raise PuzzleError(reason, where=(line_of(text, left.start()),))
    start = text[: len(text) - len(text.lstrip())].count("\n")
    tree = _node(_parsed(text.lstrip(), start), start)
    if tree.tag != root:
        raise PuzzleError(f"the root element is <{tree.tag[:40]}>; expected <{root}>")
    children = list(tree.all(child))
    if not children:
        raise PuzzleError(f"a <{root}> without any <{child}>")
    return tree, children


def _declared_encoding(source: Source) -> str:
    declared = _DECLARED.match(source.data.lstrip()[:200])
    name = declared[1].decode() if declared else "utf-8"
    if re.fullmatch("utf-?16.*", name, re.IGNORECASE):
        return "utf-8"  # the declaration could be read byte by byte, so it is not true
    try:
        known = _ENCODINGS.fullmatch(name) and codecs.lookup(name)
    except LookupError:
        known = None
    if not known:
        raise PuzzleError(f"unknown encoding {quoted(name)}")
    return name


def _parsed(text: str, start: int) -> "etree._Element":
    """The root element of a text before which there are `start` lines in the file."""
    from lxml import etree

    parser = etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(text.encode(), parser)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        reason = re.sub(r",? ?line \d+, column \d+$", "", " ".join((error.msg or "").split()))
        where = (f"line {start + line}", f"character {column}")
        said = reason if len(reason) <= _LONGEST else f"{reason[:_LONGEST]}…"
        raise PuzzleError(f"not well-formed XML: {said}", where=where) from None


def _node(element: "etree._Element", start: int) -> Node:
    items = ((str(name), str(value)) for name, value in element.attrib.items())
    attributes = {_PREFIXED.get(name, name.lower()): value for name, value in items}
    children = tuple(_node(child, start) for child in element if isinstance(child.tag, str))
    text = (element.text or "") + "".join(child.tail or "" for child in element)
    line = element.sourceline if isinstance(element.sourceline, int) else 0
    return Node(element.tag.lower(), attributes, text, children, start + line)
