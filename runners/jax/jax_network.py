# SPDX-License-Identifier: Apache-2.0
"""network.json as a pure function of weights and images, out of jax.lax: images N,H,W,C and kernels
height, width, input, output, which XLA's convolutions on the CPU want. Paddings are numbers as in
the protocol. What changes while it trains (running averages) is handed in and out.
"""
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from trena_channels_last import flattened_image, from_stored, image_shape, to_stored
from trena_modes import check_output, heads_of, layers_to_logits
from trena_windows import both, needed_padding, sides, windows_inside


class Pass:
    """One way through the network: `key` is None without dropout, `running` is renewed in place."""

    def __init__(self, running, training, key=None):
        self.running, self.training, self.key = dict(running), training, key


def with_bias(result, weights):
    return result + weights[1] if len(weights) > 1 else result


def conv(layer, inputs, weights, state):
    result = lax.conv_general_dilated(inputs[0], weights[0], both(layer["s"]), sides(layer),
                                      dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                      feature_group_count=layer.get("groups", 1))
    return with_bias(result, weights)


def windows(x, start, combine, layer):
    size, stride = (1, *both(layer["k"]), 1), (1, *both(layer["s"]), 1)
    return lax.reduce_window(x, start, combine, size, stride,
                             [(0, 0), *needed_padding(layer), (0, 0)])


def max_pool(layer, inputs, weights, state):
    k, tiled = layer["k"], layer["k"] == layer["s"] and layer["p"] == 0
    if tiled and not isinstance(k, list) and all(size % k == 0 for size in layer["in"][0][1:]):
        return tiled_max(inputs[0], k)
    return windows(inputs[0], -jnp.inf, lax.max, layer)


def tiles(x, k):
    """The k·k images of every k-th pixel, in the order in which a window is read."""
    return [x[:, row::k, column::k] for row in range(k) for column in range(k)]


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def tiled_max(x, k):
    """Maximum over windows that do not overlap. The derivative that XLA makes of its own pooling is
    a scatter; this one is plain selection. bench/runners, whose loop has XLA's, told no difference."""
    return functools.reduce(jnp.maximum, tiles(x, k))


def tiled_max_forward(x, k):
    largest = tiled_max(x, k)
    return largest, (x, largest)


def tiled_max_backward(k, kept, gradient):
    x, largest = kept
    taken = jnp.zeros(largest.shape, bool)
    parts = []
    for tile in tiles(x, k):  # of equal numbers the first has the gradient, as everywhere
        first = (tile == largest) & ~taken
        taken |= first
        parts.append(jnp.where(first, gradient, 0))
    batch, height, width, channels = largest.shape
    parts = jnp.stack(parts, 3).reshape(batch, height, width, k, k, channels)
    return (parts.transpose(0, 1, 3, 2, 4, 5).reshape(x.shape),)


tiled_max.defvjp(tiled_max_forward, tiled_max_backward)


def avg_pool(layer, inputs, weights, state):
    total = windows(inputs[0], 0.0, lax.add, layer)
    return total / jnp.asarray(windows_inside(layer)[None, :, :, None], total.dtype)


def lrn(layer, inputs, weights, state):
    x, half = inputs[0], layer["n"] // 2
    total = lax.reduce_window(x * x, 0.0, lax.add, (1, 1, 1, layer["n"]), (1, 1, 1, 1),
                              [(0, 0), (0, 0), (0, 0), (half, half)])
    return x * (layer["k"] + layer["alpha"] / layer["n"] * total) ** -layer["beta"]


def global_pool(layer, inputs, weights, state):
    return inputs[0].mean((1, 2))


def fc(layer, inputs, weights, state):
    x = inputs[0]
    if len(layer["out"]) == 1:
        x = x.reshape(x.shape[0], -1)
    return with_bias(x @ weights[0], weights)


def relu(layer, inputs, weights, state):
    return jax.nn.relu(inputs[0])


def batch_norm(layer, inputs, weights, state):
    x, name = inputs[0], layer["name"]
    mean, variance = state.running[name]
    if state.training:
        axes = tuple(range(x.ndim - 1))
        wide = x.astype(mean.dtype)
        batch_mean, batch_variance = wide.mean(axes), wide.var(axes)
        count = x.size // x.shape[-1]
        unbiased = batch_variance * (count / max(count - 1, 1))
        new = layer["momentum"]
        state.running[name] = (mean + new * (batch_mean - mean),
                               variance + new * (unbiased - variance))
        mean, variance = batch_mean, batch_variance
    *scale, shift = weights
    factor = lax.rsqrt(variance + layer["epsilon"])
    factor = scale[0] * factor if scale else factor
    return (x * factor + (shift - mean * factor)).astype(x.dtype)


