# SPDX-License-Identifier: GPL-2.0-only
"""Connections that die unseen: probes, keepalive, timeouts, and what a client finds when it comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import net8
import pytest

Table = Mapping[str, object]

# A session that is idle from its first query to its second one.
IDLE = {"queries": 2, "driver": "python-thin"}
# From the first SYN to the end of the first query on a LAN: 18 ms of hand-over and some milliseconds.
LOGON = 0.1
# Linux's timer wheel lets long timers fire late, by a step of their level: an eighth of where it begins.
LATE = 9 / 8


def run(
    client: Table,
    server: Table | None = None,
    faults: Sequence[Table] = (),
    path: Table | None = None,
    query: Table | None = None,
    stop: str = "3h",
) -> net8.Run:
    """Simulate sessions on a LAN."""
    return net8.run(
        net8.Plan.of(
            {
                "path": {"kind": "lan"} | dict(path or {}),
                "client": dict(client),
                "server": dict(server or {}),
                "fault": list(faults),
                "query": {"rows": 0} | dict(query or {}),
                "run": {"stop_time": stop, "sample_interval": "1s"},
            }
        )
    )


def outcome(done: net8.Run) -> list[int]:
    """Return how each session ended."""
    return list(done.sessions["ora_code"])


def gone_at(done: net8.Run) -> float:
    """Return the first second at whose end the server has no session and no memory for one, seconds."""
    series = done.series.set_index("time_s")
    held = series.index[series["sessions"] > 0][-1]
    assert series["memory_bytes"].loc[held] == 4 * 2**20 + 400 * 2**10
    assert series["memory_bytes"].iloc[-1] == 0
    return float(series.index[series.index > held][0])


# PROBES OF THE SERVER


def test_a_server_up_to_11_2_probes_with_packets_of_ten_bytes() -> None:
    client = IDLE | {"think_time": "630s", "driver": "sqlplus"}
    plain, probed = (run(client, {"release": "11.2", "expire_time": text}) for text in ("0s", "1min"))
    assert outcome(probed) == [0]
    # One a minute in 10.5 minutes; the client drops them and the second query comes as ever.
    assert probed.counters["ns_probes"] == 10
    received = [int(done.sessions["bytes_received"][0]) for done in (plain, probed)]
    assert received[1] - received[0] == 10 * 10
    assert list(probed.calls["reply_bytes"]) == list(plain.calls["reply_bytes"])


def test_a_server_from_12_1_on_lets_tcp_probe() -> None:
    client = IDLE | {"think_time": "630s"}
    plain, probed = (run(client, {"release": "19c", "expire_time": text}) for text in ("0s", "1min"))
    assert outcome(probed) == [0]
    assert "ns_probes" not in probed.counters
    # TCP's probes and their answers are no bytes of the stream.
    assert list(probed.sessions["bytes_received"]) == list(plain.sessions["bytes_received"])
    assert probed.events > plain.events
    packets = run(client, {"release": "19c", "expire_time": "1min", "ns_probes": True})
    assert packets.counters["ns_probes"] == 10


def test_a_client_that_is_gone_costs_its_session_until_keepalive_gives_up() -> None:
    faults = [{"kind": "link_down", "at": "100s"}]
    client = IDLE | {"think_time": "2h"}
    done = run(client, {"expire_time": "10min"}, faults, stop="20min")
    # Idle for 600 s, then 10 probes in steps of 6 s.
    assert 660 <= gone_at(done) <= 660 * LATE + LOGON + 1
    assert done.counters["server_dead_connection"] == 1
    # Without it the session is there until the client's host is back, or for ever.
    without = run(client, {}, faults, stop="20min")
    assert without.series["sessions"].iloc[-1] == 1
    assert "server_dead_connection" not in without.counters


def test_a_client_that_is_gone_costs_its_session_until_tcp_gives_the_probe_up() -> None:
    faults = [{"kind": "link_down", "at": "100s"}]
    client = IDLE | {"think_time": "2h", "driver": "sqlplus"}
    done = run(client, {"expire_time": "10min", "release": "11.2"}, faults, stop="40min")
    # Linux repeats the probe until 924.6 s are over (ip-sysctl, tcp_retries2): 0.2 s doubled up to 120 s, 15 times.
    assert 1524 <= gone_at(done) <= 1524.6 * LATE + LOGON + 1
    assert done.counters["server_dead_connection"] == 1
    # A second one follows it after 600 s.
    assert done.counters["ns_probes"] == 2


# KEEPALIVE OF THE CLIENT

NODE = "(ADDRESS=(PROTOCOL=tcp)(HOST=server)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orcl))"
TIMES = {"keep_alive_time": "60s", "keep_alive_interval": "10s", "keep_alive_count": 3}


@pytest.mark.parametrize(
    ("settings", "seconds"),
    [
        # The system's times: 60 s, then three probes 10 s apart.
        ({"keep_alive": True, "tcp": TIMES}, 60 + 3 * 10),
        ({"descriptor": f"(DESCRIPTION=(ENABLE=BROKEN){NODE})", "tcp": TIMES}, 60 + 3 * 10),
        # Oracle Net's own: ten probes 6 s apart.
        ({"expire_time": "2min"}, 120 + 10 * 6),
        ({"descriptor": f"(DESCRIPTION=(EXPIRE_TIME=1){NODE})", "expire_time": "5min"}, 60 + 10 * 6),
        # Linux: two hours, and nine probes 75 s apart.
        ({"keep_alive": True}, 7200 + 9 * 75),
    ],
)
def test_a_server_that_is_gone_is_found_by_keepalive(settings: Table, seconds: int) -> None:
    # The call is at work for hours; its request was acknowledged, then the link is cut.
    faults = [{"kind": "link_down", "at": "5s"}]
    done = run(IDLE | dict(settings), {"row_time": "5h"}, faults, query={"rows": 1})
    asked = done.sessions["ready_s"][0]
    assert seconds - LOGON <= done.sessions["end_s"][0] - asked <= seconds * LATE + LOGON
    assert outcome(done) == [3113]


def test_without_keepalive_a_client_waits_for_ever() -> None:
    faults = [{"kind": "link_down", "at": "5s"}]
    done = run(IDLE, {"row_time": "5h"}, faults, query={"rows": 1})
    assert "cut off" in done.sessions["outcome"][0]


# WHAT A CLIENT FINDS


@pytest.mark.parametrize(("keep_alive", "code"), [(True, 3135), (False, 3113)])
def test_what_keepalive_found_out_shows_on_the_next_use(keep_alive: bool, code: int) -> None:
    faults = [{"kind": "link_down", "at": "5s"}]
    client = IDLE | {"think_time": "10min", "keep_alive": keep_alive, "tcp": TIMES}
    done = run(client, {}, faults)
    assert outcome(done) == [code]
    used = 600 + done.calls["end_s"].iloc[-1]
    if keep_alive:
        # ORA-03135: it was dead before, and the call fails at once.
        assert done.sessions["end_s"][0] == pytest.approx(used, abs=1e-6)
        assert done.counters["client_found_dead"] == 1
    else:
        # ORA-03113: the call is sent, and cut when TCP gives its repetitions up.
        assert done.sessions["end_s"][0] > used + 10


def test_a_server_that_does_not_wait_closes_and_the_client_finds_it_dead() -> None:
    done = run(IDLE | {"think_time": "60s"}, {"recv_timeout": "30s"})
    assert done.counters["server_recv_timeout"] == 1
    assert 30 < gone_at(done) <= 30 + LOGON + 1
    assert outcome(done) == [3135]
    assert done.sessions["end_s"][0] == pytest.approx(60 + LOGON / 2, abs=LOGON / 2)
    assert "found dead" in done.sessions["outcome"][0]


def test_a_think_time_limit_ends_in_3135() -> None:
    server = {"handlers": "pooled", "pool": {"max_think_time": "20s"}}
    # The first two queries are close together: the first call takes a server, the think time is exceeded behind it.
    done = run(IDLE | {"think_time": "60s", "server": "pooled"}, server)
    assert done.counters["pool_think_timeouts"] == 1
    assert outcome(done) == [3135]


# TIMEOUTS


def test_a_request_that_the_socket_does_not_take_ends_in_12608() -> None:
    faults = [{"kind": "link_down", "at": "5s"}]
    client = IDLE | {"think_time": "10s", "send_timeout": "3s", "tcp": {"send_buffer": 65536}}
    done = run(client, {}, faults, query={"request_length": 2**20})
    assert outcome(done) == [12608]
    used = 10 + done.calls["end_s"].iloc[-1]
    assert done.sessions["end_s"][0] == pytest.approx(used + 3, abs=1e-6)
    # While bytes go out the timer does not run out, however long the whole takes: 1 MiB at 1 Mbit/s, 8.4 s.
    slow = run(client | {"think_time": "0s", "send_timeout": "2s"}, path={"lan_rate": "1Mbps"},
               query={"request_length": 2**20})  # fmt: skip
    assert outcome(slow) == [0]


def test_a_reply_that_the_socket_does_not_take_ends_the_server_session() -> None:
    faults = [{"kind": "link_down", "at": "1s"}]
    rows = {"rows": 100000, "row_length": 1000}
    server = {"send_timeout": "2s", "tcp": {"send_buffer": 65536}}
    done = run(
        {"array_size": 100000, "recv_timeout": "5s", "driver": "python-thin"}, server, faults, query=rows
    )
    assert done.counters["server_send_timeout"] == 1
    assert outcome(done) == [12609]
    assert 3 <= gone_at(done) <= 4
    # The last bytes of the reply come at 1 s, when the link goes down.
    assert done.sessions["end_s"][0] == pytest.approx(1 + 5, abs=0.01)


@pytest.mark.parametrize(("driver", "code"), [("oci", 12637), ("python-thin", 12537)])
def test_a_logon_that_takes_too_long_is_3136_at_the_server(driver: str, code: int) -> None:
    # One way takes 500 ms: 18 ms after the hand-over the RESEND goes out, at 1.02 s the ACCEPT, and the client's
    # next message is there at 2.02 s. The server closes at 1.5 s.
    path = {"kind": "wan", "delay": "500ms"}
    client = {"driver": driver, "release": "12.1" if driver == "oci" else "23ai"}
    done = run(client, {"release": "12.1", "inbound_connect_timeout": "1500ms"}, path=path)
    assert done.counters["server_logon_timeout"] == 1
    assert "server_inbound_timeout" not in done.counters
    # OCI negotiates services after the ACCEPT, a thin driver does not.
    assert outcome(done) == [code]
