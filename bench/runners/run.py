#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Our runners beside loops written by hand in the same framework: run.py BUILD [PAIRS] [FRAMEWORK…].

Both train network1 (3×32×32, batch 128) on the same images in the same order with the same threads,
one after the other, who goes first alternating. A pair's times are those of the last epoch, so that
nobody's first step counts. Speed is the loop's median time ÷ our median time, with the 95 % bootstrap
interval over pairs. A runner whose whole interval is below 0.98 fails; an interval wider than 0.2
says that the machine was too noisy to tell.
"""
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
LEAST, TOO_WIDE, RESAMPLES = 0.98, 0.2, 10000


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False, **options)
    if done.returncode != 0:
        sys.exit("%s failed:\n%s%s" % (" ".join(command), done.stdout[-1000:], done.stderr[-2000:]))
    return done.stdout


def prepare(build, folder, chosen):
    """{framework: (our command, loop command, scenario)} of what the study could prepare."""
    trena, study = os.path.join(build, "trena"), os.path.join(HERE, "study.yaml")
    options = ["--out", folder]
    if chosen:
        options += ["-P", "framework=" + ",".join(chosen)]
    ready = json.loads(run([trena, "configure", study, "--json"] + options))
    run([trena, "measure", study] + options)
    places = {"%s@%s" % (one["framework"], one["version"]): one["folder"]
              for one in ready["frameworks"]}
    found = {}
    for name in sorted(os.listdir(os.path.join(folder, "runs"))):
        with open(os.path.join(folder, "runs", name, "run.json"), encoding="utf-8") as file:
            facts = json.load(file)
        framework = facts["framework"]
        full = "%s@%s" % (framework, facts["versions"]["version"])
        scenario = os.path.join(folder, "runs", name, "scenario.json")
        found[full] = commands(build, framework, places.get(full)) + (scenario,)
    return found


def commands(build, framework, environment):
    runners = os.path.join(build, "runners", framework)
    if framework == "libtorch":  # beside Debian's Python over the very same libtorch
        return ([os.path.join(runners, "trena-libtorch")],
                ["/usr/bin/python3", os.path.join(HERE, "pytorch_loop.py")])
    if framework == "caffe":
        return ([os.path.join(runners, "trena-caffe"), os.path.join(environment, "lib/runner.so")],
                ["/usr/bin/python3", os.path.join(HERE, "caffe_loop.py"), environment])
    python = os.path.join(environment, "bin", "python")
    return ([python, "-E", "-s", "-B", os.path.join(runners, framework + "_runner.py")],
            [python, "-E", "-s", "-B", os.path.join(HERE, framework + "_loop.py")])


def our_seconds(command, scenario, folder):
    events = os.path.join(folder, "events.jsonl")
    if os.path.exists(events):
        os.remove(events)
    run(command + [scenario], env=dict(os.environ, TRENA_EVENTS=events))
    with open(events, encoding="utf-8") as file:
        epochs = [event for event in map(json.loads, file) if event["event"] == "epoch"]
    return epochs[-1]["seconds"]


def loop_seconds(command, scenario):
    return json.loads(run(command + [scenario]).splitlines()[-1])["seconds"][-1]


def ratio(pairs):
    return (statistics.median(loop for _, loop in pairs) /
            statistics.median(ours for ours, _ in pairs))


def interval(pairs):
    """95 % percentile bootstrap over pairs (Efron & Tibshirani 1993, chapter 13)."""
    random.seed(1)
    drawn = sorted(ratio(random.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES))
    return drawn[int(0.025 * RESAMPLES)], drawn[int(0.975 * RESAMPLES)]


def verdict(low, high):
    if high < LEAST:
        return "SLOWER"
    return "too noisy to tell" if high - low > TOO_WIDE else "as fast"


def compare(commands_of, pairs, folder):
    rows = []
    for name, (ours, loop, scenario) in commands_of.items():
        times = []
        for index in range(pairs):
            first = [lambda: our_seconds(ours, scenario, folder),
                     lambda: loop_seconds(loop, scenario)]
            order = (0, 1) if index % 2 == 0 else (1, 0)
            measured = {}
            for which in order:
                measured[which] = first[which]()
            times.append((measured[0], measured[1]))
            print("%s pair %d: ours %.3f s, loop %.3f s" % (name, index + 1, *times[-1]),
                  file=sys.stderr)
        low, high = interval(times)
        rows.append({"framework": name, "pairs": len(times), "ours_s": [a for a, _ in times],
                     "loop_s": [b for _, b in times], "speed": ratio(times), "low": low,
                     "high": high, "verdict": verdict(low, high)})
    return rows


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    build = os.path.abspath(arguments[0])
    pairs = int(arguments[1]) if len(arguments) > 1 and arguments[1] else 10
    with tempfile.TemporaryDirectory() as folder:
        rows = compare(prepare(build, os.path.join(folder, "out"), arguments[2:]), pairs, folder)
    print("%-20s %5s %9s %9s  %-22s %s" % ("framework", "pairs", "ours", "loop",
                                           "speed of ours (95 %)", ""))
    for row in rows:
        print("%-20s %5d %7.3f s %7.3f s  %.3f (%.3f to %.3f)  %s" % (
            row["framework"], row["pairs"], statistics.median(row["ours_s"]),
            statistics.median(row["loop_s"]), row["speed"], row["low"], row["high"],
            row["verdict"]))
    os.makedirs(os.path.join(build, "bench"), exist_ok=True)
    with open(os.path.join(build, "bench", "runners.json"), "w", encoding="utf-8") as file:
        json.dump({"rows": rows}, file, indent=1)
    return 1 if any(row["verdict"] == "SLOWER" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
