# SPDX-License-Identifier: GPL-2.0-only
"""One session of the responder: the answer to the CONNECT, and to each message after the ACCEPT."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from net8._core import encode_data, encode_marker, encode_redirect, encode_refuse, encode_resend
from net8.dissect_ttc import is_whole_native, message, rows_asked

from responder.cases import Case
from responder.channel import Channel
from responder.layout import OLD, Layout
from responder.logon import Logon
from responder.recording import Packet
from responder.replay import replies
from responder.replies import STATEMENT_CURSOR, data_types, end_of_call, status
from responder.table import Cursor
from responder.universal import MalformedError

__all__ = ["ERRORS", "PASSWORD", "REDIRECTED_DATA", "REFUSAL", "Dialogue", "Manner"]

PASSWORD: Final = "tiger"
"""What drivers log on with."""
REFUSAL: Final = "(DESCRIPTION=(TMP=)(VSNNUM=318767104)(ERR=12514)(ERROR_STACK=(ERROR=(CODE=12514)(EMFI=4))))"
"""Text of the REFUSE: that of a real 21c listener."""
REDIRECTED_DATA: Final = (
    "(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=REDIRSVC)(INSTANCE_NAME=INST1)"
    "(CID=(PROGRAM=x)(HOST=y)(USER=z))))"
)
"""Connect data that a REDIRECT brings."""

ERRORS: Final = {
    "OAUTH": (1017, "ORA-01017: invalid username/password; logon denied"),
    "execute": (942, "ORA-00942: table or view does not exist"),
}
"""Errors of the messages that a case lets fail."""

# Type, and twice the character set AL32UTF8.
_DATA_TYPES: Final = bytes((2, 0x69, 3, 0x69, 3))
_END_OF_RESPONSE: Final = 29
_END_OF_RESPONSE_FLAG: Final = 0x2000
_FAST: Final = 0x10000000
_VERSION_23_4: Final = 24
_TELLS_END: Final = 0x02000000
_BREAK, _RESET, _DATA_BYTE = 1, 2, 1
_USER_REASON: Final = 0x22
_END_OF_REQUEST: Final = 0x0800
_END_OF_FILE: Final = 0x0040
_LONG_LENGTHS: Final = 315
_MESSAGE_MOST: Final = 1 << 20


@dataclass(frozen=True)
class Manner:
    """What the responder must know of a driver to talk to it."""

    marks_end: bool  #: whether it marks the last packet of a message
    logon_types_11g: bool = False  #: whether it needs to be told that 12c's logon types are unknown
    wide_scale: bool = False  #: whether it reads the scale of columns as a universal integer
    end_of_response: bool = (
        False  #: whether it wants the ends of replies to be told when the ACCEPT offers that
    )


class Dialogue:
    """The server's side of a session."""

    def __init__(self, channel: Channel, case: Case, manner: Manner, redirect_port: int) -> None:
        """Take a connection.

        @param channel: the connection
        @param case: what to do
        @param manner: what the driver is like
        @param redirect_port: port B, for REDIRECT; 0 on port B itself
        """
        self._channel = channel
        self._case = case
        self._manner = manner
        self._redirect_port = redirect_port
        self._layout = _layout(case, manner)
        self._logon = Logon(PASSWORD, self._layout)
        self._cursor = Cursor(case.rows, self._layout)

    def run(self) -> None:
        """Answer until the session ends, which raises EndedError."""
        try:
            self._connect()
            while True:
                self._answer(self._message())
        except MalformedError as error:
            self._channel.fail(str(error))

    def _connect(self) -> None:
        """Answer the CONNECT as the case says."""
        self._read_connect()
        answer = self._case.answer
        if answer == "redirect" and not self._redirect_port:
            answer = "accept"
        if answer == "resend":
            self._channel.write(encode_resend())
            self._read_connect()
            answer = "refuse"
        if answer == "accept":
            accept = self._case.accept
            self._channel.write(accept.encode())
            self._channel.packet_bytes = accept.sdu
            self._channel.long_form = accept.version >= _LONG_LENGTHS
            return
        if answer == "refuse":
            self._refuse()
        elif answer == "redirect":
            self._redirect()
        self._channel.wait_for_end(self._case.patience_s)

    def _read_connect(self) -> None:
        """Read a CONNECT and the DATA packet after it if it has one."""
        packet = self._channel.read()
        if packet.type != "CONNECT":
            raise MalformedError(f"{packet.type} where a CONNECT belongs")
        if packet.fields["data_follows"]:
            self._channel.read()

    def _refuse(self) -> None:
        """Send a REFUSE."""
        follows = self._case.text_follows
        self._channel.write(encode_refuse(_USER_REASON, 0, REFUSAL, text_follows=follows))
        if follows:
            self._channel.write(encode_data(REFUSAL.encode()))

    def _redirect(self) -> None:
        """Send a REDIRECT to port B."""
        address = f"(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT={self._redirect_port}))"
        data = REDIRECTED_DATA if self._case.with_data else ""
        self._channel.write(encode_redirect(address, data, text_follows=self._case.text_follows))
        if self._case.text_follows:
            text = f"{address}\0{data}" if data else address
            self._channel.write(encode_data(text.encode()))

    def _message(self) -> bytes:
        """Read the next message, of one or more DATA packets."""
        content = b""
        while True:
            packet = self._channel.read()
            if packet.type != "DATA":
                continue
            if packet.data_flags & _END_OF_FILE:
                self._channel.wait_for_end(self._case.patience_s)
            content += packet.payload
            if self._is_last(packet):
                return content
            if len(content) > _MESSAGE_MOST:
                raise MalformedError(f"a message of more than {_MESSAGE_MOST} bytes")

    def _is_last(self, packet: Packet) -> bool:
        """Tell whether a message ends with a packet: it is marked or, of drivers that mark none, not full."""
        if self._manner.marks_end:
            return bool(packet.data_flags & _END_OF_REQUEST) or is_whole_native(packet.payload)
        return packet.length < self._channel.packet_bytes

    def _answer(self, content: bytes) -> None:
        """Answer a message."""
        call = content[2] if len(content) > 2 else 0
        name = str(message(content)).removeprefix("close cursors + ")
        if name == self._case.fails:
            self._refuse_call(name, call)
            return
        match name:
            case "native services":
                reply = replies().native
            case "protocol":
                reply = replies().protocol_11g if self._manner.logon_types_11g else replies().protocol
            case "data types":
                reply = data_types(content)
            case "fast authentication" if self._case.rows:
                types = content[content.index(_DATA_TYPES) :]
                reply = replies().protocol_26ai + data_types(types) + self._logon.challenge()
            case "OSESSKEY" if self._case.rows:
                reply = self._logon.challenge()
            case "OAUTH" if self._case.rows:
                reply = self._accept_password(content)
            case "execute" if self._channel.recording.proven:
                reply = self._cursor.execute(content, call)
            case "fetch" if self._channel.recording.proven:
                reply = self._cursor.fetch(rows_asked(content) or 0, call)
            case "logoff":
                reply = status()
            case "OSESSKEY" | "fast authentication":
                self._channel.end("server")
            case other:
                raise MalformedError(f"{other} where the session does not expect it")
        self._reply(reply, tells=self._layout.end_of_response and name != "native services")

    def _reply(self, content: bytes, *, tells: bool) -> None:
        """Send a reply; where that was agreed upon, a message and a flag tell its end."""
        if tells:
            self._channel.write_message(content + bytes([_END_OF_RESPONSE]), _END_OF_RESPONSE_FLAG)
        else:
            self._channel.write_message(content)

    def _refuse_call(self, name: str, call: int) -> None:
        """Answer a call with break and reset and, after the client's own reset, with an error."""
        long_form = self._channel.long_form
        for data in (_BREAK, _RESET):
            self._channel.write(encode_marker(_DATA_BYTE, data, long_form))
        while (packet := self._channel.read()).type != "MARKER" or packet.fields["data"] != _RESET:
            continue
        number, text = ERRORS[name]
        # A statement that fails has a cursor all the same (ojdbc-log_jdbc_26ai_session_rebuilt).
        cursor = 0 if name == "OAUTH" else STATEMENT_CURSOR
        told = end_of_call(self._layout, error=number, text=f"{text}\n", cursor=cursor, call=call)
        self._reply(told, tells=self._layout.end_of_response)

    def _accept_password(self, content: bytes) -> bytes:
        """Answer the second authentication message."""
        reply = self._logon.accept(content)
        self._channel.recording.user = self._logon.user
        self._channel.recording.proven = self._logon.proven
        return reply


def _layout(case: Case, manner: Manner) -> Layout:
    """Give the layout of the messages: 23.4's after an ACCEPT that offers fast authentication, else 12.1's."""
    flags = case.accept.accept_flags2
    tells = manner.end_of_response and bool(flags & _TELLS_END)
    version = _VERSION_23_4 if flags & _FAST else OLD.field_version
    return Layout(version, manner.wide_scale, tells)
