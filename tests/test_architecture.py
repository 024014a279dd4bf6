"""The tree is the architecture: imports point one way, and nothing heavy is loaded unasked."""

import ast
import posixpath
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pytest

import asp_nono
from tests.conftest import ROOT

PACKAGE = ROOT / "asp_nono"
MODULES = sorted(PACKAGE.rglob("*.py"))
SCRIPTS = [file for file in sorted(PACKAGE.rglob("*.js")) if file.parent.name != "vendor"]
DATA = [
    file.relative_to(PACKAGE).as_posix()
    for file in sorted(PACKAGE.rglob("*.*"))
    if file.suffix not in {".py", ".pyc", ".pyi"}
]

FLOORS = [
    {"messages"},
    {"toml"},
    {"clue"},
    {"grid"},
    {"shares"},
    {"puzzle"},
    {"formats", "line", "draw", "run", "page"},
    {"asp"},
    {"files"},
    {"solving"},
    {"aspcount"},
    {"counting", "grading", "logic"},
    {"proof"},
    {"lab", "design"},
    {"archive"},
    {"publish"},
    {"jobs"},
    {"web"},
    {"__init__"},
    {"cli"},
    {"__main__"},
]
"""From the ground up; a floor imports only from floors below it, and from within one part."""

SCRIPT_FLOORS = {
    "static": 0,
    "board": 1,
    "play": 2,
    "app": 2,
    "panels": 2,
    "bench": 2,
    "unserved": 3,
}
"""The floors within the scripts of a part."""

CLINGO = "asp_nono.asp.engine"
"""The one module that imports clingo; the others take its names from there."""

CLICK = {"cli"}
LXML = {"formats"}
PILLOW = {"draw", "formats"}
REPORTLAB = {"draw"}
LAB = {"lab"}
DASK = {"lab", "run"}
WEB = {"web"}


UNPACKED = {
    "Component": "compiled by mypyc; several are made for every color that is tried in counting",
    "Line": "unpacked into axis and number",
    "Numbered": "made for every line and word of a file that is read",
    "_Side": "compiled by mypyc; two are made for every color that is tried in counting",
}
"""Named tuples with methods or defaults, and why they are no dataclasses."""

LOADED_BY_NAME = {
    "asp_nono.__main__": "by Python, for `python -m asp_nono`",
    "asp_nono.cli.archive": "by the command line, for `asp-nono archive`",
    "asp_nono.cli.studio": "by the command line, for `asp-nono studio`",
}
"""Modules under 80 lines that no module imports, and what loads them."""

OF_THE_TABLE = re.compile(r"asp_nono\.formats\.\w+\.(write_\w+|\w+_shape)")
"""Functions whose names the table of formats makes of others, or of the format's."""


def _part(module: Path) -> str:
    return module.relative_to(PACKAGE).with_suffix("").parts[0]


def _name(module: Path) -> str:
    parts = module.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def _tree(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"))


def _imported(module: Path) -> set[str]:
    """The full names of all modules that a module imports, wherever it does so.

    Names taken from a module are among them, as are those written as `asp_nono.name`.
    """
    names = set()
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "asp_nono":
            names.add(f"asp_nono.{node.attr}")
    return names


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(PACKAGE)))
def test_imports_point_down(module: Path) -> None:
    """A module imports only from lower floors, or from its own part.

    From the package itself, which stands above, it takes only names such as `__version__`.
    """
    floor = {part: number for number, parts in enumerate(FLOORS) for part in parts}
    mine = _part(module)
    for name in _imported(module):
        parts = name.split(".")
        if parts[0] != "asp_nono" or len(parts) == 1:
            continue
        if parts[1] not in floor:
            assert parts[1].startswith("__"), f"{mine} takes {parts[1]} from the package itself"
        elif parts[1] != mine:
            assert floor[parts[1]] < floor[mine], f"{mine} imports {name}"


def _named_parts(text: str) -> set[str]:
    """The parts of the package with a file of data, or a folder of a longer path, of a name."""
    name = text.strip("/")
    found = {_part(Path(PACKAGE, file)) for file in DATA if f"/{file}".endswith(f"/{name}")}
    if "/" in text:
        found |= {_part(Path(PACKAGE, file)) for file in DATA if file.startswith(f"{name}/")}
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(PACKAGE)))
def test_data_lies_below(module: Path) -> None:
    """A file of data that a module names lies in its own part, or in one that it may import."""
    floor = {part: number for number, parts in enumerate(FLOORS) for part in parts}
    mine = _part(module)
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            parts = _named_parts(node.value)
            below = {part for part in parts if part == mine or floor[part] < floor[mine]}
            assert below or not parts, f"{mine} reads {node.value}"


