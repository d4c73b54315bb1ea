# SPDX-License-Identifier: GPL-2.0-only
"""Recorded conversations played again over another network."""
