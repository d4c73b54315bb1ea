# SPDX-License-Identifier: GPL-2.0-only
"""One experiment: read from TOML or made in Python, checked, and resolved into the document for C++."""
