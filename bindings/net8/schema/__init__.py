# SPDX-License-Identifier: GPL-2.0-only
"""What a plan may say: the table of keys, and the kinds of their values."""
