# SPDX-License-Identifier: Apache-2.0
"""Quantiles of Student's t and of F for the benchmarks, by the incomplete beta function (Press and others, Numerical
Recipes, 6.4), and the intervals made from them. Python's own library has none."""
import math
import statistics


def incomplete_beta(a, b, x):
    """I_x(a, b), by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = math.exp(a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)) / a
    f, c, d = 1.0, 1.0, 0.0
    for i in range(2000):
        m = i // 2
        if i == 0:
            numerator = 1.0
        elif i % 2 == 0:
            numerator = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            numerator = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + numerator * d)
        c = 1 + numerator / c
        f *= c * d
        if abs(c * d - 1) < 1e-13:
            break
    return front * (f - 1)


def _where(cdf, p, high):
    """The x ≥ 0 at which an increasing function is p."""
    while cdf(high) < p:
        high *= 2
    low = 0.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if cdf(middle) < p else (low, middle)
    return high


def t_quantile(p, df):
    """For p of at least one half."""
    return _where(lambda t: 1 - incomplete_beta(df / 2, 0.5, df / (df + t * t)) / 2, p, 2.0)


def f_quantile(p, a, b):
    return _where(lambda x: incomplete_beta(a / 2, b / 2, a * x / (a * x + b)), p, 2.0)


def mean_interval(values, p=0.975):
    """The mean, and the half-width of its interval."""
    half = t_quantile(p, len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    return statistics.mean(values), half
