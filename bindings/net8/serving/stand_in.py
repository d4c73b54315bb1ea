# SPDX-License-Identifier: GPL-2.0-only
"""Ports at which real drivers reach the simulated server of a plan.

Between a driver and the simulated client host each message is replaced: towards the server by one of the simulation,
back by real bytes, as soon as the last byte of the simulated reply has arrived.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from net8._core import TtcError, decode_packet
from net8.base.errors import PlanError
from net8.base.words import many
from net8.plan.plan import Plan
from net8.recorder.ports import Place
from net8.serving.answers import Answers, Database, database_of

__all__ = ["StandIn"]

_HEADER: Final = 8
_DATA_HEADER: Final = 10
_CONNECT, _ACCEPT, _REDIRECT, _DATA, _MARKER = 1, 2, 5, 6, 12
_LONGEST: Final = 1 << 21
_MESSAGE_MOST: Final = 1 << 24
_PREFIX: Final = 12
_NATIVE: Final = b"\xde\xad\xbe\xef"
_LONG_LENGTHS: Final = 315
_END_OF_FILE: Final = 0x0040
_END_OF_REQUEST: Final = 0x0800
_END_OF_RESPONSE: Final = 0x2000
_TELLS_END: Final = 0x02000000
_END_MESSAGE: Final = b"\x1d"
_LONGEST_INTEGER: Final = 9
_PAUSE_S: Final = 0.02
_PIECE: Final = 65536
_AT_ONCE: Final = struct.pack("ii", 1, 0)
_FLAGS_AT: Final = slice(66, 70)
_FLAGS_OFFSET: Final = 70
_OPTIONS_AT: Final = slice(10, 12)
_OUT_OF_BAND: Final = 0x01
_ATTENTION: Final = 0x0400
_MS: Final = 1e6


class _EndedError(Exception):
    """The connection is over."""


class _ResetError(_EndedError):
    """It was ended by a reset."""


class _Packets:
    """Packets of a connection."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        """Start before the first one."""
        self._reader, self._come = reader, b""
        self.long = False  #: whether lengths have four bytes

    async def next(self) -> bytes:
        """Read the next one."""
        await self._await(_HEADER)
        length = int.from_bytes(self._come[: 4 if self.long else 2], "big")
        if not _HEADER <= length <= _LONGEST:
            raise TtcError(f"a packet of {length} bytes")
        await self._await(length)
        packet, self._come = self._come[:length], self._come[length:]
        return packet

    async def has_more(self) -> bool:
        """Return whether more comes within a pause."""
        if not self._come:
            with contextlib.suppress(TimeoutError):
                self._come = await asyncio.wait_for(self._reader.read(_PIECE), _PAUSE_S)
        return bool(self._come)

    async def _await(self, size: int) -> None:
        """Wait for so many bytes."""
        while len(self._come) < size:
            try:
                piece = await self._reader.read(_PIECE)
            except ConnectionResetError:
                raise _ResetError from None
            if not piece:
                raise _EndedError
            self._come += piece


class _Link:
    """One driver and its simulated connection."""

    def __init__(
        self, driver: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        network: tuple[asyncio.StreamReader, asyncio.StreamWriter], answers: Answers, tell: Callable[[str], None],
        spend: Callable[[int], None],
    ) -> None:  # fmt: skip
        """Take both connections over."""
        self._from_driver, self._to_driver = _Packets(driver[0]), driver[1]
        self._from_network, self._to_network = _Packets(network[0]), network[1]
        self._answers, self._tell, self._spend = answers, tell, spend
        self._long = self._accepted = False
        self._sdu = 8192
        self._first, self._left = b"", 0

    async def run(self) -> None:
        """Pass messages in both directions until one end is over."""
        pumps = [asyncio.ensure_future(each) for each in (self._outward(), self._inward())]
        try:
            _done, left = await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in left:
                pump.cancel()
            results = await asyncio.gather(*pumps, return_exceptions=True)
            for result in results:
                if isinstance(result, TtcError | ValueError):
                    self._tell(f"a driver sent or was to get {result}; its connection was ended")
                elif isinstance(result, Exception) and not isinstance(result, _EndedError | OSError):
                    raise result
            if any(isinstance(result, _ResetError) for result in results):
                _reset(self._to_driver, self._to_network)
        finally:
            for writer in (self._to_driver, self._to_network):
                writer.close()

    async def _outward(self) -> None:
        """Pass what the driver sends."""
        content, marks_end = b"", False
        while True:
            packet = await self._from_driver.next()
            flags = int.from_bytes(packet[_HEADER:_DATA_HEADER], "big")
            payload = packet[_DATA_HEADER:]
            whole = packet[4] != _DATA or not self._accepted or bool(flags & _END_OF_FILE)
            if whole or (not content and payload.startswith(_NATIVE)):
                await self._send(
                    self._to_network, _without_urgent(packet) if packet[4] == _CONNECT else packet
                )
                content = b"" if packet[4] == _MARKER else content
                continue
            content += payload
            if len(content) > _MESSAGE_MOST:
                raise TtcError(f"a message of more than {_MESSAGE_MOST} bytes")
            marks_end = marks_end or bool(flags & _END_OF_REQUEST)
            if flags & _END_OF_REQUEST or (not marks_end and not await self._goes_on(packet)):
                begun = time.perf_counter_ns()
                told = self._packets(self._answers.ask(content))
                self._spend(time.perf_counter_ns() - begun)
                content = b""
                await self._send(self._to_network, told)

    async def _goes_on(self, packet: bytes) -> bool:
        """Return whether a message goes on behind a packet: if that is full, and more follows."""
        return len(packet) > self._sdu - _LONGEST_INTEGER and await self._from_driver.has_more()

    async def _inward(self) -> None:
        """Pass what the simulation answers."""
        while True:
            packet = await self._from_network.next()
            if packet[4] == _ACCEPT:
                packet = self._accept(packet)
            elif packet[4] == _REDIRECT:
                raise TtcError("a REDIRECT, whose simulated address it cannot reach")
            if packet[4] == _MARKER:
                self._left = 0
            if packet[4] == _DATA and self._accepted and not packet[9] & _END_OF_FILE:
                await self._replace(packet[_DATA_HEADER:], packet)
            else:
                await self._send(self._to_driver, packet)

    async def _replace(self, payload: bytes, packet: bytes) -> None:
        """Put real bytes in the place of a simulated reply, once it is whole."""
        if not self._left and payload.startswith(_NATIVE):
            await self._send(self._to_driver, packet)
            return
        if not self._left:
            self._first = payload
            self._left = int.from_bytes(payload[8:12], "big") if len(payload) >= _PREFIX else len(payload)
        self._left -= len(payload)
        if self._left > 0:
            return
        self._left = 0
        begun = time.perf_counter_ns()
        told = self._answers.answer(self._first, payload)
        ends = self._answers.layout.end_of_response
        data = self._packets(told + _END_MESSAGE, _END_OF_RESPONSE) if ends else self._packets(told)
        self._spend(time.perf_counter_ns() - begun)
        await self._send(self._to_driver, data)

    def _accept(self, packet: bytes) -> bytes:
        """Take what was agreed on, and take urgent data out of it."""
        told: dict[str, Any] = decode_packet(packet)
        self._accepted = True
        self._long = told["version"] >= _LONG_LENGTHS
        self._from_driver.long = self._from_network.long = self._long
        self._sdu = told["sdu"]
        self._answers.tells_end = bool(told["accept_flags2"] & _TELLS_END)
        options = int.from_bytes(packet[_OPTIONS_AT], "big") & ~_ATTENTION
        return packet[: _OPTIONS_AT.start] + options.to_bytes(2, "big") + packet[_OPTIONS_AT.stop :]

    def _packets(self, message: bytes, last_flags: int = 0) -> bytes:
        """Cut a message into DATA packets."""
        room, packets = self._sdu - _DATA_HEADER, []
        for at in range(0, len(message), room):
            piece = message[at : at + room]
            size = len(piece) + _DATA_HEADER
            length = size.to_bytes(4, "big") if self._long else size.to_bytes(2, "big") + b"\0\0"
            flags = last_flags if at + room >= len(message) else 0
            packets.append(length + bytes([_DATA, 0, 0, 0]) + flags.to_bytes(2, "big") + piece)
        return b"".join(packets)

    @staticmethod
    async def _send(writer: asyncio.StreamWriter, data: bytes) -> None:
        """Write, no faster than it is taken."""
        writer.write(data)
        await writer.drain()


def _reset(*writers: asyncio.StreamWriter) -> None:
    """Let connections end by a reset."""
    for writer in writers:
        with contextlib.suppress(OSError):
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        writer.transport.abort()


def _address(name: tuple[Any, ...]) -> str:
    """Return address and port of a socket."""
    return f"[{name[0]}]:{name[1]}" if ":" in name[0] else f"{name[0]}:{name[1]}"


def _without_urgent(connect: bytes) -> bytes:
    """Take the check of urgent data, whose mark is lost on the way, out of a CONNECT."""
    if int.from_bytes(connect[26:28], "big") < _FLAGS_OFFSET:
        return connect
    flags = int.from_bytes(connect[_FLAGS_AT], "big") & ~_OUT_OF_BAND
    return connect[: _FLAGS_AT.start] + flags.to_bytes(4, "big") + connect[_FLAGS_AT.stop :]


class StandIn:
    """The ports, served in a thread of their own."""

    def __init__(self, database: Database, tell: Callable[[str], None]) -> None:
        """Start without ports.

        @param database: the database
        @param tell: called with what goes wrong
        """
        self._database, self._tell = database, tell
        self._told: set[str] = set()
        self._loop = asyncio.new_event_loop()
        self._spent: list[int] = []
        self._servers: dict[int, asyncio.Server] = {}
        self.ports: dict[int, int] = {}  #: ports of drivers, by those of the network behind them
        self.drivers: dict[str, str] = {}  #: addresses of drivers, by those that the network sees
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def listen(self, place: Place, inner: int) -> Place:
        """Listen at a port.

        @param place: where drivers connect
        @param inner: port behind which is the network
        @return: the same with its number
        @raises PlanError: when it cannot be had
        """

        async def start() -> asyncio.Server:
            return await asyncio.start_server(
                lambda reader, writer: self._serve(reader, writer, inner),
                place.address[0], place.port, family=place.family, reuse_address=True,
            )  # fmt: skip

        try:
            server = asyncio.run_coroutine_threadsafe(start(), self._loop).result()
        except OSError as error:
            why = error.strerror or str(error)
            raise PlanError(f"net8 cannot listen at {place}: {why}") from None
        address = server.sockets[0].getsockname()
        self.ports[inner], self._servers[inner] = address[1], server
        return Place(place.host, address[1], place.family, address)

    def close(self, inner: int) -> None:
        """Listen no more at the port in front of one.

        @param inner: port behind which is the network
        """
        self._loop.call_soon_threadsafe(self._servers.pop(inner).close)
        del self.ports[inner]

    @classmethod
    def of(cls, plan: Plan, tell: Callable[[str], None]) -> StandIn:
        """Stand in for the server of a plan.

        @param plan: the plan
        @param tell: called with what goes wrong
        @return: without ports
        @raises PlanError: when real drivers cannot talk to its server
        """
        return cls(database_of(plan), tell)

    def told(self) -> str:
        """Say how long messages took to be replaced, which is no part of the simulated time.

        @return: a sentence
        """
        spent = sorted(self._spent)
        if not spent:
            return "no driver has sent a message"
        median, late = (spent[int(share * (len(spent) - 1))] / _MS for share in (0.5, 0.99))
        return (
            f"{many(len(spent), 'message')} took {median:.3f} ms (median), {late:.3f} ms (99th percentile) to "
            "be replaced, beside the simulated time"
        )

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, inner: int) -> None:
        """Serve a driver."""
        seen = ""
        try:
            network = await asyncio.open_connection("127.0.0.1", inner, family=socket.AF_INET)
            seen = _address(network[1].get_extra_info("sockname"))
            self.drivers[seen] = _address(writer.get_extra_info("peername"))
            answers = Answers(self._database, self._tell_once)
            await _Link((reader, writer), network, answers, self._tell_once, self._spent.append).run()
        except OSError as error:
            self._tell_once(f"the network takes no connection: {error.strerror or error}")
        finally:
            self.drivers.pop(seen, None)
            writer.close()

    def _tell_once(self, sentence: str) -> None:
        """Say what went wrong, but not again and again."""
        if sentence not in self._told:
            self._told.add(sentence)
            self._tell(sentence)
