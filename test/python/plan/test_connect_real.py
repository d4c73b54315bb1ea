# SPDX-License-Identifier: GPL-2.0-only
"""Connect files as installers and people write them: odd, partly broken, and read all the same."""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from net8.plan.resolve import Task, resolve

GOOD = "(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=db1)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orders)))"
LISTENER = "LISTENER = (DESCRIPTION_LIST=(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=db1)(PORT=1521))))\n"


def task_of(folder: Path, connect: str = "orders", **texts: str) -> Task:
    """Resolve a plan with these connect files."""
    texts.setdefault("tnsnames", f"ORDERS = {GOOD}\n")
    for name, text in texts.items():
        (folder / f"{name}.ora").write_bytes(text.encode("utf-8", "surrogateescape"))
    files = {"connect": connect, **{name: f"{name}.ora" for name in texts}}
    return resolve(net8.Plan.of({"path": {"kind": "lan"}, "files": files}, folder=folder))


def refused(folder: Path, connect: str = "orders", **texts: str) -> str:
    """Return the one sentence with which such files are refused."""
    with pytest.raises(net8.PlanError) as caught:
        task_of(folder, connect, **texts)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_value_may_stand_in_brackets(tmp_path: Path) -> None:
    task = task_of(
        tmp_path,
        tnsnames="ORDERS = (DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=(db1))(PORT=(1599))(IP=(V6_ONLY)))"
        "(CONNECT_DATA=(SERVICE_NAME=orders)))",
        # The last line is as the installer of XE writes it.
        listener=LISTENER + "DEFAULT_SERVICE_LISTENER = (XE)\n",
        sqlnet='SQLNET.EXPIRE_TIME=(10)\nTCP.NODELAY=(no)\nNAMES.DEFAULT_DOMAIN=("world")\n',
    )
    assert task.plan["listener.default_service"] == "XE"
    assert task.plan["server.expire_time"] == "600s"
    assert task.plan["client.tcp.no_delay"] is False
    assert "(HOST=db1)(PORT=1599)(IP=v6_only)" in task.sections["client"]["Descriptor"]


def test_a_list_is_no_single_value(tmp_path: Path) -> None:
    text = refused(tmp_path, listener=LISTENER + "DEFAULT_SERVICE_LISTENER = (XE, ORCL)\n")
    assert "line 2, column 1: found brackets for DEFAULT_SERVICE_LISTENER where a single value" in text


BROKEN = {
    "missing bracket": "SALES =\n  (DESCRIPTION=(ADDRESS=(HOST=h))\n  (CONNECT_DATA=(SID=x))\n",
    "missing value bracket": "SALES = (DESCRIPTION=(ADDRESS=(HOST=h)(PORT=1521)\n",
    "bracket too many": f"SALES = {GOOD})\n",
    "forgotten quote": 'SALES = (DESCRIPTION=(ADDRESS=(HOST="h)(PORT=1521)))\n',
    "no equals sign": f"SALES {GOOD}\n",
    "no value behind a comma": f"SALES, = {GOOD}\n",
    "rest of a line": f"SALES = {GOOD} of 2019\n",
    "control character": "SALES = (DESCRIPTION=(ADDRESS=(HOST=h\x01)))\n",
    "too deep": "SALES = " + "(A=" * 65 + ")" * 65 + "\n",
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_entry_is_named_and_leaves_the_others(tmp_path: Path, broken: str) -> None:
    for tnsnames in (
        f"{broken}ORDERS = {GOOD}\n",
        f"ORDERS = {GOOD}\n{broken}",
        f"{broken}\n# c\n\nORDERS={GOOD}",
    ):
        task = task_of(tmp_path, tnsnames=tnsnames)
        assert task.sections["client"]["ServiceName"] == "orders"
        assert "the entry SALES of line" in refused(tmp_path, "sales", tnsnames=tnsnames)


def test_an_alias_that_is_not_there_tells_which_are_and_which_are_broken(tmp_path: Path) -> None:
    text = refused(tmp_path, "payroll", tnsnames=f"A, B = {GOOD}\nC = (\nD = {GOOD}\n")
    assert "found no alias 'payroll' where one was expected" in text
    assert "there are A, B, D" in text
    assert "C of line 2 cannot be read" in text
    many = "".join(f"A{number} = {GOOD}\n" for number in range(40))
    assert "A0, A1, A2, A3, A4, A5, A6, A7 and 32 more" in refused(tmp_path, "payroll", tnsnames=many)


def test_a_broken_parameter_counts_where_it_would_be_used(tmp_path: Path) -> None:
    task = task_of(tmp_path, listener=LISTENER + "SID_LIST_OTHER = (SID_LIST=\n", sqlnet="TRACE_FILE = (\n")
    assert any(name.startswith("SID_LIST_OTHER (") for name in task.unmodelled)
    assert any(name.startswith("TRACE_FILE (") for name in task.unmodelled)
    assert "the entry SID_LIST_LISTENER of line 2" in refused(
        tmp_path, listener=LISTENER + "SID_LIST_LISTENER = (SID_LIST=\n"
    )
    assert "the entry SQLNET.EXPIRE_TIME of line 1" in refused(
        tmp_path, sqlnet="SQLNET.EXPIRE_TIME = (10\nA = b\n"
    )
    assert "the entry TCP.INVITED_NODES of line 2" in refused(
        tmp_path, sqlnet="A = b\nTCP.INVITED_NODES = (a,\n"
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.one_of(
            st.sampled_from(sorted(BROKEN.values())),
            st.text(alphabet="()='\"#, \t\nAB1\\.", max_size=30).map(lambda text: f"SALES = (X={text}\n"),
        ),
        max_size=4,
    ),
    st.integers(0, 4),
)
def test_each_alias_stands_alone(tmp_path: Path, broken: list[str], place: int) -> None:
    # Quotes and brackets that stay open in an entry cannot take in the next one.
    entry = f"ORDERS =\n {GOOD}\n"
    parts = [*broken[:place], entry, *broken[place:]]
    task = task_of(tmp_path, tnsnames="".join(parts))
    assert task.sections["client"]["ServiceName"] == "orders"


