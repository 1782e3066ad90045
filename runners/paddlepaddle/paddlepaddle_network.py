# SPDX-License-Identifier: Apache-2.0
"""network.json in PaddlePaddle's functions. Its conventions are PyTorch's, which are the protocol's,
but for these: the matrix of a fully connected layer is input, output; batch norm's momentum is the
old average's weight, and its running variance is the batch's own, not the estimate for all images.
"""
import math

import paddle
from paddle.nn import functional

from trena_modes import check_output, heads_of, layers_to_logits
from trena_windows import both, even_padding, needed_padding, sides


def bias_of(weights):
    return weights[1] if len(weights) > 1 else None


def conv(network, layer, inputs, weights):
    padding = [size for side in sides(layer) for size in side]
    return functional.conv2d(inputs[0], weights[0], bias_of(weights), both(layer["s"]), padding,
                             groups=layer.get("groups", 1))


def max_pool(network, layer, inputs, weights):
    x, padding, up = inputs[0], even_padding(layer), layer.get("rounding") == "up"
    if padding is None:
        (top, bottom), (left, right) = needed_padding(layer)
        x = functional.pad(x, [left, right, top, bottom], value=-math.inf)
        padding, up = 0, False
    return functional.max_pool2d(x, both(layer["k"]), both(layer["s"]), padding, ceil_mode=up)


def avg_pool(network, layer, inputs, weights):
    return functional.avg_pool2d(inputs[0], both(layer["k"]), both(layer["s"]),
                                 even_padding(layer), ceil_mode=layer.get("rounding") == "up",
                                 exclusive=True)


def lrn(network, layer, inputs, weights):
    return functional.local_response_norm(inputs[0], layer["n"], layer["alpha"], layer["beta"],
                                          layer["k"])


def global_pool(network, layer, inputs, weights):
    return inputs[0].mean([2, 3])


def fc(network, layer, inputs, weights):
    x = inputs[0] if len(layer["out"]) == 2 else inputs[0].flatten(1)
    return functional.linear(x, weights[0], bias_of(weights))


def relu(network, layer, inputs, weights):
    return functional.relu(inputs[0])


def batch_norm(network, layer, inputs, weights):
    mean, variance, correction = network.running[layer["name"]]
    if not network.training:
        variance = variance * correction
    scale = weights[0] if len(weights) > 1 else paddle.ones_like(weights[-1])
    return functional.batch_norm(inputs[0], mean, variance, scale, weights[-1],
                                 training=network.training, momentum=1 - layer["momentum"],
                                 epsilon=layer["epsilon"])


def dropout(network, layer, inputs, weights):
    return functional.dropout(inputs[0], layer["rate"],
                              training=network.training and network.dropout)


def concat(network, layer, inputs, weights):
    return paddle.concat(inputs, 1)


def add(network, layer, inputs, weights):
    return paddle.add_n(inputs)


def embedding(network, layer, inputs, weights):
    return functional.embedding(inputs[0], weights[0])


def positions(network, layer, inputs, weights):
    return inputs[0] + weights[0]


def layer_norm(network, layer, inputs, weights):
    return functional.layer_norm(inputs[0], layer["out"][1:], *weights, epsilon=layer["epsilon"])


def attention(network, layer, inputs, weights):
    """Of batch, positions, heads, channels."""
    parts = (part.reshape([0, 0, layer["heads"], -1]) for part in inputs[0].chunk(3, 2))
    attended = functional.scaled_dot_product_attention(*parts, is_causal=layer["causal"],
                                                       training=network.training)
    return attended.flatten(2)


def gelu(network, layer, inputs, weights):
    return functional.gelu(inputs[0])


LAYERS = {"conv": conv, "max_pool": max_pool, "avg_pool": avg_pool, "global_pool": global_pool,
          "fc": fc, "relu": relu, "lrn": lrn, "batch_norm": batch_norm, "dropout": dropout,
          "concat": concat, "add": add, "embedding": embedding, "positions": positions,
          "layer_norm": layer_norm, "attention": attention, "gelu": gelu}


class Network:
    """Bytes N,H,W,C to logits: a list, those of all heads in training, else the network's own."""

    def __init__(self, network, weights, batch, dtype):
        self.layers, self.dtype = network["layers"], dtype
        self.heads = [name for name, _ in heads_of(network)]
        self.to_logits = layers_to_logits(network)
        self.training = self.dropout = True
        self.weights, self.running = {}, {}
        self.turned = set()  # matrices that are kept as input, output
        for layer in self.layers:
            self._add(layer, weights, batch)

    def _add(self, layer, weights, batch):
        for name in layer.get("weights") or ():
            array = weights[name]
            if layer["type"] == "fc" and array.ndim == 2:
                array = array.T
                self.turned.add(name)
            weight = paddle.create_parameter(array.shape, self.dtype)
            weight.set_value(array.astype(self.dtype))
            self.weights[name] = weight
        if layer["type"] != "batch_norm":
            return
        count = batch
        for size in layer["out"][1:]:
            count *= size
        # An average that starts at 1 ÷ correction and is read correction fold is the protocol's.
        correction = count / (count - 1) if count > 1 else 1.0
        channels = layer["out"][:1]
        self.running[layer["name"]] = (paddle.zeros(channels, self.dtype),
                                       paddle.full(channels, 1 / correction, self.dtype),
                                       correction)

    def to_input(self, images):
        if len(images.shape) == 2:  # tokens
            return images.astype("int64")
        return (images.astype(self.dtype) * (1.0 / 255)).transpose([0, 3, 1, 2])

    def __call__(self, images):
        results = {"input": self.to_input(images)}
        for layer in self.layers if self.training else self.to_logits:
            inputs = [results[name] for name in layer["inputs"]]
            weights = [self.weights[name] for name in layer.get("weights") or ()]
            results[layer["name"]] = LAYERS[layer["type"]](self, layer, inputs, weights)
            check_output(layer, results[layer["name"]].shape[1:])
        return [results[name] for name in self.heads if name in results]


def cross_entropy(logits, labels):
    """Of text the mean over all positions."""
    return functional.cross_entropy(logits.reshape([-1, logits.shape[-1]]), labels.flatten())


def hinge(logits, labels):
    """One against all: what each class's number falls short of 1, or of -1 where it is not the label's."""
    signs = 1 - 2 * functional.one_hot(labels, logits.shape[-1]).astype(logits.dtype)
    return functional.relu(signs * logits + 1).sum(-1).mean()
