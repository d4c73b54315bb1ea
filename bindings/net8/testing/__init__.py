# SPDX-License-Identifier: GPL-2.0-only
"""Budgets of round trips and time in tests of other projects."""
