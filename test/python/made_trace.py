# SPDX-License-Identifier: GPL-2.0-only
"""Raw traces of event 10046 made by hand, line by line."""

from __future__ import annotations

from pathlib import Path

FROM, TO = "SQL*Net message from client", "SQL*Net message to client"
HEAD = (
    "Trace file /u01/app/oracle/diag/rdbms/orcl/orcl/trace/orcl_ora_1.trc\n"
    "Oracle Database 19c Enterprise Edition Release 19.0.0.0.0 - Production\n"
    "*** 2026-01-02T03:04:05.000000+00:00\n"
    "*** SESSION ID:(7.11) 2026-01-02T03:04:05.000000+00:00\n \n"
)


def parsing(cursor: int, text: str, tim: int, *, depth: int = 0, sqlid: str = "a1") -> str:
    """Return a cursor's statement."""
    return (
        f"=====================\nPARSING IN CURSOR #{cursor} len={len(text.encode())} dep={depth} uid=0 oct=3 lid=0 "
        f"tim={tim} hv=9 ad='0' sqlid='{sqlid}'\n{text}\nEND OF STMT\n"
    )


def call(word: str, cursor: int, cpu: int, elapsed: int, tim: int, *, rows: int = 0, depth: int = 0) -> str:
    """Return the line of a PARSE, EXEC or FETCH."""
    return f"{word} #{cursor}:c={cpu},e={elapsed},p=0,cr=0,cu=0,mis=0,r={rows},dep={depth},og=1,plh=1,tim={tim}\n"


def wait(cursor: int, name: str, elapsed: int, tim: int | None) -> str:
    """Return the line of a wait; without a time, that of 9i."""
    if tim is None:
        return f"WAIT #{cursor}: nam='{name}' ela= {elapsed} p1=1413697536 p2=1 p3=0\n"
    return (
        f"WAIT #{cursor}: nam='{name}' ela= {elapsed} driver id=1413697536 #bytes=1 p3=0 obj#=-1 tim={tim}\n"
    )


def bind(cursor: int, value: str) -> str:
    """Return a bind with a text."""
    return (
        f"BINDS #{cursor}:\n\n Bind#0\n  oacdty=01 mxl=4000(4000) mxlc=00 mal=00 scl=00 pre=00\n"
        "  oacflg=03 fl2=1000010 frm=01 csi=873 siz=4000 off=0\n"
        f'  kxsbbbfp=7f95be2946e0  bln=4000  avl={len(value.encode())}  flg=05\n  value="{value}"\n'
    )


SIMPLE = (
    HEAD
    + parsing(1, "select x from t", 1_000_000)
    + call("PARSE", 1, 40, 100, 1_000_100)
    + call("EXEC", 1, 20, 50, 1_000_200)
    + wait(1, TO, 2, 1_000_210)
    + wait(1, "db file sequential read", 300, 1_000_600)
    + call("FETCH", 1, 80, 400, 1_000_700, rows=10)
    + wait(1, FROM, 20_000, 1_020_750)
    + wait(1, TO, 1, 1_020_800)
    + call("FETCH", 1, 60, 90, 1_020_900, rows=5)
    + wait(1, FROM, 30_000, 1_050_950)
)
"""One statement and two round trips; 50.950 ms from the start of the PARSE to the last wait."""


def write(folder: Path, text: str | bytes, name: str = "made.trc") -> Path:
    """Write a trace."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path
