# SPDX-License-Identifier: GPL-2.0-only
"""The command line."""

from net8.cli.command_line import main

__all__ = ["main"]
