# SPDX-License-Identifier: GPL-2.0-only
"""The store of a campaign: a database, a folder for each run, and checksums of both."""
