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
    document: dict[str, Any],
    seed: int,
    run: int,
    pcap_prefix: str,
    progress: Callable[[float, int, float], bool] | None,
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

class TtcTypeList: ...

class TtcDataTypesRequest(_Message):
    flags: int
    compile_time: bytes
    run_time: bytes
    types: TtcTypeList

class TtcDataTypesReply(_Message):
    types: TtcTypeList

    def __init__(self, *, types: TtcTypeList = ...) -> None: ...

class TtcFastAuth(_Message):
    data_types: TtcDataTypesRequest
    authentication: bytes

class TtcProtocolReply(_Message):
    platform: bytes
    compile_time: bytes
    run_time: bytes

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

class TtcDirectPathKeyword:
    name: bytes
    index: int

    def __init__(self, *, name: bytes = b"", index: int = 0) -> None: ...

class TtcDirectPathPrepare(_Message):
    keywords: list[TtcDirectPathKeyword]
    values: list[int]

    def __init__(self, *, keywords: list[TtcDirectPathKeyword] = ..., values: list[int] = ...) -> None: ...

class TtcDirectPathLoad(_Message):
    cursor: int
    pieces: bytes

    def __init__(self, *, cursor: int = 0, pieces: bytes = b"") -> None: ...

class TtcDirectPathOperation(_Message):
    operation: int
    cursor: int

    def __init__(self, *, operation: int = 2, cursor: int = 0) -> None: ...

class TtcDirectPathReply(_Message):
    prepares: bool
    columns: list[TtcDescribedColumn]
    numbers: list[int]

    def __init__(
        self, *, prepares: bool = False, columns: list[TtcDescribedColumn] = ..., numbers: list[int] = ...
    ) -> None: ...

class TtcTransactionSwitch(_Message):
    operation: int
    identifier: bytes
    flags: int
    timeout: int

    def __init__(
        self, *, operation: int = 1, identifier: bytes = b"", flags: int = 0x11, timeout: int = 0
    ) -> None: ...

class TtcFetch(_Message):
    cursor: int
    rows: int

    def __init__(self, *, cursor: int = 0, rows: int = 0) -> None: ...

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

class TtcStatementParameters(_Message):
    numbers: list[int]

    def __init__(self, *, numbers: list[int] = ...) -> None: ...

class TtcIoVector(_Message):
    directions: list[int]

    def __init__(self, *, directions: list[int] = ...) -> None: ...

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

class TtcReplyParts:
    @staticmethod
    def decode(
        data: bytes, layout: TtcLayout = ..., columns: int = 0, row_counts: bool = False
    ) -> TtcReplyParts: ...
    @property
    def columns(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def end(self) -> TtcEndOfCall | None: ...
    def encode(self, layout: TtcLayout = ...) -> bytes: ...

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
def direct_path_row_bytes(columns: str) -> int: ...
def ttc_message(data: bytes) -> tuple[str, str]: ...
def ttc_call(data: bytes) -> tuple[int, int]: ...
def ttc_is_whole_native(data: bytes) -> bool: ...
def ttc_rows_asked(data: bytes) -> int | None: ...

class OciLayout:
    def __init__(
        self, version: int, same_platform: bool, chunk: int = 64, client: int = 0, narrow: bool = False
    ) -> None: ...

def oci_request(data: bytes, layout: OciLayout) -> bytes | None: ...
def native_services(data: bytes) -> bytes | None: ...
def native_outcome(
    driver: str,
    driver_release: str,
    server_release: str,
    client: tuple[str, str, str, str],
    server: tuple[str, str, str, str],
) -> tuple[str, str, int]: ...
def tls_outcome(client: tuple[str, str, str], listener: tuple[str, str, str]) -> tuple[str, str, int]: ...
def native_offer(data: bytes) -> tuple[list[str], list[str], list[str], bool] | None: ...
def oci_reply(
    function: int, data: bytes, layout: OciLayout, columns: int = 0
) -> tuple[int, int, int, bytes, int, int] | None: ...

class TdsClientSettings:
    version: int
    packet_size: int
    instance: str
    host: str
    user: str
    password: str
    program: str
    server: str
    library: str
    database: str
    begins_transaction: bool
    def __init__(self) -> None: ...

class TdsServer:
    def __init__(
        self,
        columns: Sequence[tuple[str, int, int]],
        rows: Sequence[Sequence[bytes | None]],
        user: str,
        password: str,
        packet_size: int = 4096,
    ) -> None: ...
    def feed(self, data: bytes) -> bytes: ...
    @property
    def logged_on(self) -> bool: ...
    @property
    def asked(self) -> list[str]: ...
    @property
    def error(self) -> str: ...

def tds_dialogue(
    settings: TdsClientSettings,
    texts: Sequence[str],
    columns: Sequence[tuple[str, int, int]],
    rows: Sequence[Sequence[bytes | None]],
) -> tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]: ...
def tds_simulate(
    prefix: str, clients: int, packet_size: int, batches: int, rows: int
) -> list[tuple[int, int, int, int]]: ...
def tds_message(type: int, data: bytes, wide: bool) -> tuple[str, bytes] | None: ...
def tds_name(type: int) -> str: ...
def tds_wide(data: bytes) -> bool: ...
