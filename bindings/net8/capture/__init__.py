# SPDX-License-Identifier: GPL-2.0-only
"""From a capture file to the bytes of its TCP connections."""
