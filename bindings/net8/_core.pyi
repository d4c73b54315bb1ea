# SPDX-License-Identifier: GPL-2.0-only
"""The compiled extension; private; net8.run is the way in."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, TypedDict

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[np.int64]

class PlanError(ValueError): ...
class ConnectError(ValueError): ...

class Attribute(TypedDict):
    help: str
    default: str
    type: str
    range: str

class Result(TypedDict):
    calls: dict[str, Column]
    call_kinds: dict[int, str]
    sessions: dict[str, Column | list[str]]
    attempts: dict[str, Column | list[str]]
    groups: list[str]
    handlers: list[tuple[str, str]]
    waits: dict[str, Column]
    steps: dict[str, Column]
    wait_events: dict[int, str]
    samples: dict[str, Column]
    counters: dict[str, int]
    digest: str
    events: int
    events_left: int
    skipped_calls: int
    skipped_events: int
    skipped_time_ns: int
    why_not_skipped: str
    rank_events: list[int]
    end_time_ns: int
    stopped: bool

ns3_version: str
mpi_built: bool

def run(
    document: dict[str, Any],
    seed: int,
    run: int,
    pcap_prefix: str,
    server_steps: bool,
    progress: Callable[[float, int, float], bool] | None,
    branches: Sequence[Mapping[str, Sequence[Mapping[str, str]]]] = (),
    choose: Callable[[], int] | None = None,
    leave: Callable[[], bool] | None = None,
) -> Result: ...
def csv_rows(columns: Sequence[npt.NDArray[Any]]) -> bytes: ...
def is_same(seed: int, run: int, passed: Sequence[tuple[int, float, int]]) -> bool: ...
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
def driver_names() -> list[str]: ...
def release_names() -> list[str]: ...
def driver_releases(driver: str) -> list[str]: ...
def driver_facts(
    driver: str, release: str = "", server: str = ""
) -> dict[str, bool | int | str | list[str]]: ...
def tds_driver_names() -> list[str]: ...
def tds_driver_facts(driver: str) -> dict[str, bool | int | str | list[str]]: ...
def reply_sizes(thin: bool, client: int, version: int, same_platform: bool) -> dict[str, int]: ...
def server_defaults(release: str) -> dict[str, str]: ...
def check_listener(attributes: dict[str, str]) -> tuple[str, str]: ...
def listener_rate(rate_limit: str, connection_rate: int) -> int: ...
def read_delivery_trace(text: str) -> tuple[str, int, int]: ...
def tcp_profile(profile: str) -> dict[str, str]: ...
def runs_tcp_machine(attributes: dict[str, str]) -> bool: ...
def negotiate(
    client_version: int,
    client_sdu: int,
    client_tdu: int,
    server_version: int,
    server_sdu: int,
    server_tdu: int,
) -> dict[str, int]: ...
def column_bytes(
    columns: str, repeated: int = 0, locator: int = 114, prefetch: int = 0, inline: bool = False
) -> tuple[int, int]: ...
def lob_columns(columns: str, prefetch: int = 0, inline: bool = False) -> list[tuple[int, int]]: ...
def defined_length(columns: str) -> int: ...
def statement_calls(
    document: dict[str, object], group: int = 0
) -> list[tuple[int, bool, int, int, int, int]]: ...
def pipeline_calls(
    document: dict[str, object], statements: Sequence[int], group: int = 0
) -> list[tuple[int, bool, int, int, int, int]]: ...
def read_steps(text: str, statements: list[str]) -> tuple[list[tuple[list[int], int, int]], str]: ...
def repetition_bytes(columns: str, repetition: str, thin: bool) -> tuple[int, float, int, int]: ...
def network_routes(
    lists: Mapping[str, Sequence[Mapping[str, str]]], pairs: Sequence[tuple[str, str]]
) -> list[list[tuple[int, bool]] | None]: ...
def attributes(owner: str) -> dict[str, Attribute]: ...
def parse_connect_string(text: str) -> dict[str, object]: ...
def without_credentials(text: str) -> tuple[str, list[str], str]: ...
def source_routes(text: str) -> list[dict[str, object]]: ...
def read_rule_list(text: str) -> list[dict[str, object]]: ...
def check_descriptor(text: str) -> tuple[list[str], str, list[str]]: ...
def read_aliases(path: str, sqlnet: str | None = None) -> list[dict[str, object]]: ...
def read_parameters(path: str) -> list[dict[str, object]]: ...
def read_listeners(path: str) -> list[dict[str, object]]: ...
def resolve_connect(
    alias_or_text: str,
    tnsnames: str | None = None,
    sqlnet: str | None = None,
    listener: str | None = None,
    listener_name: str = "LISTENER",
) -> dict[str, object]: ...
def decode_packet(data: bytes, long_form: bool = False) -> dict[str, object]: ...
def direct_path_row_bytes(columns: str) -> int: ...
def ttc_message(data: bytes) -> tuple[str, str]: ...
def ttc_is_whole_native(data: bytes) -> bool: ...
def ttc_rows_asked(data: bytes) -> int | None: ...
def native_outcome(
    driver: str,
    driver_release: str,
    server_release: str,
    client: tuple[str, str, str, str],
    server: tuple[str, str, str, str],
) -> tuple[str, str, int]: ...
def tls_outcome(client: tuple[str, str, str], listener: tuple[str, str, str]) -> tuple[str, str, int]: ...
def native_offer(data: bytes) -> tuple[list[str], list[str], list[str], bool] | None: ...
def tds_message(type: int, data: bytes, wide: bool) -> str | None: ...
def tds_name(type: int) -> str: ...
def tds_wide(data: bytes) -> bool: ...

class TtcError(ValueError): ...

class TtcLayout:
    field_version: int
    wide_bytes: bool
    end_of_response: bool
    statement_type: bool
    columns_23: bool
    text_lengths: bool
    verifier_12c: bool

    def __init__(
        self,
        *,
        field_version: int = 7,
        wide_bytes: bool = False,
        end_of_response: bool = False,
        statement_type: bool = True,
        columns_23: bool = True,
        text_lengths: bool = True,
        verifier_12c: bool = False,
    ) -> None: ...
    @property
    def has_token(self) -> bool: ...
    @staticmethod
    def agree(server: int, client: TtcDataTypesRequest, tells_end: bool) -> TtcLayout: ...

class _Message:
    def size(self, layout: TtcLayout = ...) -> int: ...
    def encode(self, layout: TtcLayout = ...) -> bytes: ...
    @classmethod
    def decode(cls, data: bytes, layout: TtcLayout = ...) -> Self: ...

class TtcPair:
    key: bytes
    value: bytes
    flags: int

    def __init__(self, *, key: bytes = b"", value: bytes = b"", flags: int = 0) -> None: ...

class TtcDataTypesRequest(_Message):
    class Types: ...

    flags: int
    compile_time: bytes
    run_time: bytes
    types: Types

class TtcDataTypesReply(_Message):
    types: TtcDataTypesRequest.Types

    def __init__(self, *, types: TtcDataTypesRequest.Types = ...) -> None: ...

class TtcFastAuth(_Message):
    data_types: TtcDataTypesRequest
    authentication: bytes

class TtcProtocolReply(_Message):
    platform: bytes
    formats: bytes
    compile_time: bytes
    run_time: bytes

    def __init__(
        self, *, platform: bytes = b"", formats: bytes = b"", compile_time: bytes = b"", run_time: bytes = b""
    ) -> None: ...
    @property
    def field_version(self) -> int: ...

class TtcAuthRequest(_Message):
    user: bytes
    mode: int
    pairs: list[TtcPair]

class TtcExecute(_Message):
    cursor: int
    statement: bytes
    rows: int
    binds: int
    row_counts: int

    def __init__(self, *, cursor: int = 0, statement: bytes = b"", rows: int = 0, binds: int = 0) -> None: ...

class TtcEndOfCall(_Message):
    rows: int
    error: int
    cursor: int
    statement_type: int
    call: int
    padding: int
    full_statement_type: int
    text: bytes

    def __init__(
        self,
        *,
        rows: int = 0,
        error: int = 0,
        cursor: int = 0,
        statement_type: int = 0,
        call: int = 0,
        padding: int = 0,
        full_statement_type: int = 0,
        text: bytes = b"",
    ) -> None: ...

class TtcStatus(_Message): ...

class TtcAuthReply(_Message):
    pairs: list[TtcPair]
    end: TtcEndOfCall

    def __init__(self, *, pairs: list[TtcPair] = ..., end: TtcEndOfCall = ...) -> None: ...

class TtcVersionReply(_Message):
    banner: bytes
    number: int

    def __init__(self, *, banner: bytes = b"", number: int = 0) -> None: ...

class TtcIoVector(_Message):
    directions: list[int]

    def __init__(self, *, directions: list[int] = ...) -> None: ...

class TtcStatementParameters(_Message):
    numbers: list[int]

    def __init__(self, *, numbers: list[int] = ...) -> None: ...

class TtcDescribedColumn(_Message):
    type: int
    scale: int
    buffer_bytes: int
    character_set: int
    form: int
    max_characters: int
    name: bytes
    place: int

    def __init__(
        self,
        *,
        type: int = 1,
        scale: int = 0,
        buffer_bytes: int = 0,
        character_set: int = 0,
        form: int = 0,
        max_characters: int = 0,
        name: bytes = b"",
        place: int = 0,
    ) -> None: ...

class TtcDescribe(_Message):
    identity: bytes
    row_bytes: int
    flag: int
    columns: list[TtcDescribedColumn]
    time: bytes
    max_bytes: int
    min_rows: int
    max_rows: int

    def __init__(
        self,
        *,
        identity: bytes = b"",
        row_bytes: int = 0,
        flag: int = 0x51,
        columns: list[TtcDescribedColumn] = ...,
        time: bytes = b"",
        max_bytes: int = 0,
        min_rows: int = 0,
        max_rows: int = 0,
    ) -> None: ...

class TtcRowHeader(_Message):
    requests: int
    iterations: int

    def __init__(self, *, requests: int = 1, iterations: int = 0) -> None: ...

class TtcRow:
    values: list[bytes]
    return_codes: bool

    def __init__(self, *, values: list[bytes] = ..., return_codes: bool = False) -> None: ...
    def encode(self) -> bytes: ...

class TtcTime:
    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int
    nanoseconds: int

    def __init__(
        self,
        *,
        year: int = 1,
        month: int = 1,
        day: int = 1,
        hour: int = 0,
        minute: int = 0,
        second: int = 0,
        nanoseconds: int = 0,
    ) -> None: ...
    @property
    def date(self) -> bytes: ...
    @property
    def timestamp(self) -> bytes: ...
    @property
    def zoned_timestamp(self) -> bytes: ...

def ttc_number(text: str) -> bytes: ...
def ttc_call(data: bytes) -> tuple[int, int]: ...

class Serve:
    def __init__(
        self,
        document: dict[str, Any],
        seed: int,
        run: int,
        simulated: bool,
        pcap_prefix: str,
        tell: Callable[[str], None],
    ) -> None: ...
    def listen(
        self, address: str, port: int, site: str, backend_address: str, backend_port: int, instance: str
    ) -> int: ...
    def close(self, port: int) -> None: ...
    def reset(self, port: int, toxic: str) -> None: ...
    def add_toxic(
        self,
        port: int,
        name: str,
        up: bool,
        share: float,
        *,
        limit_bytes: int | None = None,
        linger_ns: int = 0,
        slice_bytes: int = 0,
        spread_bytes: int = 0,
        interval_ns: int = 0,
    ) -> None: ...
    def remove_toxic(self, port: int, name: str) -> None: ...
    def way(self, port: int) -> list[tuple[str, bool, int, int, int, int]]: ...
    def change(self, link: str, up: bool, rate_bit_s: int, delay_ns: int, loss: float) -> None: ...
    def cut(self, link: str, up: bool) -> None: ...
    def report(self) -> dict[str, int]: ...
    def ends(self) -> list[tuple[int, int, int, int, int, int, int, int, int]]: ...
    def open(self) -> None: ...
    def end(self) -> None: ...
    def check(self) -> int: ...
    def run(self, stop: int, spin_ns: int) -> dict[str, int]: ...
