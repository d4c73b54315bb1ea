# SPDX-License-Identifier: GPL-2.0-only
"""Write beside an extension what it is made of: its model is a hash of sources, not of what a compiler made of them."""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
from pathlib import Path

SOURCES = ("model", "helper", "bindings")
"""Folders of what is compiled, under the root."""
KINDS = {".cc", ".h", ".toml"}
"""Endings of what is compiled."""


def source_hash(root: Path) -> str:
    """Return a hash of all that is compiled: names and contents.

    @param root: folder of the source tree
    @return: 64 hexadecimal digits
    """
    digest = hashlib.sha256()
    for folder in SOURCES:
        # Not the Python package, which is also under bindings.
        files = (path for path in (root / folder).rglob("*") if path.suffix in KINDS and path.is_file())
        for path in sorted(files):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()


def commit(root: Path) -> str:
    """Return the commit of the source tree, "" where it is no git tree.

    @param root: folder of the source tree
    @return: such as "c737512a..." or "c737512a...-dirty"
    """
    command = [
        "git",
        "--no-optional-locks",
        "-C",
        str(root),
        "describe",
        "--always",
        "--abbrev=40",
        "--dirty",
        "--exclude=*",
    ]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def main() -> None:
    """Write the file, if it would change."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--ns3", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--build-type", required=True)
    told = parser.parse_args()
    text = json.dumps(
        {
            "sources": source_hash(told.root), "ns3": told.ns3, "compiler": told.compiler,
            "build_type": told.build_type, "commit": commit(told.root),
        },
        indent=2,
    )  # fmt: skip
    if not told.out.is_file() or told.out.read_text(encoding="utf-8") != text:
        told.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
