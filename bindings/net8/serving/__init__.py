# SPDX-License-Identifier: GPL-2.0-only
"""Real programs over the simulated network of a plan, in real time."""
