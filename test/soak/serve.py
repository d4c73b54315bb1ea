# SPDX-License-Identifier: GPL-2.0-only
"""Runs worlds one after the other: a plan or a campaign as JSON on each line in, what came out on each line out."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import children
import net8
from endure import FindingError, RefusedError, become_reaper, endure
from invariants import check
from net8 import _core
from worlds import Document, set_keys

_MOST_KIB = 600 * 1024
"""Memory that a small world may take at its peak."""


def judge(document: Document) -> dict[str, Any]:
    """Run a world twice and look at what came out.

    @param document: the plan
    @return: "verdict" (ran, refused, budget, error or finding) and "text"
    """
    before = _start_peak()
    try:
        plan = net8.Plan.of(document)
        run = net8.run(plan)
    except net8.PlanError as error:
        return _sentence("refused", str(error))
    except net8.BudgetError as error:
        return _sentence("budget", str(error))
    except net8.Net8Error as error:
        return _sentence("error", str(error))
    except Exception as error:
        return {"verdict": "finding", "text": f"{type(error).__name__}: {error}"}
    found = check(document, run)
    try:
        # A run that stands for another one is held against that.
        stands = run.passed is not None and _core.is_same(run.seed, 2, run.passed)
        if net8.run(plan, run=1 + stands).digest != run.digest:
            found.append("the same plan gave another digest" + stands * " in a run that should be the same")
    except net8.BudgetError:
        pass
    if (taken := _kib("VmHWM") - before) > _MOST_KIB:
        found.append(f"it took {taken} KiB of memory")
    return {
        "verdict": "finding" if found else "ran",
        "text": "; ".join(found),
        "events": run.events,
        "keys": sorted(set_keys(document)),
    }


def _start_peak() -> int:
    """Let the kernel measure the peak of the memory anew (proc(5), clear_refs); give what is in use, KiB."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _kib("VmRSS")


def _kib(name: str) -> int:
    """Return a number of proc(5)'s status, KiB."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1])


def _sentence(verdict: str, text: str) -> dict[str, Any]:
    """Take an error for what it should be: one sentence."""
    if "\n" in text or not text:
        return {"verdict": "finding", "text": f"no sentence: {text!r}"}
    return {"verdict": verdict, "text": text}


def judge_campaign(document: Document) -> dict[str, Any]:
    """Run a small campaign through all that befalls it.

    @param document: the campaign
    @return: "verdict" (ran, refused or finding) and "text"
    """
    with tempfile.TemporaryDirectory(prefix="campaign-", ignore_cleanup_errors=True) as top:
        try:
            tried = endure(document, Path(top))
        except RefusedError as error:
            return {"verdict": "refused", "text": str(error)}
        except FindingError as error:
            return {"verdict": "finding", "text": str(error)}
        except Exception as error:
            return {"verdict": "finding", "text": f"{type(error).__name__}: {error}"}
    return {"verdict": "ran", "text": "", "tried": tried}


def main() -> None:
    """Serve until standard input ends: plans, or campaigns with "campaigns" as argument."""
    campaigns = sys.argv[1:] == ["campaigns"]
    if campaigns:
        children.load()
        become_reaper()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for line in sys.stdin:
            task = json.loads(line)
            result = judge_campaign(task) if campaigns else judge(task)
            if any(Path().iterdir()):
                result = {
                    "verdict": "finding",
                    "text": f"files were left: {sorted(map(str, Path().iterdir()))}",
                }
            print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
