# SPDX-License-Identifier: Apache-2.0
"""What the hand-written loops share: the data of a scenario.json as numpy arrays, and the time of
each epoch printed as JSON, with the moment at which it ended. Imported before a framework, because it sets the thread variables.
"""
import ctypes
import json
import os
import sys
import time

SCENARIO = json.load(open(sys.argv[1], encoding="utf-8"))
THREADS = SCENARIO["threads"]
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NPROC"):
    os.environ[variable] = str(THREADS)

import numpy as np  # noqa: E402

# As an allocator that keeps freed memory, which the performance guides advise: M_MMAP_MAX,
# M_TRIM_THRESHOLD and M_TOP_PAD of glibc.
for option, value in ((-4, 0), (-1, -1), (-2, 64 << 20)):
    ctypes.CDLL(None).mallopt(option, value)

BATCH, EPOCHS = SCENARIO["batch"], SCENARIO["epochs"]
RATE, MOMENTUM = SCENARIO["learning_rate"], SCENARIO["momentum"]
IMAGES = np.load(os.path.join(SCENARIO["data"], "train_images.npy"))  # N,H,W,C
LABELS = np.load(os.path.join(SCENARIO["data"], "train_labels.npy"))
ORDER = np.load(SCENARIO["order"])


def time_epochs(step, mean_loss):
    """Calls step(images, labels) for every batch and mean_loss(losses) at the end of an epoch."""
    seconds, until, last = [], [], None
    for epoch in range(EPOCHS):
        begin = time.monotonic()
        losses = []
        for first in range(0, len(LABELS) - BATCH + 1, BATCH):
            chosen = ORDER[epoch, first:first + BATCH]
            losses.append(step(IMAGES[chosen], LABELS[chosen]))
        last = mean_loss(losses)
        until.append(time.monotonic())
        seconds.append(until[-1] - begin)
    print(json.dumps({"seconds": seconds, "until": until, "loss": float(last)}))
