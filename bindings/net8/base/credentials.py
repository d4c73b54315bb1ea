# SPDX-License-Identifier: GPL-2.0-only
"""User names and passwords in what people write to reach a database: taken out before anything is stored or printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError
from net8.base.extension import need_core

__all__ = ["as_descriptor", "clean_setting", "clean_word", "without_credentials"]

_MAY_HOLD: Final = re.compile("passw|phrase|pwd|secret|access_token", re.IGNORECASE)
"""In a descriptor only a parameter of such a name can be a secret."""
_SETTING: Final = re.compile(r"((?:--?\w+=)?[\w.-]*\.?(?:connect|descriptor|connect_data)=)(.*)", re.DOTALL)
_LOGON: Final = re.compile(r"[^/.~@-][^/@]*[/:].*@.*|.*(?:password|pwd)=.*", re.IGNORECASE | re.DOTALL)


def without_credentials(text: str) -> str:
    """Take user and password out of a connect string.

    @param text: alias, connect descriptor, Easy Connect text, JDBC URL or the like
    @return: the same without them; PlanError, which does not quote the text, if it cannot be taken apart
    """
    if "@" not in text and ("=" not in text or (text.lstrip()[:1] == "(" and not _MAY_HOLD.search(text))):
        return text
    need_core()
    from net8 import _core

    try:
        return _core.without_credentials(text)[0]
    except _core.ConnectError as error:
        raise PlanError(str(error).removeprefix("connect string: ").rstrip(".")) from None


def as_descriptor(text: str) -> str:
    """Write an Easy Connect text as the descriptor that it stands for.

    @param text: a connect string without credentials
    @return: the descriptor; the text itself if it is one, or a bare word, which can be an alias that nobody knows
    """
    if text.lstrip()[:1] == "(" or not re.search("[/:@=]", text):
        return text
    need_core()
    from net8 import _core

    try:
        return str(_core.parse_connect_string(text)["text"])
    except _core.ConnectError as error:
        raise PlanError(str(error).removeprefix("connect string: ").rstrip(".")) from None


def clean_setting(word: str) -> str:
    """Take user and password out of an argument that sets a connect string.

    @param word: such as files.connect=scott/tiger@db/orcl, with or without an option before it
    @return: the word without them; words that set anything else are unchanged
    """
    found = _SETTING.fullmatch(word)
    return f"{found[1]}{_hidden(found[2])}" if found else word


def clean_word(word: str) -> str:
    """Take user and password out of an argument before it is stored.

    @param word: any argument of a command line
    @return: the word without them
    """
    if _SETTING.fullmatch(word):
        return clean_setting(word)
    return _hidden(word) if _LOGON.fullmatch(word) and not Path(word).exists() else word


def _hidden(text: str) -> str:
    """Take the credentials out of a text, or hide a text that cannot be taken apart."""
    try:
        return without_credentials(text)
    except PlanError:
        return "***"
