# SPDX-License-Identifier: Apache-2.0
"""network1 in PyTorch after its tutorial "Training a Classifier" and its performance tuning guide."""
from loop_data import MOMENTUM, RATE, THREADS, time_epochs

import torch
from torch import nn

torch.set_num_threads(THREADS)


def block(inputs, outputs):
    return [nn.Conv2d(inputs, outputs, 3, padding=1), nn.ReLU(inplace=True),
            nn.Conv2d(outputs, outputs, 3, padding=1), nn.ReLU(inplace=True), nn.MaxPool2d(2)]


model = nn.Sequential(*block(3, 32), *block(32, 64), nn.Flatten(), nn.Linear(64 * 8 * 8, 256),
                      nn.ReLU(inplace=True), nn.Linear(256, 10))
model = model.to(memory_format=torch.channels_last)
optimizer = torch.optim.SGD(model.parameters(), RATE, MOMENTUM, foreach=True)
criterion = nn.CrossEntropyLoss()


def step(images, labels):
    x = torch.from_numpy(images).permute(0, 3, 1, 2).float().div_(255)
    loss = criterion(model(x), torch.from_numpy(labels).long())
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    return loss.detach()


time_epochs(step, lambda losses: torch.stack(losses).mean().item())
