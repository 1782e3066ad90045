# SPDX-License-Identifier: Apache-2.0
"""What a careful person writes with psutil: host CPU and memory, tree CPU and RSS, once a second.

psutil_script.py ROOT SAMPLES_CSV
"""
import sys
import time

import psutil

root = psutil.Process(int(sys.argv[1]))
with open(sys.argv[2], "w", buffering=1) as out:
    while True:
        cpu = rss = 0
        for process in root.children(recursive=True):
            try:
                with process.oneshot():
                    times = process.cpu_times()
                    rss += process.memory_info().rss
                cpu += sum(times[:4])
            except psutil.NoSuchProcess:
                pass
        out.write(f"{time.monotonic()},{psutil.cpu_percent()},{psutil.virtual_memory().percent},{cpu},{rss}\n")
        time.sleep(1)
