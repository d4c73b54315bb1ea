# SPDX-License-Identifier: GPL-2.0-only
"""Intervals over independent replications, and how many of them are enough."""
