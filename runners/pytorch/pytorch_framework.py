# SPDX-License-Identifier: Apache-2.0
"""PyTorch as its tuning guide has it: channels_last images, an optimizer that updates all weights
in one call, gradients dropped rather than zeroed, no waiting for the device within an epoch.
"""
import contextlib
import os
import re

import numpy as np
import torch

import trena_runner
from pytorch_network import Network, cross_entropy, hinge
from trena_modes import TotalLoss, best_seconds, multiples, weight_shapes


def groups_of(scenario, network, weight_of):
    """Weights whose rate and decay are multiplied alike, as torch.optim wants its groups."""
    groups = {}
    for name, multiple in multiples(network).items():
        groups.setdefault(multiple, []).append(weight_of(name))
    return [{"params": weights, "lr": scenario.learning_rate * rate, "rate_multiple": rate,
             "weight_decay": scenario.weight_decay * decay}
            for (rate, decay), weights in groups.items()]


def make_optimizer(scenario, groups):
    """torch's momentum is the protocol's, and so is its Adam. All weights of a group are updated
    in one call: fused where this version can, else foreach."""
    kind = torch.optim.Adam if scenario.optimizer == "adam" else torch.optim.SGD
    options = {}
    if kind is torch.optim.SGD:
        options["momentum"] = scenario.momentum
    try:
        return kind([dict(group) for group in groups], fused=True, **options)
    except (TypeError, RuntimeError):  # 2.2: unknown to SGD, and for CUDA only in Adam
        return kind(groups, foreach=True, **options)


def wants_compile(scenario):
    wanted = scenario.values.get("compile", False)
    if not isinstance(wanted, bool):
        raise trena_runner.wrong("compile", "true or false")
    return wanted


def layout_of(scenario):
    # On CUDA only tensor cores gain by channels_last.
    contiguous = scenario.device == "cuda" and scenario.precision != "bfloat16"
    return torch.contiguous_format if contiguous else torch.channels_last


class PytorchModel(trena_runner.Model):
    def __init__(self, scenario, network, weights):
        self.threads = torch.get_num_threads()
        self._device = torch.device("cuda", 0) if scenario.device == "cuda" else torch.device("cpu")
        self._bfloat16 = scenario.precision == "bfloat16"
        torch.manual_seed(scenario.seed)
        dtype = torch.float64 if scenario.precision == "float64" else torch.float32
        self._network = Network(network, weights, layout_of(scenario), dtype).to(self._device)
        self._total = TotalLoss(network, cross_entropy, hinge)
        self._names = list(weight_shapes(network))
        self._optimizer = make_optimizer(
            scenario, groups_of(scenario, network, self._network.weight))
        compiled = wants_compile(scenario)
        self._loss = torch.compile(self._plain_loss) if compiled else self._plain_loss

    def _put(self, array, dtype):
        # Pinned memory is copied to the device while the host goes on.
        tensor = torch.from_numpy(np.require(array, requirements="W"))
        if self._device.type == "cuda":
            tensor = tensor.pin_memory()
        return tensor.to(self._device, non_blocking=True).to(dtype)

    def _inputs(self, images, labels):
        return self._put(images, torch.uint8), self._put(labels, torch.int64)

    def _autocast(self):
        if not self._bfloat16:
            return contextlib.nullcontext()
        return torch.autocast(self._device.type, torch.bfloat16)

    def _plain_loss(self, images, labels):
        logits = self._network(images)
        return self._total(logits, labels), logits[0]

    def _backward(self, images, labels):
        images, labels = self._inputs(images, labels)
        self._network.train()
        with self._autocast():
            loss, logits = self._loss(images, labels)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        return loss.detach(), logits.detach()

    def train_step(self, images, labels):
        loss, _ = self._backward(images, labels)
        self._optimizer.step()
        return loss

    def loss_value(self, handle):
        return handle.item()

    def mean_loss(self, handles):
        return torch.stack(handles).double().mean().item()

    def synchronize(self):
        if self._device.type == "cuda":
            torch.cuda.synchronize(self._device)

    def correct(self, images, labels):
        images, labels = self._inputs(images, labels)
        self._network.eval()
        with torch.inference_mode(), self._autocast():
            return (self._network(images)[0].argmax(-1) == labels).sum()

    def count(self, handles):
        return int(torch.stack(handles).sum().item())

    def first_step(self, images, labels):
        _, logits = self._backward(images, labels)
        return to_numpy(logits), {name: to_numpy(self._gradient(name)) for name in self._names}

    def _gradient(self, name):
        weight = self._network.weight(name)
        return torch.zeros_like(weight) if weight.grad is None else weight.grad

    def set_learning_rate(self, rate):
        for group in self._optimizer.param_groups:
            group["lr"] = rate * group["rate_multiple"]

    def set_dropout(self, on):
        self._network.dropout = on

    def parameters(self):
        return sum(weight.numel() for weight in self._network.parameters())

    def peak_memory(self):
        peak = super().peak_memory()
        if self._device.type == "cuda":
            peak["cuda:0"] = torch.cuda.max_memory_allocated(self._device)
        return peak


