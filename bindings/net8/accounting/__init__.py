# SPDX-License-Identifier: GPL-2.0-only
"""Where the time of a record went."""
