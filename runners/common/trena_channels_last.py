# SPDX-License-Identifier: Apache-2.0
"""The protocol's arrays for frameworks that keep images as N,H,W,C: kernels become height, width,
input, output, and the matrix of a fully connected layer input, output, with its rows in height,
width, channel order: that is cheaper than turning every image. And the numbers that pooling needs
where a framework does not round as the protocol does.
"""
import numpy as np


def is_kernel(shape):
    return len(shape) == 4


def to_stored(array, image):
    """From the protocol's layout. `image` is the shape C,H,W that a fully connected layer flattens;
    None for other layers."""
    if is_kernel(array.shape):
        return array.transpose(2, 3, 1, 0)
    if image is not None and array.ndim == 2:
        turned = array.reshape(-1, *image).transpose(2, 3, 1, 0)
        return turned.reshape(-1, array.shape[0])
    return array.T


def from_stored(array, image):
    """The way back, in C order as the protocol's files are."""
    return np.ascontiguousarray(turn_back(array, image))


def turn_back(array, image):
    if is_kernel(array.shape):
        return array.transpose(3, 2, 0, 1)
    if image is not None and array.ndim == 2:
        channels, height, width = image
        turned = array.reshape(height, width, channels, -1).transpose(3, 2, 0, 1)
        return turned.reshape(array.shape[1], -1)
    return array.T


def flattened_image(layer):
    """C,H,W when the layer flattens an image."""
    shape = layer["in"][0]
    return shape if layer["type"] == "fc" and len(shape) == 3 else None


def pooled_size(size, layer):
    """As the protocol has it: a window that would begin behind the image does not exist."""
    room = size + 2 * layer["p"] - layer["k"]
    if layer.get("rounding") != "up":
        return room // layer["s"] + 1
    count = -(-room // layer["s"]) + 1
    return count - 1 if (count - 1) * layer["s"] >= size + layer["p"] else count


def needed_padding(size, count, layer):
    """What `count` windows need before and after."""
    return layer["p"], max((count - 1) * layer["s"] + layer["k"] - size - layer["p"], 0)


def windows_inside(size, padding, layer):
    """How many of each window's elements lie in the image, along an axis."""
    begins = np.arange(pooled_size(size, layer)) * layer["s"] - padding[0]
    return np.minimum(begins + layer["k"], size) - np.maximum(begins, 0)


def image_shape(shape):
    """N,H,W,C as the protocol writes one image: C,H,W."""
    return [shape[3], shape[1], shape[2]] if len(shape) == 4 else list(shape[1:])
