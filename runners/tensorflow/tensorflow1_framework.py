# SPDX-License-Identifier: Apache-2.0
"""TensorFlow 1 as its users had it: a graph, made once and then finalized, and a session of which
every step is one run, the update by its own tf.train optimizers included, prepared by make_callable.
With `detail: step` it tells each step in the words of slim.learning.train.
"""
import logging
import os
import time

import numpy as np
import tensorflow as tf
from tensorflow.python.platform import tf_logging

import trena_runner
from tensorflow1_network import GraphNetwork
from tensorflow_build import build_facts
from tensorflow_network import hinge, mean_cross_entropy
from trena_modes import TotalLoss, best_seconds, is_text, multiples, stored_shape
from trena_runner import cpu_flags

BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8


def threads_here():
    threads = os.environ.get("OMP_NUM_THREADS", "")
    given = threads.isdigit() and int(threads) > 0
    return int(threads) if given else len(os.sched_getaffinity(0))


def session(graph):
    return tf.Session(graph=graph, config=tf.ConfigProto(
        intra_op_parallelism_threads=threads_here(), inter_op_parallelism_threads=threads_here(),
        allow_soft_placement=True))


def place(device):
    return "/gpu:0" if device == "cuda" else "/cpu:0"


def adam(rate, dtype):
    """The protocol adds epsilon after the second moment is corrected for its start, TensorFlow
    before: it is scaled to make up for it, anew in every step."""
    step = tf.Variable(0.0, dtype=tf.float64, trainable=False).assign_add(1)
    corrected = tf.cast(EPSILON * tf.sqrt(1 - tf.pow(tf.constant(BETA2, tf.float64), step)), dtype)
    return tf.train.AdamOptimizer(rate, BETA1, BETA2, corrected)


class GraphModel(trena_runner.Model):
    def __init__(self, scenario, network, weights):
        self.threads = threads_here()
        self._scenario, self._rate, self._steps = scenario, scenario.learning_rate, 0
        self._loss = TotalLoss(network, mean_cross_entropy, hinge)
        self._multiples = list(multiples(network).values())
        dtype = "float64" if scenario.precision == "float64" else "float32"
        image = stored_shape(network)
        with tf.Graph().as_default() as self._graph, tf.device(place(scenario.device)):
            tf.set_random_seed(scenario.seed)
            self._network = GraphNetwork(network, weights, dtype, dtype)
            self._images = tf.placeholder(tf.uint8, [None] + image)
            self._labels = tf.placeholder(tf.int32, [None] + (image if is_text(network) else []))
            self._fed_rate = tf.placeholder(dtype, [])
            self._session = session(self._graph)
            self._start(tf.global_variables(), self._network.starts)
            self._right = self._evaluation()
        self._network.starts = None

    def _start(self, variables, fed):
        self._session.run(tf.variables_initializer(variables), fed)

    def _evaluation(self):
        self._network.training = False
        best = tf.argmax(self._network(self._images)[0], -1, output_type=tf.int32)
        right = tf.reduce_sum(tf.cast(tf.equal(best, self._labels), tf.int32))
        return self._session.make_callable(right, [self._images, self._labels])

    def _training(self):
        """Made with the first step, since set_dropout comes before it."""
        self._network.training = True
        weights = list(self._network.variables.values())
        logits = self._network(self._images)
        loss = self._loss(logits, self._labels)
        # Gated: no weight is updated while a gradient that reads it is still worked out.
        found = tf.gradients(loss, weights, gate_gradients=True)
        # Of a table that is looked up, TensorFlow tells the rows that were.
        gradients = [tf.zeros_like(weight) if gradient is None else tf.convert_to_tensor(gradient)
                     for gradient, weight in zip(found, weights)]
        before = set(tf.global_variables())
        update = self._update(gradients, weights)
        self._start([one for one in tf.global_variables() if one not in before], None)
        feeds = [self._images, self._labels]
        with tf.control_dependencies(self._network.updates + [update]):
            done = tf.identity(loss)
        self._step = self._session.make_callable(done, feeds + [self._fed_rate])
        self._first = self._session.make_callable([logits[0]] + gradients, feeds)
        self._graph.finalize()
        tf_logging.set_verbosity(tf_logging.INFO)

    def _update(self, gradients, weights):
        groups = {}  # of weights whose rate is multiplied alike
        for gradient, weight, (rate, decay) in zip(gradients, weights, self._multiples):
            if self._scenario.weight_decay * decay:
                gradient = gradient + self._scenario.weight_decay * decay * weight
            groups.setdefault(rate, []).append((gradient, weight))
        return tf.group(*[self._optimizer(rate, weights[0].dtype.base_dtype).apply_gradients(pairs)
                          for rate, pairs in groups.items()])

    def _optimizer(self, multiple, dtype):
        rate = self._fed_rate if multiple == 1 else self._fed_rate * multiple
        if self._scenario.optimizer == "adam":
            return adam(rate, dtype)
        if self._scenario.momentum:
            return tf.train.MomentumOptimizer(rate, self._scenario.momentum)
        return tf.train.GradientDescentOptimizer(rate)

    def _prepare(self):
        if not self._graph.finalized:
            with self._graph.as_default(), tf.device(place(self._scenario.device)):
                self._training()

    def train_step(self, images, labels):
        self._prepare()
        begin = time.time()
        loss = self._step(images, labels, self._rate)
        self._steps += 1
        if self._scenario.detail == "step":  # as slim.learning.train_step says it
            tf_logging.info("global step %d: loss = %.4f (%.3f sec/step)", self._steps, loss,
                            time.time() - begin)
        return loss

    def loss_value(self, handle):
        return float(handle)

    def mean_loss(self, handles):
        return float(np.mean(handles, dtype=np.float64))

    def synchronize(self):
        """A run of the session has waited."""

    def correct(self, images, labels):
        return self._right(images, labels)

    def count(self, handles):
        return int(sum(handles))

    def first_step(self, images, labels):
        self._prepare()
        logits, *gradients = self._first(images, labels)
        return logits, {name: self._network.to_protocol(name, gradient)
                        for name, gradient in zip(self._network.variables, gradients)}

    def set_learning_rate(self, rate):
        self._rate = rate

    def set_dropout(self, on):
        self._network.dropout = on

    def parameters(self):
        return sum(int(np.prod(weight.shape.as_list()))
                   for weight in self._network.variables.values())


