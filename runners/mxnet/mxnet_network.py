# SPDX-License-Identifier: Apache-2.0
"""network.json as a Gluon block. MXNet's conventions are the protocol's, with these exceptions that
are hidden here: BatchNorm would fix its scale at 1, pooling that rounds up also makes windows that
begin in the padding, and average pooling counts the padding unless told.
"""
import functools

import mxnet as mx
from mxnet import gluon

from trena_modes import (TotalLoss, check_output, heads_of, is_text, layers_to_logits,
                         weight_shapes)
from trena_windows import both, even_padding, needed_padding, sides

LOWEST = -3e38  # in place of minus infinity, which its operators cannot be told


def bias_of(weights):
    return weights[1] if len(weights) > 1 else None


def padded(F, layer, x, value):
    """`x`, padded where the padding differs from side to side; and what is left to pad."""
    even = even_padding(layer)
    if even is not None:
        return x, even
    (top, bottom), (left, right) = needed_padding(layer)
    return F.pad(x, mode="constant", pad_width=(0, 0, 0, 0, top, bottom, left, right),
                 constant_value=value), (0, 0)


def convolution(F, layer, inputs, weights):
    x, padding = padded(F, layer, inputs[0], 0)
    bias = bias_of(weights)
    return F.Convolution(x, weights[0], bias, kernel=both(layer["k"]), stride=both(layer["s"]),
                         pad=padding, num_filter=layer["o"], num_group=layer.get("groups", 1),
                         no_bias=bias is None)


def pooling(F, layer, inputs, weights):
    x, padding = padded(F, layer, inputs[0], LOWEST)
    up = layer.get("rounding") == "up" and even_padding(layer) is not None
    pooled = F.Pooling(x, kernel=both(layer["k"]), stride=both(layer["s"]), pad=padding,
                       pool_type=layer["type"][:3],
                       pooling_convention="full" if up else "valid", count_include_pad=False)
    if not up:
        return pooled
    _, height, width = layer["out"]
    if full_size(layer, 0) > height:
        pooled = F.slice_axis(pooled, axis=2, begin=0, end=height)
    if full_size(layer, 1) > width:
        pooled = F.slice_axis(pooled, axis=3, begin=0, end=width)
    return pooled


