# SPDX-License-Identifier: GPL-2.0-only
"""Tables as files that other programs read, written in parts: CSV, Parquet, Zarr."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from net8.archive.columns import Field
from net8.base.errors import ToolError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FORMATS", "Writer", "cast", "need_format"]

_TYPES: Final = {"integer": "int64", "number": "float64", "string": "str"}
_CHUNK: Final = 1 << 16
"""Rows of a chunk of Zarr."""
_GROUP: Final = 1 << 18
"""Fewest rows of a row group of Parquet, but for the last one: the end of the file, which is kept in memory until it is
written, has 45 kB for a group of 26 columns."""


class Writer(Protocol):
    """A table that is written in parts."""

    def add(self, part: pd.DataFrame) -> None:
        """Write a part.

        @param part: rows with the columns of the table
        """

    def close(self) -> None:
        """Complete the table."""


class _Csv:
    """A CSV file: UTF-8, commas, one line of names, nothing where there is no value."""

    def __init__(self, path: Path, fields: Sequence[Field]) -> None:
        """Open the file.

        @param path: the file
        @param fields: its columns
        """
        self._stream = path.open("w", encoding="utf-8", newline="")
        self._names = [each.name for each in fields]
        self._begun = False

    def add(self, part: pd.DataFrame) -> None:
        """Write a part."""
        part.to_csv(
            self._stream, columns=self._names, header=not self._begun, index=False, lineterminator="\n"
        )
        self._begun = True

    def close(self) -> None:
        """Complete the file."""
        self._stream.close()


class _Parquet:
    """A Parquet file whose columns have unit and meaning in their metadata."""

    def __init__(self, path: Path, fields: Sequence[Field]) -> None:
        """Open the file.

        @param path: the file
        @param fields: its columns
        """
        import pyarrow
        from pyarrow import parquet

        kinds = {"integer": pyarrow.int64(), "number": pyarrow.float64(), "string": pyarrow.string()}
        self._schema = pyarrow.schema(
            [
                pyarrow.field(
                    each.name, kinds[each.kind], metadata={"unit": each.unit, "description": each.help}
                )
                for each in fields
            ]
        )
        self._make, self._join = pyarrow.Table.from_pandas, pyarrow.concat_tables
        self._waiting: list[Any] = []
        self._writer = parquet.ParquetWriter(path, self._schema, compression="zstd")

    def add(self, part: pd.DataFrame) -> None:
        """Write a part."""
        self._waiting.append(self._make(part, schema=self._schema, preserve_index=False))
        if sum(map(len, self._waiting)) >= _GROUP:
            self._write_group()

    def _write_group(self) -> None:
        """Write what waits."""
        joined, self._waiting = self._join(self._waiting), []
        self._writer.write_table(joined, row_group_size=len(joined))

    def close(self) -> None:
        """Complete the file."""
        if self._waiting:
            self._write_group()
        self._writer.close()


class _Zarr:
    """A group of Zarr (format 3) with an array for each column; words are numbers of their list in ``words``."""

    def __init__(self, path: Path, fields: Sequence[Field]) -> None:
        """Open the group.

        @param path: its folder
        @param fields: its columns
        """
        import zarr

        group: Any = zarr.open_group(path, mode="w")
        self._arrays: dict[str, Any] = {}
        self._words: dict[str, dict[str, int]] = {}
        for each in fields:
            kind = "float64" if each.kind == "number" else "int64"
            fill = float("nan") if each.kind == "number" else 0
            told = {"units": each.unit, "long_name": each.help, "_ARRAY_DIMENSIONS": ["row"]}
            self._arrays[each.name] = group.create_array(
                each.name, shape=(0,), chunks=(_CHUNK,), dtype=kind, fill_value=fill, attributes=told,
                dimension_names=("row",),
            )  # fmt: skip
            if each.kind == "string":
                self._words[each.name] = {}

    def add(self, part: pd.DataFrame) -> None:
        """Write a part."""
        for name, array in self._arrays.items():
            values = part[name]
            if (known := self._words.get(name)) is not None:
                values = values.map(lambda word, known=known: known.setdefault(str(word), len(known)))
            array.append(values.to_numpy(dtype=array.dtype))

    def close(self) -> None:
        """Complete the group."""
        for name, known in self._words.items():
            self._arrays[name].attrs["words"] = list(known)


FORMATS: Final[Mapping[str, Callable[[Path, Sequence[Field]], Writer]]] = {
    "csv": _Csv,
    "parquet": _Parquet,
    "zarr": _Zarr,
}
"""Writer of each format, by the ending of its files."""

_EXTRAS: Final = {"parquet": "pyarrow", "zarr": "zarr"}


def need_format(name: str) -> None:
    """Refuse a format whose library is not installed.

    @param name: one of FORMATS
    @raises ToolError: when it is not
    """
    module = _EXTRAS.get(name)
    if module and importlib.util.find_spec(module) is None:
        raise ToolError(f"--format {name} needs {module}: pip install ns3-net8[{name}]")


def cast(part: pd.DataFrame, fields: Sequence[Field]) -> pd.DataFrame:
    """Give the columns of a part their types.

    @param part: rows
    @param fields: columns that are wanted
    @return: these columns
    """
    return part[[each.name for each in fields]].astype({each.name: _TYPES[each.kind] for each in fields})
