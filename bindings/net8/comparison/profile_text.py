# SPDX-License-Identifier: GPL-2.0-only
"""The three files made from a capture: for its driver, for its server, and a plan with both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from net8.comparison.observed import LOGON_STEPS, Observed, cut_of, payload
from net8.comparison.rows import Comparison
from net8.comparison.whole import Whole
from net8.dissect.calls import Call, data_of
from net8.dissect.packet import TnsPacket
from net8.schema.values import show

__all__ = ["Draft", "driver_text", "plan_text", "server_text"]

_OF_RELEASE = ("protocol_bytes", "data_types_bytes", "data_types_same_bytes", "version_text_bytes")
"""Sizes of a server that are the same for all clients."""


@dataclass(frozen=True)
class Draft:
    """Contents of the files."""

    name: str  #: name of the driver
    capture: str  #: name of the capture
    stream: int  #: number of the session in it
    seen: Observed  #: observations of the session
    like: str  #: the most similar built-in driver
    release: str  #: its release
    facts: Mapping[str, object]  #: its contents
    server_like: str  #: the most similar server release
    other_platform: bool  #: whether client and server run on different platforms
    same_types: bool  #: whether the data types are those of equal platforms
    native: bool  #: whether native services are negotiated
    agreed: Mapping[str, object]  #: fields of the ACCEPT
    habit: Mapping[str, int | str]  #: how rows are fetched, where that differs from the most similar driver
    rows: tuple[int, ...]  #: rows of each reply of the query, estimated
    real_packets: str  #: numbers of the compared packets of the capture
    simulated_packets: str = ""  #: those of the run of the plan
    client_sizes: Mapping[str, int] = field(default_factory=dict)  #: sizes of the driver's messages, by key
    server_sizes: Mapping[str, int] = field(default_factory=dict)  #: sizes of the server's, by key
    row_lengths: tuple[int, ...] = ()  #: bytes of each row
    execute_overhead: int = 0  #: query.execute_overhead
    fetch_overhead: int = 0  #: query.fetch_overhead
    end_overhead: int = 0  #: query.end_overhead
    whole: Whole | None = None  #: statements of the whole session
    comparison: Comparison | None = None  #: how closely a run of the plan matches the capture


def _flags(fields: Mapping[str, object], place: int) -> object:
    """Return one of the two connect flags."""
    flags = fields["connect_flags"]
    return flags[place] if isinstance(flags, tuple) else 0


def _template(draft: Draft) -> str:
    """Put placeholders for names into the connect data."""
    text = draft.seen.text
    text = re.sub(r"(?i)\(ADDRESS_LIST=(\(ADDRESS=(\([^()]*\))*\))+\)", "{address}", text)
    text = re.sub(r"(?i)\(ADDRESS=(\([^()]*\))*\)", "{address}", text, count=1)
    text = re.sub(r"(?i)\((SERVICE_NAME|SID)=[^()]*\)", "{service}", text, count=1)
    head, cid, tail = text.partition("(CID=")
    for key, place in (("PROGRAM", "program"), ("HOST", "host"), ("USER", "user")):
        tail = re.sub(rf"(?i)\(({key})=[^()]*\)", rf"(\1={{{place}}})", tail, count=1)
    return re.sub(r"\(CONNECTION_ID=[^()]*\)", f"(CONNECTION_ID={'A' * 22}==)", head + cid + tail)


def _connect(draft: Draft) -> Iterator[tuple[str, object]]:
    """Yield values of the CONNECT that differ from the most similar driver."""
    asked = draft.seen.connect.fields
    shown = {name: asked[name] for name in ("version", "lowest_version", "sdu", "tdu", "service_options",
                                            "nt_characteristics")}  # fmt: skip
    shown |= {"connect_flags": _flags(asked, 0), "connect_flags_2": asked.get("connect_flags2", 0)}
    text = _template(draft)
    if "{address}" in text:
        shown["connect_data"] = text
    for key, value in shown.items():
        if value != draft.facts[key]:
            yield key, value


def _logon(draft: Draft) -> Iterator[tuple[str, object]]:
    """Yield the order of the logon if it differs; a capture that ends in the logon shows only its start."""
    said = [LOGON_STEPS[str(call.message).rpartition(" + ")[2]] for call in draft.seen.logon]
    # Authenticating native services take several messages, which form one step.
    steps = [step for step, before in zip(said, ["", *said], strict=False) if step != before]
    key = "fast_logon" if "fast authentication" in steps else "logon"
    known = draft.facts[key]
    whole = isinstance(known, list) and [step for step in known if step in steps][: len(steps)] == steps
    # If statements follow, a step missing in the capture is not part of the logon.
    lacks = isinstance(known, list) and any(step not in (*steps, "native services") for step in known)
    if (not whole and draft.seen.query) or (draft.whole and (lacks or not whole)):
        yield key, steps


def _native(draft: Draft) -> Iterator[tuple[str, object]]:
    """Yield the offer in the first message of the native services, if it differs."""
    call = next((call for call in draft.seen.logon if str(call.message) == "native services"), None)
    offer = _core_offer(call) if call else None
    if offer is None:
        return
    encryption, checksums, methods, marked = offer
    shown: dict[str, object] = {
        "encryption_types": encryption, "checksum_types": checksums, "encryption_mark": marked,
        "authentication_methods": [method for method in methods if method != "NTS"],
    }  # fmt: skip
    yield from ((key, value) for key, value in shown.items() if value != draft.facts[key])


def _types(draft: Draft) -> Call | None:
    """Return the call with the data types."""
    return next((call for call in draft.seen.logon if str(call.message) == "data types"), None)


def _cut(draft: Draft, packets: Sequence[TnsPacket]) -> int:
    """Return the length at which data types are split below the SDU, 0 for none."""
    sdu = draft.agreed["sdu"]
    return cut_of(packets, sdu if isinstance(sdu, int) else 0)


def _core_offer(call: Call) -> tuple[list[str], list[str], list[str], bool] | None:
    """Read the offer of a client."""
    from net8 import _core

    return _core.native_offer(b"".join(data_of(packet) for packet in call.requests))


def _list_unseen(draft: Draft) -> Iterator[str]:
    """Yield what the capture does not show."""
    seen = draft.seen
    if not seen.query:
        yield "no query that gave rows: execute, fetches, prefetch and their sizes"
    elif not seen.rows_asked:
        yield "no fetch: array size, how fetches grow, their size"
    elif len(set(seen.rows_asked)) == 1 and len(seen.rows_asked) == 1:
        yield "one fetch alone: whether later ones ask for more"
    if seen.query:
        yield "how many rows came with the execute (as many as the nearest driver asks for) and with the last fetch"
    if not seen.logoff:
        yield "no logoff"
    yield "user, terminal and process of the logon: auth_1_bytes and auth_2_bytes count them as long as a plan's are"
    if not draft.native:
        yield "no native services: algorithms of encryption and of checksums"
    known = {LOGON_STEPS[str(call.message).rpartition(" + ")[2]] for call in seen.logon}
    if missing := [step for step in ("authentication 1", "authentication 2") if step not in known]:
        yield f"no {' and no '.join(missing)}"
    if not any(call.error and call.error[0] not in (0, _NO_DATA) for call in seen.calls):
        yield "no failed statement: error_bytes, closes_failed"
    yield "no cancelled call, LOB, REDIRECT or timeout: marker_data, cancel_marker, lob_rows, redirect_mark, " \
          "transport_connect_timeout_s, retry_delay_s"  # fmt: skip


_NO_DATA = 1403
_PLATFORM_BYTES = 28
"""Bytes of the name of Linux in protocol messages: with a shorter one a protocol_bytes would be negative."""
_WRONG_PASSWORD = 1017


def _result(draft: Draft) -> Iterator[str]:
    """Yield how closely a run of the plan matches."""
    found = draft.comparison
    if found is None:
        return
    parts = f"; {found.parting}" if found.parting else ", all in the order of the capture"
    yield f"A run of {draft.name}-plan.toml beside it: {len(found.rows)} packets{parts};"
    yield (
        "bytes "
        + ", ".join(f"of the {total.sender} {total.difference_percent:+.2f} %" for total in found.totals)
        + "."
    )


def _comment(lines: Iterator[str]) -> str:
    """Write lines as comments."""
    return "".join(f"# {line}\n" for line in lines)


def _lines(values: Iterator[tuple[str, object]]) -> str:
    """Write keys and values."""
    return "".join(f"{key} = {show(value)}\n" for key, value in values)


def _source(draft: Draft) -> str:
    """Describe the origin of a file."""
    return f"Made of session {draft.stream} of {draft.capture} by net8 dissect --profile."


def driver_text(draft: Draft) -> str:
    """Write the driver file.

    @param draft: its contents
    @return: TOML
    """
    types = _types(draft)
    cut: dict[str, object] = {"data_types_packet_bytes": _cut(draft, types.requests)} if types else {}
    if cut.get("data_types_packet_bytes") == draft.facts["data_types_packet_bytes"]:
        cut = {}
    protocol = next((call for call in draft.seen.logon if str(call.message) == "protocol"), None)
    if draft.facts["names_platform"] and protocol and payload(protocol.requests) < _PLATFORM_BYTES:
        cut["names_platform"] = False
    if draft.seen.denied and draft.seen.says_end != draft.facts["ends_denied"]:
        cut["ends_denied"] = draft.seen.says_end
    release = {**cut, **dict(_connect(draft)), **dict(_logon(draft)), **dict(_native(draft)), **draft.habit}
    return (
        f"# {_source(draft)}\n{_comment(_result(draft))}"
        f"# The rest is that of {draft.like} {draft.release}, the nearest driver that is built in.\n"
        "# The capture does not show:\n"
        + _comment(f"- {text}" for text in _list_unseen(draft))
        + f"name = {show(draft.name)}\nlike = {show(draft.like)}\ndefault_release = {show(draft.release)}\n\n"
        + f"[[release]]\nname = {show(draft.release)}\n{_lines(iter(release.items()))}"
        + f"[[release.with]]\n{_lines(iter(draft.client_sizes.items()))}"
    )


def server_text(draft: Draft) -> str:
    """Write the file of the server's release.

    @param draft: its contents
    @return: TOML
    """
    agreed = draft.agreed
    values: dict[str, object] = {
        "service_options": agreed["service_options"],
        "accept_flags_0": _flags(agreed, 0),
        "accept_flags_1": _flags(agreed, 1),
    }
    if draft.seen.challenge_bytes:
        values["challenge_bytes"] = draft.seen.challenge_bytes
    if types := _types(draft):
        values["data_types_packet_bytes"] = _cut(draft, types.replies)
    if "accept_flags2" in agreed:
        values["accept_flags_2"] = agreed["accept_flags2"]
    values |= {key: size for key, size in draft.server_sizes.items() if key in _OF_RELEASE}
    sizes = ((key, size) for key, size in draft.server_sizes.items() if key not in _OF_RELEASE)
    return (
        f"# {_source(draft)}\n"
        f"# Sizes are those of the replies that the capture shows; the rest is that of {draft.server_like}.\n"
        f"name = {show(draft.name + '-server')}\nlike = {show(draft.server_like)}\n{_lines(iter(values.items()))}"
        f"\n[[with]]\n{_lines(sizes)}"
    )


def plan_text(draft: Draft) -> str:
    """Write a plan of the session.

    @param draft: its contents
    @return: TOML
    """
    seen = draft.seen
    client: dict[str, object] = {"driver": f"file:{draft.name}.toml", **seen.names, "connect_data": seen.text}
    client["release"] = draft.release
    server: dict[str, object] = {"release": f"file:{draft.name}-server.toml", "sdu": draft.agreed["sdu"],
                                 "tdu": draft.agreed["tdu"], "resend": seen.resent, "native_services": draft.native,
                                 "disable_oob_auto": not seen.checks_urgent}  # fmt: skip
    if seen.instance:
        server["instance_name"] = seen.instance
    if draft.other_platform:
        server["platform"] = "windows"
    text = f"# capture: {draft.capture}\n# session: {draft.stream}\n# packets: {draft.real_packets}\n"
    if draft.simulated_packets:
        text += f"# simulated packets: {draft.simulated_packets}\n"
    text += f'title = "Session {draft.stream} of {draft.capture}"\n\n[path]\nkind = "lan"\n\n'
    if not seen.query and not draft.whole:
        client["queries"] = 0
    if sum(str(call.message) == "native services" for call in seen.logon) > 1:
        client["authentication_services"] = "nts"
    if seen.unknown:
        client["not_in_password_file"] = True
    elif any(call.error and call.error[0] == _WRONG_PASSWORD for call in seen.logon):
        client["wrong_password"] = True
    text += f"[client]\n{_lines(iter(client.items()))}"
    text += f"\n[server]\n{_lines(iter(server.items()))}"
    if draft.whole:
        return text + draft.whole.text()
    if seen.denied:
        error_bytes = payload(seen.logon[-1].replies) - len(seen.denied) - 1
        text += f"\n[query]\nerror_overhead = {max(error_bytes, 0)}\n"
    if seen.query:
        query = {"rows": len(draft.row_lengths), "row_length": draft.row_lengths,
                 "statement_length": seen.statement_bytes or 21, "row_overhead": 0, "row_header": 0,
                 "fetch_overhead": draft.fetch_overhead, "execute_overhead": draft.execute_overhead,
                 "end_overhead": draft.end_overhead}  # fmt: skip
        text += f"\n[query]\n{_lines(iter(query.items()))}"
    return text
