# SPDX-License-Identifier: GPL-2.0-only
"""Results of one run: sessions, calls, waits, time series, metrics."""
