# SPDX-License-Identifier: GPL-2.0-only
"""What runs tell beyond means: where a condition flips, which parameters fit what was measured."""
