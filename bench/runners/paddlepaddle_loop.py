# SPDX-License-Identifier: Apache-2.0
"""network1 in PaddlePaddle after its tutorial "Quick start: training with the basic API"."""
from loop_data import MOMENTUM, RATE, time_epochs

import paddle
from paddle import nn


def block(inputs, outputs):
    return [nn.Conv2D(inputs, outputs, 3, padding=1), nn.ReLU(),
            nn.Conv2D(outputs, outputs, 3, padding=1), nn.ReLU(), nn.MaxPool2D(2, 2)]


model = nn.Sequential(*block(3, 32), *block(32, 64), nn.Flatten(), nn.Linear(64 * 8 * 8, 256),
                      nn.ReLU(), nn.Linear(256, 10))
optimizer = paddle.optimizer.Momentum(RATE, MOMENTUM, model.parameters())


def step(images, labels):
    x = paddle.to_tensor(images).astype("float32").transpose([0, 3, 1, 2]) / 255
    loss = nn.functional.cross_entropy(model(x), paddle.to_tensor(labels).astype("int64"))
    loss.backward()
    optimizer.step()
    optimizer.clear_grad(set_to_zero=False)
    return loss.detach()


time_epochs(step, lambda losses: sum(float(loss) for loss in losses) / len(losses))
