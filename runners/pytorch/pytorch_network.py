# SPDX-License-Identifier: Apache-2.0
"""network.json as a torch.nn.Module. The conventions of the protocol are those of PyTorch: layouts,
padding, pooling sizes, momentum of batch norm. Only count_include_pad has to be said.
"""
import math

import torch
from torch.nn import functional

from trena_modes import check_output, heads_of, layers_to_logits, weight_shapes
from trena_windows import both, even_padding, needed_padding

# Layers whose result is a tensor of its own that their backward pass does not look at.
OVERWRITABLE = ("conv", "fc", "batch_norm", "max_pool", "avg_pool", "concat")


def bias_of(weights):
    return weights[1] if len(weights) > 1 else None


def padded(layer, x, value):
    """`x`, padded where the padding differs from side to side; and what is left to pad."""
    even = even_padding(layer)
    if even is not None:
        return x, even
    (top, bottom), (left, right) = needed_padding(layer)
    return functional.pad(x, (left, right, top, bottom), value=value), (0, 0)


def conv(network, layer, inputs, weights):
    x, padding = padded(layer, inputs[0], 0)
    return functional.conv2d(x, weights[0], bias_of(weights), both(layer["s"]), padding,
                             groups=layer.get("groups", 1))


def max_pool(network, layer, inputs, weights):
    x, padding = padded(layer, inputs[0], -math.inf)
    up = layer.get("rounding") == "up" and x is inputs[0]
    return functional.max_pool2d(x, both(layer["k"]), both(layer["s"]), padding, ceil_mode=up)


def avg_pool(network, layer, inputs, weights):
    return functional.avg_pool2d(inputs[0], both(layer["k"]), both(layer["s"]),
                                 even_padding(layer), ceil_mode=layer.get("rounding") == "up",
                                 count_include_pad=False)


def lrn(network, layer, inputs, weights):
    return functional.local_response_norm(inputs[0], layer["n"], layer["alpha"], layer["beta"],
                                          layer["k"])


def global_pool(network, layer, inputs, weights):
    return inputs[0].mean((2, 3))


def fc(network, layer, inputs, weights):
    x = inputs[0] if len(layer["out"]) == 2 else inputs[0].flatten(1)
    return functional.linear(x, weights[0], bias_of(weights))


def relu(network, layer, inputs, weights):
    overwrite = layer["name"] in network.in_place
    return functional.relu(inputs[0], inplace=overwrite)


def batch_norm(network, layer, inputs, weights):
    # Not functional.batch_norm, which refuses a channel of one value.
    mean, variance = network.running(layer["name"])
    scale = weights[0] if len(weights) > 1 else None
    return torch.batch_norm(inputs[0], scale, weights[-1], mean, variance, network.training,
                            layer["momentum"], layer["epsilon"], torch.backends.cudnn.enabled)


def dropout(network, layer, inputs, weights):
    return functional.dropout(inputs[0], layer["rate"], network.training and network.dropout)


def concat(network, layer, inputs, weights):
    return torch.cat(inputs, 1)


def add(network, layer, inputs, weights):
    total = inputs[0]
    for other in inputs[1:]:
        total = total + other
    return total


def embedding(network, layer, inputs, weights):
    return functional.embedding(inputs[0], weights[0])


def positions(network, layer, inputs, weights):
    return inputs[0] + weights[0]


def layer_norm(network, layer, inputs, weights):
    return functional.layer_norm(inputs[0], layer["out"][1:], *weights, layer["epsilon"])


def attention(network, layer, inputs, weights):
    """The fused kernel, of batch, heads, positions, channels."""
    parts = (part.unflatten(2, (layer["heads"], -1)).transpose(1, 2)
             for part in inputs[0].chunk(3, 2))
    attended = functional.scaled_dot_product_attention(*parts, is_causal=layer["causal"])
    return attended.transpose(1, 2).flatten(2)


def gelu(network, layer, inputs, weights):
    return functional.gelu(inputs[0])


LAYERS = {"conv": conv, "max_pool": max_pool, "avg_pool": avg_pool, "global_pool": global_pool,
          "fc": fc, "relu": relu, "lrn": lrn, "batch_norm": batch_norm, "dropout": dropout,
          "concat": concat, "add": add, "embedding": embedding, "positions": positions,
          "layer_norm": layer_norm, "attention": attention, "gelu": gelu}


def in_place_relus(layers, heads):
    """Names of the relus that may write over their input, as nn.ReLU(inplace=True) does: nothing
    else reads it, and the layer that made it does not need it again."""
    by_name = {layer["name"]: layer for layer in layers}
    read = [name for layer in layers for name in layer["inputs"]] + heads
    return {layer["name"] for layer in layers
            if layer["type"] == "relu" and read.count(layer["inputs"][0]) == 1
            and by_name.get(layer["inputs"][0], {}).get("type") in OVERWRITABLE}


class Network(torch.nn.Module):
    """Bytes N,H,W,C to logits: a list, those of all heads in training, else the network's own. `layout` is the memory format of images and kernels."""

    def __init__(self, network, weights, layout, dtype):
        super().__init__()
        self.layers = network["layers"]
        self.heads = [name for name, _ in heads_of(network)]
        self.to_logits = layers_to_logits(network)
        self.layout, self.dtype, self.dropout = layout, dtype, True
        self.in_place = in_place_relus(self.layers, self.heads)
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
        """Stored as N,H,W,C they are already channels_last: nothing is moved. Tokens stay so."""
        if images.dim() == 2:
            return images.int()
        images = images.to(self.dtype).mul_(1.0 / 255).permute(0, 3, 1, 2)
        return images.contiguous(memory_format=self.layout)

    def forward(self, images):
        results = {"input": self.to_input(images)}
        for layer in self.layers if self.training else self.to_logits:
            inputs = [results[name] for name in layer["inputs"]]
            weights = [self.weight(name) for name in layer.get("weights") or ()]
            results[layer["name"]] = LAYERS[layer["type"]](self, layer, inputs, weights)
            check_output(layer, results[layer["name"]].shape[1:])
        return [results[name] for name in self.heads if name in results]


def cross_entropy(logits, labels):
    """Of text the mean over all positions."""
    return functional.cross_entropy(logits.flatten(0, -2), labels.flatten())


def hinge(logits, labels):
    """One against all: what each class's number falls short of 1, or of -1 where it is not the label's."""
    logits, labels = logits.flatten(0, -2), labels.flatten()
    logits = logits if logits.dtype == torch.float64 else logits.float()
    signs = torch.ones_like(logits).scatter(1, labels[:, None], -1)
    return (signs * logits + 1).clamp(min=0).sum(1).mean()
