# SPDX-License-Identifier: GPL-2.0-only
"""Play recorded sessions over their own network and over another one, and set the times side by side."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median, median_low
from typing import Final

import numpy as np

from net8.base.errors import CaptureError, PlanError
from net8.base.units import QuantityError, format_rate, format_time, parse_rate, parse_time
from net8.base.words import many
from net8.plan.plan import Plan
from net8.record.captures import CAPTURE, RECORDING
from net8.record.estimates import Estimate, estimates_of
from net8.record.record import Record
from net8.record.reports import REPORT
from net8.record.sources import LISTENER_PORTS, grouped, read
from net8.record.tkprof import TKPROF
from net8.replaying.change import Change
from net8.replaying.closed_form import closed_form_s
from net8.replaying.exchange import FETCH, Conversation, Exchange, conversations, with_rows
from net8.replaying.folding import fold
from net8.replaying.onto_server import note_of, served
from net8.replaying.own_network import NO_NETWORK, OwnNetwork, own_network
from net8.replaying.playing import OPENING_ROW, Begin, Played, play, responses_of
from net8.replaying.recut import recut
from net8.replaying.result import Cost, Line, Replay
from net8.replaying.script import (
    DEFAULT_QUEUE,
    NO_OVERFLOW,
    Network,
    Script,
    ack_ns,
    at_once,
    plan_of,
    plan_text,
    script_of,
    wire_ns,
    write_driver,
)
from net8.replaying.side_by_side import BothNetworks, parts_of, sum_of, total_of
from net8.replaying.trace_rate import RATE_ASSUMED, rate_note, rated
from net8.statistics.intervals import interval

__all__ = ["Replay", "Stage", "fraction", "quantity", "read_scripts", "replay", "write_plan_of"]

_RUNS: Final = 20
_MOST_BYTES: Final = 4 * 10**9
"""Bytes of a file's messages that are played at most: some minutes for each simulation."""
_DRIVER: Final = "replay-driver.toml"
_FULL: Final = ("100p", DEFAULT_QUEUE)
"""Queues that overflow, of which each is tried where packets were lost."""
_FITS: Final = 2
"""How often times of an end are fitted; the second time mends what windows made of the first."""
_LIKE_A_TRIP: Final = 0.1
"""By which share of a round trip a time that counts as one may differ from it."""
_LONGER: Final = 1.05
"""More bytes of a reply that took one flight more; the overhead of TLS, and of headers, is below that."""
_STEP_RTT_NS: Final = 1_000_000
_STEP_RATE: Final = 1_000_000
_STEP_LOSS: Final = 0.01
"""More than is told: a loss of 0.1 % is rare in a session, and what it costs is a tenth of this."""
_LITTLE: Final = 0.001
"""Share of a prediction below which nothing is said of lines at the hosts."""
_MORE_TRIP: Final = "1 ms more round trip"
_LESS_RATE: Final = "1 Mb/s less"
_MORE_LOSS: Final = "0.1 % more loss"
_UNKNOWN: Final = (
    "how the times of the server change with load, with caches, or with another array size",
    "what the client does differently when replies come later: time-outs, calls at once on several sessions",
    "other traffic on the new path, unless --onto has it",
    "buffers and versions of TCP beyond what SYNs show: both ends run Linux's defaults",
)


def quantity(option: str, value: str | None, parse: Callable[[str], int]) -> int | None:
    """Read a quantity of an option.

    @param option: the option
    @param value: what it has, or None
    @param parse: reads it
    @return: the quantity, or None
    @raises PlanError: when it is none
    """
    if value is None:
        return None
    try:
        return parse(value)
    except QuantityError as error:
        raise PlanError(f'{option} "{value}" {error}') from None


def fraction(option: str, value: str | None) -> float | None:
    """Read a share such as 0.1%.

    @param option: the option
    @param value: what it has, or None
    @return: from 0 to less than 1, or None
    @raises PlanError: when it is none
    """
    if value is None:
        return None
    text = value.strip()
    try:
        found = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        found = -1.0
    if not 0 <= found < 1:
        raise PlanError(f'{option} "{value}" is not a share below 1; write it such as 0.1% or 0.001')
    return found


