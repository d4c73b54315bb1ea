# SPDX-License-Identifier: GPL-2.0-only
"""Groups of clients: when they start, which addresses they try, what it costs to find them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import net8
import pytest

Table = dict[str, object]

LAN = {"kind": "lan"}


def descriptor(hosts: list[str], options: str = "") -> str:
    """Return a descriptor with one address for each host."""
    addresses = "".join(f"(ADDRESS=(PROTOCOL=tcp)(HOST={host})(PORT=1521))" for host in hosts)
    return f"(DESCRIPTION={options}{addresses}(CONNECT_DATA=(SERVICE_NAME=orcl)))"


def run(client: Mapping[str, object], path: dict[str, object] | None = None, **more: object) -> net8.Run:
    """Simulate clients with a query of no row on a LAN."""
    exact = {"when": "never"}
    document = {"path": LAN | (path or {}), "client": client, "query": {"rows": 0}, "variation": exact}
    return net8.run(net8.Plan.of(document | more))


def test_the_time_to_give_up_is_that_of_the_formula() -> None:
    options = "(RETRY_COUNT=2)(RETRY_DELAY=2)(TRANSPORT_CONNECT_TIMEOUT=3)"
    done = run(
        {"descriptor": descriptor(["a", "b"], options)}, {"host_names": {"a": "nowhere", "b": "nowhere"}}
    )
    session = done.sessions.iloc[0]
    # (2 + 1) passes x 2 addresses x 3 s + 2 x 2 s
    assert session["end_s"] - session["start_s"] == pytest.approx(22)
    assert (session["attempts"], session["ora_code"]) == (6, 12170)
    assert list(done.attempts["pass"]) == [0, 0, 1, 1, 2, 2]
    assert list(done.attempts["address"]) == ["a:1521", "b:1521"] * 3
    assert set(done.attempts["ora_code"]) == {12170}


def test_the_next_address_takes_over() -> None:
    hosts = {"a": "nowhere", "b": ["nowhere", "server"]}
    client = {"descriptor": descriptor(["unknown", "a", "b"]), "transport_connect_timeout": "3s"}
    done = run(client, {"host_names": hosts})
    assert list(done.attempts["ora_code"]) == [12545, 12170, 12170, 0]
    session = done.sessions.iloc[0]
    assert session["outcome"] == "closed"
    assert session["ora_code"] == 0
    assert session["connected_s"] == pytest.approx(6, abs=0.001)


def test_the_plan_goes_before_the_descriptor_of_a_file(tmp_path: Path) -> None:
    text = descriptor(["a"], "(RETRY_COUNT=9)(TRANSPORT_CONNECT_TIMEOUT=60)")
    (tmp_path / "tnsnames.ora").write_text(f"SALES = {text}\n", encoding="utf-8")
    plan = net8.Plan.of(
        {
            "path": LAN | {"host_names": {"a": "nowhere"}},
            "client": {"retry_count": 1, "retry_delay": "5s", "transport_connect_timeout": "2s"},
            "files": {"connect": "sales", "tnsnames": "tnsnames.ora"},
        },
        folder=tmp_path,
    )
    assert net8.run(plan).sessions["end_s"][0] == pytest.approx(2 * 2 + 5)


def test_what_is_no_descriptor_is_an_unknown_alias() -> None:
    done = run({"descriptor": "sales", "count": 3})
    assert list(done.sessions["ora_code"]) == [12154] * 3
    assert done.counters["client_alias_unknown"] == 3
    assert len(done.attempts) == 0


def test_every_attempt_is_in_the_books() -> None:
    client = {"count": 40, "hosts": 3, "arrivals": "poisson", "arrival_rate": "50/s", "cycles": 3}
    done = run(client | {"descriptor": descriptor(["b", "a"], "(LOAD_BALANCE=on)")},
               {"host_names": {"a": "server", "b": "nowhere"}})  # fmt: skip
    assert list(done.sessions["session"]) == list(range(120))
    assert set(done.sessions["outcome"]) == {"closed"}
    accepted, failed = (done.attempts["ora_code"] == 0).sum(), (done.attempts["ora_code"] == 12170).sum()
    assert accepted == 120
    assert accepted + failed == len(done.attempts) == done.sessions["attempts"].sum()
    # Each order of two is as likely as the other: 60 of 120, with a standard deviation of 5.5.
    assert 60 - 28 < failed < 60 + 28
    # The next session of a client starts when the one before is over.
    assert list(done.sessions["start_s"][40:]) == list(done.sessions["end_s"][:80])


@pytest.mark.parametrize("hosts", [1, 4])
def test_poisson_arrivals_do_not_depend_on_the_hosts(hosts: int) -> None:
    client = {"count": 400, "arrivals": "poisson", "arrival_rate": "100/s", "queries": 0}
    starts = run(client | {"hosts": hosts}).sessions["start_s"]
    assert list(starts) == list(run(client | {"hosts": 7, "driver": "jdbc-thin"}).sessions["start_s"])
    # 400 gaps of 10 ms: 4 s with a standard deviation of 0.2 s.
    assert starts.iloc[-1] == pytest.approx(4, abs=0.8)


def test_groups_draw_their_arrivals_from_streams_of_their_own() -> None:
    client = {"arrivals": "poisson", "arrival_rate": "100/s", "queries": 0}
    done = run(client, group=[{"name": "one", "count": 20}, {"name": "other", "count": 20}])
    starts = [set(group["start_s"]) for _, group in done.sessions.groupby("group")]
    assert [len(each) for each in starts] == [20, 20]
    assert not starts[0] & starts[1]


def test_batch_and_file_arrivals(tmp_path: Path) -> None:
    (tmp_path / "starts.txt").write_text("# a trace\n2.5s\n500ms  # early\n\n1s\n", encoding="utf-8")
    plan = net8.Plan.of(
        {
            "path": LAN,
            "client": {"queries": 0, "start": "1s"},
            "variation": {"when": "never"},
            "group": [
                {"name": "batch", "count": 3, "arrivals": "batch", "start_spacing": "1s"},
                {"name": "trace", "arrivals": "file", "arrival_file": "starts.txt", "hosts": 2},
            ],
        },
        folder=tmp_path,
    )
    sessions = net8.run(plan, folder=tmp_path / "out").sessions
    assert list(sessions["group"]) == ["batch"] * 3 + ["trace"] * 3
    assert list(sessions["start_s"]) == pytest.approx([1, 1, 1, 1.5, 2, 3.5])
    again = net8.run(net8.load(tmp_path / "out" / "plan.toml")).sessions
    assert list(again["start_s"]) == list(sessions["start_s"])


def test_a_group_has_the_settings_of_the_client_section() -> None:
    done = run({"sdu": 1024}, group=[{"name": "small"}, {"name": "large", "sdu": 4096, "count": 2}])
    assert list(done.sessions["sdu_bytes"]) == [1024, 4096, 4096]


def test_what_a_name_costs() -> None:
    def found(**client: object) -> float:
        return float(run(client).sessions["resolved_s"][0])

    scan = {"naming_entries": 1000, "entry_time": "10us"}
    assert found(naming="tnsnames", **scan) == pytest.approx(1000 * 10e-6)
    # ceil(log2(1001)) = 10 entries
    assert found(naming="indexed", **scan) == pytest.approx(10 * 10e-6)
    # Two links of 5 us each way, and the server's work once; a search takes two round trips more.
    dns, directory = (found(naming=method, lookup_time="20ms") for method in ("dns", "directory"))
    assert 0.02 + 20e-6 < dns < 0.0203
    assert 0.02 + 3 * 20e-6 < directory < 0.0205


def test_work_for_each_packet_and_byte_is_added_up() -> None:
    plain = run({"driver": "python-thin"})
    slow = run({"driver": "python-thin", "packet_time": "2ms", "byte_time": "3us"})
    calls = plain.calls
    # Every request and every reply, that to the logoff too; each is one packet.
    count = 2 * len(calls)
    size = calls["request_bytes"].sum() + calls["reply_bytes"].sum()
    assert list(slow.calls["reply_bytes"]) == list(calls["reply_bytes"])
    more = slow.sessions["end_s"][0] - plain.sessions["end_s"][0]
    # TCP acknowledgements that find no reply to ride on add less than a millisecond.
    assert more == pytest.approx(count * 2e-3 + size * 3e-6, abs=1e-3)


def _reads_slowly(
    read_ahead: bool, sdu: int = 8192, fault: Sequence[Table] = (), profile: str = "solaris-2.5", **more: str
) -> net8.Run:
    """Fetch 200,000 bytes in one reply over a fast LAN through buffers of 20,000 bytes at each end.

    Solaris 2.5 takes a buffer at its word; Linux doubles it.
    """
    bare = {"row_overhead": 0, "fetch_overhead": 0, "execute_overhead": 0, "end_overhead": 0}
    plan = net8.Plan.of(
        {
            "path": {"kind": "lan", "lan_rate": "10Gbps"},
            "client": {
                "driver": "sqlplus", "sdu": sdu, "prefetch_rows": 2000, "read_ahead": read_ahead,
                "tcp": {"receive_buffer": 20_000, "profile": profile},
            }
            | more,
            "server": {"release": "12.1", "sdu": sdu, "tcp": {"send_buffer": 20_000, "profile": profile}},
            "query": {"rows": 2000, "row_length": 100} | bare,
            "fault": list(fault),
        }
    )  # fmt: skip
    return net8.run(plan)


@pytest.mark.parametrize("sdu", [2048, 8192])
def test_a_client_that_works_between_reads_stops_the_server(sdu: int) -> None:
    def waited(run: net8.Run) -> tuple[float, float]:
        frame = run.waits.query("scope == 'statement'").set_index("event")["total_s"]
        room = frame["SQL*Net more data to client"] + frame["SQL*Net message to client"]
        return float(room), float(frame["SQL*Net message from client"])

    ahead, between = (_reads_slowly(how, sdu, byte_time="1us") for how in (True, False))
    # 200,000 bytes and a header of 10 for each SDU - 10 of them, 1 us each.
    size = 200_000 + 10 * -(-200_000 // (sdu - 10))
    # All at once on a link of 10 Gbit/s: the server waits for the work alone, and for the work of the logoff.
    room, work = waited(ahead)
    assert room < 0.005
    assert work == pytest.approx(1e-6 * size, abs=1e-3)
    # Between reads: both buffers and the packet in hand are not done when the last byte is written, the rest is.
    room, work = waited(between)
    assert work == pytest.approx(1e-6 * 40_000, abs=1e-6 * (sdu + 1448))
    assert room + work == pytest.approx(1e-6 * size, abs=2e-3)
    # The same work, wherever it is done.
    ends = [run.sessions["end_s"][0] for run in (ahead, between)]
    assert ends[1] == pytest.approx(ends[0], abs=5e-3)


def test_work_between_reads_needs_work() -> None:
    # Without a time for packets and bytes there is nothing to do between reads.
    runs = [_reads_slowly(how) for how in (True, False)]
    assert runs[0].digest == runs[1].digest


def test_what_a_dead_server_had_sent_is_read_before_its_reset() -> None:
    # The server's processes end while the client is at work. Linux's tcp_recvmsg gives what is in the queue, at most
    # the doubled buffer, before the RST.
    down: list[Table] = [{"kind": "instance_down", "at": "1.1s"}]
    done = _reads_slowly(False, profile="linux", byte_time="1us", start="1s", fault=down)
    (session,) = done.sessions.itertuples()
    assert "reset" in session.outcome
    assert 1.1 + 1e-6 * 8192 < session.end_s <= 1.1 + 1e-6 * (2 * 20_000 + 8192)


@pytest.mark.parametrize("behaviour", ["silent", "garbage", "drip"])
def test_attackers_do_not_prolong_a_run(behaviour: str) -> None:
    done = run({}, group=[{"name": "good"}, {"name": "bad", "count": 2, "behaviour": behaviour}])
    good, bad = done.sessions.iloc[0], done.sessions.iloc[1:]
    assert good["outcome"] == "closed"
    assert done.end_time_ns < 10**9
    assert bad["accepted_s"].isna().all()


def test_the_first_of_spaced_clients_starts_at_once() -> None:
    client = {"count": 3, "start_spacing": "100ms", "start": "1s"}
    exact = {"when": "never"}
    done = net8.run(
        net8.Plan.of({"path": {"kind": "lan"}, "client": client, "query": {"rows": 1}, "variation": exact})
    )
    assert list(done.sessions["start_s"]) == pytest.approx([1, 1.1, 1.2])
