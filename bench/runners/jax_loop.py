# SPDX-License-Identifier: Apache-2.0
"""network1 in JAX after its tutorial "Training a simple neural network" and its page on donation."""
from loop_data import MOMENTUM, RATE, time_epochs

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

SHAPES = [(3, 3, 3, 32), (3, 3, 32, 32), (3, 3, 32, 64), (3, 3, 64, 64), (64 * 8 * 8, 256),
          (256, 10)]
numbers = np.random.default_rng(0)
weights = [(numbers.normal(0, np.sqrt(2 / np.prod(shape[:-1])), shape).astype(np.float32),
            np.zeros(shape[-1], np.float32)) for shape in SHAPES]
velocities = jax.tree.map(np.zeros_like, weights)


def pool(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def predict(weights, images):
    x = images.astype(jnp.float32) / 255
    for index, (kernel, bias) in enumerate(weights[:4]):
        x = lax.conv_general_dilated(x, kernel, (1, 1), "SAME",
                                     dimension_numbers=("NHWC", "HWIO", "NHWC"))
        x = jax.nn.relu(x + bias)
        x = pool(x) if index % 2 else x
    x = x.reshape(x.shape[0], -1)
    x = jax.nn.relu(x @ weights[4][0] + weights[4][1])
    return x @ weights[5][0] + weights[5][1]


def loss_of(weights, images, labels):
    chosen = jnp.take_along_axis(jax.nn.log_softmax(predict(weights, images)), labels[:, None], 1)
    return -chosen.mean()


@functools.partial(jax.jit, donate_argnums=(0, 1))
def update(weights, velocities, images, labels):
    loss, gradients = jax.value_and_grad(loss_of)(weights, images, labels)
    velocities = jax.tree.map(lambda v, g: MOMENTUM * v + g, velocities, gradients)
    weights = jax.tree.map(lambda w, v: w - RATE * v, weights, velocities)
    return weights, velocities, loss


def step(images, labels):
    global weights, velocities
    weights, velocities, loss = update(weights, velocities, images, labels)
    return loss


time_epochs(step, lambda losses: np.mean(jax.device_get(losses)))