def _read(
    files: Sequence[Path], ports: Collection[int], rtt_ns: int | None
) -> tuple[Record, int | None, list[str]]:
    """Read a file; without TCP handshake the round trip is the most that it can be, and a capture is read again."""
    record = read(*files, ports=ports, rtt_ns=rtt_ns)
    blind = bool(record.calls.request_bytes) and any(each.rtt_ns is None for each in record.sessions)
    if rtt_ns is not None or not blind:
        return record, rtt_ns, []
    # Where replies are awaited the file is the client's, so that the time between calls has no network in it.
    parts = [event.part for event in record.events.all]
    told = "latency" if len(files) > 1 else "waiting" if "waiting" in parts else "between"
    shared = np.array([part == told for part in parts] or [False])
    times = record.spans.column("time_ns")[shared[record.spans.column("event")]]
    least = int(times.min()) if times.size else 0
    note = (
        f"sessions without TCP handshake: their round trip is taken to be {least / 1e6:.3f} ms, the shortest wait "
        "for a message, which is the most it can be; --was-rtt tells it"
    )
    again = read(*files, ports=ports, rtt_ns=least) if record.what == CAPTURE else record
    return again, least, [note]


def _own_network(record: Record, files: Sequence[Path], ports: Collection[int]) -> OwnNetwork:
    """Return what a file tells of its network, and two captures of the same connections."""
    if record.what == RECORDING:
        return NO_NETWORK
    if record.what != CAPTURE:
        return OwnNetwork()
    own = replace(own_network(files[0], ports), both=len(files) > 1)
    rates = [session.line_bit_s for session in record.sessions if session.line_bit_s]
    if own.rate_told == "assumed" and rates and max(rates) < own.rate_bit_s:
        return replace(own, rate_bit_s=max(rates), rate_told="times and bytes of turns in two captures")
    return own


def _scripts(
    files: Sequence[Path], ports: Collection[int], was: tuple[int | None, int | None, float | None],
    row_bytes: int | None, several: bool,
) -> tuple[Record, list[Script], list[str]]:  # fmt: skip
    """Read a file, or those that are one record, and make scripts of its sessions."""
    path = files[0]
    rtt_ns, rate, loss = was
    record, trip_ns, notes = _read(files, ports, rtt_ns)
    if record.what in (TKPROF, REPORT):
        raise CaptureError(
            f"{path} is {record.what}, which has sums of calls and not their order; play the trace itself"
        )
    own = _own_network(record, files, ports)
    if rate is not None:
        own = replace(own, rate_bit_s=rate, rate_told="told")
    if loss is not None:
        own = replace(own, loss=loss, loss_told=True)
    talks, more = conversations(record, trip_ns)
    scripts = []
    for talk in talks:
        if not talk.exchanges:
            continue
        named = replace(talk, name=f"{path.name} {talk.name}".strip()) if several else talk
        rtt = rtt_ns if rtt_ns is not None else talk.rtt_ns
        network = Network(rtt, own.rate_bit_s, own.loss, NO_OVERFLOW)
        scripts.append(script_of(with_rows(named, row_bytes), own, network))
    _refuse_giants(path, scripts)
    if own.rate_told == "assumed" and record.what == CAPTURE:
        more.append(
            "the rate of its network cannot be seen, as too few full segments follow each other: 1 Gbit/s is assumed; "
            "--was-rate tells it"
        )
    elif own.rate_told == "assumed" and any(talk.sizes_told for talk in talks):
        more.append(RATE_ASSUMED)
    return record, scripts, [f"{record.source}: {note}" for note in (*record.notes, *notes, *more)]


def read_scripts(
    files: Sequence[Path], ports: Collection[int], was: tuple[int | None, int | None, float | None],
    row_bytes: int | None = None,
) -> tuple[list[Record], list[Script], list[str]]:  # fmt: skip
    """Read files and make scripts of their sessions.

    @param files: captures, recordings, traces, folders of runs
    @param ports: TCP ports of listeners, for captures
    @param was: round trip, rate and loss of the network that they come from, each None where it is not told
    @param row_bytes: bytes of a row, for traces that do not tell it
    @return: records, scripts, and what is to be said of them
    @raises CaptureError: when there is nothing to play
    """
    records, scripts, notes = [], [], []
    groups = grouped(files, ports)
    for group in groups:
        record, found, more = _scripts(group, ports, was, row_bytes, len(groups) > 1)
        records.append(record)
        scripts += found
        notes += more
    if not scripts:
        names = ", ".join(map(str, files))
        raise CaptureError(f"{names}: no session has a call that was answered, so there is nothing to play")
    return records, scripts, notes


