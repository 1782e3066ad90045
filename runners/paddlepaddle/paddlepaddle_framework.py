# SPDX-License-Identifier: Apache-2.0
"""PaddlePaddle as its guides have it: dynamic graphs, losses that are not looked at before the epoch
ends, gradients cleared rather than zeroed, no gradients in evaluation.
"""
import os

import numpy as np
import paddle

import trena_runner
from paddlepaddle_network import Network, cross_entropy, hinge
from trena_modes import TotalLoss, best_seconds, multiples


def groups_of(scenario, network, weights):
    """Weights whose rate and decay are multiplied alike, as Paddle wants its groups."""
    groups = {}
    for name, multiple in multiples(network).items():
        groups.setdefault(multiple, []).append(weights[name])
    if list(groups) == [(1.0, 1.0)]:
        return list(weights.values())
    return [{"params": members, "learning_rate": rate,
             "weight_decay": paddle.regularizer.L2Decay(scenario.weight_decay * decay)}
            for (rate, decay), members in groups.items()]


def make_optimizer(scenario, weights):
    """Paddle's momentum and Adam are the protocol's; a weight decay is added to the gradient."""
    options = {"learning_rate": scenario.learning_rate, "parameters": weights,
               "weight_decay": scenario.weight_decay or None}
    if scenario.optimizer == "adam":
        return paddle.optimizer.Adam(epsilon=1e-8, **options)
    return paddle.optimizer.Momentum(momentum=scenario.momentum, **options)


class PaddleModel(trena_runner.Model):
    def __init__(self, scenario, network, weights, threads):
        self.threads = threads
        paddle.seed(scenario.seed % 2 ** 31)
        self._network = Network(network, weights, scenario.batch, scenario.precision)
        self._loss = TotalLoss(network, cross_entropy, hinge)
        self._optimizer = make_optimizer(
            scenario, groups_of(scenario, network, self._network.weights))

    def _backward(self, images, labels):
        self._network.training = True
        logits = self._network(paddle.to_tensor(images))
        loss = self._loss(logits, paddle.to_tensor(labels).astype("int64"))
        self._optimizer.clear_grad(set_to_zero=False)
        loss.backward()
        return loss.detach(), logits[0].detach()

    def train_step(self, images, labels):
        loss, _ = self._backward(images, labels)
        self._optimizer.step()
        return loss

    def loss_value(self, handle):
        return float(handle)

    def mean_loss(self, handles):
        return float(np.mean([float(handle) for handle in handles]))

    def synchronize(self):
        pass  # on the CPU work is done when its call returns

    def correct(self, images, labels):
        self._network.training = False
        with paddle.no_grad():
            best = self._network(paddle.to_tensor(images))[0].argmax(-1)
            return (best == paddle.to_tensor(labels).astype("int64")).astype("int64").sum()

    def count(self, handles):
        return sum(int(handle) for handle in handles)

    def first_step(self, images, labels):
        _, logits = self._backward(images, labels)
        return logits.numpy(), {name: self._gradient(name, weight)
                                for name, weight in self._network.weights.items()}

    def _gradient(self, name, weight):
        gradient = np.zeros(weight.shape) if weight.grad is None else weight.grad.numpy()
        return np.ascontiguousarray(gradient.T if name in self._network.turned else gradient)

    def set_learning_rate(self, rate):
        self._optimizer.set_lr(rate)

    def set_dropout(self, on):
        self._network.dropout = on

    def parameters(self):
        return sum(int(np.prod(weight.shape)) for weight in self._network.weights.values())


class PaddleFramework(trena_runner.Framework):
    name = "paddlepaddle"
    precisions = ("float32", "float64")

    def describe(self):
        return {"framework": "paddlepaddle", "version": paddle.__version__, "blas": "MKL",
                "blas_library": mkl_library(), "mkldnn": None, "openmp": None,
                "cuda": paddle.is_compiled_with_cuda(), "threads": pool_threads()}

    def open(self, scenario, network, weights):
        return PaddleModel(scenario, network, weights, pool_threads())

    def gemm(self, size, repetitions, device="cpu"):
        a, b = (paddle.rand([size, size]) for _ in "ab")
        return best_seconds(lambda: paddle.matmul(a, b), lambda: None, repetitions)

    def conv(self, batch, channels, size, kernel, repetitions, device="cpu"):
        x = paddle.rand([batch, channels, size, size])
        weight = paddle.rand([channels, channels, kernel, kernel])
        return best_seconds(
            lambda: paddle.nn.functional.conv2d(x, weight, padding=kernel // 2), lambda: None,
            repetitions)


def mkl_library():
    """The MKL of its wheel: mklml, of 2019."""
    path = os.path.join(os.path.dirname(paddle.__file__), "libs", "libmklml_intel.so")
    return path if os.path.exists(path) else None


def pool_threads():
    """Its libraries read the variable that the runner sets; else they take all processors."""
    wanted = os.environ.get("OMP_NUM_THREADS", "")
    return int(wanted) if wanted.isdigit() and int(wanted) > 0 else len(os.sched_getaffinity(0))
