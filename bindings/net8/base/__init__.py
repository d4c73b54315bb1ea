# SPDX-License-Identifier: GPL-2.0-only
"""What every package uses: errors, units, files, the terminal, progress, the way to the extension."""
