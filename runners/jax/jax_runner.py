#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of JAX: jax_runner.py SCENARIO.json | --describe."""
import os
import sys

FOLDER = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, "..", "common")]

import trena_runner  # noqa: E402


def load():
    # XLA sizes its pools by this variable, and by the processors it may use where it is not set.
    if "OMP_NUM_THREADS" in os.environ:
        os.environ["NPROC"] = os.environ["OMP_NUM_THREADS"]
    import jax_framework
    return jax_framework.JaxFramework()


if __name__ == "__main__":
    sys.exit(trena_runner.main(load))