def to_numpy(tensor):
    return tensor.detach().double().cpu().contiguous().numpy()


class PytorchFramework(trena_runner.Framework):
    name = "pytorch"

    def __init__(self):
        threads = os.environ.get("OMP_NUM_THREADS", "")
        if threads.isdigit() and int(threads) > 0:
            torch.set_num_threads(int(threads))
            torch.set_num_interop_threads(int(threads))
        torch.backends.cudnn.benchmark = True
        # float32 is float32: by default convolutions would drop to TF32 where the GPU can.
        torch.backends.cudnn.allow_tf32 = False

    def describe(self):
        config = torch.__config__.show()
        cuda = torch.cuda.is_available()
        return {"framework": "pytorch", "version": torch.__version__.split("+")[0],
                "build": torch.__version__,
                "blas": found(r"BLAS_INFO=(\w+)", config),
                "mkl": found(r"Math Kernel Library Version (\S+)", config),
                "mkldnn": found(r"MKL-DNN v(\S+)", config),
                "openmp": found(r"OpenMP (\d+)", config),
                "cpu_capability": found(r"CPU capability usage: (\S+)", config),
                "cuda": cuda, "cuda_version": torch.version.cuda,
                "cudnn": torch.backends.cudnn.version() if cuda else None,
                "gpu": torch.cuda.get_device_name(0) if cuda else None,
                "interop_threads": torch.get_num_interop_threads(),
                "threads": torch.get_num_threads()}

    def has_device(self, device):
        return device == "cpu" or torch.cuda.is_available()

    def open(self, scenario, network, weights):
        return PytorchModel(scenario, network, weights)

    @torch.inference_mode()
    def gemm(self, size, repetitions, device="cpu"):
        a, b = (torch.rand(size, size, device=device) for _ in "ab")
        return best_seconds(lambda: torch.mm(a, b), waiting(device), repetitions)

    @torch.inference_mode()
    def conv(self, batch, channels, size, kernel, repetitions, device="cpu"):
        layout = torch.contiguous_format if device == "cuda" else torch.channels_last
        x = torch.rand(batch, channels, size, size, device=device).contiguous(memory_format=layout)
        weight = torch.rand(channels, channels, kernel, kernel, device=device)
        weight = weight.contiguous(memory_format=layout)
        return best_seconds(lambda: torch.conv2d(x, weight, None, 1, kernel // 2),
                            waiting(device), repetitions)


def found(pattern, text):
    match = re.search(pattern, text)
    return match.group(1) if match else None


def waiting(device):
    """Work on the CPU is done when its call returns."""
    return torch.cuda.synchronize if device == "cuda" else (lambda: None)
