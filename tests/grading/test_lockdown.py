"""The layers that shut submissions in: each by itself, and all of them around the process."""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from asp_nono.grading import sandbox
from asp_nono.grading.child import inspect
from asp_nono.grading.sandbox import GraderError, Sandbox
from asp_nono.messages import EncodingError
from asp_nono.run.limits import StoppedError

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="a layer that only Linux has")
KNOWN = pytest.mark.skipif(
    platform.machine() not in {"x86_64", "aarch64"}, reason="no filter for this machine"
)
ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")

ALONE = """
import ctypes, errno, json, os, resource, socket, sys
from pathlib import Path
from asp_nono.grading import lockdown

def called(number):
    if library.syscall(number) < 0:
        raise OSError(ctypes.get_errno(), "")

layer, library = sys.argv[1], ctypes.CDLL(None, use_errno=True)
for other in {"_landlock", "_limit", "_seccomp"} - {layer} if layer != "all" else ():
    setattr(lockdown, other, lambda _: None)
if layer not in ("user", "all"):
    os.geteuid = lambda: 1000
elif os.geteuid() == 0:
    os.setgroups([4])
kept, status = open("kept", "wb", buffering=0), open("/proc/self/status")
lockdown.lock_down(256)
tries = {
    "open": lambda: os.open("/dev/null", os.O_RDONLY),
    "list": lambda: os.scandir("/"),
    "read": lambda: open("/etc/hostname").read(),
    "pipe": os.pipe,
    "mode": lambda: os.chmod("probe", 0o777),
    "rename": lambda: os.rename("probe", "moved") or os.rename("moved", "probe"),
    "create": lambda: os.open("other", os.O_CREAT | os.O_WRONLY),
    "delete": lambda: os.unlink("probe"),
    "socket": lambda: socket.socket(),
    "signal": lambda: os.kill(os.getpid(), 0),
    "fork": lambda: os.fork() or os._exit(0),
    "write": lambda: kept.write(b"x"),
    "memory": lambda: bytearray(1 << 30),
    "root": lambda: os.setuid(0),
    "limits": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)),
}
if layer == "_seccomp":  # getpid of the other ABI, which not every kernel knows
    tries["x32"] = lambda: called(0x40000000 | 39)
if layer == "all":  # else it would end this process
    tries["run"] = lambda: os.execv("/bin/true", ["true"])
failed = {}
for name, work in tries.items():
    try:
        work()
    except OSError as error:
        failed[name] = errno.errorcode[error.errno]
    except MemoryError:
        failed[name] = "ENOMEM"
    except ValueError:
        failed[name] = "EINVAL"
words = dict(line.split(":\\t", 1) for line in status.read().splitlines() if ":\\t" in line)
left = sorted({*tries} - {*failed})
print(json.dumps({"failed": failed, "left": left, "holes": lockdown.holes(), "status": words}))
"""
"""Locks a process down with one layer, or with all, and says what it could not do, and how."""

LAYERS = [
    pytest.param(
        "_landlock",
        dict.fromkeys(("open", "list", "create", "delete"), "EACCES"),
        marks=LINUX,
    ),
    pytest.param(
        "_seccomp",
        dict.fromkeys(
            ("open", "list", "create", "delete", "socket", "signal", "fork", "x32"), "EPERM"
        ),
        marks=[LINUX, KNOWN],
    ),
    pytest.param(
        "_limit",
        dict.fromkeys(("open", "list", "create", "socket"), "EMFILE")
        | {"write": "EFBIG", "memory": "ENOMEM"},
    ),
    pytest.param("user", {"root": "EPERM"}, marks=ROOT),
    pytest.param("none", {}),
]


