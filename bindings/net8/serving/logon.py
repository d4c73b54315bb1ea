# SPDX-License-Identifier: GPL-2.0-only
"""The server's half of O5LOGON, for one user with a known password.

Both ends know the verifier: 11g's is SHA-1 of password and salt, 12c's is made with PBKDF2. Each sends random bytes
under it. Of 11g's, 48 each, digests of bytes 16 to 39 of the exclusive or make the key under which the client sends the
password and the server proves itself; of 12c's, 32 each, PBKDF2 makes it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from net8._core import TtcAuthReply, TtcAuthRequest, TtcEndOfCall, TtcError, TtcLayout, TtcPair

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.modes import CBC

__all__ = ["VERSION_12_1", "Logon"]

VERSION_12_1: Final = 0x0C100200
"""Version number of release 12.1.0.2."""

_VERIFIER_11G: Final = 0x1B25
_VERIFIER_12C: Final = 0x4815
_VERIFIER_ROUNDS: Final = 4096
_KEY_ROUNDS: Final = 3
_BLOCK: Final = 16
_KEY_11G, _KEY_12C = 48, 32
_SALT_11G: Final = 10
_PROOF: Final = b"SERVER_TO_CLIENT"
_CALL, _QUERY = 3, 3


def _cipher(key: bytes) -> Cipher[CBC]:
    """Return the one cipher of this logon."""
    # Whoever serves looks for the package; without it all else here can be loaded.
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.algorithms import AES
    from cryptography.hazmat.primitives.ciphers.modes import CBC

    return Cipher(AES(key), CBC(bytes(_BLOCK)))


def _encrypt(key: bytes, plain: bytes) -> bytes:
    """Encrypt whole blocks."""
    encryptor = _cipher(key).encryptor()
    secret: bytes = encryptor.update(plain) + encryptor.finalize()
    return secret


def _decrypt(key: bytes, secret: bytes) -> bytes:
    """Decrypt whole blocks."""
    if not secret or len(secret) % _BLOCK:
        raise TtcError(f"{len(secret)} encrypted bytes, which are no whole blocks")
    decryptor = _cipher(key).decryptor()
    plain: bytes = decryptor.update(secret) + decryptor.finalize()
    return plain


def _pad(plain: bytes) -> bytes:
    """Fill the last block with bytes that tell their number (PKCS 7)."""
    count = _BLOCK - len(plain) % _BLOCK
    return plain + bytes([count]) * count


def _hex(text: bytes) -> bytes:
    """Read hexadecimal digits of a peer."""
    try:
        return bytes.fromhex(text.decode("ascii"))
    except ValueError:
        raise TtcError(f"{text[:20]!r} is not hexadecimal") from None


def _decoded(message: bytes, layout: TtcLayout) -> tuple[str, dict[str, bytes]]:
    """Return the name of the user of an authentication, and value by keyword."""
    request = TtcAuthRequest.decode(message, layout)
    pairs = {pair.key.rstrip(b"\0").decode("latin-1"): pair.value for pair in request.pairs}
    return request.user.decode("latin-1"), pairs


def _reply(fields: Sequence[tuple[str, str, int]], layout: TtcLayout) -> bytes:
    """Answer an authentication with name, value and flags of each field."""
    pairs = [TtcPair(key=key.encode(), value=value.encode(), flags=flags) for key, value, flags in fields]
    return TtcAuthReply(pairs=pairs, end=TtcEndOfCall(call=_CALL, full_statement_type=_QUERY)).encode(layout)


@dataclass
class Logon:
    """One logon."""

    password: str  #: what the user is to know
    layout: TtcLayout = field(default_factory=TtcLayout)  #: layout of the session
    version: int = VERSION_12_1  #: version number that the server tells
    salt: bytes = field(default_factory=lambda: secrets.token_bytes(_BLOCK))  #: salt of the verifier
    key_salt: bytes = field(default_factory=lambda: secrets.token_bytes(_BLOCK))  #: salt of the key
    half: bytes = field(
        default_factory=lambda: secrets.token_bytes(_KEY_11G)
    )  #: the server's part of the key
    user: str = ""  #: who logged on
    proven: bool = False  #: whether the password was right

    @property
    def is_12c(self) -> bool:
        """Whether the verifier is 12c's."""
        return self.layout.verifier_12c

    @property
    def verifier(self) -> bytes:
        """The key that both ends know."""
        password = self.password.encode()
        if not self.is_12c:
            return hashlib.sha1(password + self.salt[:_SALT_11G]).digest() + bytes(4)
        salt = self.salt + b"AUTH_PBKDF2_SPEEDY_KEY"
        speedy = hashlib.pbkdf2_hmac("sha512", password, salt, _VERIFIER_ROUNDS, 64)
        return hashlib.sha512(speedy + self.salt).digest()[:32]

    def challenge(self) -> bytes:
        """Answer the first message.

        @return: session key and salt
        """
        half = self.half[:_KEY_12C] if self.is_12c else self.half
        salt = self.salt if self.is_12c else self.salt[:_SALT_11G]
        fields = [
            ("AUTH_SESSKEY", _encrypt(self.verifier, half).hex().upper(), 0),
            ("AUTH_VFR_DATA", salt.hex().upper(), _VERIFIER_12C if self.is_12c else _VERIFIER_11G),
        ]
        if self.is_12c:
            fields += [
                ("AUTH_PBKDF2_CSK_SALT", self.key_salt.hex().upper(), 0),
                ("AUTH_PBKDF2_VGEN_COUNT", str(_VERIFIER_ROUNDS), 0),
                ("AUTH_PBKDF2_SDER_COUNT", str(_KEY_ROUNDS), 0),
            ]
        fields.append(("AUTH_GLOBALLY_UNIQUE_DBID\0", "0123456789ABCDEF" * 2, 0))
        return _reply(fields, self.layout)

    def accept(self, message: bytes) -> bytes:
        """Answer the second message, whatever password it has.

        @param message: the message
        @return: the server's proof and what the client wants to know of it
        """
        self.user, pairs = _decoded(message, self.layout)
        key = self._common_key(_decrypt(self.verifier, _hex(pairs.get("AUTH_SESSKEY", b""))))
        plain = _decrypt(key, _hex(pairs.get("AUTH_PASSWORD", b"")))
        self.proven = plain[_BLOCK:] == _pad(bytes(_BLOCK) + self.password.encode())[_BLOCK:]
        proof = _encrypt(key, _pad(secrets.token_bytes(_BLOCK) + _PROOF)).hex().upper()
        return _reply([(name, value, 0) for name, value in _session(proof, self.version)], self.layout)

    def _common_key(self, theirs: bytes) -> bytes:
        """Make the key of the session of both halves."""
        if len(theirs) < (_KEY_12C if self.is_12c else _KEY_11G):
            raise TtcError(f"a session key of {len(theirs)} bytes")
        if self.is_12c:
            both = (theirs[:_KEY_12C] + self.half[:_KEY_12C]).hex().upper().encode()
            return hashlib.pbkdf2_hmac("sha512", both, self.key_salt, _KEY_ROUNDS, 32)
        mixed = bytes(a ^ b for a, b in zip(self.half[16:40], theirs[16:40], strict=True))
        return (hashlib.md5(mixed[:16]).digest() + hashlib.md5(mixed[16:]).digest())[:24]


