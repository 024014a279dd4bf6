"""The sources and the wheel, as they are built for a release: what is in them, and what is not."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

import asp_nono
from tests.conftest import ROOT, SHARED

VENDORED = sorted((ROOT / "asp_nono/web/static/vendor").iterdir())
BASE = {"clingo", "click", "highspy", "librt", "lxml", "numpy", "pydantic", "rich"}
"""What every installation has; what is heavier belongs in extras."""

DATA = {"boards", "encodings", "instances"}
"""The folders of the checkout that a wheel has inside the package."""


def build(target: str, sources: Path, to: Path, **environment: str) -> Path:
    """What hatchling makes of a folder, without a build environment of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(to)],
        cwd=sources,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    (made,) = to.iterdir()
    return made


def unpacked(archive: Path, to: Path) -> Path:
    """The folder in an archive of the sources."""
    with tarfile.open(archive) as sources:
        sources.extractall(to, filter="data")
    return next(to.iterdir())


def contents(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a wheel."""
    with ZipFile(archive) as wheel:
        yield from ((name, wheel.read(name)) for name in wheel.namelist())


@pytest.fixture(scope="module")
def checkout() -> list[str]:
    """The files of the checkout that git knows or would add."""
    if not (ROOT / ".git").exists():
        pytest.skip("what belongs to the sources is known in a checkout only")
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.check_output(words, cwd=ROOT, text=True).splitlines()
    return [name for name in names if (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of the sources."""
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def sources(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive, unpacked."""
    return unpacked(sdist, tmp_path_factory.mktemp("sources"))


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is built of the archive, in pure Python."""
    return build("wheel", sources, tmp_path_factory.mktemp("wheel"), ASP_NONO_PURE="1")


@pytest.mark.slow
def test_sources_are_the_checkout(sources: Path, sdist: Path, checkout: list[str]) -> None:
    """An archive of the sources has every file of the checkout, two of its own, and no other."""
    found = {path.relative_to(sources).as_posix() for path in sources.rglob("*") if path.is_file()}
    assert found == {*checkout, "PKG-INFO", "build.json"}
    assert sdist.stat().st_size < 6 << 20


@pytest.mark.slow
def test_wheel_is_the_package(wheel: Path, checkout: list[str]) -> None:
    """A wheel has the package, with encodings, puzzles and the schema in it, and no other file."""
    known = {"asp_nono/build.json", "asp_nono/web/puzzles.schema.json"}
    for name in checkout:
        folder = name.partition("/")[0]
        if folder == "asp_nono" or folder in DATA:
            known.add(name if folder == "asp_nono" else f"asp_nono/{name}")
    found = {name for name, _ in contents(wheel) if ".dist-info/" not in name}
    assert found == known
    assert wheel.name == f"asp_nono-{asp_nono.__version__}-py3-none-any.whl"
    assert wheel.stat().st_size < 2 << 20


@pytest.mark.slow
def test_two_builds_are_equal(
    sdist: Path, sources: Path, wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same sources, in another folder and at another time, give the same bytes."""
    monkeypatch.setenv("ASP_NONO_PURE", "1")
    assert build("sdist", ROOT, tmp_path / "sdist").read_bytes() == sdist.read_bytes()
    other = unpacked(sdist, tmp_path / "elsewhere")
    assert other != sources
    assert build("wheel", other, tmp_path / "wheel").read_bytes() == wheel.read_bytes()


@pytest.mark.slow
@pytest.mark.nightly
def test_compiled_builds_are_equal(sdist: Path, tmp_path: Path) -> None:
    """So does the compiler, whose output knows the commit, but not the folder that it ran in."""
    made = []
    for name in ("first", "second"):
        place = unpacked(sdist, tmp_path / name)
        made.append(build("wheel", place, tmp_path / f"of {name}", MYPYC_OPT_LEVEL="0"))
    first, second = made
    assert not first.name.endswith("none-any.whl")
    assert first.stat().st_size < 4 << 20
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.slow
def test_wheel_names_its_licenses_and_needs(wheel: Path) -> None:
    """The licenses of what is vendored come along, and no library that few need is required."""
    files = dict(contents(wheel))
    info = f"asp_nono-{asp_nono.__version__}.dist-info"
    for path in VENDORED:
        text = path.read_bytes()
        if path.suffix == ".txt":
            assert files[f"{info}/licenses/{path.relative_to(ROOT).as_posix()}"] == text
        else:
            banner = re.match(rb"// .*, MIT license: (LICENSE-\w+\.txt)\. ", text)
            assert banner, path
            assert path.with_name(banner[1].decode()).is_file()
    about = message_from_bytes(files[f"{info}/METADATA"])
    needs = [need for need in about.get_all("Requires-Dist", []) if "extra ==" not in need]
    assert {re.split(r"[^\w-]", need)[0] for need in needs} == BASE
    links = re.findall(r"\]\((.*?)\)", str(about.get_payload()))
    assert links
    assert all(link.startswith("https://") for link in links)


def test_all_extras_are_in_all() -> None:
    """`asp-nono[all]` has every extra, but for those of developers."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = about["project"]["optional-dependencies"]
    (everything,) = extras["all"]
    named = everything.removeprefix("asp-nono[").removesuffix("]").split(",")
    assert sorted(named) == sorted(extras.keys() - {"all", "test", "docs", "dev"})


@pytest.mark.slow
@pytest.mark.shared
def test_nothing_of_others_is_shipped(sources: Path) -> None:
    """No file of other people's puzzles is in the sources, and so in no wheel."""
    ours = {sha256(path.read_bytes()).digest() for path in sources.rglob("*") if path.is_file()}
    for path in SHARED.rglob("*"):
        if path.is_file() and path.stat().st_size:
            assert sha256(path.read_bytes()).digest() not in ours, path


def test_version_has_one_place() -> None:
    """The citation and the changelog name the version of the package."""
    version = asp_nono.__version__
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## [{version}] - " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
