#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The MXNet runner with one fault put in on purpose, to prove that `trena verify` catches it:

    faulty_runner.py FAULT SCENARIO.json | FAULT --describe
    faulty_runner.py --list

Every fault keeps all shapes and the number of parameters, as the faults do that nobody notices. One
that finds nothing to break in a network (dropout_left_on without dropout) fails, so that a test
cannot pass by it.
"""
import os
import sys

FOLDER = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [os.path.join(FOLDER, "..", "..", "runners", part) for part in ("mxnet", "common")]

import mxnet_runner  # noqa: E402
import trena_runner  # noqa: E402


class Target:
    """The one layer that is broken: the first that fits."""

    def __init__(self, fits):
        self._fits, self.layer = fits, None

    def __call__(self, layer):
        if self.layer is None and self._fits(layer):
            self.layer = layer["name"]
        return self.layer == layer["name"]


class Always:
    """For faults that no network escapes."""

    layer = "every network"


def break_layer(types, fits, broken):
    """Puts broken(right, F, layer, inputs, weights) in the place of the first layer that fits."""
    import mxnet_network
    target = Target(fits)

    def patched(right):
        def layer_function(F, layer, inputs, weights):
            if target(layer):
                return broken(right, F, layer, inputs, weights)
            return right(F, layer, inputs, weights)
        return layer_function

    for kind in types:
        mxnet_network.LAYERS[kind] = patched(mxnet_network.LAYERS[kind])
    return target


def padding_off_by_one():
    """One more row and column of zeros before the image, one less after it."""
    def shifted(right, F, layer, inputs, weights):
        before, after = layer["p"] + 1, layer["p"] - 1
        padded = F.pad(inputs[0], mode="constant", constant_value=0,
                       pad_width=(0, 0, 0, 0, before, after, before, after))
        return right(F, dict(layer, p=0), [padded], weights)
    return break_layer(["conv"], lambda layer: layer["p"] > 0, shifted)


def is_square(layer):
    shape = (layer.get("weights") or {}).get(layer["name"] + ".weight", [0, 1])
    return layer["type"] in ("conv", "fc") and shape[-1] == shape[-2] > 1


def transposed_weights():
    """A kernel with height and width exchanged, or a square matrix with rows and columns."""
    def transposed(right, F, layer, inputs, weights):
        turned = F.swapaxes(weights[0], dim1=-2, dim2=-1)
        return right(F, layer, inputs, [turned] + weights[1:])
    return break_layer(["conv", "fc"], is_square, transposed)


def missing_bias():
    def unbiased(right, F, layer, inputs, weights):
        return right(F, layer, inputs, [weights[0], weights[1] * 0])
    return break_layer(["conv", "fc"], lambda layer: len(layer["weights"]) > 1, unbiased)


def leaves_rest(layer):
    rest = (layer["in"][0][1] + 2 * layer["p"] - layer["k"]) % layer["s"]
    return rest != 0 and layer["p"] == 0


def wrong_pooling_rounding():
    """Rounded up and the first window cut off where the last one is too many; rounded down and the
    last window repeated where one is missing."""
    def rounded(right, F, layer, inputs, weights):
        _, height, width = layer["out"]
        if layer["rounding"] == "down":
            larger = right(F, dict(layer, rounding="up", out=[0, height + 1, width + 1]), inputs,
                           weights)
            return F.slice(larger, begin=(None, None, 1, 1), end=(None, None, None, None))
        smaller = right(F, dict(layer, rounding="down"), inputs, weights)
        return F.pad(smaller, mode="edge", pad_width=(0, 0, 0, 0, 0, 1, 0, 1))
    return break_layer(["max_pool", "avg_pool"], leaves_rest, rounded)


def wrong_momentum():
    """The rate within the velocity, as MXNet and Caffe have it: seen only when the rate changes."""
    import mxnet_optimizer

    def set_learning_rate(self, rate):
        self._rate = rate
    mxnet_optimizer.Sgd.set_learning_rate = set_learning_rate
    return Always


def nesterov():
    import mxnet as mx
    import mxnet_optimizer

    def step(self):
        for rows, multiples in self._groups:
            for (weight, gradient, velocity), (rate, decay) in zip(rows, multiples):
                mx.nd.nag_mom_update(weight, gradient, velocity, out=weight, lr=self._rate * rate,
                                     momentum=self._momentum, wd=decay)
    mxnet_optimizer.Sgd.step = step
    return Always


def missing_scale():
    """Pixels from 0 to 255 instead of 0 to 1."""
    import mxnet_network

    def to_input(F, images, dtype, text):
        return F.transpose(F.cast(images, dtype=dtype), axes=(0, 3, 1, 2))
    mxnet_network.to_input = to_input
    return Always


def sum_instead_of_mean_loss():
    import mxnet_network
    mxnet_network.Loss.hybrid_forward = lambda self, F, images, labels: -F.sum(
        F.pick(F.log_softmax(self.network(images), axis=1), labels, axis=1))
    return Always


def shuffled_labels():
    """Every image with the label of its neighbour in the batch."""
    import trena_modes
    right = trena_modes.Images.take

    def take(self, indices):
        images, labels = right(self, indices)
        return images, trena_modes.np.roll(labels, 1)
    trena_modes.Images.take = take
    return Always


def wrong_order():
    """The first batch as ordered, the others as the files have them; honestly reported."""
    import trena_modes
    right = trena_modes.Order.step

    def step(self, epoch, step):
        ordered = right(self, epoch, step)
        size = len(ordered)
        return ordered if step == 0 else trena_modes.np.arange(step * size, (step + 1) * size)
    trena_modes.Order.step = step
    return Always


def dropout_left_on():
    import mxnet_framework
    mxnet_framework.MxnetModel.set_dropout = lambda self, on: None
    return break_layer(["dropout"], lambda layer: layer["rate"] > 0,
                       lambda right, *arguments: right(*arguments))


FAULTS = {fault.__name__: fault for fault in (
    padding_off_by_one, transposed_weights, missing_bias, wrong_momentum, wrong_pooling_rounding,
    missing_scale, shuffled_labels, nesterov, dropout_left_on, wrong_order,
    sum_instead_of_mean_loss)}


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(FAULTS))
        return 0
    if len(sys.argv) != 3 or sys.argv[1] not in FAULTS:
        print("usage: faulty_runner.py FAULT SCENARIO.json | --list", file=sys.stderr)
        return trena_runner.EXIT_FAILED
    broken = []

    def load():
        framework = mxnet_runner.load()
        broken.append(FAULTS[sys.argv[1]]())
        return framework

    code = trena_runner.main(load, sys.argv[2:])
    if code == trena_runner.EXIT_DONE and sys.argv[2] != "--describe" and not broken[0].layer:
        print("%s: this network has nothing to break" % sys.argv[1], file=sys.stderr)
        return trena_runner.EXIT_FAILED
    return code


if __name__ == "__main__":
    sys.exit(main())
