# SPDX-License-Identifier: GPL-2.0-only
"""Oracle Net sessions of a packet capture."""

from net8.dissect.sessions import dissect

__all__ = ["dissect"]
