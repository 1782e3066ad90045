# SPDX-License-Identifier: Apache-2.0
"""MXNet as its performance guide has it: hybridised Gluon blocks with static memory and shapes, the
oneDNN kernels of the CPU packages, and an engine that is never waited for within an epoch.
"""
import ctypes
import os

import mxnet as mx

import trena_runner
from mxnet_network import Loss, Network
from mxnet_optimizer import OPTIMIZERS
from trena_modes import best_seconds, multiples, stored_shape

BATCHES_AHEAD = 4  # that Python may run before the engine; bounds the memory of the input


class Inputs:
    """Batches on the device. A buffer is written again only when the engine has read it, which is
    all that holds Python back."""

    def __init__(self, context):
        self._context = context
        self._buffers, self._next = [], 0

    def put(self, images, labels):
        if not self._buffers or self._buffers[0][0].shape != images.shape:
            self._buffers = [(mx.nd.empty(images.shape, self._context, "uint8"),
                              mx.nd.empty(labels.shape, self._context, "int32"))
                             for _ in range(BATCHES_AHEAD)]
        self._next = (self._next + 1) % BATCHES_AHEAD
        buffer = self._buffers[self._next]
        buffer[0][:] = images
        buffer[1][:] = labels
        return buffer


class RunningVariances:
    """MXNet averages the variance of the batch, the others the estimate for its population, which
    is n/(n−1) times that. An average that starts at (n−1)/n and is read n/(n−1) fold is the same."""

    def __init__(self, network, batch, layers):
        self._arrays = []
        self._corrected = False
        for layer in layers:
            if layer["type"] != "batch_norm":
                continue
            count = batch
            for size in layer["out"][1:]:
                count *= size
            if count > 1:
                array = network.params[layer["name"] + ".running_variance"].data()
                self._arrays.append((array, count / (count - 1.0)))
                array /= count / (count - 1.0)

    def correct(self, wanted):
        """Corrected for evaluation, as MXNet wants it for training."""
        if wanted == self._corrected:
            return
        self._corrected = wanted
        for array, factor in self._arrays:
            array *= factor if wanted else 1 / factor


class MxnetModel(trena_runner.Model):
    def __init__(self, scenario, network, weights, context, threads):
        self.threads = threads
        dtype = scenario.precision
        self._context = context
        self._used_before = used_memory(context)
        mx.random.seed(scenario.seed % 2 ** 31)
        self._network = Network(network, dtype)
        self._loss = Loss(self._network, network)
        self._loss.initialize(ctx=context)
        for name, array in weights.items():
            self._network.params[name].set_data(mx.nd.array(array, context, dtype))
        self._network.check_shapes((scenario.batch, *stored_shape(network)))
        self._loss.hybridize(static_alloc=True, static_shape=True)
        self._inputs = Inputs(context)
        self._variances = RunningVariances(self._network, scenario.batch, network["layers"])
        parameters = [self._network.params[name] for name in self._network.names]
        self._optimizer = OPTIMIZERS[scenario.optimizer](
            scenario, [p.data() for p in parameters], [p.grad() for p in parameters],
            list(multiples(network).values()))

    def _backward(self, images, labels):
        self._variances.correct(False)
        with mx.autograd.record():
            loss = self._loss(images, labels)
        loss.backward()
        return loss

    def train_step(self, images, labels):
        loss = self._backward(*self._inputs.put(images, labels))
        self._optimizer.step()
        return loss

    def loss_value(self, handle):
        return float(handle.asscalar())

    def mean_loss(self, handles):
        self.synchronize()
        return sum(self.loss_value(handle) for handle in handles) / len(handles)

    def synchronize(self):
        mx.nd.waitall()

    def correct(self, images, labels):
        self._variances.correct(True)
        images = mx.nd.array(images, self._context, "uint8")
        labels = mx.nd.array(labels, self._context, "float32")
        return (self._network(images).argmax(axis=-1).astype("float32") == labels).sum()

    def count(self, handles):
        return sum(int(handle.asscalar()) for handle in handles)

    def first_step(self, images, labels):
        images, labels = self._inputs.put(images, labels)
        with mx.autograd.record():
            logits = self._network(images).asnumpy()
        self._backward(images, labels)
        return logits, {name: self._network.params[name].grad().asnumpy()
                        for name in self._network.names}

    def set_learning_rate(self, rate):
        self._optimizer.set_learning_rate(rate)

    def set_dropout(self, on):
        self._network.dropout = on

    def parameters(self):
        return sum(parameter.data().size for parameter in self._network.params.values()
                   if parameter.grad_req != "null")

    def peak_memory(self):
        peak = super().peak_memory()
        if self._context.device_type == "gpu":
            # MXNet keeps all it ever took, so that what it holds in the end is its peak.
            peak["cuda:0"] = used_memory(self._context) - self._used_before
        return peak


