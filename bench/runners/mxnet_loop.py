# SPDX-License-Identifier: Apache-2.0
"""network1 in MXNet after its tutorials "Gluon: from experiment to deployment" and "Hybridize"."""
from loop_data import BATCH, MOMENTUM, RATE, time_epochs

import os

os.environ.setdefault("KMP_AFFINITY", "granularity=fine,noduplicates,compact,1,0")
import mxnet as mx  # noqa: E402
from mxnet import autograd, gluon  # noqa: E402
from mxnet.gluon import nn  # noqa: E402

model = nn.HybridSequential()
for outputs in (32, 64):
    model.add(nn.Conv2D(outputs, 3, padding=1, activation="relu"),
              nn.Conv2D(outputs, 3, padding=1, activation="relu"), nn.MaxPool2D())
model.add(nn.Dense(256, activation="relu"), nn.Dense(10))
model.initialize(mx.init.Xavier())
model.hybridize(static_alloc=True, static_shape=True)
criterion = gluon.loss.SoftmaxCrossEntropyLoss()
criterion.hybridize(static_alloc=True, static_shape=True)
trainer = gluon.Trainer(model.collect_params(), "sgd",
                        {"learning_rate": RATE, "momentum": MOMENTUM})


def step(images, labels):
    x = mx.nd.array(images, dtype="uint8").astype("float32").transpose((0, 3, 1, 2)) / 255
    y = mx.nd.array(labels)
    with autograd.record():
        loss = criterion(model(x), y)
    loss.backward()
    trainer.step(BATCH)
    return loss.mean()


time_epochs(step, lambda losses: sum(loss.asscalar() for loss in losses) / len(losses))
