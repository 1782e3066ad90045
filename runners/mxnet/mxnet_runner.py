#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of MXNet 1.9.1: mxnet_runner.py SCENARIO.json | --describe."""
import os
import sys

FOLDER = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, "..", "common")]

import trena_runner  # noqa: E402


def load():
    # As MXNet's guide has it for its Intel and LLVM OpenMP; the GNU one leaves it alone.
    os.environ.setdefault("KMP_AFFINITY", "granularity=fine,noduplicates,compact,1,0")
    import mxnet_framework
    return mxnet_framework.MxnetFramework()


if __name__ == "__main__":
    sys.exit(trena_runner.main(load))
