# SPDX-License-Identifier: Apache-2.0
"""network.json in TensorFlow's operators, which are the same in Keras 2 and Keras 3 times; what
TensorFlow 1 says otherwise is in methods of Network (tensorflow1_network.py).

Images are N,H,W,C here. TensorFlow pads by rule, not by number, and never rounds up: other paddings
than its rules give are made before pooling.
"""
import numpy as np
import tensorflow as tf

from trena_channels_last import flattened_image, from_stored, image_shape, to_stored
from trena_modes import check_output, heads_of, layers_to_logits
from trena_windows import both, needed_padding, sides, windows_inside


def same_padding(layer):
    """What TensorFlow's rule "SAME" adds, as sides() tells it, and the sizes that it gives."""
    paddings, counts = [], []
    for size, k, s in zip(layer["in"][0][1:], both(layer["k"]), both(layer["s"])):
        counts.append(-(-size // s))
        total = max((counts[-1] - 1) * s + k - size, 0)
        paddings.append((total // 2, total - total // 2))
    return paddings, counts


def conv_padding(layer):
    """A rule where it says the same: oneDNN's kernels are chosen for the rules."""
    padding = sides(layer)
    if layer["p"] == 0:
        return "VALID"
    if padding == same_padding(layer)[0]:
        return "SAME"
    return [[0, 0], *map(list, padding), [0, 0]]


def four(size):
    """A kernel or stride for all four axes, which every version takes."""
    return [1, *both(size), 1]


def with_bias(result, weights):
    return tf.nn.bias_add(result, weights[1]) if len(weights) > 1 else result


def conv(network, layer, inputs, weights):
    """Where there are no convolutions in groups, each group has one of its own."""
    x, kernel, groups = inputs[0], weights[0], layer.get("groups", 1)
    strides, padding = four(layer["s"]), conv_padding(layer)
    if not isinstance(padding, str) and (groups > 1 or not network.pads_by_number):
        x, padding = tf.pad(x, padding), "VALID"
    if groups == 1 or x.dtype in network.groups_of:
        result = tf.nn.conv2d(x, kernel, strides, padding)
    else:
        parts = zip(tf.split(x, groups, -1), tf.split(kernel, groups, -1))
        result = tf.concat([tf.nn.conv2d(*part, strides, padding) for part in parts], -1)
    return with_bias(result, weights)


def pool_plan(layer):
    """(rule, paddings): the rule that pooling is called with, and what is padded before it."""
    paddings = needed_padding(layer)
    if all(padding == (0, 0) for padding in paddings):
        return "VALID", None
    if same_padding(layer) == (paddings, layer["out"][1:]):
        return "SAME", None
    return "VALID", [[0, 0], *map(list, paddings), [0, 0]]


def max_pool(network, layer, inputs, weights):
    rule, paddings = pool_plan(layer)
    x = inputs[0]
    if paddings:
        x = tf.pad(x, paddings, constant_values=-np.inf)
    return tf.nn.max_pool(x, four(layer["k"]), four(layer["s"]), rule)


def avg_pool(network, layer, inputs, weights):
    rule, paddings = pool_plan(layer)
    x, k, s = inputs[0], four(layer["k"]), four(layer["s"])
    if not paddings:
        return tf.nn.avg_pool(x, k, s, rule)  # "SAME" counts no padding either
    share = k[1] * k[2] / windows_inside(layer)[None, :, :, None]
    pooled = tf.nn.avg_pool(tf.pad(x, paddings), k, s, "VALID")
    return pooled * tf.constant(share, pooled.dtype)


def lrn(network, layer, inputs, weights):
    x, n, alpha = inputs[0], layer["n"], layer["alpha"] / layer["n"]
    if x.dtype != tf.float64:
        return tf.nn.local_response_normalization(x, n // 2, layer["k"], alpha, layer["beta"])
    # The operator knows no float64.
    squares = tf.pad(x * x, [[0, 0], [0, 0], [0, 0], [n // 2, n // 2]])
    channels = int(x.shape[-1])
    total = tf.add_n([squares[..., i:i + channels] for i in range(n)])
    return x * (layer["k"] + alpha * total) ** -layer["beta"]


def global_pool(network, layer, inputs, weights):
    return tf.reduce_mean(inputs[0], [1, 2])


def fc(network, layer, inputs, weights):
    shape = layer["in"][0]
    columns = shape[1] if len(shape) == 2 else int(np.prod(shape))
    result = with_bias(tf.matmul(tf.reshape(inputs[0], [-1, columns]), weights[0]), weights)
    return tf.reshape(result, [-1, *layer["out"]])


def relu(network, layer, inputs, weights):
    return tf.nn.relu(inputs[0])


def batch_norm(network, layer, inputs, weights):
    x, flat, (*scale, shift) = inputs[0], len(layer["out"]) == 1, weights
    if flat:
        x = tf.reshape(x, [-1, 1, 1, layer["out"][0]])
    normalize = plain_batch_norm if x.dtype == tf.float64 else type(network).fused_batch_norm
    y = normalize(network, layer, x, scale[0] if scale else tf.ones_like(shift), shift)
    return tf.reshape(y, [-1, layer["out"][0]]) if flat else y


def plain_batch_norm(network, layer, x, scale, shift):
    """For float64, which the fused operator does not know."""
    mean, variance = network.running[layer["name"]]
    if network.training:
        batch_mean, batch_variance = tf.nn.moments(x, [0, 1, 2])
        count = tf.cast(tf.size(x) // int(x.shape[-1]), x.dtype)
        unbiased = batch_variance * count / tf.maximum(count - 1, 1)
        network.average_in(layer, batch_mean, unbiased)
        mean, variance = batch_mean, batch_variance
    return tf.nn.batch_normalization(x, mean, variance, shift, scale, layer["epsilon"])


def dropout(network, layer, inputs, weights):
    used = network.training and network.dropout
    return network.drop(inputs[0], layer["rate"]) if used else inputs[0]


def concat(network, layer, inputs, weights):
    return tf.concat(inputs, -1)


def add(network, layer, inputs, weights):
    return tf.add_n(inputs)


def embedding(network, layer, inputs, weights):
    return tf.gather(weights[0], inputs[0])


def positions(network, layer, inputs, weights):
    return inputs[0] + weights[0]


def layer_norm(network, layer, inputs, weights):
    """In the weights' precision."""
    x = tf.cast(inputs[0], weights[0].dtype)
    mean, variance = (tf.expand_dims(moment, -1) for moment in tf.nn.moments(x, [-1]))
    result = tf.nn.batch_normalization(x, mean, variance, weights[1], weights[0],
                                       layer["epsilon"])
    return tf.cast(result, inputs[0].dtype)


def attention(network, layer, inputs, weights):
    """softmax(q·kᵀ ÷ √d)·v of each head."""
    (length, channels), heads = layer["out"], layer["heads"]
    parts = tf.reshape(inputs[0], [-1, length, 3, heads, channels // heads])
    query, key, value = tf.unstack(tf.transpose(parts, [2, 0, 3, 1, 4]))
    scores = tf.matmul(query * (channels // heads) ** -0.5, key, transpose_b=True)
    if layer["causal"]:
        later = np.triu(np.full([length, length], -np.inf), 1)
        scores += tf.constant(later, scores.dtype)
    attended = tf.matmul(tf.nn.softmax(scores), value)
    return tf.reshape(tf.transpose(attended, [0, 2, 1, 3]), [-1, length, channels])


def gelu(network, layer, inputs, weights):
    """As tf.nn.gelu, whose root of 2 is a float32 in float64 too."""
    return 0.5 * inputs[0] * (1 + network.erf(inputs[0] * 0.5 ** 0.5))


LAYERS = {"conv": conv, "max_pool": max_pool, "avg_pool": avg_pool, "global_pool": global_pool,
          "fc": fc, "relu": relu, "lrn": lrn, "batch_norm": batch_norm, "dropout": dropout,
          "concat": concat, "add": add, "embedding": embedding, "positions": positions,
          "layer_norm": layer_norm, "attention": attention, "gelu": gelu}


class Network:
    """Bytes N,H,W,C to logits: a list, those of all heads in training, else the network's own.
    `training` and `dropout` are read when a graph is made of it."""

    pads_by_number = True  # convolutions; else by rule alone
    groups_of = ()  # the types whose convolutions in groups have a gradient

    def __init__(self, network, weights, dtype, compute_dtype):
        self.layers = network["layers"]
        self.heads = [name for name, _ in heads_of(network)]
        self.to_logits = layers_to_logits(network)
        self.dtype, self.compute_dtype = dtype, compute_dtype
        self.training = self.dropout = True
        self.variables, self.running, self._images = {}, {}, {}
        for layer in self.layers:
            self._add_variables(layer, weights)

    def _add_variables(self, layer, weights):
        for name in layer.get("weights") or ():
            self._images[name] = flattened_image(layer)
            stored = to_stored(weights[name], self._images[name])
            self.variables[name] = self.variable(np.ascontiguousarray(stored), True)
        if layer["type"] == "batch_norm":
            self.running[layer["name"]] = [self.variable(start(layer["out"][:1]), False)
                                           for start in (np.zeros, np.ones)]

    def variable(self, array, trainable):
        return tf.Variable(array, dtype=self.dtype, trainable=trainable)

    def fused_batch_norm(self, layer, x, scale, shift):
        """Gives the new running averages itself; its variance is unbiased, as the protocol's."""
        mean, variance = self.running[layer["name"]]
        result = tf.raw_ops.FusedBatchNormV3(
            x=x, scale=scale, offset=shift, mean=mean, variance=variance,
            epsilon=layer["epsilon"], is_training=self.training,
            exponential_avg_factor=layer["momentum"] if self.training else 1.0)
        if self.training:
            mean.assign(result.batch_mean)
            variance.assign(result.batch_variance)
        return result.y

    def average_in(self, layer, batch_mean, batch_variance):
        """A batch's statistics into the running averages."""
        for average, new in zip(self.running[layer["name"]], (batch_mean, batch_variance)):
            average.assign_add(layer["momentum"] * (new - average))

    def drop(self, x, rate):
        return tf.nn.dropout(x, rate)

    def erf(self, x):
        return tf.math.erf(x)

    def to_protocol(self, name, array):
        return from_stored(array, self._images[name])

    def _weights_of(self, layer):
        """Convolutions and products compute in the lower precision where one is asked for, and so
        do the layers between them; norms keep their weights."""
        weights = [self.variables[name] for name in layer.get("weights") or ()]
        if layer["type"] in ("batch_norm", "layer_norm"):
            return weights
        return [tf.cast(weight, self.compute_dtype) for weight in weights]

    def to_input(self, images):
        if len(images.shape) == 2:  # tokens
            return tf.cast(images, tf.int32)
        return tf.cast(images, self.compute_dtype) * (1.0 / 255)

    def __call__(self, images):
        results = {"input": self.to_input(images)}
        for layer in self.layers if self.training else self.to_logits:
            inputs = [results[name] for name in layer["inputs"]]
            result = LAYERS[layer["type"]](self, layer, inputs, self._weights_of(layer))
            check_output(layer, image_shape(result.shape.as_list()))
            results[layer["name"]] = result
        return [tf.cast(results[name], self.dtype) for name in self.heads if name in results]


def mean_cross_entropy(logits, labels):
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels,
                                                                         logits=logits))


def hinge(logits, labels):
    """One against all: what each class's number falls short of 1, or of -1 where it is not the
    label's."""
    signs = 1 - 2 * tf.one_hot(labels, int(logits.shape[-1]), dtype=logits.dtype)
    return tf.reduce_mean(tf.reduce_sum(tf.nn.relu(signs * logits + 1), -1))
