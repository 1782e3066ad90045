# SPDX-License-Identifier: Apache-2.0
"""The studies of make bench-turns, measured block by block."""
import json
import math
import os
import random
import shutil
import subprocess
import sys
import time

COMMON = """environments: {{ here: {{ device: cpu }} }}
design: {{ replications: 1, order: {order}, seed: {seed} }}
measure: {{ yardstick: false }}
"""
# Scenarios, and the study. `first` and `frameworks` have runs of some seconds.
STUDIES = {
    "first": (8, """study: first
factors: {{ batch: [64, 128], image: [32, 64], network: [network1, network2] }}
fixed: {{ framework: libtorch, dataset: fashion_mnist, images: 256, epochs: 4, learning_rate: 0.01, momentum: 0.9 }}
""" + COMMON),
    "frameworks": (4, """study: frameworks
factors: {{ framework: [libtorch, pytorch@2.2.0], batch: [64, 128] }}
fixed: {{ network: network1, dataset: fashion_mnist, image: 64, images: 256, epochs: 4, learning_rate: 0.01 }}
""" + COMMON),
    "equal": (2, """study: equal
factors: {{ learning_rate: [0.01, 0.0101] }}
fixed: {{ framework: libtorch, network: lenet, dataset: synthetic, image: 28, images: 4096, batch: 64, epochs: 6 }}
""" + COMMON),
}


class Blocks:
    """A study in one order, measured block by block, as a person's would be: what the first blocks told of how long
    each scenario takes is known in the later ones."""

    def __init__(self, build, folder, study, label, order):
        self.build, self.scenarios = build, STUDIES[study][0]
        self.path = folder / f"{study}-{label}.yaml"
        self.results = self.path.with_suffix(".trena")
        shutil.rmtree(self.results, ignore_errors=True)
        self.path.write_text(STUDIES[study][1].format(order=order, seed=7))
        self.blocks = []

    def measure(self):
        """One more: {scenario: log of train_s}."""
        number = len(self.blocks) + 1
        subprocess.run([self.build / "trena", "measure", self.path, "--replications", str(number)],
                       check=True, capture_output=True)
        times = {}
        for path in (self.results / "runs").iterdir():
            run = json.loads((path / "run.json").read_text())
            assert run["outcome"] == "ok", run["reason"]
            if run["replication"] == number:
                times[run["scenario"]] = math.log(run["metrics"]["train_s"])
        assert len(times) == self.scenarios
        self.blocks.append(times)
        return times


class Load:
    """So many programs that come and go beside a measurement: half a second to three of work, as long asleep, each at its
    own pace, so that no two of them stay in step. They end with the block."""

    def __init__(self, programs):
        self.programs = programs
        self.started = []

    def __enter__(self):
        self.started = [subprocess.Popen([sys.executable, os.path.realpath(__file__)]) for _ in range(self.programs)]

    def __exit__(self, *_):
        for program in self.started:
            program.kill()
            program.wait()


def come_and_go():
    while True:
        until = time.monotonic() + random.uniform(0.5, 3)
        while time.monotonic() < until:
            pass
        time.sleep(random.uniform(0.5, 3))


if __name__ == "__main__":
    come_and_go()
