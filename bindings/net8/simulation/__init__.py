# SPDX-License-Identifier: GPL-2.0-only
"""One simulation in this process, with its limits of time and memory."""
