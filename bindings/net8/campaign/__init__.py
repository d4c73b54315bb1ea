# SPDX-License-Identifier: GPL-2.0-only
"""Stored results of one plan: points, values, intervals, tables."""
