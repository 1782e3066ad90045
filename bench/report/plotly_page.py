# SPDX-License-Identifier: Apache-2.0
"""plotly_page.py RUNS PAGE: the four series of every run in one page, as plotly makes it."""
import csv
import sys
from pathlib import Path

import plotly.graph_objects as go
from plotly.subplots import make_subplots

SERIES = ("cpu_pct", "mem_pct", "gpu_pct", "gpu_mem_pct")
figure = make_subplots(rows=4, cols=1, shared_xaxes=True, subplot_titles=SERIES)
for run in sorted(Path(sys.argv[1]).iterdir()):
    with (run / "samples.csv").open() as file:
        rows = list(csv.DictReader(file))
    begin = float(rows[0]["t"])
    at = [float(row["t"]) - begin for row in rows]
    for place, name in enumerate(SERIES, 1):
        values = [float(row[name]) if row[name] else None for row in rows]
        figure.add_trace(go.Scatter(x=at, y=values, name=run.name), row=place, col=1)
figure.write_html(sys.argv[2], include_plotlyjs=True)
