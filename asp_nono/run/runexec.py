"""One program run by BenchExec: the order is JSON on standard input, the result on standard output.

The order holds arguments of its `execute_run`, with the name of a file as `stdin`.
"""

import json
import resource
import sys
from pathlib import Path

_LARGEST = 1 << 28  # bytes of a file that the program writes: its output is one


def main() -> None:
    """Carry out the order; without a result, the log on standard error says why."""
    from benchexec.runexecutor import RunExecutor

    order = json.load(sys.stdin)
    resource.setrlimit(resource.RLIMIT_FSIZE, (_LARGEST, _LARGEST))
    with Path(order.pop("stdin")).open("rb") as given:
        executor = RunExecutor(use_namespaces=False)
        found = executor.execute_run(**order, stdin=given, write_header=False)
    if (code := found.get("exitcode")) is not None:
        figures = {name: found.get(name) for name in ("walltime", "cputime", "memory")}
        status = code.value if code.signal is None else -code.signal
        figures |= {"reason": found.get("terminationreason"), "status": status}
        sys.stdout.write(json.dumps(figures))


if __name__ == "__main__":
    main()
