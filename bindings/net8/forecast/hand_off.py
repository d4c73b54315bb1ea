# SPDX-License-Identifier: GPL-2.0-only
"""How clients reach servers that the listener starts for them, and what of it is assumed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from net8.plan.plan import Plan

__all__ = ["hand_off"]

_REDIRECT: Final = (
    "by a REDIRECT to a port of the client's server and a second CONNECT there, without RESEND. Captures exist for 9.2 "
    "only; for other releases this is assumed, as is the host in the REDIRECT. Connections with TLS, and those to "
    "dispatchers, brokers and idle prespawned servers, are passed on without a REDIRECT"
)


def hand_off(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe that clients are redirected to their servers.

    @param plans: the points of a plan, resolved
    @return: a fact if they are at any point
    """
    redirected = any(plan["listener.hand_off"] == "redirect" for plan in plans)
    return (("clients come to servers", _REDIRECT),) if redirected else ()
