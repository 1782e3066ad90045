# SPDX-License-Identifier: Apache-2.0
"""The protocol's optimizers as pure functions: v = momentum·v + g, w = w − rate·v; Adam with its
epsilon after the correction. Within the jitted step XLA fuses them into one pass over each weight.
"""
import jax
import jax.numpy as jnp
import numpy as np

BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8


def zeros_like(weights):
    return {name: np.zeros_like(weight) for name, weight in weights.items()}


class Optimizer:
    def __init__(self, scenario, multiples):
        self._momentum = scenario.momentum
        self._rates = {name: rate for name, (rate, _) in multiples.items()}
        self._decays = {name: scenario.weight_decay * decay
                        for name, (_, decay) in multiples.items()}

    def decayed(self, weights, gradients):
        return {name: gradient + self._decays[name] * weights[name] if self._decays[name]
                else gradient for name, gradient in gradients.items()}

    def moved(self, weights, rate, directions):
        rate = jnp.asarray(rate)
        return {name: weight - (rate * self._rates[name]).astype(weight.dtype) * directions[name]
                for name, weight in weights.items()}


class Sgd(Optimizer):
    def start(self, weights):
        return zeros_like(weights) if self._momentum else {}

    def step(self, weights, gradients, velocity, rate):
        """(weights, velocity), new."""
        gradients = self.decayed(weights, gradients)
        if not self._momentum:
            return self.moved(weights, rate, gradients), velocity
        velocity = jax.tree.map(lambda v, g: self._momentum * v + g, velocity, gradients)
        return self.moved(weights, rate, velocity), velocity


class Adam(Optimizer):
    def start(self, weights):
        return {"steps": np.zeros((), np.int32), "means": zeros_like(weights),
                "squares": zeros_like(weights)}

    def step(self, weights, gradients, kept, rate):
        gradients = self.decayed(weights, gradients)
        steps = kept["steps"] + 1
        means = jax.tree.map(lambda m, g: BETA1 * m + (1 - BETA1) * g, kept["means"], gradients)
        squares = jax.tree.map(lambda s, g: BETA2 * s + (1 - BETA2) * g * g, kept["squares"],
                               gradients)
        wide = jnp.asarray(rate).dtype
        first, second = (-jnp.expm1(steps * jnp.log(jnp.asarray(beta, wide)))
                         for beta in (BETA1, BETA2))
        directions = jax.tree.map(
            lambda m, s: (m / first.astype(m.dtype)) /
            (jnp.sqrt(s / second.astype(s.dtype)) + EPSILON), means, squares)
        return self.moved(weights, rate, directions), {
            "steps": steps, "means": means, "squares": squares}


OPTIMIZERS = {"sgd": Sgd, "adam": Adam}
