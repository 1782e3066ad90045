# SPDX-License-Identifier: Apache-2.0
"""How good are forecasts from pilots? Whole runs of several frameworks against what
`trena plan --pilot` said of them before, beside the rule of SkyPilot's `sky bench`.

run.py BUILD [ROUNDS [FRAMEWORKS [EPOCHS]]]   prints a table, writes BUILD/bench/forecast.json
run.py BUILD --replay FILE   the same from what such a file has of pilots and runs, with the
                             forecasts that BUILD/trena makes of these pilots; runs nothing

In every round each scenario is piloted up to six times (16 to 24 of 4,500 steps each, with 6
epochs), in a results folder of its own, and then measured once in whole, in random order: a forecast never knows of a
whole run, nor of another round. The rival has the same pilots: start-up once, then seconds per step
(without the first eight) times steps, no evaluation and no interval.

Passes when the median error, each in units of the larger of 3 % and the deviation from run to run of
its scenario, is at most 1, and 85 to 97 % of the runs lie within their 90 % intervals; over 30 runs
at least, from pilots of 2 % of their steps at most. Exits 1 otherwise.
"""
import json
import math
import platform
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

ROUNDS, EPOCHS, FEWEST, SHARE = 4, 6, 30, 0.02  # FEWEST runs, pilots of at most SHARE of their steps
FRAMEWORKS = "jax@0.10.2,libtorch,pytorch@2.2.0,tensorflow@2.14.0"
STEPS_AN_EPOCH = 750  # of the study
PILOT = "20min"  # never reached: as many pilots as 2 % of the steps allow
STUDY = """\
study: forecast
question: How good are forecasts from pilots?
factors:
  framework: [{frameworks}]
  threads: [1, 2]
fixed: {{ network: lenet, dataset: fashion_mnist, image: 28, images: 48000, batch: 64, epochs: {epochs} }}
design: {{ replications: 1, seed: {seed} }}
measure: {{ yardstick: false }}
"""


