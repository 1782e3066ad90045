# SPDX-License-Identifier: Apache-2.0
"""The modes of docs/runner-protocol.md for any Framework of trena_runner.py: train and time,
write what is compared between frameworks, probe, pilot. Same events in the same order as
runners/libtorch. Imported after the thread variables are set, because numpy has a BLAS too.
"""
import errno
import math
import os
import time
import zipfile

import numpy as np

from trena_runner import BadInput, need, read_json

VERIFY_STEPS = 20
LEAD_STEPS = 8  # of a pilot, slower than the others
FEWEST_GROUPS = 4  # of a pilot, however long they take: fewer tell nothing
FEWEST_EVALUATED = 4
DROP_AT = 10  # from this step on a tenth of the learning rate
MAX_INDICES = 1000
PROBE_REPETITIONS = 7
BUSY_SECONDS = 0.1
GEMM_SIZE = 1024
CONV = {"batch": 32, "channels": 64, "size": 32, "kernel": 3}

LAYER_TYPES = ("conv", "max_pool", "avg_pool", "global_pool", "fc", "relu", "lrn", "batch_norm",
               "dropout", "concat", "add", "embedding", "positions", "layer_norm", "attention",
               "gelu")


def read_network(path):
    network = read_json(path)
    if not isinstance(network, dict) or network.get("format") != 1:
        raise BadInput("%s: not a resolved network of format 1" % path)
    known = {"input"}
    try:
        for layer in network["layers"]:
            check_layer(layer, known)
            check_tokens(network, layer)
            known.add(layer["name"])
        if network["layers"][-1]["out"] != logits_shape(network):
            raise BadInput("the last layer does not give one number per class")
        if network.get("loss", "softmax") not in ("softmax", "hinge"):
            raise BadInput("`loss` must be softmax or hinge")
        for name, _ in heads_of(network):
            if name not in known:
                raise BadInput("the loss of %s, which is no layer" % name)
    except (KeyError, TypeError, IndexError) as error:
        raise BadInput("%s: not a resolved network: %r" % (path, error)) from error
    except BadInput as error:
        raise BadInput("%s: %s" % (path, error)) from error
    return network


def check_layer(layer, known):
    name = layer["name"]
    if layer["type"] not in LAYER_TYPES:
        raise BadInput("layer %s: unknown type %s" % (name, layer["type"]))
    if name in known:
        raise BadInput("layer %s: the name occurs twice" % name)
    for field in ("rates", "decays"):
        if len(layer.get(field, layer.get("weights") or ())) != len(layer.get("weights") or ()):
            raise BadInput("layer %s: `%s` must have a number for each weight" % (name, field))
    for source in layer["inputs"]:
        if source not in known:
            raise BadInput("layer %s: input %s is no earlier layer" % (name, source))


def is_text(network):
    """Its input is [T], the tokens of a text, and not an image."""
    return len(network["input"]) == 1


def logits_shape(network):
    """A number per class, of an image or of each position of a text."""
    return (network["input"] if is_text(network) else []) + [network["classes"]]


def stored_shape(network):
    """One image of the files, [H, W, C]; of text [T]."""
    return network["input"] if is_text(network) else [*network["input"][1:], network["input"][0]]


def check_tokens(network, layer):
    embeds = layer["type"] == "embedding"
    for source in layer["inputs"]:
        if (is_text(network) and source == "input") != embeds:
            raise BadInput("layer %s: tokens go to an embedding, and nothing else does" %
                           layer["name"])


def heads_of(network):
    """[(layer, weight)] of what counts as loss while it trains: the logits first."""
    further = [(head["layer"], head["weight"]) for head in network.get("losses", [])]
    return [(network["layers"][-1]["name"], 1.0), *further]


class TotalLoss:
    """The heads' losses, means over the batch, times their weights; `softmax` and `hinge` are how a
    framework works one out of logits and labels."""

    def __init__(self, network, softmax, hinge):
        self._loss = hinge if network.get("loss") == "hinge" else softmax
        self._weights = [weight for _, weight in heads_of(network)]

    def __call__(self, logits, labels):
        first, *further = (weight * self._loss(one, labels) if weight != 1 else
                           self._loss(one, labels) for one, weight in zip(logits, self._weights))
        return sum(further, first)


