# SPDX-License-Identifier: GPL-2.0-only
"""All rows: the experiments E1 to E41, the fits F1 to F6, and the comparisons A1 to A8 of closed forms."""

from __future__ import annotations

from typing import Final

from net8.base.errors import PlanError
from net8.schema.values import meant
from net8.validate.row import Row
from net8.validate.rows_frames import FRAME_ROWS
from net8.validate.rows_hooper import HOOPER_ROWS
from net8.validate.rows_intel import INTEL_ROWS
from net8.validate.rows_link import LINK_ROWS
from net8.validate.rows_models import MODEL_ROWS
from net8.validate.rows_packet_size import PACKET_SIZE_ROWS
from net8.validate.rows_pipe import PIPE_ROWS
from net8.validate.rows_services import SERVICE_ROWS
from net8.validate.rows_sun import SUN_ROWS

__all__ = ["ROWS", "chosen"]

_GROUPS: Final = "EFA"


def _place(row: Row) -> tuple[int, int]:
    """Return where a row stands: E before F before A, by number."""
    return _GROUPS.index(row.id[0]), int(row.id[1:])


ROWS: Final[tuple[Row, ...]] = tuple(
    sorted(
        (
            *FRAME_ROWS, *SUN_ROWS, *LINK_ROWS, *PACKET_SIZE_ROWS, *PIPE_ROWS, *HOOPER_ROWS, *SERVICE_ROWS, *INTEL_ROWS,
            *MODEL_ROWS,
        ),
        key=_place,
    )
)  # fmt: skip
"""The catalogue in order."""


def chosen(only: str | None) -> tuple[Row, ...]:
    """Return the rows that a user asks for.

    @param only: ids with commas between them, such as "E14,E21"; all without
    @return: their rows in order
    """
    if only is None:
        return ROWS
    known = list(dict.fromkeys(row.id for row in ROWS))
    wanted = [id_.strip().upper() for id_ in only.split(",")]
    for id_ in wanted:
        if id_ not in known:
            hint = meant(id_, known) or "; there are E1 to E41, F1 to F6 and A1 to A8"
            raise PlanError(f'--only "{only}": there is no row {id_ or "without a name"}{hint}')
    return tuple(row for row in ROWS if row.id in wanted)
