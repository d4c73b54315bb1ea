# SPDX-License-Identifier: GPL-2.0-only
"""``python -m net8`` is the command line."""

from net8.base.ending import end_with
from net8.cli import main

if __name__ == "__main__":
    end_with(main)