def _scripts_imported(script: Path, *, whole: bool) -> list[Path]:
    """The scripts that one imports, `whole` with those that it imports later or for types."""
    pattern = r"from '(\.[^']+)'" + (r"|\bimport\('(\.[^']+)'\)" if whole else "")
    found = re.finditer(pattern, script.read_text(encoding="utf-8"))
    paths = (posixpath.join(script.parent, one[one.lastindex or 0]) for one in found)
    return [Path(posixpath.normpath(path)) for path in paths]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda m: str(m.relative_to(PACKAGE)))
def test_imports_of_scripts_point_down(script: Path) -> None:
    """The studio and published pages know page/, not each other; play/ stands upon board/."""
    for other in _scripts_imported(script, whole=True):
        assert other.is_file(), other
        assert _part(other) in {_part(script), "page"}
        if _part(other) == _part(script):
            assert SCRIPT_FLOORS[other.parent.name] <= SCRIPT_FLOORS[script.parent.name]


def test_scripts_have_no_cycles() -> None:
    """No script imports itself by way of others; the bundler makes a module when it is needed."""
    graph = {script: _scripts_imported(script, whole=False) for script in SCRIPTS}
    TopologicalSorter(graph).prepare()  # raises CycleError, which shows the cycle


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(PACKAGE)))
def test_libraries_stay_in_their_place(module: Path) -> None:
    """Click only in the command line, clingo only in one module, and so on."""
    roots = {name.split(".")[0] for name in _imported(module)}
    allowed = (
        ("click", CLICK),
        ("clingraph", {"grading"}),
        ("lxml", LXML),
        ("PIL", PILLOW),
        ("pysat", {"proof"}),
        ("reportlab", REPORTLAB),
        *((library, WEB) for library in ("fastapi", "starlette", "uvicorn")),
        *((library, LAB) for library in ("polars", "scipy", "matplotlib")),
        ("pyarrow", LAB | {"archive"}),
        *((library, DASK) for library in ("dask", "distributed", "dask_jobqueue")),
    )
    for library, parts in allowed:
        assert library not in roots or _part(module) in parts
    assert "clingo" not in roots or _name(module) == CLINGO


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(PACKAGE)))
def test_functions_are_short(module: Path) -> None:
    """No function has over 40 lines of code."""
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.FunctionDef):
            first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
            lines = (node.end_lineno or 0) - first.lineno + 1
            assert lines <= 40, f"{node.name} has {lines} lines"


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(PACKAGE)))
def test_named_tuples_are_only_unpacked(module: Path) -> None:
    """What has methods or defaults is a dataclass."""
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ClassDef) and "NamedTuple" in map(ast.unparse, node.bases):
            methods = [one.name for one in node.body if isinstance(one, ast.FunctionDef)]
            fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
            defaults = [ast.unparse(one.target) for one in fields if one.value]
            assert (node.name in UNPACKED) == bool(methods or defaults), node.name


def test_no_cycles() -> None:
    """No module imports itself by way of others."""
    names = {_name(module): module for module in MODULES}
    graph = {
        name: _imported(module) & names.keys() - {name, "asp_nono"}
        for name, module in names.items()
    }
    TopologicalSorter(graph).prepare()  # raises CycleError, which shows the cycle


def test_small_modules_have_several_importers() -> None:
    """A module under 80 lines with a single importer belongs in it; with none, a name loads it."""
    importers = defaultdict(set)
    for module in MODULES:
        for name in _imported(module) - {_name(module)}:
            importers[name].add(module)
    small = {
        _name(module)
        for module in MODULES
        if module.name != "__init__.py" and len(module.read_text("utf-8").splitlines()) < 80
    }
    assert {name for name in small if len(importers[name]) == 1} == set()
    assert {name for name in small if not importers[name]} == LOADED_BY_NAME.keys()


def _bound(module: Path) -> Iterator[str]:
    """The names that a module binds itself, except functions and classes that are registered."""
    for node in _tree(module).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list:
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))


def test_what_a_module_binds_is_read() -> None:
    """A private name in its own module; another one there, in another module, or by users."""
    words = {module: Counter(re.findall(r"\w+", module.read_text("utf-8"))) for module in MODULES}
    everywhere = sum(words.values(), Counter[str]())
    unread = [
        f"{_name(module)}.{name}"
        for module in MODULES
        for name in _bound(module)
        if not name.startswith("__")
        and (words[module] if name.startswith("_") else everywhere)[name] == 1
    ]
    assert [name for name in unread if not OF_THE_TABLE.fullmatch(name)] == []


