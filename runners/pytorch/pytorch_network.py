# SPDX-License-Identifier: Apache-2.0
"""network.json as a torch.nn.Module. The conventions of the protocol are those of PyTorch: layouts,
padding, pooling sizes, momentum of batch norm. Only count_include_pad has to be said.
"""
import torch
from torch.nn import functional

from trena_modes import check_output, weight_shapes

EPSILON = 1e-5
NEW_BATCH = 0.1  # its weight in the running averages

# Layers whose result is a tensor of its own that their backward pass does not look at.
OVERWRITABLE = ("conv", "fc", "batch_norm", "max_pool", "avg_pool", "concat")


def bias_of(weights):
    return weights[1] if len(weights) > 1 else None


def conv(network, layer, inputs, weights):
    return functional.conv2d(inputs[0], weights[0], bias_of(weights), layer["s"], layer["p"])


def max_pool(network, layer, inputs, weights):
    return functional.max_pool2d(inputs[0], layer["k"], layer["s"], layer["p"],
                                 ceil_mode=layer.get("rounding") == "up")


def avg_pool(network, layer, inputs, weights):
    return functional.avg_pool2d(inputs[0], layer["k"], layer["s"], layer["p"],
                                 ceil_mode=layer.get("rounding") == "up",
                                 count_include_pad=False)


def global_pool(network, layer, inputs, weights):
    return inputs[0].mean((2, 3))


def fc(network, layer, inputs, weights):
    return functional.linear(inputs[0].flatten(1), weights[0], bias_of(weights))


def relu(network, layer, inputs, weights):
    overwrite = layer["name"] in network.in_place
    return functional.relu(inputs[0], inplace=overwrite)


def batch_norm(network, layer, inputs, weights):
    # Not functional.batch_norm, which refuses a channel of one value.
    mean, variance = network.running(layer["name"])
    return torch.batch_norm(inputs[0], weights[0], weights[1], mean, variance, network.training,
                            NEW_BATCH, EPSILON, torch.backends.cudnn.enabled)


def dropout(network, layer, inputs, weights):
    return functional.dropout(inputs[0], layer["rate"], network.training and network.dropout)


def concat(network, layer, inputs, weights):
    return torch.cat(inputs, 1)


def add(network, layer, inputs, weights):
    total = inputs[0]
    for other in inputs[1:]:
        total = total + other
    return total


LAYERS = {"conv": conv, "max_pool": max_pool, "avg_pool": avg_pool, "global_pool": global_pool,
          "fc": fc, "relu": relu, "batch_norm": batch_norm, "dropout": dropout, "concat": concat,
          "add": add}


def in_place_relus(layers):
    """Names of the relus that may write over their input, as nn.ReLU(inplace=True) does: nothing
    else reads it, and the layer that made it does not need it again."""
    by_name = {layer["name"]: layer for layer in layers}
    read = [name for layer in layers for name in layer["inputs"]]
    return {layer["name"] for layer in layers
            if layer["type"] == "relu" and read.count(layer["inputs"][0]) == 1
            and by_name.get(layer["inputs"][0], {}).get("type") in OVERWRITABLE}


class Network(torch.nn.Module):
    """Bytes N,H,W,C to logits. `layout` is the memory format of images and kernels."""

    def __init__(self, network, weights, layout, dtype):
        super().__init__()
        self.layers = network["layers"]
        self.layout, self.dtype, self.dropout = layout, dtype, True
        self.in_place = in_place_relus(self.layers)
        for name in weight_shapes(network):
            weight = torch.tensor(weights[name], dtype=dtype)
            if weight.dim() == 4:
                weight = weight.contiguous(memory_format=layout)
            self.register_parameter(self.key(name), torch.nn.Parameter(weight))
        for layer in self.layers:
            if layer["type"] == "batch_norm":
                self._add_running(layer["name"], layer["out"][0])

    @staticmethod
    def key(name):
        return name.replace(".", "/")  # a module keeps the dot for itself

    def _add_running(self, name, channels):
        self.register_buffer(self.key(name + ".mean"), torch.zeros(channels, dtype=self.dtype))
        self.register_buffer(self.key(name + ".variance"), torch.ones(channels, dtype=self.dtype))

    def running(self, name):
        return getattr(self, self.key(name + ".mean")), getattr(self, self.key(name + ".variance"))

    def weight(self, name):
        return getattr(self, self.key(name))

    def to_input(self, images):
        """Stored as N,H,W,C they are already channels_last: nothing is moved."""
        images = images.to(self.dtype).mul_(1.0 / 255).permute(0, 3, 1, 2)
        return images.contiguous(memory_format=self.layout)

    def forward(self, images):
        results = {"input": self.to_input(images)}
        for layer in self.layers:
            inputs = [results[name] for name in layer["inputs"]]
            weights = [self.weight(name) for name in layer.get("weights") or ()]
            results[layer["name"]] = LAYERS[layer["type"]](self, layer, inputs, weights)
            check_output(layer, results[layer["name"]].shape[1:])
        return results[self.layers[-1]["name"]]
