# SPDX-License-Identifier: GPL-2.0-only
"""What can be said of a plan before it is run."""
