#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Our runners beside loops written by hand in the same framework: run.py BUILD [PAIRS] [FRAMEWORK…].

Both train network1 (3×32×32, batch 128) on the same images in the same order with the same threads,
one after the other, who goes first alternating. A pair's times are those of the last epoch, so that
nobody's first step counts. Speed is the loop's median time ÷ our median time, with the 95 % bootstrap
interval over pairs. "As fast": the whole interval is at 0.98 or above. A runner whose whole interval
is below fails; what lies across is not told apart, and if wider than 0.2 the machine was too noisy.
"""
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
STUDY = os.path.join(HERE, "study.yaml")
LEAST, TOO_WIDE, RESAMPLES, FEWEST = 0.98, 0.2, 10000, 10


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
    """Our runner of a framework and the loop beside it, on one scenario.json."""

    def __init__(self, build, folder, framework):
        options = ["--out", os.path.join(folder, framework), "-P", "framework=" + framework]
        trena = os.path.join(build, "trena")
        ready = json.loads(run([trena, "configure", STUDY, "--json"] + options))
        run([trena, "measure", STUDY] + options)
        places = [one["folder"] for one in ready["frameworks"] if one.get("folder")]
        run_folder, = (entry.path for entry in
                       os.scandir(os.path.join(folder, framework, "runs")))
        self.scenario = os.path.join(run_folder, "scenario.json")
        self.ours, self.loop = commands(build, framework.split("@")[0], places[0] if places else None)
        self.events = os.path.join(folder, framework, "events.jsonl")
        with open(os.path.join(run_folder, "run.json"), encoding="utf-8") as file:
            variables = json.load(file)["installed"]["variables"]
        self.environment = dict(os.environ, **variables)  # as trena starts its runs, for both

    def our_seconds(self):
        if os.path.exists(self.events):
            os.remove(self.events)
        run(self.ours + [self.scenario], env=dict(self.environment, TRENA_EVENTS=self.events))
        with open(self.events, encoding="utf-8") as file:
            epochs = [event for event in map(json.loads, file) if event["event"] == "epoch"]
        return epochs[-1]["seconds"]

    def loop_seconds(self):
        told = run(self.loop + [self.scenario], env=self.environment)
        return json.loads(told.splitlines()[-1])["seconds"][-1]


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


def ratio(pairs):
    return (statistics.median(loop for _, loop in pairs) /
            statistics.median(ours for ours, _ in pairs))


def interval(pairs):
    """95 % percentile bootstrap over pairs (Efron & Tibshirani 1993, chapter 13)."""
    random.seed(1)
    drawn = sorted(ratio(random.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES))
    return drawn[int(0.025 * RESAMPLES)], drawn[int(0.975 * RESAMPLES)]


def verdict(pairs, low, high):
    if pairs < FEWEST:
        return "too few pairs"
    if high < LEAST:
        return "SLOWER"
    if low >= LEAST:
        return "as fast"
    return "too noisy to tell" if high - low > TOO_WIDE else "not told apart"


def compare(name, rivals, pairs):
    times = []
    for index in range(pairs):
        if index % 2 == 0:
            ours, loop = rivals.our_seconds(), rivals.loop_seconds()
        else:
            loop, ours = rivals.loop_seconds(), rivals.our_seconds()
        times.append((ours, loop))
        print("%s pair %d: ours %.3f s, loop %.3f s" % (name, index + 1, ours, loop),
              file=sys.stderr)
    low, high = interval(times)
    return {"framework": name, "pairs": pairs, "ours_s": [a for a, _ in times],
            "loop_s": [b for _, b in times], "speed": ratio(times), "low": low, "high": high,
            "verdict": verdict(pairs, low, high)}


def print_rows(rows):
    print("| framework | pairs | ours | loop | speed of ours (95 %) | |")
    print("|---|---:|---:|---:|---|---|")
    for row in rows:
        if "failed" in row:
            print("| %s | | | | | did not run |" % row["framework"])
            continue
        print("| %s | %d | %.2f s | %.2f s | %.3f (%.3f to %.3f) | %s |" % (
            row["framework"], row["pairs"], statistics.median(row["ours_s"]),
            statistics.median(row["loop_s"]), row["speed"], row["low"], row["high"],
            row["verdict"]))


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    build = os.path.abspath(arguments[0])
    pairs = int(arguments[1]) if len(arguments) > 1 and arguments[1] else FEWEST
    os.makedirs(os.path.join(build, "bench"), exist_ok=True)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments[2:] or frameworks_of(build, os.path.join(folder, "plan")):
            try:
                rows.append(compare(name, Rivals(build, folder, name), pairs))
            except Failed as failed:
                print(failed, file=sys.stderr)
                rows.append({"framework": name, "failed": str(failed)})
    print_rows(rows)
    with open(os.path.join(build, "bench", "runners.json"), "w", encoding="utf-8") as file:
        json.dump({"rows": rows}, file, indent=1)
    return 1 if any("failed" in row or row["verdict"] == "SLOWER" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