def layers_to_logits(network):
    """All layers but those of further heads."""
    needed = {network["layers"][-1]["name"]}
    for layer in reversed(network["layers"]):
        if layer["name"] in needed:
            needed.update(layer["inputs"])
    return [layer for layer in network["layers"] if layer["name"] in needed]


def check_output(layer, shape):
    """A shape that is not the one in network.json would be another network than the other
    frameworks'. `shape` is one image's: [C, H, W] or [C]; of text [T, C]."""
    if list(shape) != list(layer["out"]):
        raise RuntimeError("layer %s gives %s, network.json says %s" %
                           (layer["name"], list(shape), layer["out"]))


def weight_shapes(network):
    """{NAME: shape} of all weights, in the order of the layers."""
    return {name: shape for layer in network["layers"]
            for name, shape in (layer.get("weights") or {}).items()}


def multiples(network):
    """{NAME: (rate, decay)} by which those of each weight are multiplied."""
    found = {}
    for layer in network["layers"]:
        names = list(layer.get("weights") or {})
        ones = [1.0] * len(names)
        found.update(zip(names, zip(layer.get("rates", ones), layer.get("decays", ones))))
    return found


def open_array(path, dtype, rank):
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except OSError as error:
        if error.errno == errno.ENOMEM:  # a mapped file takes address space
            raise MemoryError("cannot map %s: not enough memory, its %.3g GB are more than the "
                              "address space has left: raise `ulimit -v`, or use fewer or smaller "
                              "images" % (path, os.path.getsize(path) / 1e9)) from error
        raise BadInput("cannot read %s: %s" % (path, error.strerror or error)) from error
    except ValueError as error:
        raise BadInput("%s: %s" % (path, error)) from error
    if array.dtype != dtype or array.ndim != rank:
        raise BadInput("%s: is %s%s, expected %s of rank %d" %
                       (path, array.dtype, list(array.shape), np.dtype(dtype), rank))
    return np.asarray(array)


def check_range(numbers, limit, what):
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < limit):
        raise BadInput("%s are not all within 0 to %d" % (what, limit - 1))


def read_weights(path, network):
    try:
        with np.load(path, allow_pickle=False) as file:
            weights = {name: file[name] for name in file.files}
    except OSError as error:
        raise BadInput("cannot read %s: %s" % (path, error.strerror or error)) from error
    except (ValueError, zipfile.BadZipFile) as error:
        raise BadInput("%s: %s" % (path, error)) from error
    shapes = weight_shapes(network)
    for name, shape in shapes.items():
        if name not in weights:
            raise BadInput("the weights file has no %s" % name)
        array = weights[name]
        if array.dtype != np.float32 or list(array.shape) != list(shape):
            raise BadInput("weight %s is %s%s, expected float32%s" %
                           (name, array.dtype, list(array.shape), list(shape)))
    if len(weights) != len(shapes):
        raise BadInput("the weights file holds %d arrays, the network has %d" %
                       (len(weights), len(shapes)))
    return weights


class Images:
    """The images and labels of a part of the data, mapped; of text each "image" is a sequence of
    tokens, with as many labels. Remembers in `taken`, when that is a
    list, which ones were handed out."""

    def __init__(self, folder, part, network):
        text = is_text(network)
        self.pixels = open_array(os.path.join(folder, part + "_images.npy"), np.uint8,
                                 2 if text else 4)
        self.labels = open_array(os.path.join(folder, part + "_labels.npy"), np.int32,
                                 2 if text else 1)
        self.taken = None
        count, *shape = self.pixels.shape
        if shape != stored_shape(network):
            what, axes = ("sequences", "T") if text else ("images", "H, W, C")
            raise BadInput("the %s %s are %s (N, %s) but the network takes %s%s" %
                           (part, what, list(self.pixels.shape), axes, network["input"],
                            "" if text else " (C, H, W)"))
        if len(self.labels) != count:
            raise BadInput("there are %d %s images but %d labels" % (count, part, len(self.labels)))
        check_range(self.labels, network["classes"], part + " labels")
        if text:
            check_range(self.pixels, network["classes"], part + " tokens")
            if self.labels.shape != self.pixels.shape:
                raise BadInput("the %s labels are not one per token" % part)

    def __len__(self):
        return len(self.labels)

    def take(self, indices):
        if self.taken is not None:
            self.taken.append(np.array(indices, np.int32))
        return self.pixels.take(indices, axis=0), self.labels.take(indices, axis=0)

    def slice(self, first, size):
        return self.pixels[first:first + size], self.labels[first:first + size]


