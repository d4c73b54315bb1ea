# SPDX-License-Identifier: GPL-2.0-only
"""A plan of two points that take milliseconds each."""

from __future__ import annotations

SMALL = """
title = "Rows of 100 bytes over a LAN"
[path]
kind = "lan"
loss_rate = 0.001
[query]
rows = 60
[sweep]
"client.sdu" = [512, 2048]
"""
