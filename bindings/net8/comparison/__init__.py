# SPDX-License-Identifier: GPL-2.0-only
"""Two sessions side by side, of captures or of runs."""
