# SPDX-License-Identifier: GPL-2.0-only
"""New connections while a RAC loses a node and its site, against the arithmetic of the address walk."""

from __future__ import annotations

import math
from pathlib import Path

import net8
import pytest

SCENARIO = Path(__file__).resolve().parents[3] / "scenarios" / "rac-failover"
TIMEOUTS_S = (1, 3, 10, 20, 60)
SCAN_ADDRESSES = 3
RETRY_DELAY_S = 3
# The standby is told to take over at 230 s and registers at the next multiple of 60 s.
STANDBY_OPEN_S = 240
# TCP and CONNECT, each a round trip of 2 x (5 + 15) ms; frames of a few hundred bytes take no time at 1 Gb/s.
REFUSAL_S = 2 * 0.040
# Round trips of a logon at 10 or 40 ms are less than half a second in all; exactly it is seen without any time-out.
LOGON_S = 0.5

Runs = dict[tuple[int, str], net8.Run]


@pytest.fixture(scope="module")
def runs() -> Runs:
    """Run the scenario at each time-out and in each phase."""
    found = {}
    for point in net8.load(SCENARIO).points():
        timeout = int(str(point.labels["client.transport_connect_timeout"]).removesuffix("s"))
        found[timeout, str(point.labels["phase"])] = net8.run(point.plan)
    return found


def connect_times(done: net8.Run) -> list[float]:
    """Return the time from the start to the logon of each session, in seconds."""
    return list(done.sessions["ready_s"] - done.sessions["start_s"])


def codes(done: net8.Run, session: int) -> list[int]:
    """Return how each attempt of a session ended."""
    return list(done.attempts[done.attempts["session"] == session]["ora_code"])


@pytest.mark.parametrize("timeout", TIMEOUTS_S)
@pytest.mark.parametrize("phase", ["both nodes", "loss noticed"])
def test_nobody_waits_while_the_listeners_know(runs: Runs, timeout: int, phase: str) -> None:
    done = runs[timeout, phase]
    assert list(done.attempts["ora_code"]) == [0] * 12
    assert max(connect_times(done)) < LOGON_S
    # A SCAN listener always redirects. Of two nodes each gets half: of an odd number one more or less.
    assert list(done.attempts["redirects"]) == [1] * 12
    to_second = done.counters["sessions_of_rac2"]
    assert to_second == 12 if phase == "loss noticed" else 5 <= to_second <= 7


@pytest.mark.parametrize("timeout", TIMEOUTS_S)
def test_an_open_standby_costs_three_timeouts(runs: Runs, timeout: int) -> None:
    done = runs[timeout, "standby open"]
    for session, time in enumerate(connect_times(done)):
        assert codes(done, session) == [12170] * SCAN_ADDRESSES + [0]
        assert SCAN_ADDRESSES * timeout < time < SCAN_ADDRESSES * timeout + LOGON_S


@pytest.mark.parametrize("timeout", TIMEOUTS_S)
def test_passes_go_on_until_the_standby_is_open(runs: Runs, timeout: int) -> None:
    done = runs[timeout, "site lost"]
    one_pass = SCAN_ADDRESSES * timeout + REFUSAL_S + RETRY_DELAY_S
    for session, time in enumerate(connect_times(done)):
        # The first client starts at 201 s, each other one half a second later, and asks the standby after 3 T.
        asks = 201 + 0.5 * session + SCAN_ADDRESSES * timeout
        failed = max(0, math.ceil((STANDBY_OPEN_S - asks) / one_pass))
        assert codes(done, session) == ([12170] * 3 + [12514]) * failed + [12170] * 3 + [0]
        expected = failed * one_pass + SCAN_ADDRESSES * timeout
        assert expected < time < expected + LOGON_S


def test_the_passes_of_the_readme(runs: Runs) -> None:
    # T = 3 s: 201 + 9 s is 30 s too early, and 30 / 12.08 passes are not quite three; T = 1 s: 36 / 6.08, six.
    assert runs[3, "site lost"].counters["refused_ora_12514"] == 3 * 12
    assert runs[1, "site lost"].counters["refused_ora_12514"] == 6 * 12


@pytest.mark.parametrize("timeout", TIMEOUTS_S)
def test_each_redirect_to_a_lost_node_costs_a_timeout(runs: Runs, timeout: int) -> None:
    done = runs[timeout, "node lost"]
    times = connect_times(done)
    for session, time in enumerate(times):
        ended = codes(done, session)
        lost, refused = ended.count(12170), ended.count(12514)
        assert ended[-1] == 0
        assert lost + refused + 1 == len(ended)
        # The standby is asked when all three SCAN listeners have sent the client to the lost node.
        assert refused == lost // SCAN_ADDRESSES
        # Each redirect that led nowhere has taken TCP and CONNECT to the SCAN listener, 2 x 10 ms.
        expected = lost * (timeout + 0.020) + refused * (REFUSAL_S + RETRY_DELAY_S)
        assert expected < time < expected + LOGON_S
    # Each SCAN listener sends its first client to rac1, the next to rac2 and so on: n clients, (n + 1) // 2 of them.
    # Three numbers with the sum 12 are all even or two are odd: 6 or 7 clients at first.
    first = [codes(done, session)[0] for session in range(12)]
    if timeout >= 10:  # none comes back and counts again while others start
        assert first.count(12170) in (6, 7)
    if timeout >= 20:  # from 101 s that is past the update of second 120
        assert max(times) < timeout + LOGON_S


def test_the_steps_of_the_distribution(runs: Runs) -> None:
    times = connect_times(runs[3, "node lost"])
    # 0, 3 and 6 s, and 3 x 3 s + 3 s with the standby in between and a fourth redirect, each and up to half a second.
    steps = [sum(low <= time < low + LOGON_S for time in times) for low in (0, 3, 6, 12, 15)]
    assert sum(steps) == 12
    # Half of them, or one less, are sent to the living node at first, and half of the others then.
    assert 5 - 1 <= steps[0] <= 6
    assert steps[1] >= 2


def with_timeout(timeout: str, start: str, **values: object) -> net8.Run:
    """Run one phase with other settings of the client."""
    settings = {"transport_connect_timeout": timeout, "start": start, **values}
    plan = next(net8.load(SCENARIO).points()).plan
    return net8.run(plan.with_values({f"client.{key}": value for key, value in settings.items()}))


def test_connect_timeout_caps_the_transport_timeout() -> None:
    done = with_timeout("10s", "250s", connect_timeout="2s")
    assert all(6 < time < 6 + LOGON_S for time in connect_times(done))


@pytest.mark.parametrize(("timeout", "code"), [("3s", 12514), ("20s", 0)])
def test_without_passes_only_a_long_timeout_meets_an_open_standby(timeout: str, code: int) -> None:
    # The standby is asked at 201 + 3 x 3 = 210 s or at 201 + 3 x 20 = 261 s.
    done = with_timeout(timeout, "201s", retry_count=0)
    assert list(done.sessions["ora_code"]) == [code] * 12
