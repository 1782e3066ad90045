#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Our runners beside loops written by hand in the same framework: run.py BUILD [MINUTES] [FRAMEWORK…].

Both train network1 (3×32×32, batch 128) on the same images in the same order with the same threads, in turns
(docs/methods/turns.md): started together, each standing still while the other runs, each charged for its own turns. A
round's times are those of all epochs but the first, so that nobody's first step counts. Rounds are repeated until the
95 % half-width of the speed, the loop's time ÷ ours (a mean of logarithms), is 0.02 or less, or MINUTES (60) are over;
looking after every round, 95 % takes the quantile of 97 %, as `trena duel` does. "As fast": the whole interval is at
0.98 or above. A speed below 0.98 that is known that well fails.
"""
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "common"))

from intervals import mean_interval  # noqa: E402
from own_time import OwnTime  # noqa: E402

STUDY = os.path.join(HERE, "study.yaml")
LEAST, HALF_WIDTH, FEWEST, MINUTES = 0.98, 0.02, 5, 60
# trena starts this program again for each side, and it becomes that side's.
TURNS = """\
study: turns
factors: {{ side: [ours, loop] }}
fixed: {{ framework: command }}
command: [{}, {}, --side, {}, "{{side}}"]
design: {{ replications: 1, order: in_turns, turn: 200ms }}
measure: {{ yardstick: false }}
"""


class Failed(Exception):
    """A command that did not end well; the message says which and how."""


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False, **options)
    if done.returncode != 0:
        raise Failed("%s failed:\n%s%s" % (" ".join(command), done.stdout[-1000:],
                                           done.stderr[-2000:]))
    return done.stdout


def frameworks_of(build, folder):
    """The study's, by name and version."""
    plan = json.loads(run([os.path.join(build, "trena"), "plan", STUDY, "--json", "--out", folder]))
    return [scenario["levels"]["framework"] for scenario in plan["scenarios"]]


class Rivals:
    """Our runner of a framework and the loop beside it, on one scenario.json, as the two sides of a study."""

    def __init__(self, build, folder, framework):
        self.trena = os.path.join(build, "trena")
        options = ["--out", os.path.join(folder, framework), "-P", "framework=" + framework]
        ready = json.loads(run([self.trena, "configure", STUDY, "--json"] + options))
        run([self.trena, "measure", STUDY] + options)
        places = [one["folder"] for one in ready["frameworks"] if one.get("folder")]
        run_folder, = (entry.path for entry in
                       os.scandir(os.path.join(folder, framework, "runs")))
        scenario = os.path.join(run_folder, "scenario.json")
        ours, loop = commands(build, framework.split("@")[0], places[0] if places else None)
        with open(os.path.join(run_folder, "run.json"), encoding="utf-8") as file:
            variables = json.load(file)["installed"]["variables"]  # as trena starts its runs, for both
        self.sides = os.path.join(folder, framework, "sides.json")
        with open(self.sides, "w", encoding="utf-8") as file:
            json.dump({"ours": ours + [scenario], "loop": loop + [scenario], "variables": variables}, file)
        self.study = os.path.join(folder, framework, "turns.yaml")
        with open(self.study, "w", encoding="utf-8") as file:
            file.write(TURNS.format(*map(json.dumps, (sys.executable, os.path.realpath(__file__), self.sides))))

    def round(self, number):
        """(our seconds, the loop's) of one round in turns."""
        run([self.trena, "measure", self.study, "--replications", str(number)])
        runs = os.path.join(os.path.dirname(self.study), "turns.trena", "runs")
        times = {}
        for entry in os.scandir(runs):
            with open(os.path.join(entry.path, "run.json"), encoding="utf-8") as file:
                record = json.load(file)
            if record["replication"] != number:
                continue
            if record["outcome"] != "ok":
                raise Failed("%s: %s" % (record["outcome"], record["reason"]))
            times[record["levels"]["side"]] = seconds_of(entry.path, record["levels"]["side"])
        return times["ours"], times["loop"]


