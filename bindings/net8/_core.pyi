# SPDX-License-Identifier: GPL-2.0-only
"""The compiled extension; private; net8.run is the way in."""

from collections.abc import Callable
from typing import TypedDict

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[np.int64]

class PlanError(ValueError): ...
class ConnectError(ValueError): ...

class Attribute(TypedDict):
    help: str
    default: str

class Result(TypedDict):
    calls: dict[str, Column]
    call_kinds: dict[int, str]
    sessions: dict[str, Column | list[str]]
    attempts: dict[str, Column | list[str]]
    groups: list[str]
    handlers: list[tuple[str, str]]
    waits: dict[str, Column]
    wait_events: dict[int, str]
    samples: dict[str, Column]
    counters: dict[str, int]
    digest: str
    events: int
    events_left: int
    rank_events: list[int]
    end_time_ns: int
    stopped: bool

ns3_version: str
mpi_built: bool

def run(
    sections: dict[str, dict[str, str]],
    cross_traffic: list[dict[str, str]],
    row_lengths: list[int],
    seed: int,
    run: int,
    stop_time_ns: int,
    pcap_prefix: str,
    progress: Callable[[float, int, float], bool] | None,
    groups: list[tuple[str, dict[str, str], list[int]]] = ...,
    hosts: dict[str, list[str]] = ...,
    sample_interval_ns: int = 0,
    instances: list[tuple[str, str, int, dict[str, str]]] = ...,
    end_points: list[dict[str, str]] = ...,
    faults: list[dict[str, str]] = ...,
    partition: list[str] = ...,
    mpi: str = "distributed",
) -> Result: ...
def mpi_start() -> tuple[int, int]: ...
def mpi_end() -> None: ...
def mpi_abort(code: int) -> None: ...
def mpi_share(data: bytes) -> bytes: ...
def driver_defaults(
    driver: str, release: str = "", server: str = "", same_platform: bool = True
) -> dict[str, str]: ...
def settle(
    client: dict[str, str], query: dict[str, str], server: str, same_platform: bool = True
) -> dict[str, str]: ...
def server_defaults(release: str) -> dict[str, str]: ...
def check_listener(attributes: dict[str, str]) -> tuple[str, str]: ...
def tcp_profile(profile: str) -> dict[str, str]: ...
def negotiate(
    client_version: int,
    client_sdu: int,
    client_tdu: int,
    server_version: int,
    server_sdu: int,
    server_tdu: int,
) -> dict[str, int]: ...
def column_bytes(columns: str, repeated: int = 0) -> tuple[int, int]: ...
def defined_length(columns: str) -> int: ...
def repetition_bytes(columns: str, repetition: str, thin: bool) -> tuple[int, float, int, int]: ...
def attributes(section: str) -> dict[str, Attribute]: ...
def parse_connect_string(text: str) -> dict[str, object]: ...
def check_descriptor(text: str) -> tuple[list[str], str]: ...
def read_aliases(path: str, sqlnet: str | None = None) -> list[dict[str, object]]: ...
def read_listeners(path: str) -> list[dict[str, object]]: ...
def resolve_connect(
    alias_or_text: str,
    tnsnames: str | None = None,
    sqlnet: str | None = None,
    listener: str | None = None,
    listener_name: str = "LISTENER",
) -> dict[str, object]: ...
def decode_packet(data: bytes, long_form: bool = False) -> dict[str, object]: ...
def roundtrip_packet(data: bytes, long_form: bool = False) -> bytes: ...
def encode_accept(
    *,
    version: int,
    service_options: int,
    sdu: int,
    tdu: int,
    connect_flags: tuple[int, int],
    accept_flags2: int = 0,
    connection_id: bytes = b"",
    fixed_size: int = 0,
) -> bytes: ...
def encode_refuse(user_reason: int, system_reason: int, text: str, text_follows: bool = False) -> bytes: ...
def encode_redirect(address: str, connect_data: str = "", text_follows: bool = False) -> bytes: ...
def encode_data(payload: bytes, data_flags: int = 0, long_form: bool = False) -> bytes: ...
def encode_marker(marker_type: int, data: int, long_form: bool = False) -> bytes: ...
def encode_resend() -> bytes: ...
