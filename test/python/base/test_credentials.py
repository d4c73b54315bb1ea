# SPDX-License-Identifier: GPL-2.0-only
"""No user name and no password of a connect string gets into a plan, a result, a message or a file."""

from __future__ import annotations

import string
from pathlib import Path

import net8
import pytest
from hypothesis import given
from hypothesis import strategies as st
from net8 import cli
from net8.base.credentials import clean_setting, clean_word, without_credentials
from net8.plan.resolve import resolve

STRINGS = (
    "scott/TopSecret9@db.example.com/orcl",
    "scott/Top@Secret9@db.example.com:1521/orcl",
    "jdbc:oracle:thin:scott/TopSecret9@//db.example.com:1521/orcl",
    "Data Source=db.example.com:1521/orcl;User Id=scott;Password=TopSecret9",
    "oracle://scott:TopSecret9@db.example.com/orcl",
    "db.example.com/orcl?password=TopSecret9&user=scott",
    "scott/TopSecret9@(DESCRIPTION=(ADDRESS=(HOST=db.example.com)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orcl)))",
)


def told(*parts: object) -> str:
    """Join what is looked through, and refuse the secret in it."""
    text = " ".join(map(str, parts))
    assert "Secret9" not in text
    assert "scott" not in text
    return text


@pytest.mark.parametrize("text", STRINGS)
def test_a_plan_never_holds_them(text: str) -> None:
    for plan in (
        net8.Plan.of({"files": {"connect": text}}),
        net8.Plan.of({}).with_values({"files.connect": text}),
    ):
        sections = resolve(plan).sections
        told(plan.to_toml(), repr(plan), sections, plan["files.connect"])
        assert "(HOST=db.example.com)(PORT=1521)" in sections["client"]["Descriptor"]
        assert sections["client"]["ServiceName"] == "orcl"


def test_nor_do_descriptors_groups_and_sweeps() -> None:
    secret = "(DESCRIPTION=(PASSWORD=TopSecret9)(ADDRESS=(HOST=h)(PORT=1521)))"
    document = {
        "client": {"connect_data": secret},
        "group": [{"name": "a", "descriptor": "scott/TopSecret9@h:1521/s"}],
        "sweep": {"client.descriptor": [STRINGS[0], "scott/TopSecret9@other/orcl"]},
    }
    plan = net8.Plan.of(document)
    told(plan.to_toml(), *(point.labels for point in plan.points()))
    assert plan["client.connect_data"] == "(DESCRIPTION=(ADDRESS=(HOST=h)(PORT=1521)))"
    # An Easy Connect text is a descriptor in short.
    assert str(plan.groups[0]["descriptor"]).startswith("(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=h)")


@pytest.mark.parametrize(
    "text", ["scott/TopSecret9@", "scott/Top?Secret9=1@h/s", "scott/TopSecret9@h:x/s", "h/s?pwd=TopSecret9&x"]
)
def test_a_wrong_string_is_not_quoted(text: str) -> None:
    for make in (
        lambda: net8.Plan.of({"sweep": {"client.descriptor": [text]}}),
        lambda: resolve(net8.Plan.of({"files": {"connect": text}})),
    ):
        with pytest.raises(net8.PlanError) as caught:
            make()
        told(caught.value)


def test_stores_archives_and_commands_are_clean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.toml").write_text(
        '[path]\nkind = "lan"\n[query]\nrows = 1\n[files]\nconnect = "scott/TopSecret9@h/s"\n',
        encoding="utf-8",
    )
    for words in (
        ["run", "p.toml", "--set", "files.connect=scott/TopSecret9@h2/s", "--runs", "2"],
        ["archive", "p"],
        ["describe", "p.toml", "--set", "files.connect=scott/TopSecret9@h:x/s"],
        ["slurm", "p.toml", "--set", "files.connect=scott/TopSecret9@h2/s"],
        ["connect", "scott/TopSecret9@h/s"],
        ["connect", "jdbc:oracle:thin:scott/TopSecret9@h:x"],
    ):
        monkeypatch.setattr("sys.argv", ["net8", *words])
        with pytest.raises(SystemExit):
            cli.main()
        out = capsys.readouterr()
        told(out.out, out.err)
    files = [path for path in (tmp_path / "runs").rglob("*") if path.is_file()]
    assert files
    for path in [*files, *tmp_path.glob("*.zip")]:
        told(path.name)
        assert b"Secret9" not in path.read_bytes(), path


def test_arguments_are_cleaned_and_others_left() -> None:
    assert clean_setting("files.connect=scott/tiger@h/s") == "files.connect=h/s"
    assert clean_setting("--set=files.connect=scott/tiger@h/s") == "--set=files.connect=h/s"
    assert clean_setting("files.connect=scott/tiger@") == "files.connect=***"
    assert clean_word("jdbc:oracle:thin:scott/tiger@h:1521:x") == "jdbc:oracle:thin:@h:1521:x"
    for word in (
        "client.sdu=8192",
        "runs/plan.toml",
        "/srv/net8@2/plan.toml",
        "--out=a@b",
        "me@host",
        "client.program=a@b",
    ):
        assert clean_setting(word) == clean_word(word) == word


def test_tns_admin_names_the_files(tmp_path: Path) -> None:
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "tnsnames.ora").write_text("DB=(ADDRESS=(HOST=db1)(PORT=1599))\n", encoding="utf-8")
    plan = net8.Plan.of({"files": {"connect": "jdbc:oracle:thin:@db?TNS_ADMIN=w"}}, folder=tmp_path)
    task = resolve(plan)
    assert task.sections["listener"]["Port"] == "1599"
    assert "TNS_ADMIN" not in task.unmodelled
    (tmp_path / "w" / "sqlnet.ora").write_text("DEFAULT_SDU_SIZE=4096\n", encoding="utf-8")
    assert resolve(plan).sections["client"]["Sdu"] == "4096"
    with pytest.raises(
        net8.PlanError, match=r"TNS_ADMIN of files\.connect names none, which holds no tnsnames"
    ):
        resolve(net8.Plan.of({"files": {"connect": "db?TNS_ADMIN=none"}}, folder=tmp_path))


PASSWORDS = st.text(
    string.ascii_letters + string.digits + "!#$%&*+-./:;<=>?@[]^_{|}~() '\"", max_size=12
).map(lambda text: f"Zq7{text}7qZ")


@given(
    PASSWORDS,
    st.sampled_from(
        ["h/s", "h:1521/s?sdu=8192", '//h/s?wallet_location="/a@b"', "alias", "(ADDRESS=(HOST=h))", "h:x/y"]
    ),
    st.sampled_from(
        ["scott/{password}@{target}", "jdbc:oracle:thin:scott/{password}@{target}", "oracle://scott:{password}@{target}",
         "User Id=scott;Password=\"{password}\";Data Source='{target}'", "{target}?password={password}",
         "(DESCRIPTION=(ADDRESS=(HOST=h))(password=\"{password}\"))", "scott/\"{password}\"@{target}"]
    ),
)  # fmt: skip
def test_no_password_gets_through(password: str, target: str, form: str) -> None:
    text = form.format(password=password, target=target)
    try:
        found = without_credentials(text)
        net8.Plan.of({"files": {"connect": text}}).to_toml()
        resolve(net8.Plan.of({"files": {"connect": text}}))
    except net8.PlanError as error:
        found = str(error)
    assert password not in found
    # A quote or an ampersand ends a value, so only its beginning is sure to be of the password.
    assert "Zq7" not in found
