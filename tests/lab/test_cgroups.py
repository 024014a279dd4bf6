"""Where control groups are looked for, on machines of all kinds, drawn as folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from asp_nono.lab.cgroups import ONE, TWO, Version, killed, places

SCOPE = "user.slice/user-7.slice/user@7.service/app.slice/run-1.scope"


@pytest.mark.parametrize(
    ("text", "there", "version", "own", "folders"),
    [
        pytest.param(
            f"0::/{SCOPE}\n",
            SCOPE,
            TWO,
            SCOPE,
            [SCOPE, *(SCOPE.rsplit("/", up)[0] for up in range(1, 5)), "."],
            id="version 2: groups are made beside our own, or further up",
        ),
        pytest.param("0::/\n", ".", TWO, ".", ["."], id="version 2, at the top of a container"),
        pytest.param(
            "0::/docker/abc\n", ".", TWO, ".", ["."], id="version 2, a path that nobody sees"
        ),
        pytest.param(
            "5:memory:/docker/abc\n4:cpu:/x\n0::/\n",
            "memory/docker/abc",
            ONE,
            "memory/docker/abc",
            ["memory/docker/abc", "memory/docker", "memory"],
            id="version 1",
        ),
        pytest.param(
            "5:cpu,memory:/docker/abc\n",
            "memory",
            ONE,
            "memory",
            ["memory"],
            id="version 1, a path that nobody sees",
        ),
    ],
)
def test_places(
    tmp_path: Path, text: str, there: str, version: Version, own: str, folders: list[str]
) -> None:
    """Our own group is where the launcher stays; new ones are made there or above."""
    (tmp_path / there).mkdir(parents=True, exist_ok=True)
    (tmp_path / there / "cgroup.procs").touch()
    place = next(places(text, tmp_path))
    assert place.version == version
    assert place.own == tmp_path / own
    assert list(place.folders) == [tmp_path / folder for folder in folders]


def test_no_place(tmp_path: Path) -> None:
    """Without the controller of memory there is none."""
    assert list(places("4:cpu:/x\n9:name=systemd:/\n", tmp_path)) == []


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ("low 0\nhigh 0\nmax 31\noom 2\noom_kill 1\noom_group_kill 0\n", True),
        ("low 0\nhigh 0\nmax 31\noom 2\noom_kill 0\n", False),
        ("oom_kill_disable 0\nunder_oom 0\noom_kill 3\n", True),
        ("oom_kill_disable 1\nunder_oom 1\n", False),
    ],
)
def test_killed(events: str, *, said: bool) -> None:
    """Both versions tell of it in one line among others."""
    assert killed(events) == said
