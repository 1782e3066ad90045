# SPDX-License-Identifier: Apache-2.0
"""pydoe_plan.py SCENARIOS REPLICATIONS FOLDER: the same crossing by pyDOE, shuffled by block, saved
and loaded as JSON. It has levels' numbers only: no keys, no values, no study."""
import json
import random
import resource
import sys
import time
from pathlib import Path

import pydoe

scenarios, replications, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
begin = time.perf_counter()
rows = pydoe.fullfact([10] * (len(str(scenarios)) - 1)).tolist()
runs = []
for block in range(replications):
    order = list(range(len(rows)))
    random.Random(block).shuffle(order)
    runs += [{"scenario": i, "replication": block + 1} for i in order]
made = time.perf_counter()
(folder / "pydoe.json").write_text(json.dumps({"scenarios": rows, "runs": runs}))
saved = time.perf_counter()
json.loads((folder / "pydoe.json").read_text())
loaded = time.perf_counter()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
print(json.dumps({"make_s": made - begin, "save_s": saved - made, "load_s": loaded - saved,
                  "peak_mb": peak}))
