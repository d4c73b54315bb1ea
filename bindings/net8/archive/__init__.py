# SPDX-License-Identifier: GPL-2.0-only
"""One file that holds a campaign and all that made it, and the proof that it gives the same again."""
