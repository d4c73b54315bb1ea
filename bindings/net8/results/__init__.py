# SPDX-License-Identifier: GPL-2.0-only
"""What one run gave: sessions, calls, waits, time series, metrics."""
