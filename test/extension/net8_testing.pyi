# SPDX-License-Identifier: GPL-2.0-only
"""The extension of the tests: packets and messages made of their fields, which no user of net8 needs."""

from collections.abc import Sequence
from typing import Self

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

class TtcLobCall(_Message):
    operation: int
    offset: int

    def __init__(self, *, operation: int = 0, offset: int = 0) -> None: ...

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

class TtcElementError:
    error: int
    place: int
    text: bytes

    def __init__(self, *, error: int = 0, place: int = 0, text: bytes = b"") -> None: ...

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
def ttc_call(data: bytes) -> tuple[int, int]: ...

class OciLayout:
    def __init__(
        self, version: int, same_platform: bool, chunk: int = 64, client: int = 0, narrow: bool = False
    ) -> None: ...

def oci_request(data: bytes, layout: OciLayout) -> bytes | None: ...
def oci_reply(
    function: int, data: bytes, layout: OciLayout, columns: int = 0
) -> tuple[int, int, int, bytes, int, int] | None: ...
def native_services(data: bytes) -> bytes | None: ...

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