class Tensorflow1Framework(trena_runner.Framework):
    name = "tensorflow"
    precisions = ("float32", "float64")

    def __init__(self):
        # 1.15 says of most of these names that 2 has others, and each line twice.
        tf_logging.set_verbosity(tf_logging.ERROR)
        logging.getLogger("tensorflow").propagate = False

    def describe(self):
        return {"framework": "tensorflow", "version": tf.__version__,
                "blas": "Eigen", "mkldnn": False,
                "openmp": None,  # pools of its own
                "cuda": tf.test.is_built_with_cuda(),
                "compiler": getattr(tf, "__compiler_version__", None),
                "interop_threads": threads_here(), "threads": threads_here()}

    def build_facts(self):
        return build_facts(cpu_flags())

    def has_device(self, device):
        return device == "cpu" or tf.test.is_gpu_available()

    def open(self, scenario, network, weights):
        return GraphModel(scenario, network, weights)

    def _seconds(self, make, device, repetitions):
        """Of what `make` adds to a graph: the result stays where it is."""
        with tf.Graph().as_default() as graph, tf.device(place(device)):
            result, variables = make(), tf.global_variables()
            with session(graph) as here:
                here.run(tf.variables_initializer(variables))
                work = here.make_callable(result.op)
                return best_seconds(work, lambda: None, repetitions)

    def gemm(self, size, repetitions, device="cpu"):
        def make():
            a, b = (tf.Variable(tf.random_uniform([size, size])) for _ in "ab")
            return tf.matmul(a, b)
        return self._seconds(make, device, repetitions)

    def conv(self, batch, channels, size, kernel, repetitions, device="cpu"):
        def make():
            x = tf.Variable(tf.random_uniform([batch, size, size, channels]))
            weight = tf.Variable(tf.random_uniform([kernel, kernel, channels, channels]))
            return tf.nn.conv2d(x, weight, [1, 1, 1, 1], "SAME")
        return self._seconds(make, device, repetitions)
