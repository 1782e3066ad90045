#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of PaddlePaddle: paddlepaddle_runner.py SCENARIO.json | --describe."""
import os
import sys

FOLDER = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, "..", "common")]

import trena_runner  # noqa: E402


def load():
    import paddlepaddle_framework  # only now: the thread variables are set
    return paddlepaddle_framework.PaddleFramework()


if __name__ == "__main__":
    sys.exit(trena_runner.main(load))