def ran(code: str, *words: str, cwd: Path) -> Any:  # noqa: ANN401 - JSON
    """What a fresh Python prints for some code."""
    line = [sys.executable, "-c", code, *words]
    done = subprocess.run(line, cwd=cwd, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize(("layer", "failed"), LAYERS)
def test_each_layer_alone(layer: str, failed: dict[str, str], tmp_path: Path) -> None:
    """What it is there for it prevents without the help of the others."""
    found = ran(ALONE, layer, cwd=tmp_path)
    assert {name: why for name, why in found["failed"].items() if name in failed} == failed
    if layer == "none" and os.geteuid() == 0:
        assert found["failed"] == {}
    status = found["status"]
    assert status.get("NoNewPrivs", "1") == "1"
    if layer == "user":
        ids = f"{status['Uid']} {status['Gid']}"
        assert (set(ids.split()), status["Groups"].strip()) == ({"65534"}, "")


def test_all_layers_together(tmp_path: Path) -> None:
    """Even code that runs in the child cannot open, write, connect or start anything."""
    found = ran(ALONE, "all", cwd=tmp_path)
    assert (found["left"], found["holes"]) == ([], [])


@LINUX
def test_files_are_closed(tmp_path: Path) -> None:
    """What was left open before can neither be read nor written; the three pipes stay."""
    code = (
        "import json, os; from asp_nono.grading.lockdown import close_files\n"
        "left = os.open('probe', os.O_CREAT | os.O_WRONLY), os.dup(1); close_files()\n"
        "print(json.dumps([os.path.exists(f'/proc/self/fd/{one}') for one in (1, *left)]))"
    )
    assert ran(code, cwd=tmp_path) == [True, False, False]


def test_holes_are_seen(tmp_path: Path) -> None:
    """The probe finds what a process can do that is not locked down."""
    code = "from asp_nono.grading import lockdown; open('probe', 'w'); print(lockdown.holes())"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    for hole in ("read files", "open files", "open sockets", "start processes", "delete files"):
        assert hole in ran.stdout


LIMITS = {
    "Max open files": 3,
    "Max file size": 0,
    "Max core file size": 0,
    "Max processes": 0,
    "Max data size": 300 << 20,
    "Max stack size": 64 << 20,
    "Max cpu time": 62,
}
"""Those of the process that are no larger; the last one is in force once it has a job."""

INSPECT = {"do": "inspect", "text": "a.", "colored": {}}


@LINUX
def test_the_process_for_submissions(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no right, no file, no folder and no word of ours."""
    monkeypatch.setenv("TEACHERS_TOKEN", "secret")
    with Sandbox(300) as box:
        box.ask(INSPECT, 30)
        process = box._process  # noqa: SLF001 - what it was given is what is tested
        assert process is not None
        about = Path(f"/proc/{process._popen.pid}")  # noqa: SLF001 - the same
        status = dict(line.split(":", 1) for line in (about / "status").read_text().splitlines())
        limits = (about / "limits").read_text().splitlines()
        names = set((about / "environ").read_text().split("\0")[:-1])
        files = {file.name: str(file.readlink()) for file in (about / "fd").iterdir()}
        folder = (about / "cwd").readlink()
        assert [file.name for file in folder.iterdir()] in ([], ["probe"])
    assert not folder.exists()
    assert status["NoNewPrivs"].strip() == "1"
    assert status["Seccomp"].strip() == "2" or platform.machine() not in {"x86_64", "aarch64"}
    assert status["Uid"].split()[1] != "0"
    for name, most in LIMITS.items():
        (line,) = (line for line in limits if line.startswith(name))
        soft, hard, *_ = line.removeprefix(name).split()
        assert int(soft) <= most
        assert name == "Max cpu time" or int(hard) <= most
    assert {name.partition("=")[0] for name in names} <= {"PYTHONPATH", "PYTHONUTF8", "LC_CTYPE"}
    assert {name for name, target in files.items() if not target.startswith("pipe:")} == {"2"}
    assert files["2"] == os.path.realpath(os.devnull)


LEAKY = """
import os
left = os.open(os.devnull, os.O_RDONLY)
from asp_nono.grading import child
child.main()
"""
"""The process for submissions, in which something has left a file open."""


@LINUX
def test_the_process_closes_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that was open before the process locked itself down is closed afterwards."""
    fake(monkeypatch, LEAKY)
    with Sandbox(300) as box:
        box.ask(INSPECT, 30)
        process = box._process  # noqa: SLF001 - what it has is what is tested
        assert process is not None
        files = Path(f"/proc/{process._popen.pid}/fd")  # noqa: SLF001 - the same
        assert {file.name for file in files.iterdir()} == {"0", "1", "2"}


CLOCKS = """
import json, resource, signal
from asp_nono.grading import child
child._limit_cpu(5.0)
soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
print(json.dumps([*signal.getitimer(signal.ITIMER_PROF), soft]))
"""


def test_both_clocks_of_a_job(tmp_path: Path) -> None:
    """A timer ends it in time, and the system's limit soon after, should the timer be reset."""
    timer, again, limit = ran(CLOCKS, cwd=tmp_path)
    assert 4 < timer <= 5.1
    assert again == 0
    assert 5 < limit <= 8


def fake(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let a sandbox start some Python in place of its child."""
    monkeypatch.setattr(sandbox, "python_module", lambda _: [sys.executable, "-c", code])


SHUT = """
import time
input()
print('{"holes": []}', flush=True)
input()
"""
"""A child that is shut in and gets a job."""


def test_an_open_process_gets_no_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """If locking down does not work here, nothing is graded, and the error says why."""
    child = "from asp_nono.grading import child\nchild.lock_down = lambda _: None\nchild.main()"
    fake(monkeypatch, child)
    with Sandbox(256) as box, pytest.raises(GraderError, match="they could read files and open"):
        box.ask(INSPECT, 30)


def test_a_process_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes no CPU time, and is ended all the same."""
    fake(monkeypatch, SHUT + "time.sleep(60)")
    with Sandbox(256, patience=2) as box, pytest.raises(StoppedError, match=r"time limit of 0\.2"):
        box.ask(INSPECT, 0.1)


def test_an_endless_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not taken in whole."""
    monkeypatch.setattr(sandbox, "_MAX_BYTES", 1 << 20)
    fake(monkeypatch, SHUT + "print('x' * (2 << 20))")
    with Sandbox(256) as box, pytest.raises(StoppedError, match="output limit of 1 MiB"):
        box.ask(INSPECT, 30)


@pytest.mark.parametrize(
    "text",
    [
        "#script (python)\n#end.",
        "a(@f(1)).",
        "#theory t { }.",
        "&odd { a } <= 3.",
        "#minimize { 1,X : a(X) }.",
        "#project a/1.",
    ],
)
def test_the_process_reads_programs_again(text: str) -> None:
    """It refuses what `submission.py` should have found, too."""
    with pytest.raises(EncodingError):
        inspect(text, {})
