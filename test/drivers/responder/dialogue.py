# SPDX-License-Identifier: GPL-2.0-only
"""One session of the responder: the answer to the CONNECT, and to each message after the ACCEPT."""

from __future__ import annotations

from typing import Final

from net8._core import (
    TtcDataTypesReply,
    TtcDataTypesRequest,
    TtcError,
    TtcExecute,
    TtcFastAuth,
    TtcLayout,
    TtcProtocolReply,
    TtcStatus,
    ttc_call,
    ttc_message,
)
from net8.dissect.ttc import is_whole_native
from net8.serving.logon import Logon
from net8.serving.replies import version
from net8_testing import (
    TtcFetch,
    TtcLobCall,
    TtcTransactionSwitch,
    encode_data,
    encode_marker,
    encode_redirect,
    encode_refuse,
    encode_resend,
)

from responder.cases import Case
from responder.channel import Channel
from responder.loads import Loads
from responder.recording import Packet
from responder.replay import replies
from responder.replies import (
    OLD,
    STATEMENT_CURSOR,
    end_of_call,
    lob_read,
    lob_reply,
    server_lent,
    switched,
)
from responder.server import server_of
from responder.statements import Statements
from responder.table import LETTER_CHARACTERS
from responder.watch import NOTIFICATIONS, notification, subscribed

__all__ = ["ERRORS", "PASSWORD", "REDIRECTED_DATA", "REFUSAL", "Dialogue", "name_of"]

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

_END_OF_RESPONSE: Final = 29
_TOKEN: Final = 33
_PIPELINE_BEGIN: Final = b"\x11\xc7"
_PIPELINE_END: Final = b"\x03\xc8"
_ABORT_ON_ERROR: Final = 2
_ABORTED: Final = 43610
_ABORTED_TEXT: Final = "ORA-43610: Pipeline, Aborted due to abort on error settings in pipeline mode\n"
_NO_TOKEN: Final = b"\0"
_CALL_HEAD: Final = 3
_END_OF_RESPONSE_FLAG: Final = 0x2000
_TELLS_END: Final = 0x02000000
_BREAK, _RESET, _DATA_BYTE = 1, 2, 1
_USER_REASON: Final = 0x22
_END_OF_REQUEST: Final = 0x0800
_END_OF_FILE: Final = 0x0040
_LONG_LENGTHS: Final = 315
_MESSAGE_MOST: Final = 1 << 20
_LONGEST_INTEGER: Final = 9
_PAUSE_S: Final = 0.25
_READ: Final = 2
_NEGOTIATION: Final = ("native services", "protocol", "data types")
_RELEASE: Final = "session release"
_SUBSCRIBE: Final = "subscribe"
_NOTIFY: Final = "notify"
_LOGON: Final = ("fast authentication", "OSESSKEY", "OAUTH")
_WITHOUT_RESULT: Final = (
    "logoff",
    "close cursors",
    "close cursor",
    "commit",
    "rollback",
    "ping",
    "pipeline end",
)


