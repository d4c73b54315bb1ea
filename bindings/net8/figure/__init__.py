# SPDX-License-Identifier: GPL-2.0-only
"""Figures, drawn with gnuplot."""
