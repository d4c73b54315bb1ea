# SPDX-License-Identifier: GPL-2.0-only
"""Hold the simulator against what is published and against closed forms, row by row.

``validate()`` simulates the plans of the catalogue and judges each of its rows; ``net8 validate`` prints the table.
"""

from net8.validate.case import Case
from net8.validate.catalogue import ROWS
from net8.validate.judge import Outcome
from net8.validate.row import Band, Row
from net8.validate.table import validate

__all__ = ["ROWS", "Band", "Case", "Outcome", "Row", "validate"]
