# SPDX-License-Identifier: Apache-2.0
"""A plan of 100,000 runs made, saved and loaded: trena beside pyDOE with a script around it.

run.py BUILD [ROUNDS]   prints a table, writes BUILD/bench/plan.json

The two take turns; the figure is the median of the rounds, with the least and greatest of the sum.
pyDOE's script keeps numbers of levels only; trena has every scenario's values and key.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SHAPES = {"1,000 scenarios x 100": ("1000", "100"), "100,000 scenarios x 1": ("100000", "1")}


def main():
    build = Path(sys.argv[1]).resolve()
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    programs = {"trena": [build / "bench/plan_bench"],
                "pyDOE": [build / "pydoe/bin/python", HERE / "pydoe_plan.py"]}
    record = {"format": 1, "cpus": os.cpu_count(), "load": os.getloadavg()[0], "plans": {}}
    for title, shape in SHAPES.items():
        figures = {name: [] for name in programs}
        for _ in range(rounds):
            for name, words in programs.items():
                with tempfile.TemporaryDirectory(dir=build / "bench") as folder:
                    out = subprocess.run([*words, *shape, folder], check=True, capture_output=True)
                figures[name].append(json.loads(out.stdout))
        record["plans"][title] = figures
        print(f"{title} (at most 2 s and 500 MB)")
        for name, rows in figures.items():
            parts = [statistics.median(row[part] for row in rows)
                     for part in ("make_s", "save_s", "load_s")]
            sums = [row["make_s"] + row["save_s"] + row["load_s"] for row in rows]
            print(f"  {name:6} made {parts[0]:.2f} s, saved {parts[1]:.2f} s, loaded {parts[2]:.2f} s;"
                  f" together {statistics.median(sums):.2f} s, from {min(sums):.2f} to {max(sums):.2f},"
                  f" n = {len(rows)}; {max(row['peak_mb'] for row in rows):.0f} MB")
    (build / "bench/plan.json").write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
