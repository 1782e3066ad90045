# SPDX-License-Identifier: Apache-2.0
"""The clock of a run that was measured in turns (docs/methods/turns.md): the machine's, less the time it stood still."""
import os


class OwnTime:
    def __init__(self, folder):
        """Of a run's folder; without turns.csv it never stood still."""
        self.spans = []
        path = os.path.join(folder, "turns.csv")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                self.spans = [tuple(map(float, line.split(","))) for line in file.read().splitlines()[1:]]

    def between(self, begin, end):
        frozen = sum(max(0, min(end, thawed) - max(begin, stopped)) for stopped, thawed in self.spans)
        return end - begin - frozen
