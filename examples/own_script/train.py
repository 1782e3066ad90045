# SPDX-License-Identifier: Apache-2.0
"""A plain PyTorch training, as one writes it: a small network learns to tell shapes apart in images
that the script draws itself. The lines with `trena` are all that measuring it took. Under trena the
import works as it is; to run it alone, copy runners/command/trena.py beside it."""
import torch
import trena

BATCH = trena.value("batch", 64)
EPOCHS = trena.value("epochs", 3)
CHANNELS = trena.value("channels", 16)
SIDE, CLASSES = 24, 3


def draw(count, seed):
    """Noisy images with a horizontal bar, a vertical bar or a square: (images, labels)."""
    noise = torch.Generator().manual_seed(seed)
    images = torch.rand(count, 1, SIDE, SIDE, generator=noise)
    labels = torch.randint(CLASSES, (count,), generator=noise)
    corners = torch.randint(2, SIDE - 12, (count, 2), generator=noise)
    for image, label, (y, x) in zip(images, labels.tolist(), corners.tolist()):
        height, width = ((4, 10), (10, 4), (7, 7))[label]
        image[0, y:y + height, x:x + width] += 0.7
    return images, labels


def network():
    return torch.nn.Sequential(
        torch.nn.Conv2d(1, CHANNELS, 5, padding=2), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
        torch.nn.Conv2d(CHANNELS, CHANNELS, 5, padding=2), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
        torch.nn.Flatten(), torch.nn.Linear(CHANNELS * (SIDE // 4) ** 2, CLASSES))


def batches(images, labels):
    order = torch.randperm(len(labels))
    for part in order.split(BATCH):
        yield images[part], labels[part]


def main():
    torch.manual_seed(trena.value("seed", 1))
    images, labels = draw(2048, seed=1)
    test_images, test_labels = draw(512, seed=2)
    model = network()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02, momentum=0.9)
    for epoch in range(EPOCHS):
        losses = []
        for batch, target in trena.steps(batches(images, labels), images=lambda item: len(item[1])):
            loss = torch.nn.functional.cross_entropy(model(batch), target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.detach())
        with torch.no_grad():
            accuracy = (model(test_images).argmax(1) == test_labels).float().mean().item()
        loss = torch.stack(losses).mean().item()
        trena.epoch(loss=loss, accuracy=accuracy)
        print("epoch %d loss %.4f accuracy %.3f" % (epoch + 1, loss, accuracy))


if __name__ == "__main__":
    main()
