# SPDX-License-Identifier: Apache-2.0
"""How much sharper are numbers of runs in turns? Two equal trainings (their learning rates differ, their
work does not), in turns and one after the other, interleaved, on the same machine.

run.py BUILD [PAIRS [LABEL [LOAD]]]   prints a table, writes BUILD/bench/turns-LABEL.json

PAIRS (40) each way, five at a time by turns. LOAD programs that come and go (a second of work, a second
of sleep, each at its own pace) make a machine busy. The ratio of the variances of the log ratio has
its F interval. The bias is the mean time in turns against the mean time one after the other, with its
interval, for turns of several lengths.

Passes when the variance ratio is at least 3 (busy) or 4 (quiet), its lower limit above 1.5, and medians
of both ways agree within the interval of their difference. Exits 1 otherwise.
"""
import json
import math
import random
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

PAIRS, AT_A_TIME = 40, 5
TURNS = ["50ms", "100ms", "200ms", "500ms", "1s"]
STUDY = """\
study: {name}
factors: {{ learning_rate: [0.01, 0.0101] }}
fixed: {{ framework: libtorch, network: lenet, dataset: synthetic, image: 28, images: 4096, batch: 64, epochs: 2 }}
design: {{ replications: {pairs}, order: {order}, seed: {seed} }}
measure: {{ yardstick: false }}
"""
# Of its own pace, so that no two of them stay in step.
LOAD = "import time, random\nwhile True:\n  u = time.time() + random.uniform(0.5, 3)\n" \
       "  while time.time() < u: pass\n  time.sleep(random.uniform(0.5, 3))\n"


def measured(build, folder, order, pairs, seed):
    """[(seconds of the one, of the other)] of this many pairs."""
    name = f"turns{seed}"
    shutil.rmtree(folder / f"{name}.trena", ignore_errors=True)
    study = folder / f"{name}.yaml"
    study.write_text(STUDY.format(name=name, order=order, pairs=pairs, seed=seed))
    subprocess.run([build / "trena", "measure", study], check=True, capture_output=True)
    times = {}
    for path in sorted((folder / f"{name}.trena" / "runs").iterdir()):
        run = json.loads((path / "run.json").read_text())
        assert run["outcome"] == "ok", run["reason"]
        times.setdefault(run["replication"], {})[run["scenario"]] = run["metrics"]["train_s"]
    return [(pair["C1"], pair["C2"]) for pair in times.values() if len(pair) == 2]


def f_quantile(p, a, b):
    """By R's own table would be nicer; by simulation it is good to two digits."""
    rng = random.Random(1)
    draw = lambda n: sum(rng.gauss(0, 1) ** 2 for _ in range(n)) / n
    return sorted(draw(a) / draw(b) for _ in range(20000))[int(p * 20000)]


def log_ratios(pairs):
    return [math.log(b / a) for a, b in pairs]


def mean_interval(logs):
    half = 2.02 * statistics.stdev(logs) / math.sqrt(len(logs))
    return statistics.mean(logs), half


def bias(turns, alone):
    """Mean log time in turns less that one after the other, and the half-width of its interval."""
    a = [math.log(x) for pair in turns for x in pair]
    b = [math.log(x) for pair in alone for x in pair]
    half = 2.0 * math.sqrt(statistics.variance(a) / len(a) + statistics.variance(b) / len(b))
    return statistics.mean(a) - statistics.mean(b), half


def main():
    build = Path(sys.argv[1]).resolve()
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else PAIRS
    label = sys.argv[3] if len(sys.argv) > 3 and sys.argv[3] else "quiet"
    load = int(sys.argv[4]) if len(sys.argv) > 4 and sys.argv[4] else 0
    folder = build / "bench" / "turns"
    folder.mkdir(parents=True, exist_ok=True)
    others = [subprocess.Popen([sys.executable, "-c", LOAD]) for _ in range(load)]
    seed, orders = 0, {"in_turns": [], "random": []}
    lengths = {turn: [] for turn in TURNS}
    try:
        while len(orders["random"]) < pairs:
            for order, found in orders.items():
                seed += 1
                found += measured(build, folder, order, min(AT_A_TIME, pairs), seed)
            for turn, found in lengths.items():
                seed += 1
                found += measured(build, folder, f"in_turns, turn: {turn}", 1, seed)
    finally:
        for other in others:
            other.kill()
    logs = {order: log_ratios(found) for order, found in orders.items()}
    n = {order: len(found) for order, found in logs.items()}
    ratio = statistics.variance(logs["random"]) / statistics.variance(logs["in_turns"])
    a, b = n["random"] - 1, n["in_turns"] - 1
    low, high = ratio / f_quantile(0.975, a, b), ratio / f_quantile(0.025, a, b)
    means = {order: mean_interval(found) for order, found in logs.items()}
    for order in logs:
        rms = math.sqrt(statistics.mean(x * x for x in logs[order]))
        print(f"{order:9} n = {n[order]}: rms of the log ratio {rms:.4f}, mean {means[order][0]:+.4f} "
              f"± {means[order][1]:.4f}")
    print(f"{label}: variance one after the other ÷ in turns {ratio:.1f} (95 % interval {low:.1f} to {high:.1f})")
    for turn, found in lengths.items():
        b_turn = bias(found, orders["random"])
        print(f"turns of {turn:5}: time {100 * b_turn[0]:+.1f} % ± {100 * b_turn[1]:.1f} % against one after the other "
              f"(n = {len(found)} pairs)")
    (build / "bench" / f"turns-{label}.json").write_text(json.dumps(
        {"orders": orders, "lengths": lengths, "load": load, "ratio": ratio, "low": low, "high": high}, indent=1))
    agree = abs(means["random"][0] - means["in_turns"][0]) <= math.hypot(means["random"][1], means["in_turns"][1])
    return 0 if ratio >= (3 if load else 4) and low > 1.5 and agree else 1


if __name__ == "__main__":
    sys.exit(main())
