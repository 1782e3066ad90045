# SPDX-License-Identifier: Apache-2.0
"""TensorFlow as its guides have it: a whole step, its update included, in one tf.function of fixed
shapes; oneDNN's kernels; losses that stay where they are until the epoch ends.
"""
import os

import numpy as np
import tensorflow as tf
from tensorflow.python.util import _pywrap_util_port

import trena_runner
from tensorflow_build import build_facts
from tensorflow_network import Network, hinge, mean_cross_entropy
from tensorflow_optimizer import OPTIMIZERS
from trena_modes import TotalLoss, best_seconds, is_text, multiples, stored_shape
from trena_runner import cpu_flags


def wants_compile(scenario):
    wanted = scenario.values.get("compile", False)
    if not isinstance(wanted, bool):
        raise trena_runner.wrong("compile", "true or false")
    return wanted


class OwnNetwork(Network):
    """Of this build: convolutions in groups have a gradient in oneDNN alone, which the user may
    have switched off (TF_ENABLE_ONEDNN_OPTS=0)."""

    groups_of = (tf.float32,) if _pywrap_util_port.IsMklEnabled() else ()


class TensorflowModel(trena_runner.Model):
    def __init__(self, scenario, network, weights, threads):
        self.threads = threads
        self._cuda = scenario.device == "cuda"
        self._device = "/GPU:0" if self._cuda else "/CPU:0"
        tf.random.set_seed(scenario.seed)
        dtype = "float64" if scenario.precision == "float64" else "float32"
        compute = "bfloat16" if scenario.precision == "bfloat16" else dtype
        self._loss = TotalLoss(network, mean_cross_entropy, hinge)
        with tf.device(self._device):
            self._network = OwnNetwork(network, weights, dtype, compute)
            self._weights = list(self._network.variables.values())
            self._optimizer = OPTIMIZERS[scenario.optimizer](
                scenario, self._weights, list(multiples(network).values()))
        image = stored_shape(network)
        compiled = wants_compile(scenario) or None
        label = image if is_text(network) else []
        self._step = self._graph(self._plain_step, [scenario.batch], image, label, compiled)
        self._first = self._graph(self._plain_first, [scenario.batch], image, label, compiled)
        self._right = self._graph(self._plain_right, [None], image, label, None)

    @staticmethod
    def _graph(function, batch, image, label, compiled):
        signature = [tf.TensorSpec(batch + image, tf.uint8),
                     tf.TensorSpec(batch + label, tf.int32)]
        return tf.function(function, input_signature=signature, jit_compile=compiled)

    def _gradients(self, images, labels):
        self._network.training = True
        with tf.GradientTape() as tape:
            logits = self._network(images)
            loss = self._loss(logits, labels)
        gradients = tape.gradient(loss, self._weights, unconnected_gradients="zero")
        # Of a table that is looked up, TensorFlow tells the rows that were.
        return loss, logits[0], [tf.convert_to_tensor(gradient) for gradient in gradients]

    def _plain_step(self, images, labels):
        loss, _, gradients = self._gradients(images, labels)
        self._optimizer.step(gradients)
        return loss

    def _plain_first(self, images, labels):
        _, logits, gradients = self._gradients(images, labels)
        return logits, gradients

    def _plain_right(self, images, labels):
        self._network.training = False
        best = tf.argmax(self._network(images)[0], -1, output_type=tf.int32)
        return tf.reduce_sum(tf.cast(best == labels, tf.int32))

    def _run(self, graph, images, labels):
        try:
            with tf.device(self._device):
                return graph(images, labels)
        except tf.errors.OpError as error:
            raise RuntimeError(essence(error.message)) from error

    def train_step(self, images, labels):
        return self._run(self._step, images, labels)

    def loss_value(self, handle):
        return float(handle.numpy())

    def mean_loss(self, handles):
        return float(tf.reduce_mean(tf.cast(tf.stack(handles), tf.float64)).numpy())

    def synchronize(self):
        if self._cuda:
            tf.test.experimental.sync_devices()

    def correct(self, images, labels):
        return self._run(self._right, images, labels)

    def count(self, handles):
        return int(tf.reduce_sum(tf.stack(handles)).numpy())

    def first_step(self, images, labels):
        logits, gradients = self._run(self._first, images, labels)
        return logits.numpy(), {name: self._network.to_protocol(name, gradient.numpy())
                                for name, gradient in zip(self._network.variables, gradients)}

    def set_learning_rate(self, rate):
        self._optimizer.rate.assign(rate)

    def set_dropout(self, on):
        self._network.dropout = on

    def parameters(self):
        return sum(int(np.prod(weight.shape)) for weight in self._weights)

    def peak_memory(self):
        peak = super().peak_memory()
        if self._cuda:
            peak["cuda:0"] = tf.config.experimental.get_memory_info("GPU:0")["peak"]
        return peak


