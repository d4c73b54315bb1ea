# SPDX-License-Identifier: GPL-2.0-only
"""One connection of the responder: whole packets in and out, each recorded, nothing waited for without end."""

from __future__ import annotations

import contextlib
import select
import socket
import time
from typing import Final, NoReturn

from net8_testing import encode_data

from responder.recording import CLIENT, SERVER, Packet, Recording

__all__ = ["Channel", "EndedError"]

_HEADER: Final = 8
_DATA_HEADER: Final = 10
_LONGEST: Final = 1 << 21
_PACKETS_MOST: Final = 10_000
_READ: Final = 1 << 16
_LIFE_S: Final = 60.0
# The byte of the out-of-band check, then length and type of a MARKER with 32-bit lengths.
_CHECKED: Final = bytes((0x21, 0, 0, 0, 11, 12))


class EndedError(Exception):
    """The connection is over; how is in the recording."""


class Channel:
    """A connected socket that speaks TNS."""

    def __init__(self, sock: socket.socket, recording: Recording, patience_s: float) -> None:
        """Take a socket over.

        @param sock: connected
        @param recording: receives what passes
        @param patience_s: how long the client may be silent before the responder closes
        """
        self.recording = recording
        self.patience_s = patience_s
        self.long_form = False  #: whether lengths have 32 bits
        self.packet_bytes = 8192  #: SDU: longest packet
        self._sock = sock
        self._bytes = bytearray()
        self._deadline = time.monotonic() + _LIFE_S
        sock.settimeout(patience_s)

    def read(self) -> Packet:
        """Wait for the next packet.

        @return: the packet; EndedError when none comes or what comes is none
        """
        needed = _HEADER
        while len(self._bytes) < needed or (needed := self._length()) > len(self._bytes):
            self._receive()
        content = bytes(self._bytes[:needed])
        del self._bytes[:needed]
        try:
            packet = Packet.of(CLIENT, content, self.long_form)
        except ValueError as error:
            self.fail(str(error))
        self.recording.packets.append(packet)
        if len(self.recording.packets) > _PACKETS_MOST:
            self.fail(f"more than {_PACKETS_MOST} packets")
        return packet

    def has_more(self, seconds: float) -> bool:
        """Return whether the client goes on sending.

        @param seconds: how long to wait for it
        @return: whether there are bytes that were not read
        """
        return bool(self._bytes) or bool(select.select([self._sock], [], [], seconds)[0])

    def write(self, content: bytes) -> None:
        """Send a packet.

        @param content: all of it
        """
        try:
            self._sock.sendall(content)
        except OSError:
            self.end("reset")
        self.recording.packets.append(Packet.of(SERVER, content, self.long_form))

    def write_message(self, message: bytes, last_flags: int = 0) -> None:
        """Send a message in as many DATA packets as the SDU asks for.

        @param message: the message
        @param last_flags: data flags of the last packet
        """
        room = self.packet_bytes - _DATA_HEADER
        for at in range(0, len(message), room):
            flags = last_flags if at + room >= len(message) else 0
            self.write(encode_data(message[at : at + room], flags, self.long_form))

    def wait_for_end(self, seconds: float) -> None:
        """Send nothing more and record what the client does, until it ends the connection or time is up.

        @param seconds: how long
        """
        self.patience_s = seconds
        while True:
            self.read()

    def fail(self, fault: str) -> NoReturn:
        """End a connection whose bytes are wrong.

        @param fault: what is wrong
        """
        self.recording.fault = fault
        self.end("server")

    def end(self, how: str) -> NoReturn:
        """End the connection.

        @param how: who or what ended it
        """
        self.recording.end = how
        raise EndedError(how)

    def _length(self) -> int:
        """Read the length of the packet that comes next, without the byte of the out-of-band check in front of it.

        That byte stands in the stream where something on the way took its urgent mark away.
        """
        if self.long_form and self._bytes.startswith(_CHECKED):
            del self._bytes[0]
            self.recording.stream_bytes += 1
        length = int.from_bytes(self._bytes[: 4 if self.long_form else 2], "big")
        if not _HEADER <= length <= _LONGEST:
            self.fail(f"a packet of {length} bytes")
        return length

    def _receive(self) -> None:
        """Take what the socket has; out-of-band bytes are counted and left out."""
        began = time.monotonic()
        # A client that sends a byte now and then would otherwise never end.
        patience_s = max(min(self.patience_s, self._deadline - began), 0.0)
        readable, _, urgent = select.select([self._sock], [], [self._sock], patience_s)
        if not readable and not urgent:
            self.recording.silence_s = time.monotonic() - began
            self.end("silence")
        if urgent:
            self._take_urgent()
        if not readable:
            return
        try:
            fresh = self._sock.recv(_READ)
        except OSError:
            self.end("reset")
        if not fresh:
            self.end("client")
        self._bytes += fresh

    def _take_urgent(self) -> None:
        """Take the out-of-band byte."""
        with contextlib.suppress(OSError):
            if self._sock.recv(1, socket.MSG_OOB):
                if not self.recording.urgent_bytes:
                    self.recording.urgent_before = len(self.recording.sent)
                self.recording.urgent_bytes += 1
