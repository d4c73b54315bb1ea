# SPDX-License-Identifier: GPL-2.0-only
"""The address of the Dask scheduler of a sweep, and its TLS files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError

__all__ = ["Scheduler"]

_TLS: Final = "tls://"


@dataclass(frozen=True)
class Scheduler:
    """A Dask scheduler whose workers simulate.

    Without files, Dask's own configuration is used for a ``tls://`` scheduler.
    """

    address: str  #: such as "tcp://node1:8786", or "tls://node1:8786" with the files below
    tls_ca: str | Path = ""  #: certificate of the authority that signed the scheduler's certificate, PEM
    tls_cert: str | Path = ""  #: certificate of net8, PEM
    tls_key: str | Path = ""  #: its private key, PEM; empty: in the file of the certificate

    def __post_init__(self) -> None:
        """Refuse files that cannot be read, or that would not be used.

        @raises PlanError: in one sentence
        """
        given = {"CA": self.tls_ca, "certificate": self.tls_cert, "key": self.tls_key}
        if not any(str(path) for path in given.values()):
            return
        if not self.address.startswith(_TLS):
            raise PlanError(
                f'TLS files have no effect with "{self.address}"; use an address that begins with {_TLS}'
            )
        if not (str(self.tls_ca) and str(self.tls_cert)):
            raise PlanError(
                "TLS needs the certificate of the authority and that of net8; set both (--tls-ca, --tls-cert)"
            )
        for what, path in given.items():
            if str(path):
                _read(what, Path(path))

    @classmethod
    def of(cls, scheduler: str | Scheduler) -> Scheduler:
        """Return a scheduler; an address becomes one without files.

        @param scheduler: either
        @return: a scheduler
        """
        return cls(scheduler) if isinstance(scheduler, str) else scheduler

    def __str__(self) -> str:
        """Return the address."""
        return self.address


def _read(what: str, path: Path) -> None:
    """Refuse a file that cannot be read."""
    try:
        with path.open("rb"):
            pass
    except OSError as error:
        raise PlanError(f"the TLS {what} {path} cannot be read: {error.strerror}") from None
