"""Programs with theory atoms, which clingo-dl and clingcon define; both are optional packages."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from asp_nono.asp.engine import AST, Control, ProgramBuilder, Transformer, parse_files, parse_string
from asp_nono.asp.source import read_program
from asp_nono.messages import EncodingError

if TYPE_CHECKING:
    from asp_nono.asp.engine import Theory

PACKAGES = {
    "clingo-dl": ("clingodl", "ClingoDLTheory", frozenset({"diff"})),
    "clingcon": ("clingcon", "ClingconTheory", frozenset({"sum", "diff", "dom", "distinct"})),
}  # the module and the class of each package, and the theory atoms that programs may have

EXTRA = "pip install 'asp-nono[theories]'"


class TheoryControl(Control):
    """A control that knows the theory of its program, which is read by `read` or `read_file`."""

    def __init__(self, options: Sequence[str] = (), logger: Any = None) -> None:  # noqa: ANN401 - as clingo
        super().__init__(options, logger)
        self._logger = logger
        self._theory: Theory | None = None

    def read(self, text: str) -> None:
        """Add a text to the program; EncodingError if no installed package has its theory atoms."""
        if "&" in text:
            nodes: list[AST] = []
            parse_string(text, nodes.append, logger=self._logger)
            self.build(nodes)
        else:
            self.add("base", [], text)

    def read_file(self, path: Path) -> None:
        """Add a file to the program; errors as those of `read`."""
        if "&" in read_program(path):
            nodes: list[AST] = []
            parse_files([str(path)], nodes.append, logger=self._logger)
            self.build(nodes, str(path))
        else:
            self.load(str(path))

    def build(self, nodes: Sequence[AST], file: str = "the program") -> None:
        """Add parsed statements to the program; errors as those of `read`."""
        if self._theory is None and (names := theory_atoms(nodes)):
            self._theory = _theory(names, file)
            self._theory.register(self)
        with ProgramBuilder(self) as builder:
            for node in nodes:
                if self._theory is None:
                    builder.add(node)
                else:
                    self._theory.rewrite_ast(node, builder.add)

    def ground(self, parts: Any = (("base", ()),), context: Any = None) -> None:  # noqa: ANN401 - as clingo
        """Ground the program, and prepare its theory."""
        super().ground(parts, context)
        if self._theory is not None:
            self._theory.prepare(self)


def theory_atoms(nodes: Sequence[AST]) -> dict[str, AST]:
    """The names of theory atoms below some nodes, each with its first atom."""
    finder = _Finder()
    for node in nodes:
        finder.visit(node)
    return finder.found


def has_theory(path: Path) -> bool:
    """Whether a file has theory atoms; EncodingError if it cannot be read."""
    nodes: list[AST] = []
    if "&" in read_program(path):
        parse_files([str(path)], nodes.append, logger=lambda *_: None)
    return bool(theory_atoms(nodes))


def package_of(atoms: dict[str, AST], file: str) -> str:
    """The package that defines theory atoms, empty for none; EncodingError if there is none."""
    if not atoms:
        return ""
    for package, (_, _, known) in PACKAGES.items():
        if atoms.keys() <= known:
            return package
    known = PACKAGES["clingcon"][2]  # the atoms of all packages
    name, atom = next(one for one in atoms.items() if one[0] not in known)
    raise EncodingError(
        file,
        "&{name}: a theory atom that no package defines; expected {known}",
        line=atom.location.begin.line,
        character=atom.location.begin.column,
        name=name,
        known=tuple(f"&{one}" for one in sorted(known)),
    )


def _theory(atoms: dict[str, AST], file: str) -> "Theory":
    package = package_of(atoms, file)
    module, name, _ = PACKAGES[package]
    try:
        theory: Theory = getattr(import_module(module), name)()
    except ImportError:
        raise EncodingError(
            file,
            "&{atom} needs {package}, which is not installed: {command}",
            atom=next(iter(atoms)),
            package=package,
            command=EXTRA,
        ) from None
    return theory


class _Finder(Transformer):
    def __init__(self) -> None:
        self.found: dict[str, AST] = {}

    def visit_TheoryAtom(self, atom: AST) -> AST:  # noqa: N802 - the parser names the method
        self.found.setdefault(atom.term.name, atom)
        return atom
