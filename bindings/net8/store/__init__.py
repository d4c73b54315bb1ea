# SPDX-License-Identifier: GPL-2.0-only
"""The store of a campaign: a database of rows, a folder for each run, checksums over both."""
