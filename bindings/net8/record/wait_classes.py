# SPDX-License-Identifier: GPL-2.0-only
"""Classes of the server's wait events, as V$EVENT_NAME has them, and what the time of an event counts as."""

from __future__ import annotations

from typing import Final

from net8.record.record import Event

__all__ = ["BREAK_RESET", "FROM_CLIENT", "MORE_TO_CLIENT", "NETWORK_EVENTS", "TO_CLIENT", "wait_event"]

FROM_CLIENT: Final = "SQL*Net message from client"
MORE_TO_CLIENT: Final = "SQL*Net more data to client"
TO_CLIENT: Final = "SQL*Net message to client"
BREAK_RESET: Final = "SQL*Net break/reset to client"

NETWORK_EVENTS: Final = {
    FROM_CLIENT: (
        "between",
        "the server waits for the next request: network, there and back, and all that the client does",
    ),
    TO_CLIENT: ("wait", "the reply is handed to TCP; not how long it takes to arrive"),
    MORE_TO_CLIENT: (
        "stall",
        "the server waits until TCP takes more of a reply: send buffer and window are full",
    ),
    "SQL*Net more data from client": (
        "serialisation",
        "the server waits for the rest of a request that is on its way",
    ),
    BREAK_RESET: (
        "between",
        "markers of an error go to the client and back: network and client",
    ),
    "SQL*Net vector data from client": ("serialisation", "the server waits for data of a request"),
    "SQL*Net vector data to client": ("stall", "the server waits until TCP takes more of a reply"),
}  # fmt: skip
"""Events of the session's own network: what they count as, and why."""

_CLASSES: Final = {
    "Network": ("SQL*Net", "TCP Socket", "ARCH wait", "LNS wait", "Redo Transport"),
    "Commit": ("log file sync", "nologging"),
    "System I/O": (
        "log file parallel write", "log file sequential read", "log file single write", "control file",
        "db file parallel write", "db file async", "recovery read", "RMAN", "io done", "kfk",
    ),
    "Configuration": (
        "log file switch", "log buffer space", "free buffer waits", "checkpoint completed", "write complete waits",
        "enq: HW", "enq: SQ", "enq: ST", "enq: SS", "enq: TX - allocate ITL", "undo segment", "Data file init write",
        "log file size change", "sort segment request",
    ),
    "Application": ("enq: TX - row lock", "enq: TM", "enq: UL", "enq: RO", "enq: KO", "wait for table lock", "WCR"),
    "Concurrency": (
        "buffer busy waits", "library cache", "row cache", "cursor:", "latch: cache buffers", "latch: shared pool",
        "latch: library cache", "latch: row cache", "latch: In memory undo", "latch: MQL", "latch: Undo",
        "enq: TX - index contention",
        "enq: WG", "os thread creation", "os thread startup", "pipe put", "kksfbc", "kkdlgon", "resmgr:internal state",
        "undo segment extension", "Shared IO Pool", "enq: TX -",
    ),
    "Scheduler": ("resmgr:", "acknowledge over PGA limit", "PX Deq Credit"),
    "Cluster": ("gc ", "pi renounce", "lock remastering"),
    "User I/O": (
        "db file", "direct path", "read by other session", "local write wait", "Disk file", "utl_file", "UTL_FILE",
        "dbms_file_transfer", "Datapump dump file I/O", "securefile direct", "cell single", "cell multiblock",
        "cell smart table", "cell smart index", "cell list of blocks", "cell physical", "Parameter File I/O", "dbfg",
        "external table",
    ),
    "Idle": (
        "PL/SQL lock timer", "pipe get", "jobq slave wait", "Streams AQ: wait", "PX Deq", "PX Idle",
        "rdbms ipc message", "pmon timer", "smon timer", "dispatcher timer", "virtual circuit", "shared server idle",
        "single-task message", "HS message to agent", "queue messages", "wait for unread message",
    ),
    "Other": (
        "latch", "enq:", "PGA memory", "asynch descriptor", "ADR ", "reliable message", "rdbms ipc reply",
        "process startup", "events in waitclass Other", "IPC", "ges ", "DFS", "Sync ASM", "ASM ", "null event", "cell ",
    ),
}  # fmt: skip
"""How the names of events begin, by class; the longest beginning decides."""


def wait_event(name: str) -> Event:
    """Find the class of a wait event and what its time counts as.

    @param name: as a trace has it
    @return: the event
    """
    if name in NETWORK_EVENTS:
        part, rule = NETWORK_EVENTS[name]
        return Event(name, part, "Network", rule)  # type: ignore[arg-type]
    longest, found = -1, ""
    for wait_class, beginnings in _CLASSES.items():
        for beginning in beginnings:
            if name.startswith(beginning) and len(beginning) > longest:
                longest, found = len(beginning), wait_class
    if found:
        return Event(name, "wait", found, f"wait events of class {found}, as V$EVENT_NAME has it")
    return Event(
        name, "wait", "class unknown", "wait events that V$EVENT_NAME of the releases read here lacks"
    )
