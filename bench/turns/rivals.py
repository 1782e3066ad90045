# SPDX-License-Identifier: Apache-2.0
"""How long until two builds of one program that differ by 2 % are told apart: `trena duel`, hyperfine, and a duet (both at
the same time, each with half of the CPUs; Bulej and others, ICPE 2020), by turns, on the same machine.

rivals.py BUILD [ROUNDS [LOAD]]   prints a table, writes BUILD/bench/turns-rivals-LOAD.json

Each goes on until the 95 % half-width of the ratio is 1 % or less, or ten minutes are over. `trena duel` does so by itself.
hyperfine runs the one so often, then the other, and tells no interval of the ratio: it is called with 5, 10, 20, …
runs of each, the interval is Welch's of the logarithms of its times, and only the call that reached it is charged, as
if one knew before how many runs are needed. A duet's interval is that of the pairs' log ratios.
"""
import json
import math
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))

from intervals import mean_interval, t_quantile  # noqa: E402
from studies import Load  # noqa: E402

HERE = Path(__file__).resolve().parent
ROUNDS, WITHIN, LONGEST, FEWEST = 5, 0.01, 600, 5
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def build_programs(folder):
    """A, and B that has 2 % more to do."""
    programs = []
    for name, work in (("a", 100), ("b", 102)):
        programs.append(str(folder / name))
        subprocess.run(["gcc", "-O2", "-fopenmp", f"-DWORK={work}", "-o", programs[-1], HERE / "work.c"], check=True)
    return programs


def welch(a, b):
    """The mean difference, and its half-width."""
    one, other = statistics.variance(a) / len(a), statistics.variance(b) / len(b)
    df = (one + other) ** 2 / (one ** 2 / (len(a) - 1) + other ** 2 / (len(b) - 1))
    return statistics.mean(b) - statistics.mean(a), t_quantile(0.975, df) * math.sqrt(one + other)


def by_duel(build, programs):
    began = time.monotonic()
    done = subprocess.run([build / "trena", "duel", *programs, "--json", "--within", "1%", "--for", f"{LONGEST}s"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    told = json.loads(done.stdout)
    return time.monotonic() - began, told["ratio"], (told["high"] - told["low"]) / 2


def by_hyperfine(build, programs):
    spent, runs = 0, FEWEST
    while True:
        export = build / "bench" / "turns" / "hyperfine.json"
        began = time.monotonic()
        subprocess.run(["hyperfine", "--shell=none", "--runs", str(runs), "--export-json", export, *programs],
                       check=True, **QUIET)
        seconds = time.monotonic() - began
        a, b = ([math.log(t) for t in one["times"]] for one in json.loads(export.read_text())["results"])
        difference, half = welch(a, b)
        spent += seconds
        if half <= WITHIN or spent + 2 * seconds > LONGEST:
            return seconds, math.exp(difference), half
        runs *= 2


def by_duet(_, programs):
    cpus = sorted(os.sched_getaffinity(0))
    halves = [set(cpus[:len(cpus) // 2]), set(cpus[len(cpus) // 2:])]
    began, logs = time.monotonic(), []
    while len(logs) < FEWEST or (mean_interval(logs, 0.985)[1] > WITHIN and time.monotonic() < began + LONGEST):
        # Who has which half alternates.
        swapped = halves[::-1] if len(logs) % 2 else halves
        start, ends = time.monotonic(), {}
        both = [subprocess.Popen([program], preexec_fn=lambda half=half: os.sched_setaffinity(0, half), **QUIET)
                for program, half in zip(programs, swapped)]
        while len(ends) < 2:
            pid, _ = os.wait()
            ends[pid] = time.monotonic() - start
        logs.append(math.log(ends[both[1].pid] / ends[both[0].pid]))
        for one in both:
            one.returncode = 0
    ratio, half = mean_interval(logs, 0.985)
    return time.monotonic() - began, math.exp(ratio), half


TOOLS = {"trena duel": by_duel, "hyperfine": by_hyperfine, "duet": by_duet}


def main():
    argument = dict(enumerate(sys.argv))
    build = Path(argument[1]).resolve()
    folder = build / "bench" / "turns"
    folder.mkdir(parents=True, exist_ok=True)
    programs = build_programs(folder)
    load, rounds = int(argument.get(3) or 0), int(argument.get(2) or ROUNDS)
    found = {tool: [] for tool in TOOLS}
    with Load(load):
        for index in range(rounds):
            names = list(TOOLS)
            for tool in names[index % 3:] + names[:index % 3]:
                found[tool].append(TOOLS[tool](build, programs))
                print("%s: %.0f s, ratio %.4f ± %.4f" % ((tool,) + found[tool][-1]), file=sys.stderr)
    print(f"Two builds, B with 2 % more to do; {load} other programs; {rounds} times each, medians.")
    print("| | until ± 1 % | ratio B to A | ± |\n|---|---:|---:|---:|")
    middle = {tool: [statistics.median(column) for column in zip(*times)] for tool, times in found.items()}
    for tool, (seconds, ratio, half) in middle.items():
        print(f"| {tool} | {seconds:.0f} s | {ratio:.4f} | {half:.4f} |")
    (build / "bench" / f"turns-rivals-{load}.json").write_text(json.dumps({"load": load, "found": found}, indent=1))
    return 0 if middle["trena duel"][0] <= middle["hyperfine"][0] / 3 else 1


if __name__ == "__main__":
    sys.exit(main())
