# SPDX-License-Identifier: GPL-2.0-only
"""What can be said about a plan before it runs."""
