#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the images of decode_test.cc beside itself, with Pillow (13.0 made those that are here)."""
import os
import struct

from PIL import Image

os.chdir(os.path.dirname(os.path.abspath(__file__)))
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def quarters(size=16):
    """Red and green above, blue and white below."""
    image = Image.new("RGB", (size, size))
    for y in range(size):
        for x in range(size):
            image.putpixel((x, y), ((RED, GREEN), (BLUE, WHITE))[2 * y // size][2 * x // size])
    return image


picture = quarters()
picture.save("quarters.png")
picture.save("quarters.bmp")
picture.save("quarters.tiff", compression="tiff_lzw")
picture.save("quarters.jpg", quality=95, subsampling=0)
picture.save("progressive.jpg", quality=95, subsampling=0, progressive=True)
picture.quantize(4).save("palette.png")
transparent = picture.convert("RGBA")
transparent.putalpha(0)
transparent.save("transparent.png")
exif = Image.Exif()
exif[0x0112] = 6  # turn by 90 degrees to the right to look at it
picture.save("turned.jpg", quality=95, subsampling=0, exif=exif)
Image.new("CMYK", (16, 16), (0, 255, 255, 0)).save("cmyk.jpg", quality=95)
Image.new("L", (16, 16), 77).save("grey.png")
deep = Image.frombytes("I;16", (16, 16), struct.pack("<H", 0x1234) * 256)
deep.save("deep.png")
deep.save("deep.tiff")