class MxnetFramework(trena_runner.Framework):
    name = "mxnet"
    precisions = ("float32", "float64")

    def describe(self):
        features = sorted(name for name, feature in mx.runtime.Features().items()
                          if feature.enabled)
        library = ctypes.CDLL(mx.libinfo.find_lib_path()[0])
        return {"framework": "mxnet", "version": mx.__version__,
                "blas": ask(library, "openblas_get_config"),
                # Old OpenBLAS takes CPUs it does not know for slow ones: a kernel far below what
                # the CPU can do calls for OPENBLAS_CORETYPE.
                "blas_kernel": ask(library, "openblas_get_corename"),
                "blas_coretype": os.environ.get("OPENBLAS_CORETYPE"),
                "mkldnn": "MKLDNN" in features, "openmp": mapped_library("omp"),
                "cuda": "CUDA" in features, "features": features, "threads": engine_threads()}

    def has_device(self, device):
        return device == "cpu" or gpus() > 0

    def open(self, scenario, network, weights):
        return MxnetModel(scenario, network, weights, context_of(scenario.device),
                          engine_threads())

    def gemm(self, size, repetitions, device="cpu"):
        a, b = (mx.nd.random.uniform(shape=(size, size), ctx=context_of(device)) for _ in "ab")
        return best_seconds(lambda: mx.nd.dot(a, b), mx.nd.waitall, repetitions)

    def conv(self, batch, channels, size, kernel, repetitions, device="cpu"):
        context = context_of(device)
        x = mx.nd.random.uniform(shape=(batch, channels, size, size), ctx=context)
        weight = mx.nd.random.uniform(shape=(channels, channels, kernel, kernel), ctx=context)
        return best_seconds(lambda: mx.nd.Convolution(
            x, weight, kernel=(kernel, kernel), pad=(kernel // 2, kernel // 2),
            num_filter=channels, no_bias=True), mx.nd.waitall, repetitions)


def context_of(device):
    return mx.gpu(0) if device == "cuda" else mx.cpu()


def gpus():
    try:
        return mx.context.num_gpus()
    except mx.MXNetError:
        return 0


def used_memory(context):
    if context.device_type != "gpu":
        return None
    free, total = mx.context.gpu_memory_info(context.device_id)
    return total - free


def engine_threads():
    """As MXNet's engine sizes its OpenMP pool (src/engine/openmp.cc): half the processors where
    OMP_NUM_THREADS is not set, for fear of hyper-threading."""
    wanted = os.environ.get("OMP_NUM_THREADS", "")
    if wanted.isdigit() and int(wanted) > 0:
        return int(wanted)
    return max(1, len(os.sched_getaffinity(0)) // 2)


def ask(library, function):
    """What a function without arguments of a loaded library says; None when it has none."""
    try:
        call = getattr(library, function)
    except AttributeError:
        return None
    call.restype = ctypes.c_char_p
    answer = call()
    return answer.decode("ascii", "replace") if answer else None


def mapped_library(part):
    """The file name of the loaded library whose name holds lib*`part`.so; None without one."""
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="replace") as file:
            names = {line.split()[-1].rsplit("/", 1)[-1] for line in file if part in line}
    except OSError:
        return None
    return next((name for name in sorted(names) if name.startswith("lib") and
                 part in name.split(".so")[0][-6:]), None)
