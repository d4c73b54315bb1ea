# SPDX-License-Identifier: GPL-2.0-only
"""Listing and resolving the aliases of a connect file, from Python and from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import net8
import pytest
from net8 import cli

pytestmark = pytest.mark.plain

TNSNAMES = """# of three machines
SALES, SALES.WORLD = (DESCRIPTION=(SDU=8192)
  (ADDRESS=(PROTOCOL=TCP)(HOST=db1)(PORT=1522))(ADDRESS=(PROTOCOL=TCPS)(HOST=2001:db8::2)(PORT=2484))
  (CONNECT_DATA=(SERVICE_NAME=sales)))
BROKEN = (DESCRIPTION=(ADDRESS=(HOST=db1))
LOCAL = (ADDRESS=(PROTOCOL=BEQ)(PROGRAM=oracle))
OLD = (DESCRIPTION=(ADDRESS=(HOST=first))(CONNECT_DATA=(SID=x)))
old = (DESCRIPTION=(ADDRESS=(HOST=second))(CONNECT_DATA=(SID=x)))
"""
LISTENER = """LISTENER = (ADDRESS_LIST=(ADDRESS=(PROTOCOL=IPC)(KEY=extproc))(ADDRESS=(HOST=db1)(PORT=1526)))
SID_LIST_LISTENER = (SID_LIST=(SID_DESC=(SID_NAME=x)(ORACLE_HOME=/u01)))
DEFAULT_SERVICE_LISTENER = (XE)
OTHER = (DESCRIPTION=(ADDRESS=(HOST=db1)(PORT=1527)))(DESCRIPTION=(ADDRESS=(HOST=db1)(PORT=1528)))
TORN = (
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Provide a folder with a tnsnames.ora, a listener.ora and a sqlnet.ora."""
    for name, text in (
        ("tnsnames", TNSNAMES),
        ("listener", LISTENER),
        ("sqlnet", "NAMES.DEFAULT_DOMAIN=world\n"),
    ):
        (tmp_path / f"{name}.ora").write_text(text, encoding="utf-8")
    return tmp_path


def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: object
) -> tuple[int, str, str]:
    """Run `net8 connect` and give exit code and what it prints."""
    monkeypatch.setattr("sys.argv", ["net8", "connect", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    out = capsys.readouterr()
    return int(ended.value.code or 0), out.out, out.err


def test_aliases_are_listed_with_what_they_resolve_to(folder: Path) -> None:
    found = net8.aliases(folder / "tnsnames.ora")
    assert [(alias.names, alias.line, bool(alias.error)) for alias in found] == [
        (("SALES", "SALES.WORLD"), 2, False),
        (("BROKEN",), 5, True),
        (("LOCAL",), 6, True),
        (("OLD",), 7, True),
        (("old",), 8, False),
    ]
    sales = found[0]
    assert list(map(str, sales.addresses)) == ["db1:1522", "tcps [2001:db8::2]:2484"]
    assert (sales.service, sales.sdu_bytes) == ("sales", 8192)
    assert sales.descriptor.startswith("(DESCRIPTION=(SDU=8192)(ADDRESS=(PROTOCOL=tcp)(HOST=db1)(PORT=1522))")
    assert sales.unmodelled == ()
    assert "the entry BROKEN of line 5 is broken" in found[1].error
    assert "no address of protocol tcp, tcps, spx, decnet or nmp but beq" in found[2].error
    assert "line 8 of" in found[3].error
    assert str(found[4].addresses[0]) == "second:1521"


def test_one_alias_is_resolved(folder: Path) -> None:
    file = folder / "tnsnames.ora"
    assert net8.resolve_alias(file, " sales ") == net8.aliases(file)[0]
    assert str(net8.resolve_alias(file, "OLD").addresses[0]) == "second:1521"
    assert net8.resolve_alias(file, "//db9:1600/orders").addresses == (net8.Address("tcp", "db9", 1600),)
    (folder / "tnsnames.ora").write_text(TNSNAMES.replace("SALES, SALES", "SALES"), encoding="utf-8")
    with pytest.raises(
        net8.PlanError, match=r"found no alias 'sales' where .* there are SALES\.WORLD, LOCAL, OLD"
    ):
        net8.resolve_alias(file, "sales")
    found = net8.resolve_alias(file, "sales", sqlnet=folder / "sqlnet.ora")
    assert (found.service, found.names, found.line) == ("sales", ("sales",), 0)


@pytest.mark.parametrize("alias", ["broken", "local", "payroll", "(ADDRESS=", "h:x/y"])
def test_what_cannot_be_resolved_is_one_sentence(folder: Path, alias: str) -> None:
    with pytest.raises(net8.PlanError) as caught:
        net8.resolve_alias(folder / "tnsnames.ora", alias)
    assert "\n" not in str(caught.value)


def test_listeners_are_listed_with_their_end_points(folder: Path) -> None:
    found = net8.aliases(folder / "listener.ora")
    assert [(alias.names, [str(address) for address in alias.addresses]) for alias in found] == [
        (("LISTENER",), ["ipc extproc", "db1:1526"]),
        (("OTHER",), ["db1:1527", "db1:1528"]),
        (("TORN",), []),
    ]
    assert any(text.startswith("ORACLE_HOME (") for text in found[0].unmodelled)
    assert "the entry TORN of line 5 is broken" in found[2].error
    with pytest.raises(
        net8.PlanError, match="found no listener L9 where one was expected; there are LISTENER, OTHER"
    ):
        net8.resolve_alias(folder / "listener.ora", "L9")


def test_the_command_lists(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _err = run(capsys, monkeypatch, folder / "tnsnames.ora")
    assert code == 0
    row = next(line for line in out.splitlines() if "SALES.WORLD" in line)
    assert row.split() == [
        "SALES,",
        "SALES.WORLD",
        "2",
        "db1:1522,",
        "tcps",
        "[2001:db8::2]:2484",
        "sales",
    ]
    assert "2 of 5 can be used" in out
    assert "cannot be used: BROKEN: " in out
    assert (
        json.loads(run(capsys, monkeypatch, folder / "tnsnames.ora", "--json")[1])["aliases"][0]["line"] == 2
    )


def test_the_command_resolves(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _err = run(capsys, monkeypatch, folder / "tnsnames.ora", "sales")
    assert code == 0
    assert "8,192 bytes" in out
    assert "note: PROTOCOL" not in out
    code, _out, err = run(capsys, monkeypatch, folder / "tnsnames.ora", "broken")
    assert code == 2
    assert err.count("\n") == 1
    assert "the entry BROKEN of line 5 is broken: found 'LOCAL' where ')' was expected" in err
    assert (
        json.loads(run(capsys, monkeypatch, folder / "tnsnames.ora", "sales", "--json")[1])["service"]
        == "sales"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "there is no file"), (b"", "has no aliases"), ("A = b\n".encode("utf-16"), "found UTF-16 where UTF-8"),
     (b"\x00\x01\x02", "cannot be used: the control character 0x00")],
)  # fmt: skip
def test_the_command_names_what_is_no_connect_file(
    tmp_path: Path, content: bytes | None, message: str,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    if content is not None:
        (tmp_path / "t.ora").write_bytes(content)
    code, out, err = run(capsys, monkeypatch, tmp_path / "t.ora")
    assert message in out + err
    assert code == 2


SQLNET = """NAMES.DIRECTORY_PATH = (TNSNAMES, LDAP)
SQLNET.EXPIRE_TIME = 10
DEFAULT_SDU_SIZE = 4096
TRACE_LEVEL_CLIENT = 16
"""
CMAN = """CMAN = (CONFIGURATION=
  (ADDRESS=(PROTOCOL=tcp)(HOST=proxy)(PORT=1630))
  (RULE_LIST=(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=accept)))
  (PARAMETER_LIST=(MAX_CONNECTIONS=256)(PASSWORD_x=TopSecret9)))
"""
LDAP = """DIRECTORY_SERVERS = (ldap1:389:636, ldap2:389:636)
DEFAULT_ADMIN_CONTEXT = "dc=example,dc=com"
DIRECTORY_SERVER_TYPE = OID
"""


@pytest.mark.parametrize(
    ("name", "text", "code", "words"),
    [
        ("sqlnet.ora", SQLNET, 0, ["a sqlnet.ora", "acts, but for LDAP", "sets server.expire_time = 10min",
                                   "sets client.sdu = 4096", "TRACE_LEVEL_CLIENT 4 16 changes nothing"]),
        ("names.txt", SQLNET, 0, ["a sqlnet.ora"]),
        ("sqlnet.ora", "TRACE_LEVEL_CLIENT = 16\n", 2, ["a sqlnet.ora", "holds nothing that changes the model"]),
        ("cman.ora", CMAN, 2, ["a cman.ora", "(HOST=proxy)", "a [[cman]] of a plan has its rules as rule_list"]),
        ("ldap.ora", LDAP, 2, ["an ldap.ora", "ldap1:389:636", "looks names up in a simulated directory"]),
        ("tnsnames.ora", "A = (DESCRIPTION=(ADDRESS=(HOST=h))\n", 2, ["a tnsnames.ora", "holds nothing that can be"]),
        ("tnsnames.ora", "XE=localhost:1521/XE\nP=tcps://h1,h2:2484/s\n", 0,
         ["localhost:1521", "tcps h1:2484, tcps h2:2484", "2 of 2 can be used"]),
        ("tnsnames.ora", "", 2, ["has no aliases"]),
    ],
)  # fmt: skip
def test_each_kind_of_file_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    name: str, text: str, code: int, words: list[str],
) -> None:  # fmt: skip
    (tmp_path / name).write_text(text, encoding="utf-8")
    ended, out, err = run(capsys, monkeypatch, tmp_path / name)
    assert ended == code
    said = " ".join((out + err).split())
    assert all(word in said for word in words), said
    assert "TopSecret9" not in said
    as_json, out, _err = run(capsys, monkeypatch, tmp_path / name, "--json")
    assert as_json == code
    if out:
        assert json.loads(out)["kind"] == words[0].split()[-1].removesuffix(".ora") or name == "tnsnames.ora"


def test_a_connect_string_stands_in_for_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _err = run(capsys, monkeypatch, "jdbc:oracle:thin:@db:1599:XE", "--json")
    assert (code, json.loads(out)["service"], json.loads(out)["addresses"][0]["port"]) == (0, "XE", 1599)
    code, _out, err = run(capsys, monkeypatch, "missing/tnsnames.ora")
    assert (code, "there is no file missing/tnsnames.ora" in err) == (2, True)
