# SPDX-License-Identifier: Apache-2.0
"""Means and standard deviations of the cells; no analysis of variance."""
import sys

import polars

table = polars.read_csv(sys.argv[1])
factors = ["environment", "framework", "dataset", "image", "network"]
time = polars.col("time_s")
print(table.group_by(factors).agg(time.count().alias("n"), time.mean().alias("mean"),
                                  time.std().alias("sd")))
