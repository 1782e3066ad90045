# SPDX-License-Identifier: Apache-2.0
"""The protocol's optimizers out of MXNet's fused update operators, many arrays a call.

MXNet's velocity holds the learning rate: v = momentum·v − rate·g, w = w + v. The protocol's does
not: v = momentum·v + g, w = w − rate·v. They agree as long as the rate stays; when it changes,
as much less or more of MXNet's velocity is left in the next step. MXNet's Adam adds its epsilon before the correction of the
second moment, the protocol's after.
"""
import math

import mxnet as mx

AT_ONCE = 50  # arrays a call; the operators take at most 60
BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8


def zeros_like(arrays):
    return [mx.nd.zeros_like(array) for array in arrays]


def groups(*columns):
    """Rows of the columns, AT_ONCE rows a group."""
    rows = list(zip(*columns))
    return [rows[first:first + AT_ONCE] for first in range(0, len(rows), AT_ONCE)]


class Sgd:
    def __init__(self, scenario, weights, gradients, multiples):
        self._rate, self._momentum = scenario.learning_rate, scenario.momentum
        self._left = self._momentum  # of the velocity in the next step
        columns = [weights, gradients] + ([zeros_like(weights)] if self._momentum else [])
        decays = [scenario.weight_decay * decay for _, decay in multiples]
        self._groups = list(zip(groups(*columns), groups([rate for rate, _ in multiples], decays)))

    def step(self):
        update = mx.nd.multi_sgd_mom_update if self._momentum else mx.nd.multi_sgd_update
        options = {"momentum": self._left} if self._momentum else {}
        self._left = self._momentum
        for rows, values in self._groups:
            update(*[array for row in rows for array in row], out=[row[0] for row in rows],
                   num_weights=len(rows), lrs=[self._rate * rate for rate, _ in values],
                   wds=[decay for _, decay in values], **options)

    def set_learning_rate(self, rate):
        if self._rate:
            self._left *= rate / self._rate
        self._rate = rate


class Adam:
    def __init__(self, scenario, weights, gradients, multiples):
        self._rate, self._decay, self._steps = scenario.learning_rate, scenario.weight_decay, 0
        self._rows = list(zip(weights, gradients, zeros_like(weights), zeros_like(weights),
                              multiples))

    def step(self):
        self._steps += 1
        correction = math.sqrt(1 - BETA2 ** self._steps)
        rate = self._rate * correction / (1 - BETA1 ** self._steps)
        for weight, gradient, mean, square, (by_rate, by_decay) in self._rows:
            mx.nd.adam_update(weight, gradient, mean, square, out=weight, lr=rate * by_rate,
                              beta1=BETA1, beta2=BETA2, epsilon=EPSILON * correction,
                              wd=self._decay * by_decay)

    def set_learning_rate(self, rate):
        self._rate = rate


OPTIMIZERS = {"sgd": Sgd, "adam": Adam}