def full_size(layer, axis):
    """What MXNet's pooling convention "full" gives along an axis (0: height)."""
    room = layer["in"][0][axis + 1] + sum(sides(layer)[axis]) - both(layer["k"])[axis]
    return -(-room // both(layer["s"])[axis]) + 1


def lrn(F, layer, inputs, weights):
    # The same shape again brings it into the plain layout: of channels in blocks, as oneDNN's
    # convolutions leave them, the gradient of MXNet 1.9.1's operator is wrong before a pooling.
    plain = F.reshape(inputs[0], shape=(0, 0, 0, 0))
    return F.LRN(plain, nsize=layer["n"], alpha=layer["alpha"], beta=layer["beta"],
                 knorm=layer["k"])


def written_out_lrn(F, layer, inputs, weights):
    """For float64, which the operator does not know."""
    x, n = inputs[0], layer["n"]
    total = F.Pooling(F.expand_dims(F.square(x), 1), kernel=(n, 1, 1), pad=(n // 2, 0, 0),
                      pool_type="sum")
    total = F.reshape(total, shape=(0, -3, 0, 0))
    return x * (layer["k"] + layer["alpha"] / n * total) ** -layer["beta"]


def global_pooling(F, layer, inputs, weights):
    return F.flatten(F.Pooling(inputs[0], global_pool=True, pool_type="avg", kernel=(1, 1)))


def fully_connected(F, layer, inputs, weights):
    bias = bias_of(weights)
    return F.FullyConnected(inputs[0], weights[0], bias, num_hidden=layer["o"],
                            no_bias=bias is None, flatten=len(layer["out"]) == 1)


def batch_norm(F, layer, inputs, weights):
    # Its momentum is the weight of the old average, where the protocol gives the new batch's.
    return F.BatchNorm(inputs[0], *weights, eps=layer["epsilon"], momentum=1 - layer["momentum"],
                       fix_gamma=not layer.get("scale", True))


def relu(F, layer, inputs, weights):
    return F.Activation(inputs[0], act_type="relu")


def dropout(F, layer, inputs, weights):
    return F.Dropout(inputs[0], p=layer["rate"])


def concat(F, layer, inputs, weights):
    return F.concat(*inputs, dim=1)


def add(F, layer, inputs, weights):
    return F.add_n(*inputs)


def embedding(F, layer, inputs, weights):
    return F.Embedding(inputs[0], weights[0], input_dim=layer["vocabulary"],
                       output_dim=layer["o"])


def positions(F, layer, inputs, weights):
    return F.broadcast_add(inputs[0], F.expand_dims(weights[0], 0))


def layer_norm(F, layer, inputs, weights):
    return F.LayerNorm(inputs[0], *weights, axis=-1, eps=layer["epsilon"])


def by_head(F, layer, part):
    """Batch, positions, channels to batch × heads, positions, channels of a head."""
    parts = F.transpose(F.reshape(part, shape=(0, 0, layer["heads"], -1)), axes=(0, 2, 1, 3))
    return F.reshape(parts, shape=(-3, -2))


def attention(F, layer, inputs, weights):
    """softmax(q·kᵀ ÷ √d)·v of each head."""
    length, channels = layer["out"]
    query, key, value = (by_head(F, layer, part)
                         for part in F.split(inputs[0], num_outputs=3, axis=2))
    size = channels // layer["heads"]
    scores = F.batch_dot(query * size ** -0.5, key, transpose_b=True)
    if layer["causal"]:
        places = F.arange(length)
        later = F.broadcast_lesser(F.reshape(places, shape=(1, -1, 1)),
                                   F.reshape(places, shape=(1, 1, -1)))
        scores = F.where(F.broadcast_like(later, scores), F.ones_like(scores) * LOWEST, scores)
    attended = F.batch_dot(F.softmax(scores, axis=-1), value)
    attended = F.reshape(attended, shape=(-4, -1, layer["heads"], -2))
    return F.reshape(F.transpose(attended, axes=(0, 2, 1, 3)), shape=(0, 0, -3))


def gelu(F, layer, inputs, weights):
    return F.LeakyReLU(inputs[0], act_type="gelu")


def written_out_gelu(F, layer, inputs, weights):
    """For float64, in which the operator's root of 2 is a float32."""
    return 0.5 * inputs[0] * (1 + F.erf(inputs[0] * 0.5 ** 0.5))


LAYERS = {"conv": convolution, "max_pool": pooling, "avg_pool": pooling,
          "global_pool": global_pooling, "fc": fully_connected, "lrn": lrn,
          "batch_norm": batch_norm, "relu": relu, "dropout": dropout, "concat": concat, "add": add,
          "embedding": embedding, "positions": positions, "layer_norm": layer_norm,
          "attention": attention, "gelu": gelu}


WRITTEN_OUT = {"lrn": written_out_lrn, "gelu": written_out_gelu}  # for float64


def to_input(F, images, dtype, text):
    """Bytes N,H,W,C as they are stored to numbers N,C,H,W, tokens to whole numbers. In the graph, so
    that it happens beside the Python that fetches the next batch."""
    if text:
        return F.cast(images, dtype="int32")
    return F.transpose(F.cast(images, dtype=dtype), axes=(0, 3, 1, 2)) * (1.0 / 255)


class Network(gluon.HybridBlock):
    """Images to logits; where `all_heads`, as while the loss's graph is made, a list of all heads'."""

    def __init__(self, network, dtype):
        super().__init__(prefix="")
        self.layers, self.to_logits = network["layers"], layers_to_logits(network)
        self.heads = [name for name, _ in heads_of(network)]
        self.all_heads = False
        self.functions = dict(LAYERS, **WRITTEN_OUT) if dtype == "float64" else LAYERS
        self.dtype, self.text = dtype, is_text(network)
        self.dropout = True
        self.names = list(weight_shapes(network))
        for layer in self.layers:
            self._add_weights(layer)

    def _add_weights(self, layer):
        for name, shape in (layer.get("weights") or {}).items():
            self._add(name, shape)
        if layer["type"] == "batch_norm":
            channels = [layer["out"][0]]
            if not layer.get("scale", True):
                self._add(layer["name"] + ".scale", channels, init="ones", grad_req="null")
            self._add(layer["name"] + ".running_mean", channels, init="zeros", grad_req="null")
            self._add(layer["name"] + ".running_variance", channels, init="ones", grad_req="null")

    def _add(self, name, shape, **options):
        options.setdefault("grad_req", "write")
        setattr(self, name, self.params.get(name, shape=tuple(shape), dtype=self.dtype,
                                            differentiable=options["grad_req"] == "write",
                                            **options))

    def weights_of(self, layer, weights):
        names = list(layer.get("weights") or {})
        if layer["type"] == "batch_norm":
            names = [layer["name"] + part
                     for part in (".scale", ".shift", ".running_mean", ".running_variance")]
        return [weights[name] for name in names]

    def results(self, F, images, weights, layers):
        """What each of the layers gives, by name."""
        results = {"input": to_input(F, images, self.dtype, self.text)}
        for layer in layers:
            inputs = [results[name] for name in layer["inputs"]]
            skipped = layer["type"] == "dropout" and not self.dropout
            results[layer["name"]] = inputs[0] if skipped else self.functions[layer["type"]](
                F, layer, inputs, self.weights_of(layer, weights))
        return results

    def hybrid_forward(self, F, images, **weights):
        results = self.results(F, images, weights,
                               self.layers if self.all_heads else self.to_logits)
        if self.all_heads:
            return [results[name] for name in self.heads]
        return results[self.layers[-1]["name"]]

    def check_shapes(self, images):
        """Compares what MXNet infers with network.json; `images` is the shape of a batch."""
        weights = {name: parameter.var() for name, parameter in self.params.items()}
        results = self.results(mx.sym, mx.sym.var("images"), weights, self.layers)
        for layer in self.layers:
            _, outputs, _ = results[layer["name"]].infer_shape(images=images)
            check_output(layer, outputs[0][1:])


def cross_entropy(F, logits, labels):
    return -F.mean(F.pick(F.log_softmax(logits, axis=-1), labels, axis=-1))


def hinge(F, classes, dtype, logits, labels):
    """One against all: what each class's number falls short of 1, or of -1 where it is not the label's."""
    signs = 1 - 2 * F.one_hot(labels, classes, dtype=dtype)
    return F.mean(F.sum(F.relu(signs * logits + 1), axis=-1))


class Loss(gluon.HybridBlock):
    """Images and labels to the loss, the heads' means over the batch times their weights: the whole of
    a step but its update in one graph."""

    def __init__(self, network, description):
        super().__init__(prefix="loss_")
        self._total = lambda F: TotalLoss(description, functools.partial(cross_entropy, F),
                                          functools.partial(hinge, F, description["classes"],
                                                            network.dtype))
        with self.name_scope():
            self.network = network

    def hybrid_forward(self, F, images, labels):
        self.network.all_heads = True
        logits = self.network(images)
        self.network.all_heads = False
        return self._total(F)(logits, labels)
