# SPDX-License-Identifier: GPL-2.0-only
"""Put models of one's own on trial: two that forget something, beside those of net8, against the simulator.

The first forgets that SQL*Plus fetches one row before its arrays, the second that TCP starts slowly. A model is a
function from a plan to predictions by name; ``net8.analytic.compare`` and ``net8 validate --model FILE.py:function``
take it.
"""

import net8
from net8 import analytic


def forgets_first_row(plan: net8.Plan) -> dict[str, analytic.Prediction]:
    """Count whole arrays only."""
    rows, array = int(str(plan["query.rows"])), int(str(plan["client.array_size"]))
    return {"fetch_calls": analytic.counted(-(-rows // array), "rows / array", "a first guess")}


def forgets_slow_start(plan: net8.Plan) -> dict[str, analytic.Prediction]:
    """Take a path that is full from the first byte on: round trips and bytes."""
    known = analytic.predict(plan)
    calls, sent = known["fetch_calls"].value, known["reply_bytes"].value
    cap = known["throughput_cap"].value
    time_s = analytic.fetch_time_s(calls, 0.080, wire_bytes=sent, rate_bit_s=cap)
    return {"response_time": analytic.timed(float(time_s), "round trips and bytes", "a first guess")}


if __name__ == "__main__":
    trial = net8.Plan.of(
        {
            "path": {"kind": "wan", "rate": "100Mbps", "delay": "40ms", "queue_size": "10000p"},
            "client": {"array_size": 3000, "sdu": 32767},
            "server": {"sdu": 32767},
            "query": {"rows": 9000},
        },
        name="trial",
    )
    print(analytic.compare(trial, [forgets_first_row, forgets_slow_start]))
