# SPDX-License-Identifier: Apache-2.0
"""The analysis of variance with all interactions, type II."""
import sys

import pandas
import statsmodels.api as sm
from statsmodels.formula.api import ols

table = pandas.read_csv(sys.argv[1])
model = ols("time_s ~ C(environment) * C(framework) * C(dataset) * C(image) * C(network)", table)
print(sm.stats.anova_lm(model.fit(), typ=2))