def _refuse_giants(path: Path, scripts: Sequence[Script]) -> None:
    """Refuse more bytes than can be simulated packet by packet."""
    size = sum(each.request_bytes + each.reply_bytes for script in scripts for each in script.talk.exchanges)
    if size > _MOST_BYTES:
        raise CaptureError(
            f"{path}: its messages have {size / 1e9:,.1f} GB, and at most {_MOST_BYTES / 1e9:.0f} GB are played; play "
            "a part of the file, or tell a shorter row with --row-bytes"
        )


def _recut_all(
    scripts: Sequence[Script], settings: Mapping[str, object], was_array: int | None
) -> tuple[list[Script], dict[str, object], list[str]]:
    """Cut fetches anew for another array size; return scripts, what else is to be set, and what is to be said."""
    left = dict(settings)
    notes: list[str] = []
    rows = left.pop("client.array_size", None)
    for key in ("client.driver", "client.release", "client.prefetch_rows", "server.release"):
        if key in left:
            notes.append(f"{key} changes nothing: calls keep the bytes that were recorded")
            del left[key]
    if rows is None:
        return list(scripts), left, notes
    if not isinstance(rows, int) or isinstance(rows, bool) or rows < 1:
        raise PlanError(f"--set client.array_size={rows} is not a number of rows above 0")
    found, told = [], []
    for script in scripts:
        talk, note = recut(script.talk, rows, was_array)
        told.append(note)
        found.append(replace(script, talk=talk, folded=fold(talk.exchanges)))
    notes += sorted({note for note in told if note})
    return found, left, notes


