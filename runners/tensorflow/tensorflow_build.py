# SPDX-License-Identifier: Apache-2.0
"""What a TensorFlow was compiled for. It has no function that tells; but when it is loaded it names
the instructions of this CPU that it was not compiled to use (cpu_feature_guard.cc): "To enable the
following instructions: AVX2 FMA, in other operations, rebuild TensorFlow". Versions before 2.12
say it in other words. Needs no TensorFlow.
"""
import os
import re
import subprocess
import sys

PATIENCE = 120  # seconds
UNUSED = re.compile(r"(?:following instructions|performance-critical operations|"
                    r"not compiled to use):([A-Z0-9_. ]+)|compiled to use (\S+) instructions")
LOOK = "import tensorflow as tf; tf.constant(0); getattr(tf, 'Session', int)()"
WIDEST_FIRST = (("AVX512", "AVX512F"), ("AVX2", "AVX2"), ("AVX", "AVX"))  # ours, TensorFlow's


def startup_message():
    """What it says when it is loaded with all its messages on, in a process of its own: it says so
    once, and a process that dies of an instruction it does not know must not be ours."""
    environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="0", CUDA_VISIBLE_DEVICES="")
    try:
        return subprocess.run([sys.executable, "-c", LOOK],
                              env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=PATIENCE, check=False,
                              ).stderr.decode("utf-8", "replace")
    except (OSError, subprocess.TimeoutExpired):
        return ""


def unused_instructions(message):
    """Those of this CPU that it was not compiled to use, as it lists them: ["AVX2", "FMA"]."""
    found = [names for either in UNUSED.findall(message) for names in either]
    return list(dict.fromkeys(" ".join(found).split()))


def compiled_for(message, flags):
    """The widest vectors of this CPU (`flags` of /proc/cpuinfo) that it was compiled to use, "NO
    AVX" where they are none; None where it does not say."""
    unused = unused_instructions(message)
    here = [(ours, theirs) for ours, theirs in WIDEST_FIRST if theirs.lower() in flags]
    if not unused or not here:
        return None
    return next((ours for ours, theirs in here if theirs not in unused), "NO AVX")


def build_facts(flags):
    message = startup_message()
    return {"cpu_capability": compiled_for(message, flags),
            "cpu_unused": " ".join(unused_instructions(message)) or None}
