# SPDX-License-Identifier: GPL-2.0-only
"""The verb that prints the JSON Schema of plans."""

from __future__ import annotations

import json
import sys

from net8.cli.app import app
from net8.schema.json_schema import json_schema

__all__ = ["print_schema"]


@app.command("schema")
def print_schema() -> None:
    """Print the JSON Schema of plan files, with which editors complete and check them."""
    sys.stdout.write(json.dumps(json_schema(), indent=2) + "\n")
