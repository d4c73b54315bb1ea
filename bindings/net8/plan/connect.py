# SPDX-License-Identifier: GPL-2.0-only
"""Settings of connect files as values of a plan; values that the plan itself sets take precedence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.connect_file import parameter_text
from net8.plan.connect_tls import tls_settings
from net8.plan.plan import Plan
from net8.schema.table import KEYS

__all__ = ["apply_files", "check_descriptors", "settings_of"]

_OF_SID_DESC: Final = ("server.registration", "server.instance_name")

_IN_DESCRIPTOR: Final = {
    "client.retry_count": "RETRY_COUNT",
    "client.retry_delay": "RETRY_DELAY",
    "client.connect_timeout": "CONNECT_TIMEOUT",
    "client.transport_connect_timeout": "TRANSPORT_CONNECT_TIMEOUT",
    "client.expire_time": "EXPIRE_TIME",
    "client.keep_alive": "ENABLE",
}


def apply_files(plan: Plan) -> tuple[Plan, tuple[str, ...]]:
    """Fill a plan from its [files].

    @param plan: the plan
    @return: the plan with the settings of the files, and the parameters that change nothing
    """
    connect = plan["files.connect"]
    if not isinstance(connect, str) or not connect:
        given = next(name for name in ("tnsnames", "sqlnet", "listener") if plan.is_set(f"files.{name}"))
        raise PlanError(
            f"files.{given} is set without files.connect; set files.connect to the alias or connect string to use",
            where=plan.where(f"files.{given}"),
        )
    found = _resolve(plan, connect)
    values = {}
    for path, value in settings_of(found).items():
        if not plan.is_set(path) and (path not in _OF_SID_DESC or _one_static(plan)):
            values[path] = _fitted(path, value, plan)
    if isinstance(text := values.get("client.descriptor"), str):
        values["client.descriptor"] = _drop_overridden(text, plan)
    names = [parameter_text(entry) for entry in _list(found.get("unmodelled"))]
    if _administration(plan, connect):
        names = [name for name in names if name.upper() != "TNS_ADMIN"]
    filled = plan.with_values(values, where=plan.where("files.connect"))
    if not plan.end_points:
        filled = filled.with_tables("end_point", _end_points(found, plan))
    return filled, tuple(dict.fromkeys(names))


def check_descriptors(plan: Plan) -> tuple[str, ...]:
    """Check the connect descriptors that the plan itself has.

    @param plan: the plan, before its [files] are read
    @return: their parameters that change nothing; PlanError for one that cannot be read or has no address for TCP
    """
    texts: list[tuple[str, object]] = [("client", plan["client.descriptor"])]
    texts += [(f"group.{table.get('name')}", table.get("descriptor")) for table in plan.groups]
    names: list[str] = []
    for section, text in texts:
        if not text:
            continue
        need_core()
        from net8 import _core

        key = f"{section}.descriptor"
        try:
            _core.parse_connect_string(str(text))
        except _core.ConnectError as error:
            raise PlanError(f"{key}: {error}", where=plan.where(key)) from None
        unmodelled, complaint, _protocols = _core.check_descriptor(str(text))
        names += unmodelled
        if complaint:
            raise PlanError(f"{key}: {complaint}", where=plan.where(key))
    return tuple(dict.fromkeys(names))


def _one_static(plan: Plan) -> bool:
    """Return whether a SID_DESC can stand for the server: for one instance, and for processes of its own."""
    kinds = {kind.strip() for kind in str(plan["server.handlers"]).split(",")}
    return not plan.instances and bool(kinds & {"dedicated", "prespawned"})


def _drop_overridden(text: str, plan: Plan) -> str:
    """Remove from a descriptor what the plan itself sets: the plan takes precedence over the files."""
    for path, name in _IN_DESCRIPTOR.items():
        if plan.is_set(path):
            text = re.sub(rf"\({name}=[^()]*\)", "", text)
    if plan.is_set("client.service_name"):
        service = f"(SERVICE_NAME={plan['client.service_name']})"
        text = re.sub(r"\((?:SERVICE_NAME|SID)=[^()]*\)", lambda _match: service, text)
    return text


def _resolve(plan: Plan, connect: str) -> Mapping[str, object]:
    """Let the extension read the files, with paths that start in the folder of the plan."""
    need_core()
    from net8 import _core

    paths = {}
    given = _administration(plan, connect)
    for name in ("tnsnames", "sqlnet", "listener"):
        value = plan[f"files.{name}"] or given.get(name)
        paths[name] = None if value is None else str((plan.folder or Path()) / str(value))
        if value is not None and not _is_file(str(paths[name])):
            raise PlanError(f'there is no file "{value}" beside the plan for files.{name}',
                            where=plan.where(f"files.{name}"))  # fmt: skip
    try:
        return _core.resolve_connect(
            connect,
            tnsnames=paths["tnsnames"],
            sqlnet=paths["sqlnet"],
            listener=paths["listener"],
            listener_name=str(plan["files.listener_name"]),
        )
    except _core.ConnectError as error:
        raise PlanError(str(error), where=plan.where("files.connect")) from None


def _administration(plan: Plan, connect: str) -> dict[str, str]:
    """Return the files of the folder that TNS_ADMIN in a connect string names, where the plan names none itself."""
    from net8 import _core

    folder = _core.without_credentials(connect)[2]
    if not folder or plan.is_set("files.tnsnames"):
        return {}
    found = {
        name: f"{folder}/{name}.ora"
        for name in ("tnsnames", "sqlnet")
        if _is_file(str((plan.folder or Path()) / folder / f"{name}.ora"))
    }
    if "tnsnames" not in found:
        raise PlanError(f"TNS_ADMIN of files.connect names {folder}, which holds no tnsnames.ora",
                        where=plan.where("files.connect"))  # fmt: skip
    return found


def _is_file(name: str) -> bool:
    """Return whether a file exists; there is none with a zero byte in its name."""
    try:
        return Path(name).is_file()
    except ValueError:
        return False


def settings_of(found: Mapping[str, object]) -> dict[str, object]:
    """Turn what the extension read into plan keys.

    The descriptor takes precedence over sqlnet.ora; on the server, a SID_DESC of the service over the
    listener's end point (oracle-net: the static listener SDU can cap the session's).

    @param found: result of ``_core.resolve_connect``
    @return: dotted key to value
    """
    sqlnet, listener = _table(found.get("sqlnet")), _table(found.get("listener"))
    service = _service(found, listener)
    end_point = next(_tcp_addresses(listener), {})
    candidates = {
        "client.sdu": (found.get("sdu_bytes"), sqlnet.get("sdu_bytes")),
        "client.tdu": (found.get("tdu_bytes"),),
        "client.tcp.send_buffer": (found.get("send_buffer_bytes"), sqlnet.get("send_buffer_bytes")),
        "client.tcp.receive_buffer": (found.get("recv_buffer_bytes"), sqlnet.get("recv_buffer_bytes")),
        "client.tcp.no_delay": (sqlnet.get("tcp_nodelay"),),
        "client.disable_oob": (sqlnet.get("disable_oob"),),
        "client.disable_oob_auto": (sqlnet.get("disable_oob_auto"),),
        "client.authentication_services": (_authentication(sqlnet),),
        # The descriptor takes precedence over these, in each of its descriptions.
        "client.transport_connect_timeout": (_milliseconds(sqlnet.get("tcp_connect_timeout_ms")),),
        "client.connect_timeout": (_milliseconds(sqlnet.get("outbound_connect_timeout_ms")),),
        "client.recv_timeout": (_milliseconds(sqlnet.get("recv_timeout_ms")),),
        "client.send_timeout": (_milliseconds(sqlnet.get("send_timeout_ms")),),
        "client.descriptor": (found.get("text"),),
        "client.service_name": (found.get("service_name"), found.get("sid")),
        "listener.port": (end_point.get("port"), found.get("port")),
        "listener.queue_size": (end_point.get("queue_size"),),
        "listener.rate_limit": (end_point.get("rate_limit"),),
        "listener.ip": (end_point.get("ip"),),
        "listener.connection_rate": (listener.get("connection_rate_per_s"),),
        "listener.inbound_connect_timeout": (_limit(listener.get("inbound_connect_timeout_ms")),),
        "listener.default_service": (listener.get("default_service"),),
        "listener.valid_node_checking": (sqlnet.get("valid_node_checking"),),
        "listener.invited_nodes": (", ".join(map(str, _list(sqlnet.get("invited_nodes")))),),
        "listener.excluded_nodes": (", ".join(map(str, _list(sqlnet.get("excluded_nodes")))),),
        "server.inbound_connect_timeout": (_limit(sqlnet.get("inbound_connect_timeout_ms")),),
        # Both ends may have these; the server's RECV_TIMEOUT would end sessions that think, so only a plan sets it.
        "server.send_timeout": (_milliseconds(sqlnet.get("send_timeout_ms")),),
        "server.expire_time": (_minutes(sqlnet.get("expire_time_min")),),
        "server.ns_probes": (sqlnet.get("ns_probes"),),
        "server.dispatcher.use_enhanced_poll": (sqlnet.get("enhanced_poll"),),
        "server.broker.use_enhanced_poll": (sqlnet.get("enhanced_poll"),),
        "server.registration": ("static" if service else None,),
        "server.instance_name": (service.get("sid"),),
        "server.sdu": (service.get("sdu_bytes"), *_both(listener, "sdu_bytes")),
        "server.tdu": (service.get("tdu_bytes"), listener.get("tdu_bytes")),
        **_security(sqlnet),
        **_compression(sqlnet),
        **tls_settings(sqlnet, listener),
        "listener.tls": (end_point.get("protocol") == "tcps" or None,),
        "server.tcp.send_buffer": _both(listener, "send_buffer_bytes"),
        "server.tcp.receive_buffer": _both(listener, "recv_buffer_bytes"),
    }
    chosen = {path: [v for v in values if v not in (None, "")] for path, values in candidates.items()}
    return {path: values[0] for path, values in chosen.items() if values}


def _authentication(sqlnet: Mapping[str, object]) -> str | None:
    """Return whether Windows authenticates the user; nothing without the parameter."""
    services = [str(service).lower() for service in _list(sqlnet.get("authentication_services"))]
    return None if not services else "nts" if "nts" in services else "none"


def _compression(sqlnet: Mapping[str, object]) -> dict[str, tuple[object, ...]]:
    """Return compression, which one file sets for both ends."""
    levels = ",".join(str(word).lower() for word in _list(sqlnet.get("compression_levels")))
    said = {
        "compression": sqlnet.get("compression"),
        "compression_levels": levels,
        "compression_threshold": sqlnet.get("compression_threshold_bytes"),
    }
    return {f"{end}.{name}": (value,) for end in ("client", "server") for name, value in said.items()}


def _security(sqlnet: Mapping[str, object]) -> dict[str, tuple[object, ...]]:
    """Return encryption and checksums of both ends, in the notation of a plan."""
    return {
        f"{end}.{name}": (",".join(str(word).lower() for word in _list(words)),)
        for end in ("client", "server")
        for name, words in _table(sqlnet.get(f"{end}_security")).items()
    }


def _tcp_addresses(listener: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Walk the end points of a listener that are simulated: on TCP, with TLS or not, one for each port."""
    ports: list[object] = []
    for entry in _all_addresses(listener):
        port = entry.get("port")
        if entry.get("protocol") in ("tcp", "tcps") and port and port not in ports:
            ports.append(port)
            yield entry