class Stage:
    """Plays scripts, each that differs from the others once."""

    def __init__(self, folder: Path, runs: int) -> None:
        """Keep where the driver is, and how many simulations are made where something is random."""
        self.folder, self.runs = folder, runs
        self.driver = str(write_driver(folder, _DRIVER))
        self.done: dict[tuple[str, int, Begin], Played] = {}

    def play(self, script: Script, network: Network, asked: Change | None) -> Played:
        """Play a script on a network, with the settings of a change."""
        count = asked.merge if asked else 1
        onto = asked.onto if asked else None
        plan = plan_of(
            script.on(network), network, driver=self.driver, folder=self.folder, onto=onto, count=count
        )
        if asked and asked.settings:
            plan = plan.with_values(asked.settings, where="--set")
        lossy = network.loss > 0
        plain = asked is None or (count == 1 and asked.onto is None and not asked.settings)
        begin = _begin(script.talk)
        key = plan.to_toml(), self.runs if lossy or not plain else 1, begin
        if key not in self.done:
            self.done[key] = play(plan, runs=key[1], lossy=lossy, plain=plain, begin=begin)
        return self.done[key]

    def residual(self, scripts: Sequence[Script]) -> float | None:
        """Return by how many per cent files are off that tell bytes; None if there is none.

        @param scripts: sessions, nothing of them fitted
        """
        told = [script for script in scripts if script.talk.sizes_told]
        recorded = sum(script.recorded.total_ns for script in told)
        return 100 * sum(map(self._excess, told)) / recorded if recorded else None

    def rated(self, script: Script) -> Script:
        """Find the rate of a trace that nothing tells.

        @param script: a session
        @return: the session with the rate, itself where it is told or nothing shows it
        """
        return rated(script, lambda each: responses_of(each, self.play(each, each.network, None)))

    def settled(self, script: Script) -> Script:
        """Find out why packets were lost: at random, or as the queue before the slowest line was full.

        @param script: a session
        @return: the session with the network that explains its time better
        """
        if not script.network.loss or script.own.loss_told:
            return script
        full = (replace(script.network, loss=0.0, queue=queue) for queue in _FULL)
        tried = (*(replace(script, network=network) for network in full), script)
        return min(tried, key=lambda each: abs(self._excess(each)))

    def _excess(self, script: Script) -> int:
        """Return by how much longer a session takes in the simulation of its own network."""
        played = self.play(script, script.network, None).total_s
        return round(1e9 * sum(played) / len(played)) - script.recorded.total_ns

    def fitted(self, script: Script) -> Script:
        """Take what messages need on their own network from the work of the end that cannot be seen.

        A capture at the client does not tell the work of the server from a transfer in a queue, one at the server, or a
        trace, not that of the client; captures at both ends tell both. Losses at random are of one session, so that
        nothing is fitted to them.

        @param script: a session
        @return: the session with other times of that end
        """
        if script.network.loss or script.own.none or script.own.both:
            return script
        if script.talk.sizes_told and script.own.at_client:
            script = self._fit_opening(script)
            for _time in range(_FITS):
                script = self._fit_servers(script)
            return script
        if script.talk.sizes_told:
            return self._fit_client(self._ended(script))
        return self._fit_client(self._fit_waits(self._ended(self._lengthened(script))))

    def _fit_opening(self, script: Script) -> Script:
        """Take what the messages of the opening need on a line from the work in it."""
        if not script.talk.opening:
            return script
        took = self.play(script, script.network, None).by_name[OPENING_ROW]
        excess = max(round(1e9 * sum(took) / len(took)) - script.recorded.opening_ns, 0)
        opening = []
        for each in script.talk.opening:
            less = min(excess, each.server_ns)
            opening.append(replace(each, server_ns=each.server_ns - less))
            excess -= less
        return replace(script, talk=replace(script.talk, opening=opening))

    def _ended(self, script: Script) -> Script:
        """Add to a session what its last reply takes to the client, which is seen only there."""
        last = script.talk.exchanges[-1]
        took = responses_of(script, self.play(script, script.network, None))[-1]
        more = max(took - last.response_ns, 0)
        recorded = script.recorded
        exchanges = [
            *recorded.exchanges[:-1],
            replace(recorded.exchanges[-1], response_ns=last.response_ns + more),
        ]
        recorded = replace(recorded, total_ns=recorded.total_ns + more, exchanges=exchanges)
        return replace(script, recorded=recorded)

    def _fit_waits(self, script: Script) -> Script:
        """Take what each reply takes longer than a trace shows from the client's time after it."""
        later, _late = self._after_replies(script)
        return script.with_exchanges([script.talk.exchanges[0], *later])

    def _lengthened(self, script: Script) -> Script:
        """Give replies of a trace more bytes that took one flight more than the assumed ones do.

        After such a reply the client seems to need a round trip more than usual before it fetches on: bytes of TLS,
        which a trace does not tell, or longer rows.
        """
        later, late = self._after_replies(script)
        rtt = script.network.rtt_ns
        usual = median([each.client_ns for each in later] or [0])
        more = [
            each.kind == FETCH
            and 2 * reply_late >= rtt
            and abs(each.client_ns - usual - rtt) <= _LIKE_A_TRIP * rtt
            for each, reply_late in zip(later, late, strict=True)
        ]
        longer = [
            replace(each, reply_bytes=round(each.reply_bytes * _LONGER)) if flag else each
            for each, flag in zip(script.talk.exchanges, [*more, False], strict=True)
        ]
        return script.with_exchanges(longer) if any(more) else script

    def _after_replies(self, script: Script) -> tuple[list[Exchange], list[int]]:
        """Return all exchanges but the first, less what the reply before them takes longer than recorded, and that."""
        took = responses_of(script, self.play(script, script.network, None))
        late = [
            max(time - each.response_ns, 0) for time, each in zip(took, script.talk.exchanges, strict=True)
        ]
        segment, rate = script.own.segment_bytes, script.network.rate_bit_s
        later = [
            replace(
                each, client_ns=at_once(each.client_ns - before, ack_ns(reply.reply_bytes, segment, rate))
            )
            for reply, each, before in zip(
                script.talk.exchanges, script.talk.exchanges[1:], late, strict=False
            )
        ]
        return later, late[: len(later)]

    def _fit_client(self, script: Script) -> Script:
        """Let the client take shorter, so that the session takes no longer than recorded."""
        excess = self._excess(script)
        if excess < 0:
            return self._fit_replies(script, -excess)
        for _time in range(_FITS):
            client = sum(each.client_ns for each in script.talk.exchanges)
            if not client or excess <= 0:
                break
            share = max(client - excess, 0) / client
            script = script.with_exchanges(
                [replace(each, client_ns=round(each.client_ns * share)) for each in script.talk.exchanges]
            )
            excess = self._excess(script)
        return script

    def _fit_replies(self, script: Script, lack_ns: int) -> Script:
        """Give the server what a capture beside it shows that it worked while replies left."""
        paced = [_paced_by_server(script, each) for each in script.talk.exchanges]
        share = min(lack_ns / sum(paced), 1.0) if any(paced) else 0.0
        return script.with_exchanges(
            [
                replace(each, server_ns=each.server_ns + round(share * time))
                for each, time in zip(script.talk.exchanges, paced, strict=True)
            ]
        )

    def _fit_servers(self, script: Script) -> Script:
        """Let the server take less for each statement, so that its calls take no longer than recorded.

        What they take less in the simulation is the network's, as the capture shows when each segment came, but for
        what a line of known rate does not explain between segments that follow each other: work of the server on rows.
        TLS hides what the server does between the parts of a reply.
        """
        played = self.play(script, script.network, None)
        responses = dict(zip(map(id, script.talk.exchanges), responses_of(script, played), strict=True))
        new: dict[int, int] = {}
        for piece in script.folded.pieces:
            took = sum(each.response_ns for each in piece.exchanges)
            excess = 1e9 * played.by_name[piece.name][0] - took
            if not script.talk.encrypted:
                # In most of its calls: in one, windows may have had a reply wait that do not in the simulation.
                lack = median_low([each.response_ns - responses[id(each)] for each in piece.exchanges])
                paced = sum(_paced_by_server(script, each) for each in piece.exchanges)
                excess = max(excess, -float(min(paced, max(lack, 0) * len(piece.exchanges))))
            work = sum(each.server_ns for each in piece.exchanges)
            for each in piece.exchanges:
                share = each.server_ns / work if work else 1 / len(piece.exchanges)
                new[id(each)] = max(round(each.server_ns - share * excess), 0)
        return script.with_exchanges(
            [replace(each, server_ns=new[id(each)]) for each in script.talk.exchanges]
        )


