# SPDX-License-Identifier: Apache-2.0
"""How long does a page take to write and to open, and how large is it?

run.py BUILD [ROUNDS]   prints a table, writes BUILD/bench/report.json

A study of 48 scenarios, five times each, over the fake runner; each of its 240 runs is given 417
samples of twelve columns, 100,080 in all. `trena report` makes its page, ROUNDS times, in turn with
the rival: a script that puts the same four series of every run into one page by plotly, as people
do. Then Chromium opens that page and one of 5,000 runs, from disk: until it has loaded, until the
first chart is drawn, and until the last. Charts are drawn from the top, and the page can be read and
clicked meanwhile.

Passes when the page takes at most 0.2 s and 3 MB, and both pages show their first chart within 3 s.
Exits 1 otherwise.
"""
import json
import math
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROUNDS = 7
SAMPLES = 417
MOST_SECONDS, MOST_BYTES, MOST_OPENING = 0.2, 3e6, 3
STUDY = """\
study: pages
question: How long does a page take?
factors:
  environment: [small, large]
  batch: [32, 64, 128]
  precision: [float32, float64]
  image: [32, 64]
  network: [a, b]
fixed: { framework: fake, fake_seconds: 20, fake_noise: 0.02, fake_effect_image_64: 3, epochs: 4 }
environments:
  small: { device: cpu, price: 0.169 USD/h }
  large: { device: cpu, price: 0.526 USD/h }
design: { replications: 5, seed: 7 }
measure: { yardstick: false }
"""
COLUMNS = ("cpu_pct,mem_pct,gpu_pct,gpu_mem_pct,t,tree_cpu_s,tree_rss_bytes,processes,threads,"
           "host_cpu_pct,host_steal_pct,host_mem_pct")


def measured_study(build, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "pages.yaml").write_text(STUDY)
    log = (folder / "measure.log").open("w")
    done = subprocess.run([build / "trena", "measure", "pages.yaml"], cwd=folder, stdout=log,
                          stderr=log, env={**os.environ, "TRENA_CACHE": str(folder / "cache")})
    if done.returncode != 0:
        sys.exit(f"trena measure ended with {done.returncode}: {folder}/measure.log")
    runs = sorted((folder / "pages.trena" / "runs").iterdir())
    for number, run in enumerate(runs):
        write_samples(run / "samples.csv", number)
    return runs


def write_samples(path, number):
    rows = [COLUMNS]
    for i in range(SAMPLES):
        use = 60 + 30 * math.sin(i / 9 + number)
        rows.append(f"{use:.4f},{12 + i / 100:.4f},{90 - use / 2:.4f},{30 + i % 7:.4f},"
                    f"{1000 + i * 0.1:.6f},{i * 0.08:.3f},{10 ** 9 + i * 1000},3,8,{use:.3f},0,41.5")
    path.write_text("\n".join(rows) + "\n")


def seconds_of(command, folder):
    begin = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def opened(build, pages):
    shutil.copy(HERE / "open.mjs", build / "browser" / "open.mjs")
    done = subprocess.run(["node", build / "browser" / "open.mjs", *pages], check=True,
                          stdout=subprocess.PIPE, text=True, cwd=build / "browser")
    return json.loads(done.stdout)


def main():
    build = Path(sys.argv[1]).resolve()
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    folder = build / "bench" / "report-study"
    runs = measured_study(build, folder)
    page, rival_page = folder / "page.html", folder / "plotly.html"
    ours = [build / "trena", "report", "pages.yaml", "--format", "html", "--file", page]
    python = build / "bench" / "report-venv" / "bin" / "python"
    rival = [python, HERE / "plotly_page.py", folder / "pages.trena" / "runs", rival_page]
    times, rival_times = [], []
    for _ in range(rounds):
        times.append(seconds_of(ours, folder))
        if python.exists():
            rival_times.append(seconds_of(rival, folder))
    figures = {
        "runs": len(runs), "samples": len(runs) * SAMPLES, "rounds": rounds,
        "seconds": statistics.median(times), "all_seconds": times, "bytes": page.stat().st_size,
        "machine": platform.processor() or platform.machine(),
    }
    print(f"{'':<34}{'written in':>12}{'size':>10}")
    print(f"{'trena report, the whole page':<34}{figures['seconds']:>10.3f} s"
          f"{figures['bytes'] / 1e6:>7.2f} MB")
    if rival_times:
        figures["plotly"] = {"seconds": statistics.median(rival_times),
                             "bytes": rival_page.stat().st_size}
        print(f"{'plotly, four series per run':<34}{figures['plotly']['seconds']:>10.3f} s"
              f"{figures['plotly']['bytes'] / 1e6:>7.2f} MB")
    subprocess.run([HERE.parent.parent / "tests" / "browser" / "run.sh", build,
                    "--test-name-pattern=every chart is drawn"], check=True,
                   stdout=subprocess.DEVNULL)
    figures["opened"] = opened(build, [page, build / "browser" / "pages" / "runs-5000.html"])
    print(f"\n{'':<34}{'loaded':>12}{'first chart':>12}{'last chart':>12}")
    for name, seen in zip(("240 runs", "5,000 runs"), figures["opened"]):
        print(f"{name:<34}{seen['loaded']:>10.2f} s{seen['first']:>10.2f} s{seen['drawn']:>10.2f} s")
    (build / "bench" / "report.json").write_text(json.dumps(figures, indent=2) + "\n")
    passes = (figures["seconds"] <= MOST_SECONDS and figures["bytes"] <= MOST_BYTES and
              all(seen["first"] <= MOST_OPENING for seen in figures["opened"]))
    print(f"\n{'passes' if passes else 'FAILS'}: at most {MOST_SECONDS} s, {MOST_BYTES / 1e6:.0f} MB "
          f"and {MOST_OPENING} s")
    sys.exit(0 if passes else 1)


if __name__ == "__main__":
    main()
