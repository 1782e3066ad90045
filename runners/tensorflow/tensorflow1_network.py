# SPDX-License-Identifier: Apache-2.0
"""network.json in TensorFlow 1's graph: what it says otherwise than TensorFlow 2. It refuses
convolutions in groups when the graph is built, pads them by rule alone, runs no assignment that
nobody asks for, and keeps an array that a variable begins with in the graph unless it is fed.
"""
import tensorflow as tf

from tensorflow_network import Network

LEAST_EPSILON = 1.001e-5  # that its fused batch norm takes, from cuDNN: the protocol's and a hair


class GraphNetwork(Network):
    """`updates` are the assignments to run with a step, `starts` what variables begin with, by the
    placeholder to feed."""

    pads_by_number = False

    def __init__(self, *arguments):
        self.updates, self.starts = [], {}
        super().__init__(*arguments)

    def variable(self, array, trainable):
        start = tf.placeholder(self.dtype, array.shape)
        self.starts[start] = array
        return tf.Variable(start, trainable=trainable)

    def fused_batch_norm(self, layer, x, scale, shift):
        mean, variance = self.running[layer["name"]]
        used = {} if self.training else {"mean": mean, "variance": variance}
        y, batch_mean, batch_variance = tf.nn.fused_batch_norm(
            x, scale, shift, epsilon=max(layer["epsilon"], LEAST_EPSILON),
            is_training=self.training, **used)
        if self.training:
            self.average_in(layer, batch_mean, batch_variance)
        return y

    def average_in(self, layer, batch_mean, batch_variance):
        for average, new in zip(self.running[layer["name"]], (batch_mean, batch_variance)):
            self.updates.append(average.assign_add(layer["momentum"] * (new - average)))

    def drop(self, x, rate):
        return tf.nn.dropout(x, keep_prob=1 - rate)

    def erf(self, x):
        return tf.erf(x)