class TensorflowFramework(trena_runner.Framework):
    name = "tensorflow"

    def __init__(self):
        threads = os.environ.get("OMP_NUM_THREADS", "")
        if threads.isdigit() and int(threads) > 0:
            tf.config.threading.set_intra_op_parallelism_threads(int(threads))
            tf.config.threading.set_inter_op_parallelism_threads(int(threads))
        # float32 is float32: by default products would drop to TF32 where the GPU can.
        tf.config.experimental.enable_tensor_float_32_execution(False)
        if tf.__version__.startswith("2.14.") and "avx512f" not in cpu_flags():
            self.precisions = ("float32", "float64")  # its oneDNN has no other kernels

    def describe(self):
        build = tf.sysconfig.get_build_info()
        onednn = bool(_pywrap_util_port.IsMklEnabled())
        return {"framework": "tensorflow", "version": tf.__version__,
                "blas": "oneDNN" if onednn else "Eigen", "mkldnn": onednn,
                "openmp": None,  # pools of its own
                "xla": bool(_pywrap_util_port.IsBuiltWithXLA()),
                "cuda": self.has_device("cuda"), "cuda_version": build.get("cuda_version"),
                "cudnn": build.get("cudnn_version"), "compiler": tf.version.COMPILER_VERSION,
                "interop_threads": tf.config.threading.get_inter_op_parallelism_threads() or None,
                "threads": intra_op_threads()}

    def build_facts(self):
        return build_facts(cpu_flags())

    def has_device(self, device):
        return bool(tf.config.list_physical_devices("GPU" if device == "cuda" else "CPU"))

    def open(self, scenario, network, weights):
        return TensorflowModel(scenario, network, weights, intra_op_threads())

    def gemm(self, size, repetitions, device="cpu"):
        with tf.device("/GPU:0" if device == "cuda" else "/CPU:0"):
            a, b = (tf.random.uniform([size, size]) for _ in "ab")
            return best_seconds(tf.function(lambda: tf.matmul(a, b)), waiting(device), repetitions)

    def conv(self, batch, channels, size, kernel, repetitions, device="cpu"):
        with tf.device("/GPU:0" if device == "cuda" else "/CPU:0"):
            x = tf.random.uniform([batch, size, size, channels])
            weight = tf.random.uniform([kernel, kernel, channels, channels])
            return best_seconds(tf.function(lambda: tf.nn.conv2d(x, weight, 1, "SAME")),
                                waiting(device), repetitions)


def essence(message):
    """The line of a graph's error that says what happened, out of those that say where."""
    around = ("Graph execution error", "Detected at node", "<stack", " ", "\t")
    lines = [line for line in message.splitlines() if line and not line.startswith(around)]
    return lines[0] if lines else message


def intra_op_threads():
    """Zero is TensorFlow's word for all processors it may use."""
    set_to = tf.config.threading.get_intra_op_parallelism_threads()
    return set_to or len(os.sched_getaffinity(0))


def waiting(device):
    """Work on the CPU is done when its call returns."""
    return tf.test.experimental.sync_devices if device == "cuda" else (lambda: None)
