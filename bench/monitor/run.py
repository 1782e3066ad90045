# SPDX-License-Identifier: Apache-2.0
"""The cost of a sample: CPU milliseconds of each monitor, all at work at the same time on one tree.

run.py BUILD [SECONDS]   prints a table, writes BUILD/bench/monitor.json

Every monitor samples once a second the same tree of 8 processes and 40 threads, beside 100 and beside
600 processes on the host. They run together, so that what disturbs one disturbs all. The figure is
the CPU time of the monitor's process between two instants, by its own clock in the kernel (user and
system, nanoseconds), over the seconds between them: starting up is not in it. Median of several such
stretches, and the least and greatest.
"""
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
HOSTS = (100, 600)
STRETCH = 4  # seconds


def cpu_seconds(pid):
    """CPU time of all threads of a process: clock_getcpuclockid(3), as a number."""
    return time.clock_gettime((~pid << 3) | 2)


def host_processes():
    return sum(name.isdigit() for name in os.listdir("/proc"))


class Load:
    """The tree and the sleepers, as long as the block lasts."""

    def __init__(self, build, processes, monitors):
        sleepers = processes - host_processes() - monitors - 9  # its own, and the tree
        self.process = subprocess.Popen(
            [build / "bench/monitor/monitor_load", str(max(1, sleepers))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.root, self.tree = self.process.stdout.readline().split()
        self.folders = [self.process.stdout.readline().strip() for _ in range(2)]

    def __enter__(self):
        time.sleep(1)  # until all are there
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


def monitors(build, load):
    """Name and arguments of each."""
    out = build / "bench/monitor-out"
    out.mkdir(parents=True, exist_ok=True)
    venv = build / "bench/monitor-venv/bin"
    programs = build / "bench/monitor"
    sampler = programs / "monitor_sampler"
    listed = subprocess.run(["pgrep", "-P", load.tree], capture_output=True, text=True).stdout
    pids = ",".join([load.tree, *listed.split()])
    if any(load.folders):
        yield "trena, control group", [sampler, out / "group.csv", load.root, "tree,host", *load.folders]
    yield "trena, /proc", [sampler, out / "proc.csv", load.root, "tree,host"]
    if any(load.folders):
        yield "trena, control group, all sensors", [sampler, out / "group-all.csv", load.root, "", *load.folders]
    yield "trena, /proc, all sensors", [sampler, out / "proc-all.csv", load.root, ""]
    yield "files only, /proc", [programs / "monitor_files_only", load.tree]
    yield "pidstat", ["pidstat", "-u", "-r", "-h", "-p", pids, "1"]
    yield "psutil script", [venv / "python", HERE / "psutil_script.py", load.root, out / "psutil.csv"]
    yield "psrecord", [venv / "psrecord", load.tree, "--interval", "1", "--include-children",
                       "--log", out / "psrecord.log"]


def measure(build, processes, seconds):
    """Milliseconds of CPU per sample of every monitor, one number per stretch."""
    with Load(build, processes, monitors=8) as load:
        running = {}
        for name, arguments in monitors(build, load):
            running[name] = subprocess.Popen([str(a) for a in arguments], stdout=subprocess.DEVNULL)
            time.sleep(0.1)  # each in its own part of the second
        try:
            time.sleep(3)  # Python has started
            found = host_processes()
            figures = {name: [] for name in running}
            for _ in range(seconds // STRETCH):
                before = {name: cpu_seconds(process.pid) for name, process in running.items()}
                time.sleep(STRETCH)
                for name, process in running.items():
                    spent = cpu_seconds(process.pid) - before[name]
                    figures[name].append(1000 * spent / STRETCH)
        finally:
            for process in running.values():
                process.kill()
                process.wait()
    return found, figures


def main():
    build = Path(sys.argv[1])
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 24
    results = []
    for processes in HOSTS:
        found, figures = measure(build, processes, seconds)
        for name, values in figures.items():
            results.append({"monitor": name, "host_processes": found,
                            "cpu_ms_per_sample": statistics.median(values),
                            "least": min(values), "greatest": max(values), "stretches": values})
    record = {"bench": "monitor", "tree": {"processes": 8, "threads": 40}, "samples_per_second": 1,
              "seconds": seconds, "cpus": os.cpu_count(), "kernel": platform.release(),
              "load": os.getloadavg()[0], "results": results}
    (build / "bench/monitor.json").write_text(json.dumps(record, indent=1) + "\n")
    print(f"CPU milliseconds per sample: median (least to greatest) of stretches of {STRETCH} s; "
          f"tree of 8 processes and 40 threads; load {record['load']:.1f}")
    hosts = sorted({result["host_processes"] for result in results})
    print(f"{'':36}" + "".join(f"{f'{host} processes':>26}" for host in hosts))
    for name in dict.fromkeys(result["monitor"] for result in results):
        cells = [f"{r['cpu_ms_per_sample']:.3f} ({r['least']:.3f} to {r['greatest']:.3f})"
                 for r in results if r["monitor"] == name]
        print(f"{name:36}" + "".join(f"{cell:>26}" for cell in cells))


main()
