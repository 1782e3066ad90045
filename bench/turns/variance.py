# SPDX-License-Identifier: Apache-2.0
"""How much sharper are numbers of runs in turns? The same study in turns and in random order, block by block by
turns, on the same machine.

variance.py BUILD [STUDY [BLOCKS [LOAD [TURN]]]]   prints a table, writes BUILD/bench/turns-STUDY-LOAD.json

STUDY is `first` (the first study, 8 scenarios), `frameworks` (libtorch and PyTorch, two batch sizes, 4 scenarios) or
`equal` (two trainings that differ in nothing that takes time). BLOCKS each way; by default as many as make 40 pairs
of scenarios that share no run. LOAD programs that come and go make a machine busy.

A block's log times, less the scenario's mean and the block's mean, are what comparisons within blocks rest on: twice
their mean square is the variance of a log ratio. Its ratio, random order to turns, has an F interval.
The bias is what the mean log time in turns is above that in random order, with its interval.

Passes when the ratio is at least 4 (quiet) or 3 (busy), its lower limit above 1.5, and no scenario's mean, relative to
the others', differs between the two ways by more than its interval (95 % in all of them together). Exits 1 otherwise.
"""
import json
import math
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))

from intervals import f_quantile, mean_interval, t_quantile  # noqa: E402
from studies import STUDIES, Blocks, Load  # noqa: E402

PAIRS = 40


def relative(blocks):
    """The blocks less their means."""
    means = [statistics.mean(block.values()) for block in blocks]
    return [{name: x - mean for name, x in block.items()} for block, mean in zip(blocks, means)]


def residual(blocks):
    """Mean square of what neither scenario nor block explains, and its degrees of freedom."""
    rest = relative(blocks)
    names = rest[0]
    means = {name: statistics.mean(block[name] for block in rest) for name in names}
    squares = sum((block[name] - means[name]) ** 2 for block in rest for name in names)
    df = (len(blocks) - 1) * (len(names) - 1)
    return squares / df, df


def disagreements(ways):
    """Scenarios whose relative means differ between the two ways, with 95 % for all of them together (Bonferroni)."""
    a, b = (relative(blocks) for blocks in ways.values())
    found = []
    for name in a[0]:
        one, other = [x[name] for x in a], [x[name] for x in b]
        half = t_quantile(1 - 0.025 / len(a[0]), len(one) + len(other) - 2) * math.sqrt(
            statistics.variance(one) / len(one) + statistics.variance(other) / len(other))
        if abs(statistics.mean(one) - statistics.mean(other)) > half:
            found.append(name)
    return found


def bias(ways):
    """What the mean log time in turns is above that in random order; of blocks measured one after the other."""
    turns, alone = ([statistics.mean(block.values()) for block in ways[way]] for way in ("in_turns", "random"))
    return mean_interval([a - b for a, b in zip(turns, alone)])


def measure_both(build, study, blocks, load, turn):
    folder = build / "bench" / "turns"
    folder.mkdir(parents=True, exist_ok=True)
    orders = {"random": "random", "in_turns": f"in_turns, turn: {turn}"}
    ways = {way: Blocks(build, folder, study, way, order) for way, order in orders.items()}
    with Load(load):
        for number in range(blocks):
            for way in sorted(ways, reverse=number % 2 == 0):
                ways[way].measure()
    return {way: one.blocks for way, one in ways.items()}


def main():
    argument = dict(enumerate(sys.argv))
    build = Path(argument[1]).resolve()
    study = argument.get(2) or "first"
    scenarios = STUDIES[study][0]
    blocks = int(argument.get(3) or -(-2 * PAIRS // scenarios))
    load = int(argument.get(4) or 0)
    turn = argument.get(5) or "200ms"
    ways = measure_both(build, study, blocks, load, turn)
    squares = {way: residual(found) for way, found in ways.items()}
    for way, (square, df) in squares.items():
        print(f"{way:9} {blocks} blocks of {scenarios}: a log ratio's standard deviation is {math.sqrt(2 * square):.4f} "
              f"({df} degrees of freedom)")
    ratio = squares["random"][0] / squares["in_turns"][0]
    a, b = squares["random"][1], squares["in_turns"][1]
    low, high = ratio / f_quantile(0.975, a, b), ratio / f_quantile(0.025, a, b)
    differ = disagreements(ways)
    above, half = bias(ways)
    print(f"{study}, {load} other programs, turns of {turn}: variance in random order ÷ in turns {ratio:.1f} "
          f"(95 % interval {low:.1f} to {high:.1f})")
    print(f"time in turns against random order: {100 * above:+.1f} % ± {100 * half:.1f} %")
    print("scenarios whose share differs between the two ways: " + (", ".join(differ) or "none"))
    (build / "bench" / f"turns-{study}-{load}.json").write_text(json.dumps(
        {"ways": ways, "load": load, "turn": turn, "ratio": ratio, "low": low, "high": high, "bias": [above, half],
         "differ": differ}, indent=1))
    return 0 if ratio >= (3 if load else 4) and low > 1.5 and not differ else 1


if __name__ == "__main__":
    sys.exit(main())
