# SPDX-License-Identifier: GPL-2.0-only
"""Hostile files of all kinds that are read into records: there is an account with scripts, or one sentence, soon."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_trace import SIMPLE
from record_case import examine, lay

CORPUS = sorted((Path(__file__).resolve().parents[3] / "test" / "fuzz" / "corpus" / "record").iterdir())


def test_the_inputs_that_fuzzing_kept_are_answered(tmp_path: Path) -> None:
    """Some are read, so that not all of them stop at the same sentence."""
    assert sum(examine(lay(path.read_bytes(), tmp_path)) > 0 for path in CORPUS) > len(CORPUS) // 4


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=st.sampled_from(CORPUS), place=st.floats(0, 1), new=st.binary(min_size=1, max_size=8))
def test_changed_inputs_are_answered(tmp_path: Path, path: Path, place: float, new: bytes) -> None:
    content = bytearray(path.read_bytes())
    at = int(place * len(content))
    content[at : at + len(new)] = new
    examine(lay(bytes(content), tmp_path))


@pytest.mark.parametrize("two", [False, True])
def test_an_input_is_one_file_or_two(tmp_path: Path, two: bool) -> None:
    """A handshake of each of two captures, or a trace as it is."""
    data = b"\x03" + 2 * bytes([2, 0, 3, 0, 0, 1, 6]) if two else b"\0" + SIMPLE.encode()
    assert len(lay(data, tmp_path)) == 1 + two