class Order:
    """Which images each step trains on: a row per epoch, whole batches only."""

    def __init__(self, path, epochs, images, batch):
        self._order = open_array(path, np.int32, 2)
        self._batch = batch
        self.steps = images // batch
        if self._order.shape[0] < epochs or self._order.shape[1] != images:
            raise BadInput("%s: has shape %s, expected [%d, %d]" %
                           (path, list(self._order.shape), epochs, images))
        check_range(self._order[:epochs], images, "indices in the order")
        if self.steps == 0:
            raise BadInput("a batch of %d is more than the %d training images" % (batch, images))

    def step(self, epoch, step):
        return self._order[epoch, step * self._batch:(step + 1) * self._batch]


class Trainer:
    """Trains and times. The device is waited for once an epoch, or after every step when asked."""

    def __init__(self, scenario, framework, network, events):
        self._scenario, self._events = scenario, events
        weights = read_weights(scenario.weights, network)
        self.model = framework.open(scenario, network, weights)
        self._images = Images(scenario.data, "train", network)
        self._order = Order(scenario.order, scenario.epochs, len(self._images), scenario.batch)
        self.images_per_epoch = self._order.steps * scenario.batch
        self._rate = scenario.learning_rate  # now
        try:
            scenario.rate.check(self.all_steps())
        except ValueError as error:
            raise BadInput(str(error)) from error

    def _train(self, step):
        """A step, counted through all epochs; its loss's handle."""
        if self._scenario.rate.changes:
            rate = self._scenario.rate.at(step, self.all_steps())
            if rate != self._rate:
                self.model.set_learning_rate(rate)
                self._rate = rate
        epoch, step = divmod(step, self._order.steps)
        return self.model.train_step(*self._images.take(self._order.step(epoch, step)))

    def epoch(self, epoch):
        """(seconds, mean loss) of one epoch."""
        begin = time.monotonic()
        losses = []
        for step in range(self._order.steps):
            step_begin = time.monotonic()
            losses.append(self._train(epoch * self._order.steps + step))
            if self._scenario.detail == "step" or (epoch == 0 and step == 0):
                self._report_step(epoch, step, losses[-1], step_begin)
        loss = self.model.mean_loss(losses)
        self.model.synchronize()
        return time.monotonic() - begin, loss

    def _report_step(self, epoch, step, loss, begin):
        self.model.synchronize()
        seconds = time.monotonic() - begin
        if epoch == 0 and step == 0:
            self._events.phase("first_step", seconds)
        if self._scenario.detail == "step":
            self._events.write("step", epoch=epoch + 1, step=step + 1,
                               loss=self.model.loss_value(loss), seconds=seconds,
                               images=self._scenario.batch)

    def accuracy(self, test):
        """Share of the images, or of a text's tokens, whose largest logit is their label's."""
        return self._right(test, 0, self.evaluate_steps(test)) / test.labels.size

    def evaluate_steps(self, test):
        return -(-len(test) // self._scenario.batch)

    def _right(self, test, first, count):
        batch = self._scenario.batch
        right = [self.model.correct(*test.slice(step * batch, batch))
                 for step in range(first, first + count)]
        return self.model.count(right)

    def all_steps(self):
        return self._scenario.epochs * self._order.steps

    def pilot_steps(self, first, count):
        """Seconds of some steps of the training."""
        begin = time.monotonic()
        losses = [self._train(step) for step in range(first, first + count)]
        self.model.synchronize()
        return time.monotonic() - begin

    def pilot_evaluation(self, test, first, count):
        """Seconds of some steps of an evaluation."""
        begin = time.monotonic()
        self._right(test, first, count)
        return time.monotonic() - begin


def run_epochs(scenario, trainer, test, events):
    """Trains all epochs and evaluates; gives the last accuracy."""
    each = scenario.values.get("evaluate") == "epoch"
    train_seconds, evaluate_seconds, accuracy = 0.0, 0.0, None
    for epoch in range(scenario.epochs):
        seconds, loss = trainer.epoch(epoch)
        until = time.monotonic()
        last = epoch + 1 == scenario.epochs
        train_seconds += seconds
        if last:
            events.phase("train", train_seconds)
        if (each or last) and len(test) > 0:
            begin = time.monotonic()
            accuracy = trainer.accuracy(test)
            evaluate_seconds += time.monotonic() - begin
        if last:
            events.phase("evaluate", evaluate_seconds)
        events.write("epoch", epoch=epoch + 1, seconds=seconds, until=until, loss=loss,
                     accuracy=accuracy, images=trainer.images_per_epoch)
    return accuracy


def pilot_length(limits, steps, at_least):
    return min(steps, max(at_least, math.floor(limits["share"] * steps)))


def write_group(events, part, steps, seconds):
    events.write("group", part=part, steps=steps, seconds=seconds)


def pilot_lead(limits, trainer, events):
    """The first steps, which are slower than the others, one by one: how many, and the seconds of
    the quickest."""
    times = [trainer.pilot_steps(0, 1)]
    events.phase("first_step", times[0])
    slow = False  # one more then tells that the first was not only slow by itself
    while len(times) < min(LEAD_STEPS, trainer.all_steps()) and not slow:
        times.append(trainer.pilot_steps(len(times), 1))
        slow = times[-1] * FEWEST_GROUPS > limits["seconds"]
    write_group(events, "train", len(times), sum(times))
    return len(times), min(times)


def group_steps(limits, all_steps, lead, quickest):
    """Steps of a group: all groups are the share or the fewest steps, or where steps are quick,
    last until the rate has settled."""
    by_share = (pilot_length(limits, all_steps, limits["at_least"]) - lead) // limits["groups"]
    quick = min(limits["settle"] / max(quickest, 1e-9), limits["settle_steps"]) / limits["groups"]
    group = max(1, by_share, round(quick))
    return 1 if quickest * group * limits["groups"] > limits["seconds"] else group


def pilot_training(limits, trainer, events):
    """The first few steps, then groups of steps, each waited for."""
    done, quickest = pilot_lead(limits, trainer, events)
    group = group_steps(limits, trainer.all_steps(), done, quickest)
    steps = min(trainer.all_steps(), done + group * limits["groups"])
    groups, spent = 0, 0.0
    while done < steps and (spent <= limits["seconds"] or groups < FEWEST_GROUPS):
        count = min(group, steps - done)
        seconds = trainer.pilot_steps(done, count)
        write_group(events, "train", count, seconds)
        done, groups, spent = done + count, groups + 1, spent + seconds


def pilot_evaluation(limits, trainer, test, events):
    steps = pilot_length(limits, trainer.evaluate_steps(test), FEWEST_EVALUATED)
    if steps == 0:
        return
    first = trainer.pilot_evaluation(test, 0, 1)
    write_group(events, "evaluate", 1, first)
    if steps > 1 and first * steps <= limits["seconds"]:
        write_group(events, "evaluate", steps - 1, trainer.pilot_evaluation(test, 1, steps - 1))


def pilot_epochs(scenario, trainer, test, events):
    """The first few steps and a part of an evaluation, instead of all epochs."""
    pilot_training(scenario.pilot, trainer, events)
    pilot_evaluation(scenario.pilot, trainer, test, events)
    evaluate_steps = trainer.evaluate_steps(test)
    each = scenario.values.get("evaluate") == "epoch"
    evaluations = (scenario.epochs if each else 1) if evaluate_steps > 0 else 0
    events.write("pilot", steps=trainer.all_steps(), evaluate_steps=evaluate_steps,
                 evaluations=evaluations)


def start(scenario, framework, started, events):
    network = read_network(scenario.network)
    events.start(framework, scenario, network.get("parameters"))
    events.phase("setup", time.monotonic() - started)
    return network


def write_memory(model, events):
    peak = {device: size for device, size in model.peak_memory().items() if size is not None}
    if peak:
        events.write("memory", peak=peak)


def train(scenario, framework, started, events, epochs=run_epochs):
    need(scenario, "network", "data", "order", "weights")
    network = start(scenario, framework, started, events)
    set_up = time.monotonic()
    trainer = Trainer(scenario, framework, network, events)
    test = Images(scenario.data, "test", network)
    events.phase("load", time.monotonic() - set_up)
    accuracy = epochs(scenario, trainer, test, events)
    trained = time.monotonic()
    write_memory(trainer.model, events)
    del trainer
    events.phase("teardown", time.monotonic() - trained)
    events.write("end", seconds=time.monotonic() - started, accuracy=accuracy)


def pilot(scenario, framework, started, events):
    train(scenario, framework, started, events, epochs=pilot_epochs)


def short_training(scenario, model, images, order):
    """{name: array} of verify.npz."""
    dtype = np.float64 if scenario.precision == "float64" else np.float32
    model.set_dropout(False)
    logits, gradients = model.first_step(*images.take(order.step(0, 0)))
    arrays = {"logits": np.asarray(logits, dtype)}
    arrays.update(("grad/" + name, np.asarray(gradient, dtype))
                  for name, gradient in gradients.items())
    losses, images.taken, now = [], [], scenario.learning_rate
    for step in range(VERIFY_STEPS):
        rate = scenario.rate.at(step, VERIFY_STEPS) / (1 if step < DROP_AT else 10)
        if rate != now:
            model.set_learning_rate(rate)
            now = rate
        # A small data set is gone through again, in the same order.
        batch = images.take(order.step(0, step % order.steps))
        losses.append(model.loss_value(model.train_step(*batch)))
    first = min(MAX_INDICES, min(VERIFY_STEPS, order.steps) * scenario.batch)
    arrays["losses"] = np.array(losses, np.float64)
    arrays["indices"] = np.concatenate(images.taken)[:first]
    return arrays


def verify(scenario, framework, started, events):
    need(scenario, "network", "data", "order", "weights", "output")
    network = start(scenario, framework, started, events)
    model = framework.open(scenario, network, read_weights(scenario.weights, network))
    images = Images(scenario.data, "train", network)
    order = Order(scenario.order, 1, len(images), scenario.batch)
    arrays = short_training(scenario, model, images, order)
    np.savez(os.path.join(scenario.output, "verify.npz"), **arrays)
    events.write("verify", parameters=model.parameters(), file="verify.npz")
    events.write("end", seconds=time.monotonic() - started, accuracy=None)


class Timed(float):
    """Seconds; and how many CPUs were busy meanwhile."""

    cpus = None


def busy_cpus(work, wait):
    """CPUs that calls of `work` keep busy: CPU seconds of all threads ÷ wall seconds, over a tenth
    of a second, because the kernel brings the time of running threads up to date only every few
    milliseconds. What a framework says of its threads is often but what it was told."""
    cpu, begin, seconds = time.process_time(), time.monotonic(), 0.0
    while seconds < BUSY_SECONDS:
        work()
        wait()
        seconds = time.monotonic() - begin
    return (time.process_time() - cpu) / seconds


def best_seconds(work, wait, repetitions):
    """The quickest of several calls of `work`, the first left out; `wait` waits for the device."""
    times = []
    for _ in range(repetitions):
        wait()
        begin = time.monotonic()
        work()
        wait()
        times.append(time.monotonic() - begin)
    best = Timed(min(times[1:]))
    best.cpus = busy_cpus(work, wait)
    return best


def probe(scenario, framework, started, events):
    """How fast this framework multiplies and convolves here: shows a slow BLAS or a missing
    instruction set before a study is paid for."""
    events.start(framework, scenario, None, framework.build_facts())
    events.phase("setup", time.monotonic() - started)
    gemm = framework.gemm(GEMM_SIZE, PROBE_REPETITIONS, device=scenario.device)
    conv = framework.conv(repetitions=PROBE_REPETITIONS, device=scenario.device, **CONV)
    conv_work = (2.0 * CONV["batch"] * CONV["channels"] ** 2 * CONV["kernel"] ** 2 *
                 CONV["size"] ** 2)
    cpus = getattr(gemm, "cpus", None) if scenario.device == "cpu" else None
    events.write("probe", gemm_gflops=2e-9 * GEMM_SIZE ** 3 / gemm, gemm_cpus=cpus,
                 conv_gflops=1e-9 * conv_work / conv, repetitions=PROBE_REPETITIONS)
    events.write("end", seconds=time.monotonic() - started, accuracy=None)
