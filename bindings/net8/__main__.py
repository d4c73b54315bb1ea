# SPDX-License-Identifier: GPL-2.0-only
"""``python -m net8`` is the command line."""

from net8.cli import main

if __name__ == "__main__":
    main()
