# SPDX-License-Identifier: Apache-2.0
"""network.json in PaddlePaddle's functions. Its conventions are PyTorch's, which are the protocol's,
but for these: the matrix of a fully connected layer is input, output; batch norm's momentum is the
old average's weight, and its running variance is the batch's own, not the estimate for all images.
"""
import paddle
from paddle.nn import functional

from trena_modes import check_output

EPSILON = 1e-5
OLD_AVERAGES = 0.9  # their weight


def bias_of(weights):
    return weights[1] if len(weights) > 1 else None


def conv(network, layer, inputs, weights):
    return functional.conv2d(inputs[0], weights[0], bias_of(weights), layer["s"], layer["p"])


def max_pool(network, layer, inputs, weights):
    return functional.max_pool2d(inputs[0], layer["k"], layer["s"], layer["p"],
                                 ceil_mode=layer.get("rounding") == "up")


def avg_pool(network, layer, inputs, weights):
    return functional.avg_pool2d(inputs[0], layer["k"], layer["s"], layer["p"],
                                 ceil_mode=layer.get("rounding") == "up", exclusive=True)


def global_pool(network, layer, inputs, weights):
    return inputs[0].mean([2, 3])


def fc(network, layer, inputs, weights):
    return functional.linear(inputs[0].flatten(1), weights[0], bias_of(weights))


def relu(network, layer, inputs, weights):
    return functional.relu(inputs[0])


def batch_norm(network, layer, inputs, weights):
    mean, variance, correction = network.running[layer["name"]]
    if not network.training:
        variance = variance * correction
    return functional.batch_norm(inputs[0], mean, variance, weights[0], weights[1],
                                 training=network.training, momentum=OLD_AVERAGES, epsilon=EPSILON)


def dropout(network, layer, inputs, weights):
    return functional.dropout(inputs[0], layer["rate"],
                              training=network.training and network.dropout)


def concat(network, layer, inputs, weights):
    return paddle.concat(inputs, 1)


def add(network, layer, inputs, weights):
    return paddle.add_n(inputs)


LAYERS = {"conv": conv, "max_pool": max_pool, "avg_pool": avg_pool, "global_pool": global_pool,
          "fc": fc, "relu": relu, "batch_norm": batch_norm, "dropout": dropout, "concat": concat,
          "add": add}


class Network:
    """Bytes N,H,W,C to logits."""

    def __init__(self, network, weights, batch, dtype):
        self.layers, self.dtype = network["layers"], dtype
        self.training = self.dropout = True
        self.weights, self.running = {}, {}
        for layer in self.layers:
            self._add(layer, weights, batch)

    def _add(self, layer, weights, batch):
        for name in layer.get("weights") or ():
            array = weights[name].T if layer["type"] == "fc" else weights[name]
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

    def __call__(self, images):
        x = images.astype(self.dtype) * (1.0 / 255)
        results = {"input": x.transpose([0, 3, 1, 2])}
        for layer in self.layers:
            inputs = [results[name] for name in layer["inputs"]]
            weights = [self.weights[name] for name in layer.get("weights") or ()]
            results[layer["name"]] = LAYERS[layer["type"]](self, layer, inputs, weights)
            check_output(layer, results[layer["name"]].shape[1:])
        return results[self.layers[-1]["name"]]
