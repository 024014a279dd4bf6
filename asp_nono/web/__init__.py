"""The studio: a page in the browser, and the server that reads, writes and works for it.

docs/studio-api.md describes the calls. The server keeps no state and does no work itself: jobs and
calls run in child processes (`pool`), which import what they need.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from asp_nono.run.limits import Limits


@dataclass(frozen=True, slots=True)
class StudioSettings:
    """How the studio is run."""

    port: int  #: on loopback
    jobs: int  #: at once
    limits: Limits  #: the most that a job may take
    files: Sequence[str] = ()  #: with which the page opens
    pages: Path | None = None  #: a folder of trusted pages, served at /pages/
    token: str = field(default_factory=partial(secrets.token_urlsafe, 32))  #: of every call
    once: str = field(default_factory=partial(secrets.token_urlsafe, 32))  #: gives the token, once