def trena(build, *arguments, codes=(0,)):
    done = subprocess.run([build / "trena", *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    if done.returncode not in codes:
        sys.exit(f"trena {' '.join(map(str, arguments))} ended with {done.returncode}")
    return done.stdout


def pilots_of(folder):
    """{key: [pilot.json, ...]}"""
    pilots = {}
    for path in sorted((folder / "pilots").glob("*/pilot.json")):
        pilot = json.loads(path.read_text())
        pilots.setdefault(pilot["key"], []).append(pilot)
    return pilots


def by_sky(pilot):
    later = pilot["train"][1:]
    per_step = sum(group["seconds"] for group in later) / sum(group["steps"] for group in later)
    return pilot["startup_s"] + per_step * pilot["steps"]


def study_text(frameworks, epochs, number):
    return STUDY.format(frameworks=frameworks.replace(",", ", "), epochs=epochs, seed=number)


def one_round(build, scratch, number, frameworks, epochs):
    """A row for every whole run."""
    study, out = scratch / f"round{number}.yaml", scratch / f"round{number}.trena"
    shutil.rmtree(out, ignore_errors=True)
    study.write_text(study_text(frameworks, epochs, number))
    plan = json.loads(trena(build, "plan", study, "--pilot", PILOT, "--json"))
    told = {row["scenario"]: row for row in plan["forecast"]["scenarios"]}
    pilots = pilots_of(out)
    trena(build, "measure", study)
    rows = []
    for scenario in plan["scenarios"]:
        path, = (out / "runs").glob(f"{scenario['id']}-r1-a*/run.json")
        run = json.loads(path.read_text())
        forecast, own = told[scenario["id"]], pilots[scenario["key"]]
        steps = own[0]["steps"]
        rows.append({
            "round": number, "scenario": scenario["id"],
            "name": f"{scenario['levels']['framework']} threads {scenario['levels']['threads']}",
            "framework": scenario["levels"]["framework"], "steps": steps,
            "pilot_share": sum(g["steps"] for p in own for g in p["train"]) / steps,
            "wall_s": run["metrics"]["wall_s"], "source": forecast["source"],
            "forecast_s": forecast["seconds"], "low": forecast["low"], "high": forecast["high"],
            "sky_s": statistics.fmean(by_sky(pilot) for pilot in own),
            "pilots": own})
    return rows


def replay(build, scratch, file):
    """The rows of a file, foretold anew."""
    rows = json.loads(Path(file).read_text())["runs"]
    frameworks = ",".join(dict.fromkeys(row["framework"] for row in rows))
    epochs = rows[0]["steps"] // STEPS_AN_EPOCH
    for number in sorted({row["round"] for row in rows}):
        study, out = scratch / f"replay{number}.yaml", scratch / f"replay{number}.trena"
        shutil.rmtree(out, ignore_errors=True)
        study.write_text(study_text(frameworks, epochs, number))
        of_round = [row for row in rows if row["round"] == number]
        for pilot in (pilot for row in of_round for pilot in row["pilots"]):
            name = f"{pilot['scenario']}-p{pilot['number']}-{pilot['key'][:12]}"
            (out / "pilots" / name).mkdir(parents=True)
            (out / "pilots" / name / "pilot.json").write_text(json.dumps(pilot))
        plan = json.loads(trena(build, "plan", study, "--json"))
        told = {row["scenario"]: row for row in plan["forecast"]["scenarios"]}
        for row in of_round:
            forecast = told[row["scenario"]]
            row.update(source=forecast["source"], forecast_s=forecast["seconds"],
                       low=forecast["low"], high=forecast["high"])
    return rows


def deviations(rows):
    """{scenario: relative standard deviation of its whole runs}"""
    walls = {}
    for row in rows:
        walls.setdefault(row["scenario"], []).append(math.log(row["wall_s"]))
    return {name: statistics.stdev(logs) if len(logs) > 1 else 0.0 for name, logs in walls.items()}


def judge(rows):
    apart = deviations(rows)
    for row in rows:
        row["deviation"] = apart[row["scenario"]]
        row["limit"] = max(0.03, row["deviation"])
        row["error"] = row["forecast_s"] / row["wall_s"] - 1
        row["sky_error"] = row["sky_s"] / row["wall_s"] - 1
        row["inside"] = row["low"] is not None and row["low"] <= row["wall_s"] <= row["high"]


def summary(rows):
    return {"runs": len(rows), "seconds": statistics.median(row["wall_s"] for row in rows),
            "deviation": statistics.median(row["deviation"] for row in rows),
            "error": statistics.median(abs(row["error"]) for row in rows),
            "of_limit": statistics.median(abs(row["error"]) / row["limit"] for row in rows),
            "sky_error": statistics.median(abs(row["sky_error"]) for row in rows),
            "inside": sum(row["inside"] for row in rows) / len(rows),
            "half_width": statistics.median((row["high"] or math.inf) / row["forecast_s"] - 1
                                            for row in rows),
            "pilot_share": max(row["pilot_share"] for row in rows)}


def print_table(groups, to):
    print("| scenario | runs | a run | run to run | pilots, of steps | error | 90 % interval | inside"
          " | error of sky bench's rule |", file=to)
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|", file=to)
    for name, row in groups:
        print(f"| {name} | {row['runs']} | {row['seconds']:.1f} s | {100 * row['deviation']:.1f} % | "
              f"{100 * row['pilot_share']:.1f} % | {100 * row['error']:.1f} % | "
              f"± {100 * row['half_width']:.1f} % | {100 * row['inside']:.0f} % | "
              f"{100 * row['sky_error']:.1f} % |", file=to)


def report(build, rows, to):
    """The table of all rounds so far, and forecast.json; whether it passes."""
    judge(rows)
    names = list(dict.fromkeys(row["name"] for row in rows))
    groups = [(name, summary([row for row in rows if row["name"] == name])) for name in names]
    groups.append(("all", summary(rows)))
    print_table(groups, to)
    total = groups[-1][1]
    enough = (total["runs"] >= FEWEST and total["pilot_share"] <= SHARE and
              all(row["source"] == "pilot" for row in rows))
    passed = enough and total["of_limit"] <= 1 and 0.85 <= total["inside"] <= 0.97
    print(f"\nMedian error {100 * total['error']:.1f} % ({total['of_limit']:.2f} of what is allowed); "
          f"{100 * total['inside']:.0f} % of the runs inside their intervals (85 to 97 % wanted). "
          f"sky bench's rule: {100 * total['sky_error']:.1f} %. {'Passed' if passed else 'FAILED'}.",
          file=to, flush=True)
    record = {"machine": platform.processor() or platform.machine(),
              "rounds": max(row["round"] for row in rows), "passed": passed,
              "groups": dict(groups), "runs": rows}
    (build / "bench/forecast.json").write_text(json.dumps(record, indent=1) + "\n")
    return passed


def main():
    build = Path(sys.argv[1]).resolve()
    scratch = build / "bench/forecast"
    scratch.mkdir(parents=True, exist_ok=True)
    if sys.argv[2:3] == ["--replay"]:
        passed = report(build, replay(build, scratch, sys.argv[3]), sys.stdout)
        sys.exit(0 if passed else 1)
    asked = sys.argv[2:] + [""] * 3
    rounds, frameworks, epochs = (int(asked[0] or ROUNDS), asked[1] or FRAMEWORKS,
                                  int(asked[2] or EPOCHS))
    first = scratch / "round1.yaml"
    first.write_text(study_text(frameworks, epochs, 1))
    trena(build, "configure", first, codes=(0, 3, 4))
    rows, passed = [], False
    for number in range(1, rounds + 1):
        rows += one_round(build, scratch, number, frameworks, epochs)
        print(f"\nRound {number} of {rounds}", file=sys.stderr if number < rounds else sys.stdout)
        passed = report(build, rows, sys.stderr if number < rounds else sys.stdout)
    shutil.rmtree(scratch, ignore_errors=True)
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
