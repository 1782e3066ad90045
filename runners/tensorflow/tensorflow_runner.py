#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of TensorFlow, 1 and 2: tensorflow_runner.py SCENARIO.json | --describe."""
import os
import sys

FOLDER = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, "..", "common")]

import trena_runner  # noqa: E402


def load():
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # errors only
    # By default TensorFlow leaves oneDNN's kernels alone on CPUs without AVX-512 VNNI or the like,
    # where they are faster all the same.
    os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")
    import tensorflow
    if tensorflow.__version__.startswith("1."):
        import tensorflow1_framework
        return tensorflow1_framework.Tensorflow1Framework()
    import tensorflow_framework
    return tensorflow_framework.TensorflowFramework()


if __name__ == "__main__":
    # TensorFlow keeps freed memory by itself: glibc need not.
    sys.exit(trena_runner.main(load, keep_memory=False))
