# SPDX-License-Identifier: GPL-2.0-only
"""One simulation in this process, and what it may take of the machine."""
