# SPDX-License-Identifier: Apache-2.0
"""Reading a table and printing its whole analysis of variance: trena beside R, statsmodels, polars
and a bare loop.

run.py BUILD [ROUNDS]   prints a table, writes BUILD/bench/analyze.json

Whole processes, from start to end, on the same files: five factors of the methodology (2 x 3 x 2 x 2
x 2 levels). Every round runs each program once, one after the other, so that what disturbs one
disturbs all; the figure is the median of the rounds, with the least and greatest. Rivals that take
long on the large table run in the first round only. polars only groups and averages, and the loop
only adds up the last column: neither makes the analysis. Files lie in the page cache.
"""
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

HERE = Path(__file__).parent
LEVELS = {
    "environment": ["f4s_v2", "nc4as_t4_v3"],
    "framework": ["mxnet", "pytorch", "tensorflow"],
    "dataset": ["mnist", "cifar10"],
    "image": ["32", "64"],
    "network": ["network1", "network2"],
}
# Rows, whether each combination has as many, seconds at most (issue 6, point 11).
TABLES = {"240 rows": (240, True, 0.005), "2.4 million rows": (2_400_000, True, 0.25),
          "240,000 rows, unbalanced": (240_000, False, 0.2)}


def write_table(path, rows, balanced):
    """The same file every time: the generator's seed is fixed."""
    generator = random.Random(7)
    cells = list(product(*LEVELS.values()))
    means = {cell: 100 * (1 + i % 7) for i, cell in enumerate(cells)}
    if balanced:
        chosen = [cells[i % len(cells)] for i in range(rows)]
        generator.shuffle(chosen)
    else:
        weights = [1 + i % 5 for i in range(len(cells))]
        chosen = generator.choices(cells, weights, k=rows)
    with open(path, "w") as file:
        file.write(",".join(LEVELS) + ",time_s\n")
        for cell in chosen:
            file.write(f"{','.join(cell)},{means[cell] + generator.gauss(0, 5):.6f}\n")


def programs(build):
    """Name, arguments before the table's path, and whether one round on millions of rows is enough."""
    venv = build / "bench/analyze-venv/bin/python"
    return [
        ("trena", [build / "trena", "analyze", "--response", "time_s", "--table"], False),
        ("bare C loop", [build / "bench/analyze_loop"], False),
        ("polars group-by", [venv, HERE / "polars_means.py"], False),
        ("R aov / lm", ["Rscript", "--vanilla", HERE / "variance.R"], True),
        ("statsmodels", [venv, HERE / "statsmodels_variance.py"], True),
    ]


def run(arguments):
    """Seconds and peak memory in MB of a whole process."""
    begin = time.monotonic()
    child = subprocess.Popen([str(a) for a in arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.monotonic() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 4):
        raise SystemExit(f"failed: {arguments}")
    return seconds, usage.ru_maxrss / 1024


def measure(build, table, rows, rounds):
    figures = {name: [] for name, *_ in programs(build)}
    for number in range(rounds):
        for name, arguments, once in programs(build):
            if once and number > 0 and rows > 10_000:
                continue
            figures[name].append(run([*arguments, table]))
    return figures


def text(value):
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"


def main():
    build = Path(sys.argv[1]).resolve()
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    folder = build / "bench/analyze-tables"
    folder.mkdir(parents=True, exist_ok=True)
    record = {"format": 1, "machine": platform.processor() or platform.machine(),
              "cpus": os.cpu_count(), "load": os.getloadavg()[0], "tables": {}}
    for title, (rows, balanced, goal) in TABLES.items():
        table = folder / f"{rows}.csv"
        if not table.exists():
            write_table(table, rows, balanced)
        table.read_bytes()
        print(f"\n{title}, {table.stat().st_size / 1e6:.1f} MB "
              f"(trena: at most {text(goal)} and 500 MB)")
        record["tables"][title] = {}
        for name, values in measure(build, table, rows, rounds).items():
            seconds = [s for s, _ in values]
            megabytes = max(m for _, m in values)
            median = statistics.median(seconds)
            record["tables"][title][name] = {"seconds": seconds, "megabytes": megabytes}
            print(f"  {name:16} {text(median):>10}   from {text(min(seconds))} to "
                  f"{text(max(seconds))}, n = {len(seconds)}   {megabytes:.0f} MB")
    (build / "bench/analyze.json").write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
