"""One server for all tests that do not end it, and one browser."""

from collections.abc import Iterator

import pytest

from asp_nono.publish.clingo import ClingoWasm
from asp_nono.publish.site import write_site
from asp_nono.web.unserved import unserved_studio
from tests.conftest import ROOT
from tests.web.driving import browser, desk, studio, visit
from tests.web.serving import Host, Server, hosting

__all__ = ["browser", "desk", "server", "studio", "unserved", "visit"]


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A studio with two jobs at once, opened with a file."""
    with Server("--jobs", 2, "instances/pictures/heart.xml") as running:
        yield running


@pytest.fixture(scope="session")
def unserved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A static host of the studio without a server, in a folder of its own."""
    if not (ROOT / "node_modules" / "clingo-wasm").is_dir():
        pytest.skip("clingo-wasm is not installed")
    folder = tmp_path_factory.mktemp("host")
    write_site(unserved_studio(ClingoWasm.of(ROOT)), folder / "studio")
    with hosting(folder) as host:
        yield Host(f"http://127.0.0.1:{host.server_port}/studio/")
