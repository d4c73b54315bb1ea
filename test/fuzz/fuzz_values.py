# SPDX-License-Identifier: GPL-2.0-only
"""Values that no plan should need, as TOML has them, and numbers at the edges of what a format holds."""

from __future__ import annotations

import random
from typing import Final

from net8.schema.table import KEYS

__all__ = ["EDGES", "VALUES", "key", "value"]

VALUES: Final = (
    '""', '"x"', '"[/x]"', '"=1+1"', '" "', '"\\u0000"', '"\\u001b[31m"', '"a\\nb"', '"\\u202e"', '"../../x"',
    '"/dev/zero"', '"base.toml"', '"."', '"runs"', '"é\U0001f600"', f'"{"x" * 3000}"', "''", '"\'"', '"{}"', '"%s"',
    "0", "-1", "1", "2", "255", "4294967295", "4294967296", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "1" + "0" * 40, "0x7fffffff", "1e308", "-1e308", "1e-320", "inf", "-inf", "nan", "-0.0",
    "0.5", "1.0", "true", "false", "1979-05-27", "1979-05-27T07:32:00Z", "07:32:00", "[]", "[[]]", '[1, "a"]',
    "[1, 2, 3]", "[0.5]", "[true]", "[nan]", '["", ""]', '["a", "a"]', "{}", "{a = 1}", "{name = 1}", '{name = "a"}',
    '[{name = "a"}]', '{distribution = "exponential"}', '{distribution = "exponential", mean = "0s"}',
    '{distribution = "pareto", scale = "1ms", shape = 1e-9}', '{distribution = "uniform", min = "2s", max = "1s"}',
    '{distribution = "normal", mean = "1ms", variance = nan}', '{csv = "rows.csv", column = "a"}', '{csv = 1}',
    '"0s"', '"80ms"', '"-1ms"', '"1e400ms"', '"nanms"', '"infs"', '"99999999999999999999s"', '"0.1ns"', '"5e-324s"',
    '"292y"', '"1h"', '"10Mbps"', '"0bps"', '"1e30Gbps"', '"10%"', '"100p"', '"0p"', '"99999999999p"', '"64KiB"',
    '"1e400MiB"', '"3/s"', '"0/s"', '"1e9/s"', '"no"', '"yes"', '"number:10, varchar2:30"', '"varchar2:99999999"',
    '"date, , date"', '"10000*number:1"', '"99999999999*number:1"', '"0*date"', '"1-3,5"', '"client"',
    '"(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=a)(PORT=1521)))"', '"(DESCRIPTION="', f'"{"(A=" * 500}"',
    '"h,h:0,[::1"',
    '"(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=x)))"', '"lan"', '"wan"', '"v6"', '"dual"', '"sqlplus"', '"19c"',
)  # fmt: skip

EDGES: Final = (
    0,
    1,
    2,
    7,
    8,
    0x7F,
    0x80,
    0xFF,
    0x100,
    0x7FFF,
    0xFFFF,
    0x10000,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
)

_LISTED: Final = (
    "group",
    "cross_traffic",
    "end_point",
    "instance",
    "fault",
    "figure",
    "sweep",
    "table",
    "files",
)
_NAMES: Final = (
    "",
    ".",
    "..",
    "a",
    "0",
    "-1",
    '"',
    "é",
    "[x]",
    "a b",
    "a.b.c",
    "client",
    "run",
    "x" * 300,
    "\x1b[1m",
)


def value(rng: random.Random) -> str:
    """Draw a value as TOML has it."""
    return rng.choice(VALUES)


def key(rng: random.Random) -> str:
    """Draw the dotted name of a key, which mostly exists."""
    drawn = rng.random()
    if drawn < 0.85:
        return rng.choice(sorted(KEYS))
    if drawn < 0.95:
        return ".".join(
            (rng.choice(_LISTED), rng.choice(_NAMES), rng.choice(sorted(KEYS)).rpartition(".")[2])
        )
    return rng.choice(_NAMES)
