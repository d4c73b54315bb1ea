# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps: every point of a plan with replications, simulated as far as missing in the store."""