class Dialogue:
    """The server's side of a session."""

    def __init__(self, channel: Channel, case: Case, redirect_port: int) -> None:
        """Take a connection.

        @param channel: the connection
        @param case: what to do
        @param redirect_port: port B, for REDIRECT; 0 on port B itself
        """
        self._channel = channel
        self._case = case
        self._redirect_port = redirect_port
        self._accept = case.accept
        self._marks_end = False
        self._token = b""
        self._abort = False  # a pipeline does nothing behind an error
        self._aborted = False  # and there was one
        self._released = False  # gave the server of a resident pool back
        self._server = server_of(case.accept, ready=case.ready)
        self._agree(OLD)

    def _agree(self, layout: TtcLayout) -> None:
        """Start the logon in a layout."""
        self._layout = layout
        self._logon = Logon(PASSWORD, layout, self._server.number)
        self._statements = Statements(self._case.rows, layout)
        self._loads = Loads(layout)

    def run(self) -> None:
        """Answer until the session ends, which raises EndedError."""
        try:
            self._connect()
            while True:
                self._answer(self._message())
        except TtcError as error:
            self._channel.fail(str(error))

    def _connect(self) -> None:
        """Answer the CONNECT as the case says."""
        self._accept = self._case.accept.agreed(self._read_connect())
        answer = self._case.answer
        if answer == "redirect" and not self._redirect_port:
            answer = "accept"
        if answer == "resend":
            self._channel.write(encode_resend())
            self._read_connect()
            answer = "refuse"
        if answer == "accept":
            self._channel.write(self._accept.encode())
            self._channel.packet_bytes = self._accept.sdu
            self._channel.long_form = self._accept.version >= _LONG_LENGTHS
            return
        if answer == "refuse":
            self._refuse()
        elif answer == "redirect":
            self._redirect()
        self._channel.wait_for_end(self._case.patience_s)

    def _read_connect(self) -> int:
        """Read a CONNECT and the DATA packet after it if it has one; give its version."""
        packet = self._channel.read()
        if packet.type != "CONNECT":
            raise TtcError(f"{packet.type} where a CONNECT belongs")
        if packet.fields["data_follows"]:
            self._channel.read()
        return int(str(packet.fields["version"]))

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
                raise TtcError(f"a message of more than {_MESSAGE_MOST} bytes")

    def _is_last(self, packet: Packet) -> bool:
        """Return whether a message ends with a packet.

        Some clients mark the last one. Of the others it is the one that is not full, but some leave out as many bytes
        as the next integer would have had; a message whose last packet is as long as that ends when nothing follows.
        """
        self._marks_end = self._marks_end or bool(packet.data_flags & _END_OF_REQUEST)
        if packet.data_flags & _END_OF_REQUEST or is_whole_native(packet.payload):
            return True
        if packet.payload.startswith(_PIPELINE_END):
            self._marks_end = False
            return True  # python-oracledb marks the calls of a pipeline, not its end nor what follows
        if self._marks_end:
            return False
        is_full = packet.length > self._channel.packet_bytes - _LONGEST_INTEGER
        return not is_full or not self._channel.has_more(_PAUSE_S)

    def _answer(self, content: bytes) -> None:
        """Answer a message."""
        name = name_of(content)
        start, call = ttc_call(content)
        self._token = _token_of(content[start:]) if self._layout.end_of_response else b""
        if content.startswith(_PIPELINE_BEGIN):
            self._abort, self._aborted = _mode_of(content) == _ABORT_ON_ERROR, False
        if name == _RELEASE:
            self._released = True  # without a reply
        elif name == self._case.fails:
            self._refuse_call(name, call)
        elif name in _NEGOTIATION:
            self._reply(self._negotiate(name, content), tells=name != "native services")
        elif name in _LOGON and not self._case.rows:
            self._channel.end("server")
        elif name in _LOGON:
            self._reply(self._log_on(name, content))
        elif self._channel.recording.proven and name == _NOTIFY:
            self._notify()
        elif self._channel.recording.proven:
            lent = server_lent() if self._released else b""
            self._released = False
            self._reply(lent + self._pipe(name, content[start:], call))
        else:
            raise TtcError(f"{name} where the session does not expect it")

    def _notify(self) -> None:
        """Send notifications, one reply in as many packets, and wait for the client to close."""
        for place in range(NOTIFICATIONS):
            self._channel.write_message(notification(place))
        self._channel.wait_for_end(self._case.patience_s)

    def _negotiate(self, name: str, content: bytes) -> bytes:
        """Answer a message before the logon."""
        if name == "native services":
            return replies().native
        if name == "protocol":
            return self._server.protocol
        return self._settle(TtcDataTypesRequest.decode(content))

    def _settle(self, client: TtcDataTypesRequest) -> bytes:
        """Take the layout that a negotiation of data types leads to, and answer with the client's own types."""
        tells_end = bool(self._accept.accept_flags2 & _TELLS_END)
        newest = TtcProtocolReply.decode(self._server.protocol).field_version
        self._agree(TtcLayout.agree(newest, client, tells_end))
        self._channel.recording.layout = self._layout
        return TtcDataTypesReply(types=client.types).encode()

    def _log_on(self, name: str, content: bytes) -> bytes:
        """Answer a message of the logon."""
        if name == "fast authentication":
            types = self._settle(TtcFastAuth.decode(content).data_types)
            return self._server.protocol + types + self._logon.challenge()
        return self._logon.challenge() if name == "OSESSKEY" else self._accept_password(content)

    def _pipe(self, name: str, content: bytes, call: int) -> bytes:
        """Answer a call that may be one of a pipeline."""
        if name == "pipeline end":
            self._abort = self._aborted = False
        if self._aborted:
            return end_of_call(self._layout, error=_ABORTED, text=_ABORTED_TEXT, cursor=0, call=call)
        self._statements.failed = False
        reply = self._call(name, content, call)
        self._aborted = self._abort and self._statements.failed
        return reply

    def _call(self, name: str, content: bytes, call: int) -> bytes:
        """Answer a call of a session that is logged on."""
        if name == "execute":
            return self._statements.execute(TtcExecute.decode(content, self._layout), call)
        if name == "re-execute":
            *_token, cursor = _integers(content, 2 if self._layout.has_token else 1)
            return self._statements.again(cursor, call)
        if name == "re-execute and fetch":
            *_token, cursor, rows = _integers(content, 3 if self._layout.has_token else 2)
            return self._statements.fetch_again(cursor, rows, call)
        if name == "fetch":
            return self._statements.fetch(TtcFetch.decode(content, self._layout), call)
        if name == "LOB operation":
            operation = TtcLobCall.decode(content, self._layout).operation
            if operation == _READ:
                return lob_read("x" * LETTER_CHARACTERS, call, self._layout)
            return lob_reply(operation, call, self._layout)
        if name.startswith("direct path"):
            return self._loads.answer(name, content, call)
        if name == "transaction switch":
            TtcTransactionSwitch.decode(content, self._layout)
            return switched(call, self._layout)
        if name == _SUBSCRIBE:
            return subscribed()
        if name == "version":
            return version(self._server.banner, self._server.number, self._layout)
        if name in _WITHOUT_RESULT:
            return TtcStatus().encode()
        raise TtcError(f"{name} where the session does not expect it")

    def _reply(self, content: bytes, *, tells: bool = True) -> None:
        """Send a reply; where that was agreed upon, a message and a flag tell its end."""
        if self._token and self._token != _NO_TOKEN:
            content = bytes([_TOKEN]) + self._token + content
        if tells and self._layout.end_of_response:
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
        self._reply(told)

    def _accept_password(self, content: bytes) -> bytes:
        """Answer the second authentication message."""
        reply = self._logon.accept(content)
        self._channel.recording.user = self._logon.user
        self._channel.recording.proven = self._logon.proven
        return reply


def _token_of(call: bytes) -> bytes:
    """Return the token of a call as it is written: a universal integer behind type, function and number."""
    return call[_CALL_HEAD : _CALL_HEAD + 1 + call[_CALL_HEAD]] if len(call) > _CALL_HEAD else b""


def _mode_of(begin: bytes) -> int:
    """Return what a pipeline does behind an error: a byte behind token, error set (an integer) and its mode."""
    at = _CALL_HEAD + 1 + begin[_CALL_HEAD]
    return begin[at + 1 + begin[at] + 1]


def _integers(call: bytes, count: int) -> list[int]:
    """Read the universal integers behind the head of a call."""
    at, found = _CALL_HEAD, []
    for _time in range(count):
        size = call[at]
        found.append(int.from_bytes(call[at + 1 : at + 1 + size], "big"))
        at += 1 + size
    return found


def name_of(content: bytes) -> str:
    """Name the call that a message makes, without what is in front of it.

    @param content: the message
    @return: such as "fetch"
    """
    name, function = ttc_message(content)
    return function.split(" + ")[-1] or name