def test_values_that_nobody_models_may_look_as_they_like(tmp_path: Path) -> None:
    listener = LISTENER + (
        "SID_LIST_LISTENER =\n (SID_LIST =\n  (SID_DESC = (SID_NAME=gw)(PROGRAM=dg4odbc)\n"
        "   (ENVS=LD_LIBRARY_PATH=/a:/b,LANG=C)))\n"
    )
    names = (
        "(SECURITY=(SSL_SERVER_CERT_DN=CN=adb.example.com, O=Example, L=Redwood City, C=US))",
        "(SECURITY=(SSL_SERVER_CERT_DN=CN=adb.example.com, O=Example,\n   L=Redwood City, C=US))",
        '(SECURITY=(SSL_SERVER_CERT_DN="CN=adb.example.com, O=Example,\n   L=Redwood City, C=US"))',
        '(SECURITY=(SSL_SERVER_CERT_DN="CN=adb.example.com, O=Example,\r\nL=Redwood City, C=US"))',
    )
    for name in names:
        task = task_of(tmp_path, tnsnames=f"ORDERS = {GOOD[:-1]}{name})\n", listener=listener)
        assert task.sections["client"]["ServiceName"] == "orders"
        assert any(text.startswith("SECURITY (") for text in task.unmodelled)
        assert any(text.startswith("ENVS (") for text in task.unmodelled)
        assert "\n" not in task.sections["client"]["Descriptor"]


def test_values_that_are_modelled_may_not(tmp_path: Path) -> None:
    tnsnames = "ORDERS = (DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=db1 PORT=1521)))\n"
    assert "line 1, column 47: found 'db1 PORT=1521' for HOST where a single value" in refused(
        tmp_path, tnsnames=tnsnames
    )


def test_lists_need_no_brackets(tmp_path: Path) -> None:
    for value in ("BEQ, NTS", "(BEQ, NTS)", "(BEQ)(NTS)", "BEQ,\n  NTS", "(BEQ NTS)"):
        task = task_of(tmp_path, sqlnet=f"SQLNET.AUTHENTICATION_SERVICES = {value}\n")
        assert task.plan["client.authentication_services"] == "nts", value
    for value in ("10.1.*, host2", "(10.1.*, host2)", "10.1.*,\n  host2"):
        task = task_of(tmp_path, sqlnet=f"TCP.INVITED_NODES = {value}\n")
        assert task.plan["listener.invited_nodes"] == "10.1.*, host2"


def test_brackets_of_an_ipv6_address_are_not_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "tnsnames.ora").write_text(
        f"ORDERS = {GOOD.replace('db1', '[2001:db8::1]')}\n", encoding="utf-8"
    )
    files = {"connect": "orders", "tnsnames": "tnsnames.ora"}
    task = resolve(net8.Plan.of({"path": {"kind": "lan", "ip": "v6"}, "files": files}, folder=tmp_path))
    assert "(HOST=2001:db8::1)" in task.sections["client"]["Descriptor"]


def test_a_switch_of_one_or_zero_is_no_documented_word_and_told(tmp_path: Path) -> None:
    tnsnames = f"ORDERS = {GOOD.replace('(ADDRESS', '(LOAD_BALANCE=1)(FAILOVER=0)(ADDRESS', 1)}\n"
    task = task_of(tmp_path, tnsnames=tnsnames, sqlnet="TCP.NODELAY=1\n")
    assert task.plan["client.tcp.no_delay"] is net8.Plan.of({})["client.tcp.no_delay"]
    for name in ("LOAD_BALANCE=1 (", "FAILOVER=0 (", "TCP.NODELAY=1 ("):
        assert any(text.startswith(name) for text in task.unmodelled), name


