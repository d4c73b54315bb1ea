# SPDX-License-Identifier: GPL-2.0-only
"""Two sessions side by side, from captures or runs."""