def _session(proof: str, version: int) -> list[tuple[str, str]]:
    """List what the reply to the second message tells."""
    return [
        ("AUTH_VERSION_STRING", "- 64bit Production"),
        ("AUTH_VERSION_SQL", "23"),
        ("AUTH_XACTION_TRAITS", "3"),
        ("AUTH_VERSION_NO", str(version)),
        ("AUTH_VERSION_STATUS", "0"),
        ("AUTH_CAPABILITY_TABLE", ""),
        ("AUTH_DBNAME", "ORCL"),
        ("AUTH_SESSION_ID", "77"),
        ("AUTH_SERIAL_NUM", "1234"),
        ("AUTH_INSTANCE_NO", "1"),
        ("AUTH_MAX_OPEN_CURSORS", "300"),
        ("AUTH_SC_SERVER_HOST", "dbhost"),
        ("AUTH_SC_DBUNIQUE_NAME", "ORCL"),
        ("AUTH_SC_REAL_DBUNIQUE_NAME", "ORCL"),
        ("AUTH_SC_INSTANCE_NAME", "orcl"),
        ("AUTH_INSTANCENAME", "orcl"),
        ("AUTH_SC_SERVICE_NAME", "orcl"),
        ("AUTH_SC_DB_DOMAIN", ""),
        ("AUTH_MAX_IDEN_LENGTH", "30"),
        ("AUTH_SVR_RESPONSE", proof),
        ("AUTH_NLS_LXLAN", "AMERICAN"),
        ("AUTH_NLS_LXCTERRITORY", "AMERICA"),
        ("AUTH_NLS_LXCCHARSET", "AL32UTF8"),
        ("AUTH_NLS_LXCDATEFM", "DD-MON-RR"),
    ]
