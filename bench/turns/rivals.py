# SPDX-License-Identifier: Apache-2.0
"""How long until two builds of one program that differ by 2 % are told apart: `trena duel`, hyperfine, and a duet (both at
the same time, each with half of the CPUs; Bulej and others, ICPE 2020), by turns, on the same machine.

rivals.py BUILD [ROUNDS [LOAD]]   prints a table, writes BUILD/bench/turns-rivals-LOAD.json

Each goes on until the 95 % half-width of the ratio is 1 % or less, or ten minutes are over; beside that is told when its
interval first left out 1: then it knew which build is faster. `trena duel` judges the whole width, so that its goal is
`--within 2%`; its rounds are looked at one by one, with the interval that it takes itself (the quantile of 97 %, for
looking after every round). hyperfine runs the one so often, then the other, and tells no interval of the ratio: it is
called with 5, 10, 20, … runs of each, the interval is Welch's of the logarithms of its times, and only the call that
reached the goal is charged, as if one knew before how many runs are needed. A duet's interval is that of the pairs' log
ratios, as the duel's.
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
LOOKING = 0.985  # the quantile of an interval that is looked at after every round
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


def told_apart(logs, ends):
    """When the interval first left out 0; None if it never did."""
    for n in range(FEWEST, len(logs) + 1):
        mean, half = mean_interval(logs[:n], LOOKING)
        if abs(mean) > half:
            return ends[n - 1]
    return None


def by_duel(build, programs):
    began = time.monotonic()
    done = subprocess.run([build / "trena", "duel", *programs, "--json", "--within", f"{200 * WITHIN:g}%",
                           "--for", f"{LONGEST}s"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    told = json.loads(done.stdout)
    logs = [math.log(one["b_s"] / one["a_s"]) for one in told["each"]]
    return {"seconds": time.monotonic() - began, "ratio": told["ratio"],
            "half": math.log(told["high"] / told["low"]) / 2,
            "apart": told_apart(logs, [one["ended_s"] for one in told["each"]])}


def by_hyperfine(build, programs):
    spent, runs, apart = 0, FEWEST, None
    while True:
        export = build / "bench" / "turns" / "hyperfine.json"
        began = time.monotonic()
        subprocess.run(["hyperfine", "--shell=none", "--runs", str(runs), "--export-json", export, *programs],
                       check=True, **QUIET)
        seconds = time.monotonic() - began
        a, b = ([math.log(t) for t in one["times"]] for one in json.loads(export.read_text())["results"])
        difference, half = welch(a, b)
        spent += seconds
        if apart is None and abs(difference) > half:
            apart = seconds
        if half <= WITHIN or spent + 2 * seconds > LONGEST:
            return {"seconds": seconds, "ratio": math.exp(difference), "half": half, "apart": apart}
        runs *= 2


def by_duet(_, programs):
    cpus = sorted(os.sched_getaffinity(0))
    halves = [set(cpus[:len(cpus) // 2]), set(cpus[len(cpus) // 2:])]
    began, logs, elapsed = time.monotonic(), [], []
    while len(logs) < FEWEST or (mean_interval(logs, LOOKING)[1] > WITHIN and time.monotonic() < began + LONGEST):
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
        elapsed.append(time.monotonic() - began)
    ratio, half = mean_interval(logs, LOOKING)
    return {"seconds": elapsed[-1], "ratio": math.exp(ratio), "half": half, "apart": told_apart(logs, elapsed)}


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
                print("{0}: {seconds:.0f} s, ratio {ratio:.4f} ± {half:.4f}, told apart after {apart} s".format(
                    tool, **found[tool][-1]), file=sys.stderr)
    print(f"Two builds, B with 2 % more to do; {load} other programs; {rounds} times each, medians.")
    print("| | until ± 1 % | until told apart | ratio B to A | ± |\n|---|---:|---:|---:|---:|")
    middle = {}
    for tool, times in found.items():
        middle[tool] = {name: statistics.median(math.inf if one[name] is None else one[name] for one in times)
                        for name in ("seconds", "apart", "ratio", "half")}
        one = middle[tool]
        apart = "%.0f s" % one["apart"] if math.isfinite(one["apart"]) else "never"
        print(f"| {tool} | {one['seconds']:.0f} s | {apart} | {one['ratio']:.4f} | {one['half']:.4f} |")
    (build / "bench" / f"turns-rivals-{load}.json").write_text(json.dumps({"load": load, "found": found}, indent=1))
    return 0 if middle["trena duel"]["apart"] <= middle["hyperfine"]["apart"] / 3 else 1


if __name__ == "__main__":
    sys.exit(main())
