# SPDX-License-Identifier: GPL-2.0-only
"""What passes a port between clients and a server, written as a capture."""
