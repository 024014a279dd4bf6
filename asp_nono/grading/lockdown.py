"""Locking a process down for good, and probing afterwards what it can still do.

Limits of the system hold everywhere on POSIX. Where the kernel is Linux, Landlock closes all files
and seccomp refuses system calls; `no_new_privs` is always set there. Nothing is taken for granted:
`holes` tries each of these things.
"""

import ctypes
import os
import platform
import resource
import socket
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_NOBODY = 65534  # the user and the group that own nothing
_OPEN_FILES = 3  # standard input, output and error; there is no room for another file or socket
_PROBE = "probe"  # a file in the working folder, which must not be deleted

_NO_NEW_PRIVS, _SET_SECCOMP, _FILTER = 38, 22, 2  # arguments of prctl, as in its headers
_CREATE_RULESET, _RESTRICT_SELF = 444, 446  # Landlock's system calls, the same on all machines
_ALL_ACCESS = (1 << 13) - 1  # the rights over files in Landlock's first version
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06  # operations of a seccomp filter
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050001  # the last one with EPERM
_OTHER_ABI = 0x40000000  # x32 calls of x86-64, and no others

_CALLS = {
    # open, socket, connect, socketpair, clone, fork, vfork, execve, kill, truncate, rename, mkdir,
    # rmdir, creat, link, unlink, symlink, chmod, chown, lchown, ptrace, mknod, mount, openat and
    # the like up to fchmodat, process_vm_readv, _writev, renameat2, execveat, io_uring_setup,
    # clone3, openat2, fchmodat2
    "x86_64": (
        0xC000003E,
        (
            *(2, 41, 42, 53, 56, 57, 58, 59, 62, 76, *range(82, 89), 90, 92, 94, 101, 133, 165),
            *(*range(257, 261), *range(263, 269), 310, 311, 316, 322, 425, 435, 437, 452),
        ),
    ),
    "aarch64": (
        0xC00000B7,
        (
            *(*range(33, 41), 45, 53, 54, 56, 117, 129, 198, 199, 203, 220, 221, 270, 271, 276),
            *(281, 425, 435, 437, 452),
        ),
    ),
}  # by machine: the number of its architecture, and of the system calls that are refused


def close_files() -> None:
    """Close what libraries left open, as cffi does on CPython 3.14: all but the three pipes."""
    os.closerange(_OPEN_FILES, os.sysconf("SC_OPEN_MAX"))


def lock_down(megabytes: int) -> None:
    """Give up the right to files, sockets and processes, and to more memory than this (MiB)."""
    with suppress(OSError):
        os.close(os.open(_PROBE, os.O_CREAT | os.O_WRONLY))
    linux = sys.platform == "linux"
    library = ctypes.CDLL(None, use_errno=True) if linux else None
    if library:
        library.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0)
        _landlock(library)
    if os.geteuid() == 0:  # some limits do not bind root; `holes` says whether this has worked
        with suppress(OSError):
            os.setgroups([])
        for give_up in (os.setgid, os.setuid):
            with suppress(OSError):
                give_up(_NOBODY)
    _limit(megabytes << 20)
    if library:
        _seccomp(library)


def _limit(size: int) -> None:
    for kind, most in (
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_DATA, size),
        (resource.RLIMIT_STACK, min(size, 64 << 20)),
    ):
        least = at_most(kind, most)
        resource.setrlimit(kind, (least, least))


def at_most(kind: int, most: int) -> int:
    """A limit that does not exceed the hard one."""
    _, hard = resource.getrlimit(kind)
    return most if hard == resource.RLIM_INFINITY else min(most, hard)


def _landlock(library: ctypes.CDLL) -> None:
    """Close all files to this process, where the kernel has Landlock."""
    rights = ctypes.create_string_buffer(struct.pack("Q", _ALL_ACCESS), 8)
    rules = library.syscall(_CREATE_RULESET, rights, ctypes.c_size_t(8), 0)
    if rules >= 0:
        library.syscall(_RESTRICT_SELF, rules, 0)
        os.close(rules)


def _seccomp(library: ctypes.CDLL) -> None:
    """Refuse system calls, where the kernel has seccomp and the machine is known."""
    if platform.machine() not in _CALLS:
        return
    machine, calls = _CALLS[platform.machine()]
    rules = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, machine), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, 0)]
    rules.append((_AT_LEAST, len(calls) + 1, 0, _OTHER_ABI))
    rules += [(_EQUAL, len(calls) - at, 0, call) for at, call in enumerate(calls)]
    rules += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
    program = struct.pack("HxxxxxxP", len(rules), ctypes.addressof(code))
    library.prctl(_SET_SECCOMP, _FILTER, ctypes.create_string_buffer(program), 0, 0)


def _fork() -> None:
    if child := os.fork():
        os.waitpid(child, 0)
    else:
        os._exit(0)


_TRIES: dict[str, Callable[[], object]] = {
    "read files": lambda: os.scandir("/").close(),
    "open files": lambda: os.open(sys.executable, os.O_RDONLY),
    "open sockets": socket.socket,
    "start processes": _fork,
    "delete files": Path(_PROBE).unlink,
    "become root": lambda: os.setuid(0),
}


def holes() -> list[str]:
    """The abilities that this process still has after `lock_down`."""
    found = []
    for name, attempt in _TRIES.items():
        with suppress(OSError):
            attempt()
            found.append(name)
    return found
