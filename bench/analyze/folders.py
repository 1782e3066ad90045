# SPDX-License-Identifier: Apache-2.0
"""A hundred thousand run folders: `trena analyze` beside a loop that only reads and parses them.

folders.py BUILD [ROUNDS]   prints a table, writes BUILD/bench/folders.json

The runs are those of a study with simulated trainings, each copied 12,500 times with other times:
8 scenarios. The rival is Python's own json module, which makes no analysis. Whole processes, from
start to end, by turns; the figure is the median of the rounds, with the least and greatest, and the
peak of resident memory. Files lie in the page cache.
"""
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

COPIES = 12_500
STUDY = """study: folders
factors: { batch: [64, 128], image: [32, 64], network: [network1, network2] }
fixed: { framework: fake, fake_seconds: 0.05, fake_noise: 0.1, epochs: 3 }
environments: { here: { device: cpu, price: 0.36 USD/h } }
design: { replications: %d, order: random, seed: 7 }
"""
LOOP = """import json, os, sys
folder = sys.argv[1]
print(sum(len(json.load(open(f"{folder}/{name}/run.json"))) for name in os.listdir(folder)))
"""
LIMITS = {"seconds": 3, "megabytes": 300}  # of issue 19


def make_folders(build, place):
    """The same numbers every time: the generator's seed is fixed."""
    (place / "one.yaml").write_text(STUDY % 1)
    (place / "many.yaml").write_text(STUDY % COPIES)
    subprocess.run([build / "trena", "run", place / "one.yaml"], check=False,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    generator = random.Random(7)
    for name in sorted(os.listdir(place / "one.trena/runs")):
        run = json.loads((place / "one.trena/runs" / name / "run.json").read_text())
        times = {name: value for name, value in run["metrics"].items() if name.endswith("_s")}
        for copy in range(1, COPIES + 1):
            run["replication"] = run["seed"] = copy
            run["facts"]["moment"] = {"load": [round(generator.random(), 2)]}
            for metric, value in times.items():
                run["metrics"][metric] = value * (1 + generator.gauss(0, 0.01))
            folder = place / "many.trena/runs" / f"{run['scenario']}-r{copy}-a1-{run['key'][:12]}"
            folder.mkdir(parents=True)
            (folder / "run.json").write_text(json.dumps(run, indent=1) + "\n")


def once(command):
    """Seconds and megabytes of one process."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, use = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 4):  # 4: no verdict, of data like these
        sys.exit(f"{command[0]} failed")
    return time.monotonic() - started, use.ru_maxrss / 1000


def main():
    build = Path(sys.argv[1]).resolve()
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    place = build / "bench/folders"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    make_folders(build, place)
    programs = {"trena analyze": [build / "trena", "analyze", place / "many.yaml"],
                "json in Python, reading alone": [sys.executable, "-c", LOOP,
                                                  place / "many.trena/runs"]}
    measured = {name: [] for name in programs}
    for _ in range(rounds):
        for name, command in programs.items():
            measured[name].append(once(command))
    shutil.rmtree(place)
    figures = {}
    for name, values in measured.items():
        seconds = [value[0] for value in values]
        figures[name] = {"seconds": statistics.median(seconds), "least": min(seconds),
                         "greatest": max(seconds), "megabytes": max(value[1] for value in values)}
        print(f"{name:32} {figures[name]['seconds']:6.2f} s ({min(seconds):.2f} to "
              f"{max(seconds):.2f})  {figures[name]['megabytes']:6.0f} MB")
    ours, theirs = figures.values()
    print(f"ratio of times: {ours['seconds'] / theirs['seconds']:.2f}; asked for: at most "
          f"{LIMITS['seconds']} s and {LIMITS['megabytes']} MB")
    (build / "bench/folders.json").write_text(json.dumps(
        {"machine": platform.processor() or platform.machine(), "cpus": os.cpu_count(),
         "rounds": rounds, "folders": 8 * COPIES, "limits": LIMITS, "figures": figures}, indent=1))


main()
