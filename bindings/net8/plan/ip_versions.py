# SPDX-License-Identifier: GPL-2.0-only
"""IP versions of a plan: whether the network carries those of its hosts and addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from typing import Final

from net8.base.errors import PlanError
from net8.plan.plan import Plan

__all__ = ["check_ip_versions"]

_HOST: Final = re.compile(r"\(\s*HOST\s*=\s*\"?\[?([^()\s\"\]]*)", re.IGNORECASE)


def check_ip_versions(plan: Plan) -> None:
    """Refuse hosts and addresses of an IP version that the network does not carry.

    @param plan: the plan, with connect files read
    """
    network = plan["path.ip"]
    if network == "dual":
        return
    for name in ("path.client_ip", "path.server_ip"):
        if plan[name] not in (None, network):
            raise PlanError(
                f'{name} = "{plan[name]}" is more than path.ip = "{network}" carries; '
                'write path.ip = "dual" for hosts of different IP versions',
                where=plan.where(name),
            )
    for address in _addresses(plan):
        if f"v{address.version}" != network:
            raise PlanError(
                f"a connect descriptor names the IPv{address.version} address {address}, which "
                f'path.ip = "{network}" does not carry; write path.ip = "v{address.version}" or "dual"',
                where=plan.where("client.descriptor"),
            )


def _addresses(plan: Plan) -> Iterator[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """Walk the hosts that descriptors write as IP addresses."""
    texts = [plan["client.descriptor"], *(group.get("descriptor") for group in plan.groups)]
    for host in _HOST.findall(" ".join(str(text) for text in texts if text)):
        try:
            yield ipaddress.ip_address(host)
        except ValueError:
            continue
