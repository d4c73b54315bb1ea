# SPDX-License-Identifier: GPL-2.0-only
"""The errors that net8 raises: each message is one sentence that a user can act on."""

from __future__ import annotations

__all__ = [
    "ArchiveError",
    "BusyError",
    "CaptureError",
    "ContradictionError",
    "Net8Error",
    "NoResultsError",
    "PlanError",
    "RunError",
    "StoreError",
    "ToolError",
]


class Net8Error(Exception):
    """Base of all errors of net8; the message is one sentence."""


class PlanError(Net8Error, ValueError):
    """A plan, a connect file or an argument is wrong."""

    def __init__(self, message: str, *, where: str = "") -> None:
        """Keep the sentence and the place apart, so that a caller can add the place later.

        @param message: what is wrong and what would be right
        @param where: file and line, such as ``plan.toml:12``
        """
        self.message = message
        self.where = where
        super().__init__(f"{where}: {message}" if where else message)


class CaptureError(Net8Error, ValueError):
    """A file is not a capture, is incomplete, or has no TNS packets."""


class ArchiveError(Net8Error, ValueError):
    """A file is not an archive of a campaign, or has changed since."""


class RunError(Net8Error):
    """A simulation ended with an error."""


class StoreError(Net8Error):
    """A campaign store cannot be read or written, or lacks the requested results."""


class NoResultsError(StoreError):
    """A folder does not exist or lacks the requested results."""


class ContradictionError(StoreError):
    """Two stores hold different results of one run."""


class BusyError(StoreError):
    """Another net8 process is writing to the same folder."""


class ToolError(Net8Error):
    """A program that net8 needs, such as gnuplot, is missing or failed."""
