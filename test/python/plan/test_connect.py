# SPDX-License-Identifier: GPL-2.0-only
"""Plans that name an alias and connect files."""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from net8.plan.resolve import resolve

TNSNAMES = """# production
SALES, SALES.EXAMPLE.COM =
  (description = (SDU=2048)(TDU=1024) (RECV_BUF_SIZE=65536)
    (RETRY_COUNT=3) (TRANSPORT_CONNECT_TIMEOUT=3)
    (address_list = (ADDRESS=(PROTOCOL=tcp)(HOST=db1)(PORT=1522)))
    (connect_data = (SERVICE_NAME=sales.example.com)))
PLAIN = (DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db1)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=plain)))
"""
SQLNET = (
    "DEFAULT_SDU_SIZE = 4096\nTCP.NODELAY = no\nTRACE_LEVEL_CLIENT = 16\nSEND_BUF_SIZE = 32768\n"
    "SQLNET.AUTHENTICATION_SERVICES = (BEQ, NTS)\nDISABLE_OOB_AUTO = on\n"
)
LISTENER = """LISTENER = (DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db1)(PORT=1522)))
SID_LIST_LISTENER = (SID_LIST=
  (SID_DESC=(SDU=8192)(GLOBAL_DBNAME=sales.example.com)(SID_NAME=sales)))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Provide a folder with the three files."""
    for name, text in (("tnsnames", TNSNAMES), ("sqlnet", SQLNET), ("listener", LISTENER)):
        (tmp_path / f"{name}.ora").write_text(text, encoding="utf-8")
    return tmp_path


def plan_of(folder: Path, connect: str, **client: object) -> net8.Plan:
    """Return a plan with all three files."""
    files = {
        "connect": connect,
        "tnsnames": "tnsnames.ora",
        "sqlnet": "sqlnet.ora",
        "listener": "listener.ora",
    }
    return net8.Plan.of({"path": {"kind": "lan"}, "client": client, "files": files}, folder=folder)


def test_the_descriptor_goes_before_sqlnet(folder: Path) -> None:
    task = resolve(plan_of(folder, "sales"))
    client = task.sections["client"]
    assert (client["Sdu"], client["Tdu"]) == ("2048", "1024")
    assert "(RETRY_COUNT=3)(TRANSPORT_CONNECT_TIMEOUT=3)" in client["Descriptor"]
    assert client["ServiceName"] == "sales.example.com"
    tcp = task.sections["client.tcp"]
    assert (tcp["ReceiveBuffer"], tcp["SendBuffer"], tcp["NoDelay"]) == ("65536", "32768", "false")
    assert task.sections["server"]["Sdu"] == "8192"
    assert task.sections["listener"]["Port"] == "1522"


def test_sqlnet_fills_what_the_descriptor_leaves_open(folder: Path) -> None:
    task = resolve(plan_of(folder, "plain"))
    assert task.sections["client"]["Sdu"] == "4096"
    assert task.sections["client"]["AuthenticationServices"] == "nts"
    assert task.sections["client"]["DisableOobAuto"] == "true"
    assert "Sdu" not in task.sections["server"]


def test_the_plan_goes_before_the_files(folder: Path) -> None:
    task = resolve(plan_of(folder, "sales", sdu=512))
    assert task.sections["client"]["Sdu"] == "512"


def test_what_is_not_modelled_is_reported(folder: Path) -> None:
    names = resolve(plan_of(folder, "sales")).unmodelled
    assert "RETRY_COUNT" not in names
    assert any(
        name.upper().startswith("TRACE_LEVEL_CLIENT (") and name.endswith("sqlnet.ora:3)") for name in names
    )


def test_the_files_reach_the_wire(folder: Path) -> None:
    run = net8.run(plan_of(folder, "sales"))
    # The smaller of 2048 asked and 8192 granted; the TDU is the client's 1024.
    assert list(run.sessions["sdu_bytes"]) == [2048]
    assert list(run.sessions["tdu_bytes"]) == [1024]


def test_easy_connect_needs_no_file() -> None:
    plan = net8.Plan.of({"files": {"connect": "//db1:1599/orders?sdu=16384"}})
    sections = resolve(plan).sections
    assert sections["client"]["Sdu"] == "16384"
    assert sections["client"]["ServiceName"] == "orders"
    assert sections["listener"]["Port"] == "1599"


def test_an_unknown_alias_is_one_sentence(folder: Path) -> None:
    with pytest.raises(net8.PlanError) as caught:
        resolve(plan_of(folder, "payroll"))
    assert "payroll" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_without_an_alias_are_refused(folder: Path) -> None:
    plan = net8.Plan.of({"files": {"tnsnames": "tnsnames.ora"}}, folder=folder)
    with pytest.raises(net8.PlanError, match=r"files\.tnsnames is set without files\.connect"):
        resolve(plan)


def test_an_absent_file_is_named(folder: Path) -> None:
    plan = net8.Plan.of({"files": {"connect": "sales", "tnsnames": "names.ora"}}, folder=folder)
    with pytest.raises(net8.PlanError, match=r'there is no file "names\.ora" beside the plan'):
        resolve(plan)


