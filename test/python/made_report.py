# SPDX-License-Identifier: GPL-2.0-only
"""Reports of AWR and Statspack made by hand, in the layout of their text forms (awrrpt.sql, spreport.sql)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

END = "          -------------------------------------------------------------\n"
Event = tuple[str, int, int]
"""Event, number of waits, total seconds."""


def head(minutes: float, *, title: str = "WORKLOAD REPOSITORY report for") -> str:
    """Return how a report begins."""
    return (
        f"\n{title}\n\n"
        "DB Name         DB Id    Instance     Inst Num Startup Time    Release     RAC\n"
        "------------ ----------- ------------ -------- --------------- ----------- ---\n"
        "ORCL          1234567890 orcl                1 02-Jan-26 08:00 11.2.0.4.0  NO\n\n"
        "              Snap Id      Snap Time      Sessions Curs/Sess\n"
        "            --------- ------------------- -------- ---------\n"
        "Begin Snap:        10 02-Jan-26 09:00:00        25       1.6\n"
        "  End Snap:        11 02-Jan-26 10:00:00        27       2.1\n"
        "   Elapsed:               60.00 (mins)\n"
        f"   DB Time:          {minutes:>10.2f} (mins)\n\n"
    )


def model(rows: Mapping[str, float]) -> str:
    """Return the time model; seconds by statistic."""
    lines = [
        "Time Model Statistics                        DB/Inst: ORCL/orcl  Snaps: 10-11",
        "-> Ordered by % or DB time desc, Statistic name\n",
        "Statistic Name                                       Time (s) % of DB Time",
        "------------------------------------------ ------------------ ------------",
        *(f"{name:<42} {value:>18,.1f} {1.0:>12.1f}" for name, value in rows.items()),
    ]
    return "\n".join(lines) + "\n" + END


def events(rows: Sequence[Event], *, section: str = "Foreground Wait Events") -> str:
    """Return a table of waits, whose names are cut to 26 letters."""
    lines = [
        f"{section:<45}DB/Inst: ORCL/orcl  Snaps: 10-11",
        "-> Only events with Total Wait Time (s) >= .001 are shown\n",
        "                                                             Avg",
        "                                        %Time Total Wait    wait    Waits   % DB",
        "Event                             Waits -outs   Time (s)    (ms)     /txn   time",
        "-------------------------- ------------ ----- ---------- ------- -------- ------",
        *(
            f"{name[:26]:<26} {count:>12,} {0:>5} {seconds:>10,} {1:>7} {1.0:>8.1f} {'.1':>6}"
            for name, count, seconds in rows
        ),
    ]
    return "\n".join(lines) + "\n" + END


def statistics(rows: Mapping[str, int], *, section: str = "Instance Activity Stats") -> str:
    """Return statistics of the instance, whose names are cut to 32 letters."""
    lines = [
        f"{section:<45}DB/Inst: ORCL/orcl  Snaps: 10-11\n",
        "Statistic                                     Total     per Second     per Trans",
        "-------------------------------- ------------------ -------------- -------------",
        *(f"{name[:32]:<32} {value:>18,} {1.0:>14.1f} {1.0:>13.1f}" for name, value in rows.items()),
    ]
    return "\n".join(lines) + "\n" + END
