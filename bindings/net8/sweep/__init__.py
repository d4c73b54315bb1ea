# SPDX-License-Identifier: GPL-2.0-only
"""Every point of a plan, each some times over, only what the store lacks."""
