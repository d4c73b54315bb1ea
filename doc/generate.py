# SPDX-License-Identifier: GPL-2.0-only
"""Pages of the site that are made from the code: every key of a plan, every scenario."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import notebooks  # type: ignore[import-not-found]
from net8.forecast.tcp_ends import NS3_FAULTS, NS3_LIMITS
from net8.schema.metrics import END_METRICS, SERIES_METRICS, STORM_METRICS, Metric
from net8.schema.table import TABLE, Key, attribute

UNLIMITED = 2**62


def write_all(top: Path, folder: Path) -> None:
    """Write every generated page, touching only those that differ so that Sphinx rereads little.

    @param top: the project
    @param folder: where to
    """
    folder.mkdir(exist_ok=True)
    pages = [
        ("plan-keys", plan_keys()),
        ("scenario-list", scenarios(top)),
        ("ns3-tcp", (f"- {fact}." for fact in (*NS3_FAULTS, *NS3_LIMITS))),
        ("releases", releases(top)),
        ("programs", programs(top)),
        ("storm-metrics", metrics((*STORM_METRICS, *END_METRICS, *SERIES_METRICS))),
    ]
    pages += [
        (f"tutorial-{path.stem}", notebooks.page(path)) for path in sorted(notebooks.FOLDER.glob("*.ipynb"))
    ]
    for name, lines in pages:
        text = "\n".join(lines) + "\n"
        page = folder / f"{name}.rst"
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def heading(text: str, mark: str) -> list[str]:
    """Return a heading.

    @param text: its text
    @param mark: character that underlines it
    @return: lines
    """
    return [text, mark * len(text), ""]


def plan_keys() -> Iterator[str]:
    """Yield the reference of plan keys, a section of the page for each section of a plan.

    @return: lines
    """
    for entry in TABLE:
        section, keys = entry.name, entry.keys
        # All other keys of a group are those of [client].
        keys = keys[:1] if section == "group" else keys
        # Likewise those of an instance, of [server].
        keys = keys[:3] if section == "instance" else keys
        if not keys:
            continue
        title = f"[[{section}]]" if entry.several else f"[{section}]" if section else "top of the file"
        yield from heading(title, "-")
        if entry.owners and section not in ("group", "instance"):
            yield from (f"Attributes of {' and '.join(f'``{owner}``' for owner in entry.owners)}.", "")
        if section == "instance":
            yield from ("An instance: any key of ``[server]`` but ``instance_name``, besides these.", "")
        if section == "group":
            yield from ("Clients that are alike: any key of ``[client]`` besides the name.", "")
        yield from (".. list-table::", "   :header-rows: 1", "   :widths: 20 16 64", "")
        yield from ("   * - key", "     - default", "     - meaning")
        for key in keys:
            yield from (f"   * - ``{key.name}``", f"     - {default(key)}", f"     - {meaning(key)}")
        yield ""


def default(key: Key) -> str:
    """Describe what holds when a plan does not set the key.

    @param key: the key
    @return: text
    """
    if key.default is None:
        return key.unset or "unset"
    shown = {"": "empty", "()": "none", "True": "true", "False": "false"}.get(
        str(key.default), str(key.default)
    )
    return shown if shown in ("empty", "none") else f"``{shown}``"


def meaning(key: Key) -> str:
    """Describe what the key means, its unit, what may stand there and where the default comes from.

    @param key: the key
    @return: text
    """
    parts = [key.help]
    if key.kind == "random":
        parts.append("May be :ref:`random <random>`.")
    if key.unit:
        parts.append(f"Unit: {key.unit}.")
    if key.choices:
        parts.append("One of " + ", ".join(f"``{word}``" for word in key.choices) + ".")
    if key.kind in ("int", "number", "size") and (key.low or key.high < UNLIMITED):
        parts.append(
            f"At least {key.low:,}." if key.high >= UNLIMITED else f"From {key.low:,} to {key.high:,}."
        )
    if key.core and key.section not in ("group", "instance"):
        parts.append(f"Attribute ``{attribute(key.name)}``.")
    if key.source:
        parts.append(f"Source: {key.source}.")
    return " ".join(parts).replace("*", r"\*")  # in a file's name, not for emphasis


def scenarios(top: Path) -> Iterator[str]:
    """Yield the catalogue of scenarios: name, question and the line that runs it.

    @param top: the project
    @return: lines
    """
    for plan in sorted(top.glob("scenarios/*/plan.toml")):
        name = plan.parent.name
        document = tomllib.loads(plan.read_text(encoding="utf-8"))
        yield from heading(name, "-")
        yield from (f"**{document.get('title', name)}**", "")
        if "question" in document:
            yield from (" ".join(str(document["question"]).split()), "")
        yield from (".. code-block:: console", "", f"   $ ./net8 run scenarios/{name}", "")


def releases(top: Path) -> Iterator[str]:
    """Yield the table of server releases, each with the source that the head of its file names.

    @param top: the project
    @return: lines
    """
    texts = {
        path.stem: path.read_text(encoding="utf-8") for path in top.glob("model/profile/releases/*.toml")
    }
    files = {name: tomllib.loads(text) for name, text in texts.items()}
    yield from (".. list-table::", "   :header-rows: 1", "   :widths: 10 10 12 14 10 44", "")
    yield from _row("release", "TNS version", "SDU default", "SDU maximum", "RESEND", "source")
    for name in sorted(files, key=lambda name: float(name.rstrip("abcdefghijklmnopqrstuvwxyz"))):
        values = dict(files[name])
        while "like" in values:
            values = {**files[str(values.pop("like"))], **values}
        head = re.match(r"(?:#.*\n)+", texts[name])
        assert head is not None
        words = re.sub(r"\s*\n# ?", " ", head[0]).partition(f"Server release {name}. ")[2].strip()
        yield from _row(
            name, str(values["version"]), f"{values['sdu']:,}", f"{values['maximum_sdu']:,}",
            "yes" if values["resend"] else "no", words,
        )  # fmt: skip
    yield ""


def programs(top: Path) -> Iterator[str]:
    """Yield the table of drivers, each with the names of the programs for which it stands.

    @param top: the project
    @return: lines
    """
    yield from (".. list-table::", "   :header-rows: 1", "   :widths: 16 34 50", "")
    yield from _row("driver", "what it is", "programs and libraries")
    for path in sorted(top.glob("model/profile/drivers/*.toml")):
        driver = tomllib.loads(path.read_text(encoding="utf-8"))
        names = ", ".join(f"``{name}``" for name in driver.get("also_called", ()))
        yield from _row(f"``{driver['name']}``", str(driver["about"]), names)
    yield ""


def metrics(chosen: Iterable[Metric]) -> Iterator[str]:
    """Yield the table of some metrics.

    @param chosen: the metrics
    @return: lines
    """
    yield from (".. list-table::", "   :header-rows: 1", "   :widths: 26 10 64", "")
    yield from _row("metric", "unit", "meaning")
    for each in chosen:
        yield from _row(f"``{each.name}``", each.unit, each.help)
    yield ""


def _row(*cells: str) -> Iterator[str]:
    """Yield a row of a list-table.

    @param cells: its cells
    @return: lines
    """
    for number, cell in enumerate(cells):
        yield f"   {'* ' if number == 0 else '  '}- {cell}"
