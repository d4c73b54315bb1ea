# SPDX-License-Identifier: GPL-2.0-only
"""Print and plot how the response time of one query falls with the array size, over a LAN and a WAN.

Run it anywhere: results, table and figure go to the folder runs, and a second call simulates nothing.
"""

import net8

plan = net8.Plan.of({"query": {"rows": 2001}, "client": {"sdu": 8192}}, name="array-size")
sweep = net8.Sweep(plan, over={"path.kind": ["lan", "wan"], "client.array_size": [15, 50, 150, 500, 2000]})
outcome = sweep.run_missing()
print(f"{outcome.simulated} runs simulated, {outcome.reused} taken from the store")
print(sweep.interval("response_time").to_string(index=False))
print(*sweep.plot(), sep="\n")
