# SPDX-License-Identifier: Apache-2.0
"""caffe_loop.py PROGRAM --build ENVIRONMENT compiles caffe_loop.cc against the Caffe that `trena
configure` installed there (its headers come from the same jar, by Maven); caffe_loop.py PROGRAM
SCENARIO.json runs it.
"""
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
CAFFE = os.path.join(HERE, "..", "..", "runners", "caffe")
sys.path.insert(0, CAFFE)

import caffe_install  # noqa: E402
import numpy as np  # noqa: E402


def conv(name, below, outputs):
    return """layer { name: "%s" type: "Convolution" bottom: "%s" top: "%s"
  convolution_param { num_output: %d kernel_size: 3 pad: 1 weight_filler { type: "msra" } } }
layer { name: "%s_relu" type: "ReLU" bottom: "%s" top: "%s" }
""" % (name, below, name, outputs, name, name, name)


def pool(name, below):
    return """layer { name: "%s" type: "Pooling" bottom: "%s" top: "%s"
  pooling_param { pool: MAX kernel_size: 2 stride: 2 } }
""" % (name, below, name)


def fc(name, below, outputs):
    return """layer { name: "%s" type: "InnerProduct" bottom: "%s" top: "%s"
  inner_product_param { num_output: %d weight_filler { type: "msra" } } }
""" % (name, below, name, outputs)


def network(batch):
    return """layer { name: "data" type: "Input" top: "data"
  input_param { shape { dim: %d dim: 3 dim: 32 dim: 32 } } }
layer { name: "label" type: "Input" top: "label" input_param { shape { dim: %d } } }
""" % (batch, batch) + conv("conv1", "data", 32) + conv("conv2", "conv1", 32) + \
        pool("pool1", "conv2") + conv("conv3", "pool1", 64) + conv("conv4", "conv3", 64) + \
        pool("pool2", "conv4") + fc("fc1", "pool2", 256) + \
        'layer { name: "fc1_relu" type: "ReLU" bottom: "fc1" top: "fc1" }\n' + \
        fc("fc2", "fc1", 10) + 'layer { name: "loss" type: "SoftmaxWithLoss" bottom: "fc2" ' \
        'bottom: "label" top: "loss" }\n'


def build(program, environment):
    libraries, source = os.path.join(environment, "lib"), os.path.join(HERE, "caffe_loop.cc")
    compiler, maven = caffe_install.check_tools()
    with tempfile.TemporaryDirectory() as folder:
        for name, version, wanted in caffe_install.read_lock(os.path.join(CAFFE, "1.0.lock")):
            if name == "caffe":
                caffe_install.unpack(caffe_install.fetch(maven, name, version, wanted, folder),
                                     folder)
        command = compiler + caffe_install.FLAGS + [
            "-I" + os.path.join(folder, "tmp", "include"), source, "-o", program,
            "-L" + libraries, "-l:libcaffe.so.1.0.0",
            "-Wl,--allow-shlib-undefined,--disable-new-dtags,-rpath," + libraries]
        done = caffe_install.run(command)
        if done.returncode != 0:
            sys.exit(done.stdout[-2000:])


def train(program, path):
    with open(path, encoding="utf-8") as file:
        scenario = json.load(file)
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[variable] = str(scenario["threads"])
    with tempfile.TemporaryDirectory() as folder:
        def write(name, array):
            array.tofile(os.path.join(folder, name))
            return os.path.join(folder, name)

        with open(os.path.join(folder, "net.prototxt"), "w", encoding="utf-8") as file:
            file.write(network(scenario["batch"]))
        solver = os.path.join(folder, "solver.prototxt")
        with open(solver, "w", encoding="utf-8") as file:
            file.write('net: "%s"\nbase_lr: %g\nmomentum: %g\nlr_policy: "fixed"\n' % (
                os.path.join(folder, "net.prototxt"), scenario["learning_rate"],
                scenario["momentum"]))
        data = scenario["data"]
        files = [write("images", np.load(os.path.join(data, "train_images.npy"))),
                 write("labels", np.load(os.path.join(data, "train_labels.npy")).astype("int32")),
                 write("order", np.load(scenario["order"]).astype("int32"))]
        sys.exit(subprocess.run([program, solver] + files +
                                [str(scenario["batch"]), str(scenario["epochs"])],
                                check=False).returncode)


if __name__ == "__main__":
    if sys.argv[2] == "--build":
        build(sys.argv[1], sys.argv[3])
    else:
        train(sys.argv[1], sys.argv[2])
