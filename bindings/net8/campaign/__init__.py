# SPDX-License-Identifier: GPL-2.0-only
"""What the store holds of one plan: points, values, intervals, tables."""