def dropout(layer, inputs, weights, state):
    if not state.training or state.key is None:
        return inputs[0]
    state.key, key = jax.random.split(state.key)
    kept = jax.random.bernoulli(key, 1 - layer["rate"], inputs[0].shape)
    return jnp.where(kept, inputs[0] / (1 - layer["rate"]), 0)


def concat(layer, inputs, weights, state):
    return jnp.concatenate(inputs, -1)


def add(layer, inputs, weights, state):
    return functools.reduce(jnp.add, inputs)


def embedding(layer, inputs, weights, state):
    return weights[0][inputs[0]]


def positions(layer, inputs, weights, state):
    return inputs[0] + weights[0]


def layer_norm(layer, inputs, weights, state):
    """In the weights' precision."""
    x = inputs[0].astype(weights[0].dtype)
    mean = x.mean(-1, keepdims=True)
    variance = jnp.square(x - mean).mean(-1, keepdims=True)
    result = (x - mean) * lax.rsqrt(variance + layer["epsilon"]) * weights[0] + weights[1]
    return result.astype(inputs[0].dtype)


def attention(layer, inputs, weights, state):
    """softmax(q·kᵀ ÷ √d)·v of each head. As jax.nn.dot_product_attention, which keeps to float32 in
    float64 too."""
    batch, length, channels = inputs[0].shape
    parts = inputs[0].reshape(batch, length, 3, layer["heads"], -1)
    query, key, value = (parts[:, :, i] for i in range(3))
    scores = jnp.einsum("bqhd,bkhd->bhqk", query * query.shape[-1] ** -0.5, key)
    if layer["causal"]:
        scores = jnp.where(np.tri(length, dtype=bool), scores, -jnp.inf)
    attended = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), value)
    return attended.reshape(batch, length, channels // 3)


def gelu(layer, inputs, weights, state):
    return jax.nn.gelu(inputs[0], approximate=False)


LAYERS = {"conv": conv, "max_pool": max_pool, "avg_pool": avg_pool, "global_pool": global_pool,
          "fc": fc, "relu": relu, "lrn": lrn, "batch_norm": batch_norm, "dropout": dropout,
          "concat": concat, "add": add, "embedding": embedding, "positions": positions,
          "layer_norm": layer_norm, "attention": attention, "gelu": gelu}


class Network:
    """Bytes N,H,W,C to logits: a list, those of all heads in training, else the network's own. Convolutions and products compute in `compute_dtype`, and so do the
    layers between them; weights, those of norms too, stay in `dtype`."""

    def __init__(self, network, dtype, compute_dtype):
        self.layers = network["layers"]
        self.heads = [name for name, _ in heads_of(network)]
        self.to_logits = layers_to_logits(network)
        self.dtype, self.compute_dtype = dtype, compute_dtype
        self.has_dropout = any(layer["type"] == "dropout" for layer in self.layers)
        self._images = {name: flattened_image(layer) for layer in self.layers
                        for name in layer.get("weights") or ()}

    def to_stored(self, weights):
        return {name: np.ascontiguousarray(to_stored(weights[name], image), self.dtype)
                for name, image in self._images.items()}

    def to_protocol(self, name, array):
        return from_stored(np.asarray(array), self._images[name])

    def first_running(self):
        return {layer["name"]: (np.zeros(layer["out"][0], self.dtype),
                                np.ones(layer["out"][0], self.dtype))
                for layer in self.layers if layer["type"] == "batch_norm"}

    def _weights_of(self, layer, weights):
        used = [weights[name] for name in layer.get("weights") or ()]
        if layer["type"] in ("batch_norm", "layer_norm"):
            return used
        return [weight.astype(self.compute_dtype) for weight in used]

    def to_input(self, images):
        if images.ndim == 2:  # tokens
            return images.astype(jnp.int32)
        return images.astype(self.compute_dtype) * (1.0 / 255)

    def __call__(self, weights, images, state):
        results = {"input": self.to_input(images)}
        for layer in self.layers if state.training else self.to_logits:
            inputs = [results[name] for name in layer["inputs"]]
            result = LAYERS[layer["type"]](layer, inputs, self._weights_of(layer, weights), state)
            check_output(layer, image_shape(result.shape))
            results[layer["name"]] = result
        return [results[name].astype(self.dtype) for name in self.heads if name in results]


def mean_cross_entropy(logits, labels):
    chosen = jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], axis=-1)
    return -chosen.mean()


def hinge(logits, labels):
    """One against all: what each class's number falls short of 1, or of -1 where it is not the label's."""
    signs = 1 - 2 * jax.nn.one_hot(labels, logits.shape[-1], dtype=logits.dtype)
    return jax.nn.relu(signs * logits + 1).sum(-1).mean()