def test_no_two_classes_share_a_name() -> None:
    """A name means one thing, with and without an underscore."""
    places = defaultdict(list)
    for module in MODULES:
        for node in ast.walk(_tree(module)):
            if isinstance(node, ast.ClassDef):
                places[node.name.strip("_")].append(_name(module))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_every_part_has_a_floor() -> None:
    """A new part must say where it stands."""
    assert {_part(module) for module in MODULES} <= set().union(*FLOORS)


def test_public_names_exist() -> None:
    """Everything in `__all__` can be had, and is listed by dir()."""
    for name in asp_nono.__all__:
        assert getattr(asp_nono, name) is not None
        assert name in dir(asp_nono)
    with pytest.raises(AttributeError, match="no attribute 'solver'"):
        _ = asp_nono.solver  # type: ignore[attr-defined] # the name of no public thing


def test_the_stub_declares_what_is_there() -> None:
    """Type checkers see the names that the package loads, from the modules that it loads."""
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    declared = {
        alias.asname or alias.name: getattr(import_module(str(node.module)), alias.name)
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert declared == {name: getattr(asp_nono, name) for name in asp_nono.__all__}
    (listed,) = (
        ast.literal_eval(node.value)
        for node in stub.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    assert listed == asp_nono.__all__
    named = [node.target for node in stub.body if isinstance(node, ast.AnnAssign)]
    assert [ast.unparse(one) for one in named] == ["__version__"]


def test_public_names_load_from_a_zip(tmp_path: Path) -> None:
    """The package need not lie in files of its own."""
    archive = tmp_path / "package.zip"
    with ZipFile(archive, "w") as packed:
        for module in MODULES:
            packed.write(module, module.relative_to(ROOT))
    code = (
        "import asp_nono; cross = asp_nono.Puzzle.of(asp_nono.Grid.from_text(['.#', '##']));"
        "print(asp_nono.__file__, asp_nono.draw_text(cross, cross.goal))"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(archive)},
    )
    assert run.stdout.startswith(str(archive))


@pytest.mark.parametrize(
    "code",
    [
        "import asp_nono",
        "import asp_nono.formats, asp_nono.line, asp_nono.puzzle",
        "import asp_nono; asp_nono.check(asp_nono.Puzzle.of(asp_nono.Grid.from_text(['#.'])))",
        "import asp_nono; asp_nono.draw_svg(asp_nono.Puzzle.of(asp_nono.Grid(((1,),))))",
        "import asp_nono.web.server, asp_nono.web.pool",
        "import asp_nono.grading.grade, asp_nono.grading.report",
        "import asp_nono; asp_nono.read_text('width 1\\nheight 1\\nrows\\n1\\ncolumns\\n1\\n')",
    ],
)
def test_nothing_heavy_unasked(code: str) -> None:
    """Importing, reading .non, drawing and solving by line logic load no library."""
    libraries = {"clingo", "lxml", "click", "PIL", "reportlab", "fastapi", "numpy"}
    code += f"; import sys; print(sorted({libraries} & sys.modules.keys()))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


_FLAG = re.compile(r"(?<![\w-])--[a-z]|`asp-nono |see asp-nono")


def test_texts_in_data_name_no_options() -> None:
    """Nor does a page, a table of texts, or a file for a reader."""
    texts = {".html", ".json", ".lp", ".md", ".svg", ".toml", ".txt", ".xml", ".yaml"}
    for name in DATA:
        file = PACKAGE / name
        if file.suffix in texts and _part(file) != "cli" and "vendor" not in file.parts:
            found = re.findall(r".*(?<![\w-])--[a-z].*", file.read_text(encoding="utf-8"))
            assert not found, f"{name}: {found[0]}"


def _sentences(module: Path) -> Iterator[ast.Constant]:
    """The texts of a module that have several words, but for docstrings."""
    tree = _tree(module)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in alone:
            continue
        if isinstance(node.value, str) and " " in node.value:
            yield node


@pytest.mark.parametrize(
    "module",
    [module for module in MODULES if _part(module) != "cli"],
    ids=lambda m: str(m.relative_to(PACKAGE)),
)
def test_only_the_command_line_names_its_options(module: Path) -> None:
    """No sentence below `cli/` names an option or a command: the studio has neither."""
    for node in _sentences(module):
        text = str(node.value)
        assert not _FLAG.search(text), f"line {node.lineno}: {text}"
