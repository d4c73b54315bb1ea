# SPDX-License-Identifier: GPL-2.0-only
"""The extension of the tests: packets and messages made of their fields, which no user of net8 needs."""

from collections.abc import Sequence

from net8._core import TtcDescribedColumn, TtcEndOfCall, TtcLayout, _Message

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
