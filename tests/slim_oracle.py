# SPDX-License-Identifier: Apache-2.0
"""slim's own networks beside trena's of the same name, in TensorFlow 1.4.0 (frameworks_test.cc):

    python slim_oracle.py NETWORK RUNNER.py SCENARIO.json

lets the runner do mode `verify` with the files of a run, builds slim's network, gives it the same
weights and images, and prints one JSON object: the counts and shapes of both, the largest difference
of their logits, and the standard deviation of slim's. Nothing of trena's is imported: weights are
turned and pixels scaled here once more. Batch norm uses the batch's own statistics, dropout is off.
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import tensorflow as tf
from tensorflow.contrib import slim
from tensorflow.contrib.slim import nets

NETWORKS = {"alexnet_v2": (nets.alexnet.alexnet_v2, nets.alexnet.alexnet_v2_arg_scope),
            "inception_v1": (nets.inception.inception_v1, nets.inception.inception_v1_arg_scope)}


def runners_logits(runner, scenario):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scenario.json")
        with open(path, "w") as file:
            json.dump(dict(scenario, mode="verify", output=folder), file)
        subprocess.check_call([sys.executable, "-B", runner, path], stdout=sys.stderr)
        with np.load(os.path.join(folder, "verify.npz")) as arrays:
            return arrays["logits"]


def as_slims(array):
    """A kernel height, width, input, output; the matrix of a fully connected layer is one of 1x1."""
    if array.ndim == 2:
        array = array[:, :, None, None]
    return array.transpose(2, 3, 1, 0) if array.ndim == 4 else array


def slims_logits(name, scenario, network):
    """(logits, trained variables, shapes C,H,W of what its layers give)."""
    order = np.load(scenario["order"])[0][:scenario["batch"]]
    pixels = np.load(os.path.join(scenario["data"], "train_images.npy"))[order]
    images = tf.placeholder(tf.float32, pixels.shape)
    function, scope = NETWORKS[name]
    with slim.arg_scope(scope()):
        logits, end_points = function(images, network["classes"], dropout_keep_prob=1.0)
    variables = tf.trainable_variables()
    names = [weight for layer in network["layers"] for weight in layer["weights"]]
    if len(names) != len(variables):
        sys.exit("%d weights, slim has %d" % (len(names), len(variables)))
    with np.load(scenario["weights"]) as weights, tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for variable, weight in zip(variables, names):  # both in the order of the layers
            variable.load(as_slims(weights[weight]), session)
        result = session.run(logits, {images: pixels.astype(np.float32) / 255})
    shapes = [point.shape.as_list() for point in end_points.values() if point.shape.ndims == 4]
    return result, variables, [[shape[3], shape[1], shape[2]] for shape in shapes]


def main(name, runner, scenario):
    with open(scenario) as file:
        scenario = json.load(file)
    with open(scenario["network"]) as file:
        network = json.load(file)
    ours = runners_logits(runner, scenario)
    slims, variables, shapes = slims_logits(name, scenario, network)
    given = [layer["out"] for layer in network["layers"]]
    given += [shape + [1, 1] for shape in given if len(shape) == 1]
    print(json.dumps({
        "parameters": network["parameters"],
        "slims_parameters": sum(int(np.prod(one.shape.as_list())) for one in variables),
        "shapes": len(shapes), "shapes_not_ours": [one for one in shapes if one not in given],
        "difference": float(np.abs(ours - slims).max()), "deviation": float(slims.std())}))


if __name__ == "__main__":
    main(*sys.argv[1:])
