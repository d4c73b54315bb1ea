# SPDX-License-Identifier: GPL-2.0-only
"""The best values of some keys for a path and a load: closed forms and a surrogate propose, simulation decides."""