def _all_addresses(listener: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Walk the addresses of all descriptions of a listener."""
    for description in map(_table, _list(listener.get("descriptions"))):
        yield from _addresses(description.get("address_lists"))


def _end_points(found: Mapping[str, object], plan: Plan) -> tuple[Mapping[str, object], ...]:
    """Return the end points of listener.ora after its first one."""
    from net8 import _core

    names = ("port", "queue_size", "rate_limit", "ip")
    taken = plan["listener.port"] if plan.is_set("listener.port") else None
    further = [
        {name: entry[name] for name in names if entry.get(name) is not None}
        | ({"tls": True} if entry.get("protocol") == "tcps" else {})
        for entry in list(_tcp_addresses(_table(found.get("listener"))))[1:]
        if entry["port"] != taken
    ]
    for table in further:
        message = _core.check_listener({"RateLimit": str(table.get("rate_limit", "no"))})[1]
        if message:
            raise PlanError(f"listener.ora has a wrong RATE_LIMIT at port {table['port']}: {message}",
                            where=plan.where("files.listener"))  # fmt: skip
    return Plan.of({"end_point": further}).end_points


def _service(found: Mapping[str, object], listener: Mapping[str, object]) -> Mapping[str, object]:
    """Find the SID_DESC of the service that the client asks for."""
    wanted = {str(found.get(name)).lower() for name in ("service_name", "sid") if found.get(name)}
    for entry in map(_table, _list(listener.get("services"))):
        if {str(entry.get("sid")).lower(), str(entry.get("global_name")).lower()} & wanted:
            return entry
    return {}


def _both(listener: Mapping[str, object], name: str) -> tuple[object, object]:
    """Return a setting of the listener's first end point that has it, and of its description."""
    addresses = _addresses(listener.get("address_lists"))
    return next((entry[name] for entry in addresses if entry.get(name) is not None), None), listener.get(name)


def _addresses(lists: object) -> Iterator[Mapping[str, object]]:
    """Walk the addresses of a listener."""
    for entry in _list(lists):
        yield from map(_table, _list(_table(entry).get("addresses")))


def _fitted(path: str, value: object, plan: Plan) -> object:
    """Refuse a parameter of the files that is outside the range of its key."""
    key = KEYS[path]
    if isinstance(value, int) and not isinstance(value, bool) and not key.low <= value <= key.high:
        raise PlanError(
            f"the connect files set {path} = {value}, which is out of range; use {key.low} to {key.high}",
            where=plan.where("files.connect"),
        )
    return value


def _milliseconds(value: object) -> str | None:
    """Write a timeout as plan text."""
    return f"{value}ms" if isinstance(value, int) and value > 0 else None


def _minutes(value: object) -> str | None:
    """Write an interval as plan text."""
    return f"{value}min" if isinstance(value, int) and value > 0 else None


def _limit(value: object) -> str | None:
    """Write a timeout as plan text where zero means that there is none."""
    return f"{value}ms" if isinstance(value, int) else None


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []
