# SPDX-License-Identifier: GPL-2.0-only
"""Universal integers and byte strings, of which TTC messages are made."""

from __future__ import annotations

from typing import Final

__all__ = ["MalformedError", "Reader", "chunked", "integer", "text_field"]

_LONGEST: Final = 8
_SHORT_STRING: Final = 252
_LONG_STRING: Final = 0xFE
_NULL_STRING: Final = 0xFF
_CHUNK: Final = 32767


class MalformedError(ValueError):
    """Bytes of a peer that are no such message."""


def integer(value: int) -> bytes:
    """Write a universal integer: a length byte, then the bytes without leading zeros.

    @param value: not negative
    @return: its bytes, one for 0
    """
    digits = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return bytes([len(digits)]) + digits


def chunked(content: bytes) -> bytes:
    """Write a byte string with its length; above 252 bytes in chunks.

    @param content: the string
    @return: its bytes, a zero for an empty one
    """
    if len(content) <= _SHORT_STRING:
        return bytes([len(content)]) + content
    parts = [content[at : at + _CHUNK] for at in range(0, len(content), _CHUNK)]
    return bytes([_LONG_STRING]) + b"".join(integer(len(part)) + part for part in parts) + b"\0"


def text_field(text: str) -> bytes:
    """Write a field of a message: a universal integer with the length, then the string if there is one.

    @param text: the field
    @return: its bytes
    """
    content = text.encode()
    return integer(len(content)) + (chunked(content) if content else b"")


class Reader:
    """Reads a message from its start; what is too short or makes no sense raises MalformedError."""

    def __init__(self, content: bytes) -> None:
        """Stand at the start.

        @param content: the message
        """
        self._content = content
        self._at = 0

    def raw(self, count: int) -> bytes:
        """Read bytes as they are.

        @param count: how many
        @return: the bytes
        """
        if self._at + count > len(self._content):
            raise MalformedError(f"{count} bytes wanted at {self._at} of {len(self._content)}")
        self._at += count
        return self._content[self._at - count : self._at]

    def byte(self) -> int:
        """Read one byte.

        @return: its value
        """
        return self.raw(1)[0]

    def rest(self) -> bytes:
        """Give what was not read yet.

        @return: the bytes
        """
        return self._content[self._at :]

    def integer(self) -> int:
        """Read a universal integer.

        @return: its value
        """
        size = self.byte()
        if size > _LONGEST:
            raise MalformedError(f"an integer of {size} bytes at {self._at - 1}")
        return int.from_bytes(self.raw(size), "big")

    def string(self) -> bytes:
        """Read a byte string with its length.

        @return: its content
        """
        size = self.byte()
        if size == _NULL_STRING:
            return b""
        if size != _LONG_STRING:
            return self.raw(size)
        parts = []
        while (size := self.integer()) > 0:
            parts.append(self.raw(size))
        return b"".join(parts)

    def text_field(self) -> bytes:
        """Read a field of a message: its length, then the string if there is one.

        @return: its content
        """
        return self.string() if self.integer() else b""