def test_a_setting_outside_its_range_is_named(folder: Path) -> None:
    (folder / "sqlnet.ora").write_text("DEFAULT_SDU_SIZE = 100\n", encoding="utf-8")
    with pytest.raises(net8.PlanError) as caught:
        resolve(plan_of(folder, "plain"))
    assert "100" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [("tnsnames", "SALES = (DESCRIPTION=(ADDRESS=(HOST=h)(PORT=1))\nB = 3\n",
      "line 2, column 1: the entry SALES of line 1 is broken: "
      "found 'B' where ')' was expected to close the '(' of line 1, column 9"),
     ("tnsnames", "SALES = \n", "line 1, column 1: found 0 descriptors behind SALES where one was expected"),
     ("sqlnet", "DEFAULT_SDU_SIZE = large\n",
      "line 1, column 1: found 'large' for DEFAULT_SDU_SIZE where a whole number"),
     ("listener", "LISTENER = (DESCRIPTION=(ADDRESS=(PORT=many)))\n",
      "line 1, column 35: found 'many' for PORT where a whole number from 1 to 65535 (TCP port) was expected")],
)  # fmt: skip
def test_a_wrong_file_is_named_with_its_line(folder: Path, name: str, text: str, message: str) -> None:
    (folder / f"{name}.ora").write_text(text, encoding="utf-8")
    with pytest.raises(net8.PlanError) as caught:
        resolve(plan_of(folder, "sales"))
    assert f"{folder / name}.ora, {message}" in str(caught.value)
    assert "\n" not in str(caught.value)


STORM = """LISTENER = (DESCRIPTION_LIST =
  (DESCRIPTION=(ADDRESS=(PROTOCOL=ipc)(KEY=extproc)))
  (DESCRIPTION=(ADDRESS_LIST=
    (ADDRESS=(PROTOCOL=tcp)(HOST=db1)(PORT=1522)(RATE_LIMIT=yes)(QUEUESIZE=17)(IP=v4_only))
    (ADDRESS=(PROTOCOL=tcp)(HOST=db1)(PORT=1526)(RATE_LIMIT=3)(QUEUESIZE=200)(IP=V6_ONLY))
    (ADDRESS=(PROTOCOL=tcp)(HOST=db1-vip)(PORT=1522))
    (ADDRESS=(PROTOCOL=tcp)(HOST=db1)(PORT=1527)(IP=FIRST)))))
CONNECTION_RATE_LISTENER = 5
INBOUND_CONNECT_TIMEOUT_LISTENER = 0
DEFAULT_SERVICE_LISTENER = sales.example.com
CONNECTION_RATE_OTHER = 7
SID_LIST_LISTENER = (SID_LIST=(SID_DESC=(GLOBAL_DBNAME=sales.example.com)(SID_NAME=sales1)))
"""
NODES = (
    "SQLNET.INBOUND_CONNECT_TIMEOUT = 90\nSQLNET.RECV_TIMEOUT = 20\nTCP.VALIDNODE_CHECKING = yes\n"
    "TCP.INVITED_NODES = (10.1.*, 192.0.2.0/24)\nTCP.EXCLUDED_NODES = badhost\n"
)


@pytest.fixture
def storm(folder: Path) -> Path:
    """Provide the folder with the files of a server that limits logons."""
    (folder / "listener.ora").write_text(STORM, encoding="utf-8")
    (folder / "sqlnet.ora").write_text(NODES, encoding="utf-8")
    return folder


def test_listener_ora_gives_end_points_and_limits(storm: Path) -> None:
    task = resolve(plan_of(storm, "sales"))
    expected = {"Port": "1522", "QueueSize": "17", "RateLimit": "yes", "ConnectionRate": "5",
                "Ip": "v4_only", "DefaultService": "sales.example.com"}  # fmt: skip
    assert expected.items() <= task.sections["listener"].items()
    # Zero is the parameter's way to say that there is no limit.
    assert task.plan["listener.inbound_connect_timeout"] == "0s"
    # Of the four TCP addresses one has the port of the first; IPC is not an end point of a network.
    assert task.plan.end_points == (
        {"port": 1526, "queue_size": 200, "rate_limit": "3", "ip": "v6_only"},
        {"port": 1527},
    )
    assert not [name for name in task.unmodelled if name.startswith(("CONNECTION_RATE (", "INBOUND"))]
    # Listening on the first address of a name alone is not modelled.
    assert any(name.startswith("IP (") for name in task.unmodelled)
    # What another listener of the file has is nothing to this one.
    assert any(name.startswith("CONNECTION_RATE_OTHER (") for name in task.unmodelled)


def test_a_sid_list_registers_statically(storm: Path) -> None:
    task = resolve(plan_of(storm, "sales"))
    assert task.plan["server.registration"] == "static"
    assert task.plan["server.instance_name"] == "sales1"
    # The service of the other alias is in no SID_DESC.
    assert resolve(plan_of(storm, "plain")).plan["server.registration"] == "dynamic"
    # A SID_DESC lets listeners start processes; shared servers register themselves.
    shared = plan_of(storm, "sales").with_values({"server.handlers": "shared"})
    assert resolve(shared).plan["server.registration"] == "dynamic"


