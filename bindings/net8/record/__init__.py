# SPDX-License-Identifier: GPL-2.0-only
"""One record of what happened between clients and servers, whatever kind of file it was read from."""
