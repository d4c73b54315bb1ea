# SPDX-License-Identifier: GPL-2.0-only
"""Real drivers insert in arrays, commit, ping and roll back: they send what the model of them sends."""

from __future__ import annotations

import pytest
from drivers import DRIVERS, Driver
from modelled import modelled_work, recorded
from responder.cases import WORK_CASES
from responder.recording import CLIENT

_EACH = pytest.mark.parametrize(
    ("driver", "case"),
    [pytest.param(driver, case.name, id=f"{driver.name}-{case.name}")
     for driver in DRIVERS if driver.works for case in WORK_CASES],
)  # fmt: skip


@_EACH
def test_a_driver_comes_to_the_end(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert seen.fault == ""
    assert [len(seen.named(name)) for name in ("execute", "re-execute", "commit", "ping", "rollback")] == [
        1,
        2,
        1,
        1,
        1,
    ]


@_EACH
def test_the_model_sends_the_packets_of_the_driver(driver: Driver, case: str) -> None:
    model = [
        (f"{packet.type} {packet.length}", packet.fields.get("data_flags", 0))
        for packet in modelled_work(driver, case).packets
        if packet.sender == CLIENT
    ]
    assert model == [(str(packet), packet.data_flags) for packet in recorded(driver, case).sent]
