# SPDX-License-Identifier: Apache-2.0
"""Windows over images, of the settings k, s and p of network.json, in the numbers that frameworks are
called with: k and s are one number or [height, width], p one or [top, bottom, left, right].
"""
import numpy as np


def both(size):
    """(height, width)."""
    return tuple(size) if isinstance(size, list) else (size, size)


def sides(layer):
    """What is padded: [(top, bottom), (left, right)]."""
    padding = layer["p"]
    if not isinstance(padding, list):
        return [(padding, padding)] * 2
    return [tuple(padding[:2]), tuple(padding[2:])]


def even_padding(layer):
    """(height, width) of a padding that is the same on both sides; None of one that is not."""
    (top, bottom), (left, right) = sides(layer)
    return (top, left) if (top, left) == (bottom, right) else None


def needed_padding(layer):
    """What the windows of the layer's output need, [(top, bottom), (left, right)], where a framework
    rounds no sizes up: less behind the image, or more, than was asked for."""
    needed = []
    for axis, (before, _) in enumerate(sides(layer)):
        end = (layer["out"][1 + axis] - 1) * both(layer["s"])[axis] + both(layer["k"])[axis]
        needed.append((before, max(end - layer["in"][0][1 + axis] - before, 0)))
    return needed


def windows_inside(layer):
    """How many elements of each window lie in the image: an array of the output's height × width."""
    along = []
    for axis, (before, _) in enumerate(sides(layer)):
        begins = np.arange(layer["out"][1 + axis]) * both(layer["s"])[axis] - before
        ends = np.minimum(begins + both(layer["k"])[axis], layer["in"][0][1 + axis])
        along.append(ends - np.maximum(begins, 0))
    return np.outer(*along)
