# SPDX-License-Identifier: Apache-2.0
"""Lets a training script of your own tell trena its epochs. One file, no dependencies, Python 3.8+.

    import trena

    batch = trena.value("batch", 64)             # the study's level, or 64 without trena
    for epoch in range(trena.value("epochs", 3)):
        for images, labels in trena.steps(loader):
            ...                                  # your training step
        trena.epoch(loss=mean_loss, accuracy=evaluate())

Under `trena monitor` and `framework: command` it can be imported as it is; elsewhere copy this file
beside your script. Without trena (no TRENA_EVENTS in the environment) it does nothing: `steps` gives
the loader itself back. docs/own-script.md says what each number means.
"""
import atexit
import json
import math
import os
import sys
import time

__all__ = ["active", "epoch", "steps", "value"]

_KNOWN_LIBRARIES = ("torch", "tensorflow", "keras", "jax", "mxnet", "numpy")


def _is_worker():
    """Of a data loader or of a distributed training: only the first process tells. A spawned worker
    knows that it is one only after its imports."""
    multiprocessing = sys.modules.get("multiprocessing")
    if multiprocessing is not None and multiprocessing.parent_process() is not None:
        return True
    return os.environ.get("RANK", "0") not in ("", "0")


class _Reporter:
    """Writes events; nothing that goes wrong here may reach the training."""

    def __init__(self, path, scenario):
        self.process = os.getpid()  # a forked child has another
        self.file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
        self.every_step = scenario.get("detail") == "step"
        self.started = False
        self.count = 0  # epochs told
        self.run = None  # the pass over the loader that no epoch() has told of yet
        self.last = None  # when the last epoch was told

    def emit(self, event, **fields):
        if self.file is None or os.getpid() != self.process or _is_worker():
            return
        try:
            line = json.dumps({"event": event, "t": time.monotonic(), **fields}, allow_nan=False)
            os.write(self.file, (line + "\n").encode())
        except (OSError, TypeError, ValueError) as error:
            self.file = None
            print("trena: events are not written any more: %s" % error, file=sys.stderr)

    def start(self):
        if self.started:
            return
        self.started = True
        versions = {"python": "%d.%d.%d" % sys.version_info[:3]}
        for name in _KNOWN_LIBRARIES:
            version = getattr(sys.modules.get(name), "__version__", None)
            if isinstance(version, str):
                versions[name] = version
        self.emit("start", **versions)

    def epoch(self, loss, accuracy, images):
        self.start()
        self.count += 1
        fields = {"epoch": self.count}
        if self.run is not None:
            fields["seconds"] = self.run.seconds
            images = self.run.images if images is None else images
        elif self.last is not None:
            fields["seconds"] = time.monotonic() - self.last
        if loss is not None:
            fields["loss"] = _number(loss)
        if accuracy is not None:
            fields["accuracy"] = _number(accuracy)
        if images is not None:
            fields["images"] = _number(images)
        self.emit("epoch", **fields)
        self.run = None
        self.last = time.monotonic()

    def flush(self):
        """A pass that ended without an epoch() is an epoch all the same."""
        if self.run is not None and self.run.ended:
            self.epoch(None, None, None)


class _Steps:
    """One pass over a loader; iterating again is the next epoch."""

    def __init__(self, reporter, loader, images):
        self._reporter, self._loader, self._images = reporter, loader, images

    def __len__(self):
        return len(self._loader)

    def __iter__(self):
        reporter = self._reporter
        reporter.flush()
        reporter.start()
        this = reporter.run = _Pass()
        try:
            for batch in self._loader:
                yield batch
                this.count(batch, self._images)
                if reporter.every_step:
                    this.tell_step(reporter)
        finally:
            this.end()


class _Pass:
    def __init__(self):
        self.begin = self.step_begin = time.monotonic()
        self.steps, self.images, self.seconds, self.ended = 0, None, 0.0, False

    def count(self, batch, images):
        self.steps += 1
        if images is None:
            return
        try:
            self.images = (self.images or 0) + int(images(batch) if callable(images) else images)
        except (TypeError, ValueError):
            pass

    def tell_step(self, reporter):
        now = time.monotonic()
        reporter.emit("step", epoch=reporter.count + 1, step=self.steps, seconds=now - self.step_begin)
        self.step_begin = now

    def end(self):
        if not self.ended:
            self.seconds, self.ended = time.monotonic() - self.begin, True


def _number(value):
    """A float of a number, or of a tensor with one; None of what is no number (nan, inf)."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


def _read_scenario():
    try:
        with open(os.environ["TRENA_SCENARIO"], encoding="utf-8") as file:
            scenario = json.load(file)
        return scenario if isinstance(scenario, dict) else {}
    except (KeyError, OSError, ValueError):
        return {}


def _open_reporter():
    path = os.environ.get("TRENA_EVENTS")
    if not path or _is_worker():
        return None
    try:
        return _Reporter(path, _scenario)
    except OSError as error:
        print("trena: cannot write events: %s" % error, file=sys.stderr)
        return None


_scenario = _read_scenario()
_reporter = _open_reporter()
# Whether trena listens.
active = _reporter is not None
if active:
    atexit.register(_reporter.flush)


def steps(loader, images=None):
    """The items of `loader`, one pass of which is an epoch's training; its time is the time of the
    loop. `images` says how many an item holds: a number, or a function of the item."""
    return loader if _reporter is None else _Steps(_reporter, loader, images)


def epoch(loss=None, accuracy=None, images=None):
    """Tells that an epoch is done, with its mean loss and, 0 to 1, its accuracy on the test part. Its
    time is that of the pass of `steps` before it; without one, the time since the last epoch()."""
    if _reporter is not None:
        _reporter.epoch(loss, accuracy, images)


def value(name, default=None):
    """A level or fixed value of the study, such as value("batch", 64); `default` without trena. It has
    the type of `default` where that is a number or a text."""
    found = _scenario.get(name)
    if found is None or isinstance(found, (dict, list)):
        values = _scenario.get("values")
        found = values.get(name) if isinstance(values, dict) else None
    if found is None:
        return default
    if isinstance(default, (int, float, str)) and not isinstance(default, bool):
        try:
            return type(default)(found)
        except (TypeError, ValueError):
            return found
    return found