def test_addresses_that_tcp_does_not_reach_are_left_out_and_told(tmp_path: Path) -> None:
    addresses = "(ADDRESS=(PROTOCOL=IPC)(KEY=x))(ADDRESS=(PROTOCOL=nmp)(SERVER=s)(PIPE=p))"
    tnsnames = f"ORDERS = {GOOD.replace('(ADDRESS=', addresses + '(ADDRESS=', 1).replace('1521', '1599')}\n"
    task = task_of(tmp_path, tnsnames=tnsnames)
    assert any(text.startswith("PROTOCOL=ipc (") and text.endswith(":1)") for text in task.unmodelled)
    assert any(text.startswith("PROTOCOL=nmp (") for text in task.unmodelled)
    # The port is that of the address on TCP, and the only attempt goes there.
    assert task.sections["listener"]["Port"] == "1599"
    run = net8.run(task.plan)
    assert list(run.attempts["address"].str.rsplit(":").str[-1]) == ["1599"]
    assert list(run.sessions["ora_code"]) == [0]


def test_tcps_is_tls(tmp_path: Path) -> None:
    tnsnames = f"ORDERS = {GOOD.replace('TCP', 'TCPS').replace('1521', '2484')}\n"
    listener = LISTENER.replace("TCP", "TCPS").replace("1521", "2484")
    task = task_of(tmp_path, tnsnames=tnsnames, listener=listener)
    assert not any("tcps" in text for text in task.unmodelled)
    assert task.sections["listener"]["Port"] == "2484"
    assert task.sections["listener"]["Tls"] == "true"
    plain = task_of(tmp_path, tnsnames=f"ORDERS = {GOOD}\n", listener=LISTENER)
    secured, bare = (net8.run(each.plan).sessions.iloc[0] for each in (task, plain))
    assert secured["ora_code"] == bare["ora_code"] == 0
    # Two handshakes of 1.3: 225 + 80 bytes of a client each (OpenSSL 3.0.19), and 22 of each record.
    assert secured["bytes_sent"] - bare["bytes_sent"] > 2 * (225 + 80)


@pytest.mark.parametrize("protocol", ["IPC", "BEQ"])
def test_a_descriptor_without_tcp_is_refused(tmp_path: Path, protocol: str) -> None:
    text = f"(DESCRIPTION=(ADDRESS=(PROTOCOL={protocol})(KEY=x))(CONNECT_DATA=(SID=s)))"
    sentence = f"found no address of protocol tcp, tcps, spx, decnet or nmp but {protocol.lower()}"
    assert sentence in refused(tmp_path, tnsnames=f"ORDERS = {text}\n")
    for section in ({"client": {"descriptor": text}}, {"group": [{"name": "a", "descriptor": text}]}):
        with pytest.raises(net8.PlanError, match=sentence):
            resolve(net8.Plan.of(section))


def test_describe_tells_the_protocols_of_a_descriptor_in_the_plan() -> None:
    text = GOOD.replace("TCP", "TCPS")
    for section in ({"client": {"descriptor": text}}, {"group": [{"name": "a", "descriptor": text}]}):
        plan = net8.Plan.of(section)
        assert resolve(plan).sections["listener"]["Tls"] == "true"
        from net8.forecast.describe import describe

        assert "5 round trips up to the ACCEPT" in dict(describe(plan).facts)["TLS"]


def test_disable_oob_does_without_the_check(tmp_path: Path) -> None:
    # python-oracledb asks for the check only where disable_oob is off.
    task = task_of(tmp_path, sqlnet="DISABLE_OOB = on\n")
    assert task.plan["client.disable_oob"] is True
    assert not [name for name in task.unmodelled if name.startswith("DISABLE_OOB")]
    task = task_of(tmp_path, sqlnet="DISABLE_OOB = off\n")
    assert task.plan["client.disable_oob"] is False
    assert not [name for name in task.unmodelled if name.startswith("DISABLE_OOB")]


def test_listeners_that_are_there_are_named(tmp_path: Path) -> None:
    text = refused(
        tmp_path, listener=LISTENER.replace("LISTENER =", "LISTENER_GW =") + "LOGGING_LISTENER = on\n"
    )
    assert "found no listener LISTENER where one was expected; there is LISTENER_GW" in text


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_named(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "tnsnames.ora").write_bytes(f"ORDERS = {GOOD}\n".encode(encoding))
    plan = net8.Plan.of({"files": {"connect": "orders", "tnsnames": "tnsnames.ora"}}, folder=tmp_path)
    with pytest.raises(net8.PlanError, match=r"tnsnames\.ora: found UTF-16 where UTF-8"):
        resolve(plan)


def test_a_control_character_is_named_and_the_end_mark_of_dos_is_not(tmp_path: Path) -> None:
    text = refused(tmp_path, tnsnames=f"ORDERS = {GOOD.replace('db1', 'db' + chr(1))}\n")
    assert "line 1, column 54: the entry ORDERS of line 1 is broken: found the control character 0x01" in text
    assert resolve(task_of(tmp_path, tnsnames=f"ORDERS = {GOOD}\r\n\x1a").plan)
