# SPDX-License-Identifier: GPL-2.0-only
"""What a connection to the responder brought, for the tests to judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from net8._core import TtcLayout, decode_packet
from net8.dissect.ttc import message

__all__ = ["CLIENT", "SERVER", "Packet", "Recording"]

CLIENT, SERVER = "client", "server"


@dataclass(frozen=True)
class Packet:
    """One TNS packet that was sent or received."""

    sender: str  #: CLIENT or SERVER
    content: bytes  #: all of it
    fields: Mapping[str, object]  #: what the codec reads in it

    @classmethod
    def of(cls, sender: str, content: bytes, long_form: bool) -> Packet:
        """Read a packet.

        @param sender: CLIENT or SERVER
        @param content: all of it
        @param long_form: whether lengths of the connection have 32 bits
        @return: the packet; ValueError when it is none
        """
        return cls(sender, content, decode_packet(content, long_form))

    @property
    def type(self) -> str:
        """The name of its type."""
        return str(self.fields["type"])

    @property
    def length(self) -> int:
        """Its bytes, header included."""
        return len(self.content)

    @property
    def flags(self) -> int:
        """Its header flags."""
        return int(str(self.fields["flags"]))

    @property
    def payload(self) -> bytes:
        """What a DATA packet carries, empty for others."""
        return self._bytes("payload")

    @property
    def data_flags(self) -> int:
        """The flags of a DATA packet, 0 for others."""
        return int(str(self.fields.get("data_flags", 0)))

    @property
    def connect_data(self) -> bytes:
        """The text inside a CONNECT."""
        return self._bytes("connect_data")

    def _bytes(self, name: str) -> bytes:
        """Return a field that has bytes."""
        value = self.fields.get(name, b"")
        return value if isinstance(value, bytes) else b""

    def __str__(self) -> str:
        """Show type and length, as the tables of the tests write them."""
        return f"{self.type} {self.length}"


@dataclass
class Recording:
    """One connection."""

    port: str  #: A, or B where redirects lead
    packets: list[Packet] = field(default_factory=list)  #: in the order in which they were whole
    urgent_bytes: int = 0  #: out-of-band bytes of the client
    stream_bytes: int = 0  #: bytes of the out-of-band check that came in the stream
    urgent_before: int = -1  #: packets of the client before the first out-of-band byte
    end: str = ""  #: who ended it: client, server, silence, reset
    fault: str = ""  #: what was wrong with the client's bytes
    layout: TtcLayout = field(default_factory=TtcLayout)  #: layout that both ends came to
    user: str = ""  #: who logged on
    proven: bool = False  #: whether the password was right
    silence_s: float = 0.0  #: how long the client was silent before the responder closed

    @property
    def sent(self) -> list[Packet]:
        """The client's packets."""
        return [packet for packet in self.packets if packet.sender == CLIENT]

    @property
    def replied(self) -> list[Packet]:
        """The responder's packets."""
        return [packet for packet in self.packets if packet.sender == SERVER]

    def named(self, name: str) -> list[Packet]:
        """Return the client's packets that start a message of a name.

        @param name: as net8 dissect names it, such as "fetch"
        @return: packets
        """
        return [packet for packet in self.sent if packet.payload and str(message(packet.payload)) == name]

    def ending(self, name: str) -> int:
        """Count the client's messages whose last call has a name, whatever is in front of it.

        @param name: as net8 dissect names it, such as "execute"
        @return: how many
        """
        names = [str(message(packet.payload)) for packet in self.sent if packet.payload]
        return sum(each.split(" + ")[-1] == name for each in names)

    def connect_texts(self) -> list[bytes]:
        """Return the connect data of each CONNECT, from inside or from the DATA packet after it.

        @return: texts
        """
        texts = []
        for place, packet in enumerate(self.sent):
            if packet.type == "CONNECT":
                follows = bool(packet.fields["data_follows"]) and place + 1 < len(self.sent)
                texts.append(self.sent[place + 1].payload if follows else packet.connect_data)
        return texts
