# SPDX-License-Identifier: GPL-2.0-only
"""The command line."""

from net8.cli import account_verb, archive_verbs, store_verbs, tree_verbs, tutorials  # noqa: F401  (their verbs)
from net8.cli.verbs import main

__all__ = ["main"]