def test_instances_of_a_plan_register_as_it_says(storm: Path) -> None:
    two = plan_of(storm, "sales").with_tables("instance", [{"name": "sales1"}, {"name": "sales2"}])
    assert resolve(two).plan["server.registration"] == "dynamic"
    assert not resolve(two).plan.is_set("server.instance_name")


def test_a_descriptor_with_another_port_finds_no_listener(folder: Path) -> None:
    # The alias asks for 1521 and listener.ora has 1522 alone.
    assert list(net8.run(plan_of(folder, "plain")).sessions["ora_code"]) == [12541]


def test_sqlnet_ora_gives_limits_of_the_server_and_valid_nodes(storm: Path) -> None:
    task = resolve(plan_of(storm, "sales"))
    assert task.plan["server.inbound_connect_timeout"] == "90s"
    assert task.plan["client.recv_timeout"] == "20s"
    assert task.plan["listener.valid_node_checking"] is True
    assert task.plan["listener.invited_nodes"] == "10.1.*, 192.0.2.0/24"
    assert task.plan["listener.excluded_nodes"] == "badhost"
    assert not [name for name in task.unmodelled if name.upper().startswith(("TCP.", "SQLNET."))]


def test_sqlnet_ora_and_descriptor_say_how_dead_connections_are_found(storm: Path) -> None:
    text = "SQLNET.EXPIRE_TIME = 10\nUSE_NS_PROBES_FOR_DCD = true\nSQLNET.SEND_TIMEOUT = 3\nUSE_ENHANCED_POLL = off\n"
    (storm / "sqlnet.ora").write_text(text, encoding="utf-8")
    task = resolve(plan_of(storm, "sales"))
    assert task.plan["server.expire_time"] == "600s"
    assert task.plan["server.ns_probes"] is True
    assert task.plan["server.dispatcher.use_enhanced_poll"] is False
    assert task.plan["server.broker.use_enhanced_poll"] is False
    assert (task.plan["server.send_timeout"], task.plan["client.send_timeout"]) == ("3s", "3s")
    assert not [name for name in task.unmodelled if name.upper().startswith(("SQLNET.", "USE_", "EXPIRE"))]
    # What a descriptor says is for the client, and the plan goes before it.
    enabled = TNSNAMES.replace("(SDU=2048)", "(SDU=2048)(ENABLE=broken)(EXPIRE_TIME=2)")
    (storm / "tnsnames.ora").write_text(enabled, encoding="utf-8")
    assert "(ENABLE=broken)" in resolve(plan_of(storm, "sales")).sections["client"]["Descriptor"]
    own = resolve(plan_of(storm, "sales", expire_time="1min", keep_alive=False)).sections["client"][
        "Descriptor"
    ]
    assert "ENABLE" not in own
    assert "EXPIRE_TIME" not in own


def test_the_plan_goes_before_listener_ora(storm: Path) -> None:
    plan = plan_of(storm, "sales").with_values(
        {"listener.rate_limit": "no", "listener.port": 1526, "server.registration": "dynamic"}
    )
    task = resolve(plan)
    assert task.sections["listener"]["RateLimit"] == "no"
    assert task.plan["server.registration"] == "dynamic"
    # The plan's port is that of the first end point; the others are left.
    assert task.plan.end_points == ({"port": 1527},)


def test_clients_that_sqlnet_ora_does_not_invite_stay_out(storm: Path) -> None:
    # TEST-NET-1 (RFC 5737) is not a network of a simulated client: the listener closes what it accepts, ORA-12537.
    (storm / "sqlnet.ora").write_text(NODES.replace("10.1.*, ", ""), encoding="utf-8")
    assert list(net8.run(plan_of(storm, "sales")).sessions["ora_code"]) == [12537]


@pytest.mark.parametrize(
    ("name", "text", "wrong", "message"),
    [("listener", STORM, ("(RATE_LIMIT=3)", "(RATE_LIMIT=few)"), "listener.ora has a wrong RATE_LIMIT at port 1526: "),
     ("listener", STORM, ("(RATE_LIMIT=yes)", "(RATE_LIMIT=few)"), "listener.rate_limit: "),
     ("sqlnet", NODES, ("CHECKING = yes", "CHECKING = perhaps"),
      "line 3, column 1: found 'perhaps' for TCP.VALIDNODE_CHECKING where"),
     ("sqlnet", NODES, ("192.0.2.0/24", "192.0.2.0/33"), "'192.0.2.0/33' has the prefix length '33'")],
)  # fmt: skip
def test_a_wrong_limit_is_told(
    storm: Path, name: str, text: str, wrong: tuple[str, str], message: str
) -> None:
    (storm / f"{name}.ora").write_text(text.replace(*wrong), encoding="utf-8")
    with pytest.raises(net8.PlanError) as caught:
        resolve(plan_of(storm, "sales"))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
