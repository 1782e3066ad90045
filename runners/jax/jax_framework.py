# SPDX-License-Identifier: Apache-2.0
"""JAX as its guides have it: a whole step, its update included, in one jitted function of fixed
shapes, whose state (weights, velocities, running averages) is donated, so that XLA writes the new
one where the old one was; dispatch runs ahead of the device, and losses stay there.
"""
import os

import jax
import jax.numpy as jnp
import jaxlib
import numpy as np

import trena_runner
from jax_network import Network, Pass, hinge, mean_cross_entropy
from jax_optimizer import OPTIMIZERS
from trena_modes import TotalLoss, best_seconds, multiples


class JaxModel(trena_runner.Model):
    def __init__(self, scenario, network, weights, threads):
        self.threads = threads
        self._device = device_of(scenario.device)
        dtype = "float64" if scenario.precision == "float64" else "float32"
        compute = jnp.bfloat16 if scenario.precision == "bfloat16" else dtype
        self._network = Network(network, dtype, compute)
        self._loss = TotalLoss(network, mean_cross_entropy, hinge)
        self._optimizer = OPTIMIZERS[scenario.optimizer](scenario, multiples(network))
        self._batch, self._rate, self._dropout = scenario.batch, scenario.learning_rate, True
        stored = self._network.to_stored(weights)
        key = jax.random.key(scenario.seed % 2 ** 31)
        state = {"weights": stored, "running": self._network.first_running(), "key": key,
                 "optimizer": self._optimizer.start(stored)}
        self._state = jax.device_put(state, self._device)
        self._step = jax.jit(self._plain_step, donate_argnums=0)
        self._first = jax.jit(self._gradients)
        self._right = jax.jit(self._plain_right)

    def _gradients(self, state, images, labels):
        """(loss, logits, gradients, key, running averages)."""
        key = state["key"] if self._network.has_dropout and self._dropout else None

        def loss(weights):
            way = Pass(state["running"], True, key)
            logits = self._network(weights, images, way)
            return self._loss(logits, labels), (logits[0], way.key, way.running)

        (value, (logits, key, running)), gradients = jax.value_and_grad(loss, has_aux=True)(
            state["weights"])
        return value, logits, gradients, state["key"] if key is None else key, running

    def _plain_step(self, state, rate, images, labels):
        loss, _, gradients, key, running = self._gradients(state, images, labels)
        weights, kept = self._optimizer.step(state["weights"], gradients, state["optimizer"], rate)
        return {"weights": weights, "running": running, "key": key, "optimizer": kept}, loss

    def _plain_right(self, weights, running, images, labels):
        logits, = self._network(weights, images, Pass(running, False))
        return (logits.argmax(-1) == labels).sum()

    def train_step(self, images, labels):
        # The rate is an argument, so that another one needs no new program.
        self._state, loss = self._step(self._state, self._rate, images, labels)
        return loss

    def loss_value(self, handle):
        return float(handle)

    def mean_loss(self, handles):
        return float(np.mean(jax.device_get(handles), dtype=np.float64))

    def synchronize(self):
        jax.block_until_ready(self._state)

    def correct(self, images, labels):
        missing = self._batch - len(labels)
        if missing > 0:  # a smaller batch would be another program to compile; -1 is no label
            images = np.pad(images, [(0, missing), *[(0, 0)] * (images.ndim - 1)])
            labels = np.pad(labels, [(0, missing), *[(0, 0)] * (labels.ndim - 1)],
                            constant_values=-1)
        return self._right(self._state["weights"], self._state["running"], images, labels)

    def count(self, handles):
        return int(sum(jax.device_get(handles)))

    def first_step(self, images, labels):
        _, logits, gradients, _, _ = self._first(self._state, images, labels)
        return np.asarray(logits), {name: self._network.to_protocol(name, gradient)
                                    for name, gradient in gradients.items()}

    def set_learning_rate(self, rate):
        self._rate = rate

    def set_dropout(self, on):
        self._dropout = on

    def parameters(self):
        return sum(weight.size for weight in self._state["weights"].values())

    def peak_memory(self):
        peak = super().peak_memory()
        if self._device.platform != "cpu":
            peak["cuda:0"] = (self._device.memory_stats() or {}).get("peak_bytes_in_use")
        return peak


class JaxFramework(trena_runner.Framework):
    name = "jax"

    def __init__(self):
        # float32 is float32: by default products would drop to TF32 where the GPU can.
        jax.config.update("jax_default_matmul_precision", "highest")

    def describe(self):
        return {"framework": "jax", "version": jax.__version__, "jaxlib": jaxlib.__version__,
                "blas": "Eigen", "mkldnn": False, "openmp": None,  # pools of its own
                "xla_flags": os.environ.get("XLA_FLAGS"),
                "cuda": self.has_device("cuda"), "threads": pool_threads()}

    def has_device(self, device):
        try:
            return bool(jax.devices(device))
        except RuntimeError:
            return False

    def open(self, scenario, network, weights):
        if scenario.precision == "float64":
            jax.config.update("jax_enable_x64", True)
        return JaxModel(scenario, network, weights, pool_threads())

    def gemm(self, size, repetitions, device="cpu"):
        a, b = (uniform((size, size), device) for _ in "ab")
        return timed(jnp.matmul, a, b, repetitions)

    def conv(self, batch, channels, size, kernel, repetitions, device="cpu"):
        x = uniform((batch, size, size, channels), device)
        weight = uniform((kernel, kernel, channels, channels), device)

        def convolve(images, kernels):
            return jax.lax.conv_general_dilated(images, kernels, (1, 1), "SAME",
                                                dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return timed(convolve, x, weight, repetitions)


def device_of(device):
    return jax.devices(device)[0]


def uniform(shape, device):
    numbers = np.random.default_rng(0).random(shape, np.float32)
    return jax.device_put(numbers, device_of(device))


def timed(function, a, b, repetitions):
    compiled = jax.jit(function)
    return best_seconds(lambda: compiled(a, b).block_until_ready(), lambda: None, repetitions)


def pool_threads():
    """As XLA sizes its pools: by this variable, or by the processors it may use."""
    wanted = os.environ.get("NPROC", "")
    return int(wanted) if wanted.isdigit() and int(wanted) > 0 else len(os.sched_getaffinity(0))
