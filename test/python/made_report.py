# SPDX-License-Identifier: GPL-2.0-only
"""Reports of AWR and Statspack made by hand, in the layout of awrrpt.sql, as text and HTML, and of spreport.sql."""

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


def html_table(section: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table as AWR writes it in HTML, below its heading."""
    lines = [
        f'<a class="awr" name="1"></a><h3 class="awr">{section}</h3>',
        "<ul>",
        "<li>other words</li>",
        "</ul>",
    ]
    lines.append('<table border="0" width="600" class="tdiff" summary="This table displays it"><tr>')
    lines[-1] += "".join(f'<th class="awrbg" scope="col">{head}</th>' for head in heads) + "</tr>"
    for name, *cells in rows:
        numbers = "".join(f'<td align="right" class="awrc">{cell}</td>' for cell in cells)
        lines.append(f'<tr><td scope="row" class="awrc">{name}</td>{numbers}</tr>')
    return "\n".join(lines) + '</table><p />\n<br /><a class="awr" href="#top">Back to Top</a><p />\n'


def html(minutes: float, tables: str) -> str:
    """Return a report in HTML."""
    return (
        '<html lang="en"><head><title>AWR Report for DB: ORCL, Inst: orcl, Snaps: 10-11</title>\n'
        "<style type=\"text/css\">body.awr {font:bold 10pt Arial;}</style></head><body class='awr'>\n"
        "<h1 class='awr'>\n        WORKLOAD REPOSITORY report for\n\n</h1>\n"
        "<table summary='snapshots'><tr><th></th><th>Snap Id</th><th>Snap Time</th></tr>"
        "<tr><td>Begin Snap:</td><td>10</td><td>02-Jan-26 09:00:00</td></tr>"
        f"<tr><td>DB Time:</td><td>&#160;</td><td align='center'>{minutes:,.2f} (mins)</td></tr></table>\n"
        f"{tables}</body></html>\n"
    )