def _paced_by_server(script: Script, exchange: Exchange) -> int:
    """Return how much longer than on a known line the segments of a reply took that followed each other."""
    if script.own.rate_told == "assumed":
        return 0
    line = wire_ns(exchange.reply_bytes, script.own.segment_bytes, script.network.rate_bit_s)
    return max(exchange.paced_ns - line, 0)


def _begin(talk: Conversation) -> Begin:
    """Return where a recorded session begins."""
    if talk.opened:
        return "handshake" if talk.opening else "alone"
    return "connect" if talk.opening else "call"


def _variants(asked: Change, base: Sequence[Network]) -> Iterator[tuple[str, int, list[Network], Change]]:
    """Yield small changes of the new network: name, how many times larger than told, networks, what is asked."""
    onto = asked.onto
    if onto is None:
        steps: tuple[tuple[str, int, Callable[[Network], Network]], ...] = (
            (_MORE_TRIP, 1, lambda net: replace(net, rtt_ns=net.rtt_ns + _STEP_RTT_NS)),
            (_LESS_RATE, 1, lambda net: replace(net, rate_bit_s=net.rate_bit_s - _STEP_RATE)),
            (_MORE_LOSS, 10, lambda net: replace(net, loss=min(net.loss + _STEP_LOSS, 0.9))),
        )
        for name, parts, change in steps:
            networks = [change(network) for network in base]
            if all(network.rate_bit_s >= _STEP_RATE for network in networks):
                yield name, parts, networks, asked
    elif onto.is_set("path.kind") and onto["path.kind"] == "wan":
        rate = parse_rate(onto["path.rate"])
        delay = format_time(parse_time(onto["path.delay"]) + _STEP_RTT_NS // 2)
        loss = float(str(onto["path.loss_rate"])) + _STEP_LOSS
        for name, parts, key, value in (
            (_MORE_TRIP, 1, "path.delay", delay), (_LESS_RATE, 1, "path.rate", format_rate(rate - _STEP_RATE)),
            (_MORE_LOSS, 10, "path.loss_rate", min(loss, 0.9)),
        ):  # fmt: skip
            if name != _LESS_RATE or rate >= 2 * _STEP_RATE:
                yield name, parts, list(base), replace(asked, onto=onto.with_values({key: value}))


def _costs(
    stage: Stage, scripts: Sequence[Script], asked: Change, base: Sequence[Network]
) -> tuple[Cost, ...]:
    """Return what small changes of the new network cost; nothing on networks of sites."""
    found = []
    for name, parts, networks, other_asked in _variants(asked, base):
        before = [stage.play(script, net, asked) for script, net in zip(scripts, base, strict=True)]
        after = [stage.play(script, net, other_asked) for script, net in zip(scripts, networks, strict=True)]
        runs = max(len(each.total_s) for each in (*before, *after))
        differences = [
            (one - other) / parts
            for one, other in zip(sum_of(after, runs), sum_of(before, runs), strict=True)
        ]
        width = interval(differences)
        found.append(Cost(name, width.mean, width.half_width or 0.0))
    return tuple(found)


def _told(networks: Sequence[Network], onto: Plan | None, merge: int) -> str:
    """Describe a network in a few words."""
    if onto is not None:
        text = f"that of {onto.name}"
    else:
        rtts = sorted({network.rtt_ns for network in networks})
        trip = (
            format_time(rtts[0]) if len(rtts) == 1 else f"{format_time(rtts[0])} to {format_time(rtts[-1])}"
        )
        loss = networks[0].loss
        text = f"round trip {trip}, {format_rate(networks[0].rate_bit_s)}, " + (
            f"{100 * loss:.3g} % loss" if loss else "no loss"
        )
    return text + (f", {merge} at the same time" if merge > 1 else "")


def replay(
    *files: str | Path,
    rtt: str | None = None,
    rate: str | None = None,
    loss: str | None = None,
    onto: Plan | None = None,
    settings: Mapping[str, object] | None = None,
    merge: int = 1,
    was_rtt: str | None = None,
    was_rate: str | None = None,
    was_loss: str | None = None,
    was_array: int | None = None,
    row_bytes: int | None = None,
    runs: int = _RUNS,
    costs: bool = True,
    ports: Collection[int] = LISTENER_PORTS,
) -> Replay:  # fmt: skip
    """Play recorded sessions over the network that they came from, and over another one.

    @param files: captures, raw traces of event 10046, folders of runs
    @param rtt: new round trip, such as "60ms"; what is not given stays
    @param rate: new rate of the slowest line, such as "100Mbps"
    @param loss: new loss, such as "0.1%"
    @param onto: a plan whose network, TCP, background traffic, and what it sets of its server's times, are used instead
    @param settings: other keys of a plan to set, such as {"client.array_size": 500}
    @param merge: number of copies of each session that share the new network
    @param was_rtt: round trip of the network that files come from, where they do not tell it
    @param was_rate: its rate
    @param was_loss: its loss
    @param was_array: rows of a full fetch, where files do not tell rows
    @param row_bytes: bytes of a row, for traces that do not tell it well enough
    @param runs: simulations where something is random
    @param costs: whether small changes of the network are tried
    @param ports: TCP ports of listeners, for captures
    @return: times side by side
    @raises CaptureError: when a file is none of these, or has nothing to use
    """
    if not files:
        raise PlanError(
            "net8.replay needs at least one file: a capture, a trace of event 10046, or a run's folder"
        )
    if merge < 1 or runs < 1:
        raise PlanError(f"merge = {merge} and runs = {runs} must be 1 or more")
    asked = Change(
        quantity("--rtt", rtt, parse_time), quantity("--rate", rate, parse_rate), fraction("--loss", loss), onto,
        settings or {}, merge,
    )  # fmt: skip
    was = (
        quantity("--was-rtt", was_rtt, parse_time), quantity("--was-rate", was_rate, parse_rate),
        fraction("--was-loss", was_loss),
    )  # fmt: skip
    records, old, notes = read_scripts(list(map(Path, files)), ports, was, row_bytes)
    with tempfile.TemporaryDirectory(prefix="net8-replay-") as folder:
        stage = Stage(Path(folder), runs)
        old = [stage.settled(stage.rated(script)) for script in old]
        notes += _rates(old)
        notes += _losses(old)
        unfitted = stage.residual(old)
        old = [stage.fitted(script) for script in old]
        notes += _longer(old)
        new, left, more = _recut_all(old, asked.settings, was_array)
        more += _shared_trips(old, was[0], asked)
        if onto is not None:
            more.append(note_of(onto, any(each.rows > 0 for script in new for each in script.talk.exchanges)))
            new = [script.with_exchanges(served(script.talk.exchanges, onto)) for script in new]
        found = _predict(
            records, old, new, replace(asked, settings=left), [*notes, *more], stage, costs, was_array
        )
    return replace(found, unfitted_percent=unfitted, estimates=tuple(_estimates(records, old, was[0])))


def _rates(scripts: Sequence[Script]) -> list[str]:
    """Say where the rates of traces come from."""
    told = [(script.talk.name, rate_note(script)) for script in scripts]
    several = len({note for _name, note in told}) > 1
    return sorted({f"{name}: {note}" if several else note for name, note in told if note})


def _losses(scripts: Sequence[Script]) -> list[str]:
    """Say how what was sent again is played."""
    found = []
    for script in scripts:
        again = f"{script.talk.name}: {100 * script.own.loss:.2f} % of the data segments of its file were sent again"
        if script.network.loss:
            found.append(f"{again}: its own network is played with random losses of that rate")
        elif script.own.loss:
            found.append(
                f"{again}, which a queue of {int(script.network.queue[:-1]):,} packets that overflows explains better "
                "than losses at random: both networks are played with that"
            )
    return found


def _longer(scripts: Sequence[Script]) -> list[str]:
    """Say which replies of traces count more bytes than their rows."""
    pairs = [
        (one, other)
        for script in scripts
        if not script.talk.sizes_told
        for one, other in zip(script.recorded.exchanges, script.talk.exchanges, strict=True)
    ]
    count = sum(one.reply_bytes != other.reply_bytes for one, other in pairs)
    if not count:
        return []
    percent = round(100 * (_LONGER - 1))
    return [
        f"in traces {many(count, 'call')} took a round trip longer than the assumed bytes of the reply need, which "
        f"count {percent} % more, as TLS or longer rows would have"
    ]


def _shared_trips(scripts: Sequence[Script], rtt_ns: int | None, asked: Change) -> list[str]:
    """Say by how much a prediction may be too low as a trace does not tell the round trip from the client."""
    if rtt_ns is not None or asked.rtt_ns is None:
        return []
    shared = sum(script.talk.trips * script.talk.rtt_ns for script in scripts if not script.talk.sizes_told)
    if not shared:
        return []
    return [
        f"were the round trip of the traces nothing, the client would need all of their shortest waits for itself, and "
        f"the new network would take up to {shared / 1e9:.6g} s longer than predicted"
    ]


def _estimates(records: Sequence[Record], scripts: Sequence[Script], rtt_ns: int | None) -> list[Estimate]:
    """Return what files do not tell, with intervals."""
    found = [each for record in records for each in estimates_of(record, rtt_ns)]
    for own in dict.fromkeys(
        script.own for script in scripts if script.own.rate_told != "told" and not script.own.none
    ):
        mine = [script for script in scripts if script.own == own and script.talk.sizes_told]
        found += [_rate_estimate(own, mine)] if mine else []
    return found


def _rate_estimate(own: OwnNetwork, scripts: Sequence[Script]) -> Estimate:
    """Return the rate with its interval: a reply proves the rate that it came with."""
    proved = 0.0
    for script in scripts:
        for each in script.recorded.exchanges:
            spare = each.response_ns - script.network.rtt_ns
            if spare > 0:
                proved = max(proved, 8000 * (each.request_bytes + each.reply_bytes) / spare)
    rate = own.rate_bit_s / 1e6
    seen = own.rate_told != "assumed"
    return Estimate(
        "rate", rate, min(proved, rate) if seen else proved, own.fastest_bit_s / 1e6 if seen else None, "Mb/s",
        own.rate_told, "" if seen else "the server's work on each row",
    )  # fmt: skip


def _predict(
    records: Sequence[Record], old: Sequence[Script], new: Sequence[Script], asked: Change, notes: list[str],
    stage: Stage, with_costs: bool, was_array: int | None,
) -> Replay:  # fmt: skip
    """Play scripts, and put together what came out."""
    anything = asked.anything or any(one is not other for one, other in zip(old, new, strict=True))
    base = [asked.network(script.network) for script in new]
    own_plays = [stage.play(script, script.network, None) for script in old]
    new_plays = None
    if anything:
        new_plays = [stage.play(script, net, asked) for script, net in zip(new, base, strict=True)]
    costs = _costs(stage, new, asked, base) if with_costs else ()
    both = BothNetworks(old, new, own_plays, new_plays)
    recorded = [script.recorded for script in old]
    total = Line(
        "all", sum(len(talk.exchanges) for talk in recorded), sum(talk.total_ns for talk in recorded) / 1e9,
        total_of(own_plays), total_of(new_plays) if new_plays else None,
        sum(talk.server_ns + talk.client_ns for talk in recorded) / 1e9,
    )  # fmt: skip
    failed = sum(each.failed for each in (*own_plays, *(new_plays or ())))
    if failed:
        notes.append(
            f"{many(failed, 'session')} of the simulations did not end well; their times are too short"
        )
    notes += _loose(old)
    if new_plays and total.new and asked.onto is None:
        notes += _host_lines(new, base, total.new.mean_s)
    forms = [sum(closed_form_s(script, script.network) for script in old), None]
    if new_plays and asked.onto is None and asked.merge == 1:
        forms[1] = sum(closed_form_s(script, net) for script, net in zip(new, base, strict=True))
    return Replay(
        tuple((record.source, record.what) for record in records), tuple(notes), (), len(old), total.calls,
        sum(talk.trips for talk in recorded), _told([script.network for script in old], None, 1),
        _told(base, asked.onto, asked.merge) if anything else "", total, both.opening(), both.split(),
        parts_of(both, total, asked.merge), costs, (float(forms[0] or 0), forms[1]), _UNKNOWN, None, tuple(new),
        asked, was_array,
    )  # fmt: skip


def _host_lines(scripts: Sequence[Script], base: Sequence[Network], total_s: float) -> list[str]:
    """Say what lines at the hosts would add that a file does not show behind a slower line.

    A line takes a packet whole before it passes it on, so each one adds the time of a packet to each message.
    """
    more_ns = 0
    for script, network in zip(scripts, base, strict=True):
        if network.rate_bit_s > script.network.rate_bit_s:
            segment = script.own.segment_bytes
            more_ns += sum(
                max(wire_ns(min(size, segment), segment, network.rate_bit_s) - network.syn_ns, 0)
                for each in script.talk.exchanges
                for size in (each.request_bytes, each.reply_bytes)
            )
    if more_ns / 1e9 < _LITTLE * total_s:
        return []
    return [
        "the lines at the hosts, which cannot be seen behind the slower one, count as much faster than the new one: "
        f"each that is no faster would add {more_ns / 1e9:.6g} s"
    ]


def _loose(scripts: Sequence[Script]) -> list[str]:
    """Say where folding gave something up."""
    loose = [script for script in scripts if script.folded.tolerance]
    mixed = sum(not script.folded.in_order for script in scripts)
    found = []
    if loose:
        most = max(script.folded.tolerance for script in loose)
        found.append(
            f"calls of {many(len(loose), 'session')} whose bytes differ by up to {100 * most:.0f} % are played as one, "
            "with their mean"
        )
    if mixed:
        found.append(
            f"the calls of {many(mixed, 'session')} follow no pattern: their numbers are kept, not their order"
        )
    return found


def write_plan_of(found: Replay, target: Path, network: Network | None = None) -> list[Path]:
    """Write a plan of the session with the most calls, and its driver beside it.

    @param found: what was played
    @param target: the file of the plan
    @param network: the network of the plan; by default its own
    @return: the files
    """
    script = max(found.scripts, key=lambda each: len(each.talk.exchanges))
    driver = write_driver(target.parent, f"{target.stem}-driver.toml")
    plan = plan_of(script, network or script.network, driver=driver.name, folder=target.parent)
    target.write_text(plan_text(plan, script, found.sources[0][0]), encoding="utf-8")
    return [target, driver]
