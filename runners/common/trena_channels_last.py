# SPDX-License-Identifier: Apache-2.0
"""The protocol's arrays for frameworks that keep images as N,H,W,C: kernels become height, width,
input, output, and the matrix of a fully connected layer input, output, with its rows in height,
width, channel order: that is cheaper than turning every image.
"""
import numpy as np


TABLE = "table"  # in place of an image, of weights that are looked up or added: stored as they are


def is_kernel(shape):
    return len(shape) == 4


def to_stored(array, image):
    """From the protocol's layout. `image` is the shape C,H,W that a fully connected layer flattens;
    None for other layers."""
    if image == TABLE:
        return array
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
    if image == TABLE:
        return array
    if is_kernel(array.shape):
        return array.transpose(3, 2, 0, 1)
    if image is not None and array.ndim == 2:
        channels, height, width = image
        turned = array.reshape(height, width, channels, -1).transpose(3, 2, 0, 1)
        return turned.reshape(array.shape[1], -1)
    return array.T


def flattened_image(layer):
    """C,H,W when the layer flattens an image; TABLE where nothing is multiplied."""
    if layer["type"] in ("embedding", "positions"):
        return TABLE
    shape = layer["in"][0]
    return shape if layer["type"] == "fc" and len(shape) == 3 else None


def image_shape(shape):
    """N,H,W,C as the protocol writes one image: C,H,W."""
    return [shape[3], shape[1], shape[2]] if len(shape) == 4 else list(shape[1:])
