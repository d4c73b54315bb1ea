# SPDX-License-Identifier: GPL-2.0-only
"""The time series of a run: server hosts, links, background flows and the TCP of sessions at equal intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

__all__ = [
    "CONNECTION_COLUMNS", "FLOW_COLUMNS", "GOODPUT_COLUMNS", "LINK_COLUMNS", "OTHER_TRAFFIC", "SERIES_COLUMNS",
    "connection_frame", "flow_frame", "goodput_frame", "link_frame", "series_frame",
]  # fmt: skip

SERIES_COLUMNS: Final = (
    "time_s", "host", "cpu_load", "run_queue", "memory_bytes", "sessions", "greetings", "backlog",
    "accepted_per_s", "refused_per_s", "overflows",
)  # fmt: skip
"""cpu_load is a fraction of all cores; overflows count from the start of the simulation."""

LINK_COLUMNS: Final = (
    "time_s", "link", "direction", "queue_packets", "queue_bytes", "load", "throughput_bit_s", "dropped_packets",
    "lost_packets",
)  # fmt: skip
"""load is the part of the time in which it was sending; drops and losses count from the start of the simulation."""

GOODPUT_COLUMNS: Final = ("time_s", "link", "direction", "group", "goodput_bit_s")

CONNECTION_COLUMNS: Final = ("time_s", "session", "end", "cwnd_bytes", "rtt_s", "in_flight_bytes")

FLOW_COLUMNS: Final = ("time_s", "traffic", "flow", "goodput_bit_s")
"""traffic and flow are numbered from 1, as in the counters."""

OTHER_TRAFFIC: Final = "other traffic"
"""Group of traffic that belongs to no client."""

_WAYS: Final = ("down", "up")


def series_frame(columns: Mapping[str, npt.NDArray[Any]]) -> pd.DataFrame:
    """Turn totals into loads and rates, each over the time since the previous sample.

    @param columns: samples from the extension, totals from the start of the simulation
    @return: one row per sample and host; 0 at time 0
    """
    import pandas as pd

    if not columns:
        return pd.DataFrame(columns=list(SERIES_COLUMNS))
    totals = pd.DataFrame(dict(columns))
    names = ["time_ns", "busy_ns", "accepted", "refused"]
    since = totals.groupby("host")[names].diff()
    elapsed_s = since["time_ns"] / 1e9
    frame = totals.assign(
        time_s=totals["time_ns"] / 1e9,
        cpu_load=(since["busy_ns"] / since["time_ns"] / totals["cores"]).fillna(0.0),
        accepted_per_s=(since["accepted"] / elapsed_s).fillna(0.0),
        refused_per_s=(since["refused"] / elapsed_s).fillna(0.0),
    )
    return frame[list(SERIES_COLUMNS)]


def link_frame(columns: Mapping[str, npt.NDArray[Any]], links: Sequence[str]) -> pd.DataFrame:
    """Turn totals of links into loads and rates, each over the time since the previous sample.

    @param columns: samples from the extension, totals from the start of the simulation
    @param links: names of the links by number
    @return: one row per sample, link and direction; 0 at time 0
    """
    import pandas as pd

    if not columns:
        return pd.DataFrame(columns=list(LINK_COLUMNS))
    totals = pd.DataFrame(dict(columns))
    since = totals.groupby(["link", "up"])[["time_ns", "busy_ns", "sent_bytes"]].diff()
    frame = totals.assign(
        time_s=totals["time_ns"] / 1e9,
        link=[links[number] for number in totals["link"]],
        direction=[_WAYS[number] for number in totals["up"]],
        load=(since["busy_ns"] / since["time_ns"]).fillna(0.0),
        throughput_bit_s=(8e9 * since["sent_bytes"] / since["time_ns"]).fillna(0.0),
    )
    return frame[list(LINK_COLUMNS)]


def goodput_frame(
    columns: Mapping[str, npt.NDArray[Any]],
    times_ns: npt.NDArray[Any],
    links: Sequence[str],
    groups: Sequence[str],
) -> pd.DataFrame:
    """Turn totals of groups into rates, each over the time since the previous sample.

    @param columns: samples from the extension, totals from the start of the simulation
    @param times_ns: when samples were taken
    @param links: names of the links by number
    @param groups: names of the groups by number
    @return: one row per sample, link, direction and group, from the first sample with payload on
    """
    import pandas as pd

    if not columns:
        return pd.DataFrame(columns=list(GOODPUT_COLUMNS))
    totals = pd.DataFrame(dict(columns))
    looks = pd.Series(times_ns).drop_duplicates().sort_values()
    before = dict(zip(looks, looks.shift(fill_value=0), strict=True))
    elapsed = totals["time_ns"] - totals["time_ns"].map(before)
    bytes_since = totals.groupby(["link", "up", "group"])["goodput_bytes"].diff()
    bytes_since = bytes_since.fillna(totals["goodput_bytes"])
    names = [*groups, OTHER_TRAFFIC]
    frame = totals.assign(
        time_s=totals["time_ns"] / 1e9,
        link=[links[number] for number in totals["link"]],
        direction=[_WAYS[number] for number in totals["up"]],
        group=[names[number] for number in totals["group"]],
        goodput_bit_s=8e9 * bytes_since / elapsed,
    )
    return frame[list(GOODPUT_COLUMNS)]


def flow_frame(columns: Mapping[str, npt.NDArray[Any]]) -> pd.DataFrame:
    """Turn totals of background flows into rates, each over the time since the previous sample.

    @param columns: samples from the extension, totals from the start of the simulation
    @return: one row per sample and flow; 0 at time 0
    """
    import pandas as pd

    if not columns:
        return pd.DataFrame(columns=list(FLOW_COLUMNS))
    totals = pd.DataFrame(dict(columns))
    since = totals.groupby(["traffic", "flow"])[["time_ns", "received_bytes"]].diff()
    frame = totals.assign(
        time_s=totals["time_ns"] / 1e9,
        traffic=totals["traffic"] + 1,
        flow=totals["flow"] + 1,
        goodput_bit_s=(8e9 * since["received_bytes"] / since["time_ns"]).fillna(0.0),
    )
    return frame[list(FLOW_COLUMNS)]


def connection_frame(columns: Mapping[str, npt.NDArray[Any]]) -> pd.DataFrame:
    """Convert the TCP samples of sessions to columns with units.

    @param columns: samples from the extension
    @return: one row per sample, session and end while its connection is open; no RTT before the first measurement
    """
    import pandas as pd

    if not columns:
        return pd.DataFrame(columns=list(CONNECTION_COLUMNS))
    found = pd.DataFrame(dict(columns))
    frame = found.assign(
        time_s=found["time_ns"] / 1e9,
        end=[("client", "server")[number] for number in found["server"]],
        rtt_s=(found["rtt_ns"] / 1e9).where(found["rtt_ns"] > 0),
    )
    return frame[list(CONNECTION_COLUMNS)]