def seconds_of(folder, side):
    """The time of its epochs but the first, by its own clock."""
    if side == "ours":
        with open(os.path.join(folder, "events.jsonl"), encoding="utf-8") as file:
            events = [event for event in map(json.loads, file) if event["event"] == "epoch"]
        epochs = [(event["until"], event["seconds"]) for event in events]
    else:
        with open(os.path.join(folder, "stdout.log"), encoding="utf-8") as file:
            told = json.loads(file.read().splitlines()[-1])
        epochs = list(zip(told["until"], told["seconds"]))
    own = OwnTime(folder)
    return sum(own.between(until - seconds, until) for until, seconds in epochs[1:])


def become(sides, side):
    with open(sides, encoding="utf-8") as file:
        chosen = json.load(file)
    os.execve(chosen[side][0], chosen[side], dict(os.environ, **chosen["variables"]))


def commands(build, framework, environment):
    """(our command, the loop's)."""
    runners = os.path.join(build, "runners", framework)
    if framework == "libtorch":  # beside Debian's Python over the very same libtorch
        return ([os.path.join(runners, "trena-libtorch")],
                ["/usr/bin/python3", os.path.join(HERE, "pytorch_loop.py")])
    if framework == "caffe":
        program = os.path.join(build, "bench", "caffe_loop")
        loop = ["/usr/bin/python3", os.path.join(HERE, "caffe_loop.py"), program]
        run(loop + ["--build", environment])
        return ([os.path.join(runners, "trena-caffe"), os.path.join(environment, "lib/runner.so")],
                loop)
    python = os.path.join(environment, "bin", "python")
    return ([python, "-E", "-s", "-B", os.path.join(runners, framework + "_runner.py")],
            [python, "-E", "-s", "-B", os.path.join(HERE, framework + "_loop.py")])


def interval(times):
    """The speed of ours, its limits, and half of its interval."""
    mean, half = mean_interval([math.log(loop / ours) for ours, loop in times], 0.985)
    low, high = math.exp(mean - half), math.exp(mean + half)
    return math.exp(mean), low, high, (high - low) / 2


def verdict(speed, low, high, half):
    if half > HALF_WIDTH:
        return "± %.3f reached" % half
    if speed < LEAST:
        return "SLOWER"
    return "as fast" if low >= LEAST else "not told from %.2f" % LEAST


def compare(name, rivals, minutes):
    times, until = [], time.monotonic() + 60 * minutes
    while len(times) < FEWEST or (interval(times)[3] > HALF_WIDTH and time.monotonic() < until):
        times.append(rivals.round(len(times) + 1))
        print("%s round %d: ours %.3f s, loop %.3f s" % ((name, len(times)) + times[-1]), file=sys.stderr)
    speed, low, high, half = interval(times)
    return {"framework": name, "rounds": len(times), "ours_s": [a for a, _ in times],
            "loop_s": [b for _, b in times], "speed": speed, "low": low, "high": high,
            "verdict": verdict(speed, low, high, half)}


def print_rows(rows):
    print("| framework | rounds | ours | loop | speed of ours (95 %) | |")
    print("|---|---:|---:|---:|---|---|")
    for row in rows:
        if "failed" in row:
            print("| %s | | | | | did not run |" % row["framework"])
            continue
        print("| %s | %d | %.2f s | %.2f s | %.3f (%.3f to %.3f) | %s |" % (
            row["framework"], row["rounds"], statistics.median(row["ours_s"]),
            statistics.median(row["loop_s"]), row["speed"], row["low"], row["high"],
            row["verdict"]))


def main(arguments):
    if arguments[:1] == ["--side"]:
        become(*arguments[1:])
    if not arguments:
        sys.exit(__doc__)
    build = os.path.abspath(arguments[0])
    minutes = float(arguments[1]) if len(arguments) > 1 and arguments[1] else MINUTES
    os.makedirs(os.path.join(build, "bench"), exist_ok=True)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments[2:] or frameworks_of(build, os.path.join(folder, "plan")):
            try:
                rows.append(compare(name, Rivals(build, folder, name), minutes))
            except Failed as failed:
                print(failed, file=sys.stderr)
                rows.append({"framework": name, "failed": str(failed)})
    print_rows(rows)
    with open(os.path.join(build, "bench", "runners.json"), "w", encoding="utf-8") as file:
        json.dump({"rows": rows}, file, indent=1)
    return 1 if any("failed" in row or row["verdict"] == "SLOWER" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
