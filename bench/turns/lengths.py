# SPDX-License-Identifier: Apache-2.0
"""What turns cost (cold caches, threads that wake up) by their length, and how sharp a ratio is with each: two equal
trainings in turns of several lengths and one after the other, round by round, on the same machine.

lengths.py BUILD [ROUNDS [LOAD]]   prints a table, writes BUILD/bench/turns-lengths-LOAD.json
"""
import json
import math
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))

from intervals import mean_interval  # noqa: E402
from studies import Blocks, Load  # noqa: E402

ROUNDS = 10
LENGTHS = ["50ms", "100ms", "200ms", "500ms", "1s"]


def measure(build, rounds, load):
    """{way: [(log seconds of the one, of the other)]}."""
    folder = build / "bench" / "turns"
    folder.mkdir(parents=True, exist_ok=True)
    ways = {"random": "random", **{length: f"in_turns, turn: {length}" for length in LENGTHS}}
    blocks = {way: Blocks(build, folder, "equal", way, order) for way, order in ways.items()}
    with Load(load):
        for first in range(rounds):
            # In an order that begins with another one each time.
            names = list(ways)
            first %= len(names)
            for way in names[first:] + names[:first]:
                blocks[way].measure()
    return {way: [(block["C1"], block["C2"]) for block in one.blocks] for way, one in blocks.items()}


def main():
    argument = dict(enumerate(sys.argv))
    build = Path(argument[1]).resolve()
    load = int(argument.get(3) or 0)
    found = measure(build, int(argument.get(2) or ROUNDS), load)
    alone = [statistics.mean(pair) for pair in found["random"]]
    rows = []
    for way, pairs in found.items():
        rms = math.sqrt(statistics.mean((b - a) ** 2 for a, b in pairs))
        above, half = (0, 0) if way == "random" else mean_interval(
            [statistics.mean(pair) - other for pair, other in zip(pairs, alone)])
        rows.append({"turn": way, "rounds": len(pairs), "seconds": math.exp(statistics.mean(map(statistics.mean, pairs))),
                     "above": above, "half": half, "rms_log_ratio": rms})
    print("| turns of | pairs | time of a run | more than one after the other | root mean square of the log ratio |")
    print("|---|---:|---:|---:|---:|")
    for row in rows:
        more = "" if row["turn"] == "random" else f"{100 * row['above']:+.1f} ± {100 * row['half']:.1f} %"
        name = "one after the other" if row["turn"] == "random" else row["turn"]
        print(f"| {name} | {row['rounds']} | {row['seconds']:.2f} s | {more} | {row['rms_log_ratio']:.4f} |")
    (build / "bench" / f"turns-lengths-{load}.json").write_text(json.dumps({"load": load, "pairs": found, "rows": rows}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
