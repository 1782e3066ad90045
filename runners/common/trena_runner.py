# SPDX-License-Identifier: Apache-2.0
"""What every Python runner shares: the command line, the scenario, the events and the exit codes
of docs/runner-protocol.md. A runner brings a Framework that builds Models; trena_modes.py then
trains, verifies or probes with them.

    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../common"))
    import trena_runner

    def load():                    # called after the thread variables are set
        import my_model            # imports the framework and numpy
        return my_model.MyFramework()

    if __name__ == "__main__":
        sys.exit(trena_runner.main(load))

Only the standard library is imported here: numpy and the frameworks start their thread pools when
they are loaded, and read the environment variables that main() sets only then.
"""
import ctypes
import json
import math
import os
import sys
import time
import traceback

from trena_rate import LearningRate

EXIT_DONE, EXIT_FAILED, EXIT_OUT_OF_MEMORY = 0, 1, 3

MAX_MESSAGE = 4096  # a line of events over 64 KiB would be rejected
LARGEST_EXACT = 2 ** 53  # of the whole numbers JSON can carry
LARGEST_THREADS = 2 ** 31 - 1
CLOCK_BOOTTIME = 7  # Linux's; Python names it from 3.7 on

THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                    "NUMEXPR_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")

# How frameworks say that memory is gone, in lower case. Most do not raise MemoryError.
MEMORY_SIGNS = ("out of memory", "out_of_memory", "not enough memory", "can't allocate memory",
                "cannot allocate memory", "failed to allocate", "unable to allocate",
                "memory allocation failed", "oom when allocating", "resource exhausted",
                "resourceexhausted", "bad_alloc")


class BadInput(Exception):
    """The scenario or one of its files is wrong; the message is for the user."""


class Model:
    """A network in a framework with its optimizer, its weights as given.

    Images are numpy uint8 N,H,W,C; labels numpy int32 N. Of text both are N,T. Handles are whatever the framework can
    hand out without waiting for its device.
    """

    threads = None  # really in use

    def train_step(self, images, labels):
        """One optimizer step. Gives a handle of the batch's mean loss; does not wait."""
        raise NotImplementedError

    def loss_value(self, handle):
        """The loss behind a handle, as a float; waits for it."""
        raise NotImplementedError

    def mean_loss(self, handles):
        """The mean of an epoch's losses, as a float; waits once."""
        raise NotImplementedError

    def synchronize(self):
        """Waits for all work that was started."""
        raise NotImplementedError

    def correct(self, images, labels):
        """A handle of how many labels have the largest logit. Inference mode:
        dropout off, batch_norm with its running averages. The last batch may be smaller."""
        raise NotImplementedError

    def count(self, handles):
        """The sum of such handles as an int; waits."""
        raise NotImplementedError

    def first_step(self, images, labels):
        """(logits, {NAME: gradient}) as numpy arrays in the protocol's layouts, for verify: the
        batch's own statistics in batch_norm, no update of the weights."""
        raise NotImplementedError

    def set_learning_rate(self, rate):
        raise NotImplementedError

    def set_dropout(self, on):
        """Off in verify. Called before the first step."""
        raise NotImplementedError

    def parameters(self):
        """How many numbers the framework really trains: counted there, not in network.json."""
        raise NotImplementedError

    def peak_memory(self):
        """Peak bytes by device, {"cpu": …, "cuda:0": …}; None for a reading that is missing."""
        return {"cpu": peak_resident_bytes()}


class Framework:
    """A framework that is loaded, before any network is built in it."""

    name = None
    precisions = ("float32", "float64", "bfloat16")  # those that open() can do

    def describe(self):
        """{"framework", "version", "blas", "threads", …}: what decides how fast it is."""
        raise NotImplementedError

    def build_facts(self):
        """More of that, where finding out takes a while: asked in mode probe alone."""
        return {}

    def has_device(self, device):
        """Whether "cpu" or "cuda" can be used here."""
        return device == "cpu"

    def open(self, scenario, network, weights):
        """The Model of network.json (a dict) with `weights` ({NAME: float32 array})."""
        raise NotImplementedError

    def gemm(self, size, repetitions, device="cpu"):
        """Seconds of a float32 size×size×size matrix product: the best of `repetitions`, the first
        of which does not count."""
        raise NotImplementedError

    def conv(self, batch, channels, size, kernel, repetitions, device="cpu"):
        """The same of a convolution, stride 1, padded to keep its size, as many channels out as
        in, in the layout the framework trains fastest in."""
        raise NotImplementedError


class Scenario:
    """scenario.json with the protocol's defaults. Fields are attributes, and items:
    scenario.batch, scenario["batch"], scenario.values.get("evaluate")."""

    def __init__(self, fields):
        self.__dict__.update(fields)

    def __getitem__(self, field):
        return self.__dict__[field]

    def get(self, field, default=None):
        return self.__dict__.get(field, default)


def wrong(field, expected):
    return BadInput("`%s` must be %s" % (field, expected))


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def read_text(fields, field, default=None):
    value = fields.get(field)
    if value is None:
        return default
    if not isinstance(value, str) or "\0" in value:
        raise wrong(field, "text")
    return value


def read_whole(fields, field, least, default=None):
    value = fields.get(field)
    if value is None:
        return default
    # 64.0 is a whole number too. NaN fails both comparisons.
    if not is_number(value) or not least <= value <= LARGEST_EXACT or value != int(value):
        raise wrong(field, "a whole number of at least %d" % least)
    return int(value)


def read_number(fields, field, default):
    value = fields.get(field)
    if value is None:
        return default
    if not is_number(value) or not math.isfinite(value) or value < 0:
        raise wrong(field, "a number of at least 0")
    return float(value)


def one_of(words):
    """"a, b or c"."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def read_choice(fields, field, default, choices):
    value = read_text(fields, field, default)
    if value not in choices:
        raise BadInput("%s %s is not known: use %s" % (field, value, one_of(choices)))
    return value


def read_pilot(fields):
    """How little of a training mode `pilot` does: a share of the steps but so many at least, in
    that many groups after the first few; where steps are quick, as many as last until the rate has
    settled; no group begins after so many seconds."""
    if not isinstance(fields, dict):
        raise wrong("pilot", "an object")
    return {"share": read_number(fields, "share", 0.01),
            "at_least": read_whole(fields, "at_least", 1, 16),
            "groups": read_whole(fields, "groups", 1, 8),
            "settle": read_number(fields, "settle", 0.15),
            "settle_steps": read_whole(fields, "settle_steps", 1, 120),
            "seconds": read_number(fields, "seconds", 10.0)}


def parse_scenario(fields):
    if not isinstance(fields, dict):
        raise BadInput("a scenario must be a JSON object")
    if not is_number(fields.get("protocol")) or fields["protocol"] != 1:
        raise wrong("protocol", "1")
    if fields.get("mode") not in ("train", "verify", "probe", "pilot"):
        raise wrong("mode", "train, verify, probe or pilot")
    scenario = dict(fields)
    for field in ("network", "data", "order", "weights", "output"):
        scenario[field] = read_text(fields, field)
    for field, least, default in (("epochs", 1, 1), ("batch", 1, 64), ("seed", 0, 0),
                                  ("threads", 1, None)):
        scenario[field] = read_whole(fields, field, least, default)
    if (scenario["threads"] or 1) > LARGEST_THREADS:
        raise wrong("threads", "a sensible number")
    for field in ("momentum", "weight_decay"):
        scenario[field] = read_number(fields, field, 0.0)
    said = fields.get("learning_rate")
    try:
        scenario["rate"] = LearningRate(0.01 if said is None else said)
    except ValueError as error:
        raise BadInput(str(error)) from error
    scenario["learning_rate"] = scenario["rate"].base  # of the first step
    for field, choices in (("device", ("cpu", "cuda")), ("optimizer", ("sgd", "adam")),
                           ("precision", ("float32", "float64", "float16", "bfloat16"))):
        scenario[field] = read_choice(fields, field, choices[0], choices)
    scenario["detail"] = read_text(fields, "detail", "epoch")
    if scenario["detail"] not in ("epoch", "step"):
        raise wrong("detail", "epoch or step")
    scenario["values"] = fields.get("values") or {}
    if not isinstance(scenario["values"], dict):
        raise wrong("values", "an object")
    scenario["pilot"] = read_pilot(fields.get("pilot") or {})
    return Scenario(scenario)


def read_json(path):
    """A JSON file; what is wrong with it is the user's to know."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise BadInput("cannot read %s: %s" % (path, error.strerror)) from error
    except ValueError as error:
        raise BadInput("%s: %s" % (path, error)) from error


def read_scenario(path):
    try:
        return parse_scenario(read_json(path))
    except BadInput as error:
        text = str(error)
        raise BadInput(text if path in text else "%s: %s" % (path, text)) from error


def finite(value):
    """JSON has null, never NaN."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(item) for item in value]
    return value


class Events:
    """Appends events to the file named by $TRENA_EVENTS, or to stdout without one. A line is one
    write, so that a killed runner leaves whole lines."""

    def __init__(self):
        path = os.environ.get("TRENA_EVENTS")
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
        self._descriptor = os.open(path, flags, 0o644) if path else 1

    def write(self, event, **fields):
        line = {"event": event, "t": time.monotonic()}
        line.update(fields)
        text = json.dumps(finite(line), ensure_ascii=False, allow_nan=False) + "\n"
        raw = text.encode("utf-8", "replace")
        if os.write(self._descriptor, raw) != len(raw):
            raise OSError("cannot write events: no space for a whole line")

    def phase(self, name, seconds):
        self.write("phase", name=name, seconds=seconds)

    def start(self, framework, scenario, parameters, more=None):
        facts = dict(framework.describe(), **(more or {}))
        fields = {"framework": facts.pop("framework"), "version": facts.pop("version"),
                  "device": scenario.device, "threads": facts.pop("threads", None),
                  "parameters": parameters}
        fields.update(facts)
        self.write("start", **fields)

    def failure(self, kind, message):
        self.write("error", kind=kind, message=message[:MAX_MESSAGE])


def process_start():
    """CLOCK_MONOTONIC when this process began; now, where /proc does not say."""
    now = time.monotonic()
    try:
        with open("/proc/self/stat", encoding="utf-8", errors="replace") as file:
            # The command's name may hold anything: fields are counted after its parenthesis.
            fields = file.read().rsplit(")", 1)[1].split()
        ticks = float(fields[19])
        since_boot = time.clock_gettime(CLOCK_BOOTTIME)
        # The kernel cut the fraction of the tick off.
        return min(now, now - since_boot + (ticks + 1) / os.sysconf("SC_CLK_TCK"))
    except (OSError, IndexError, ValueError, AttributeError):
        return now


def peak_resident_bytes():
    """Peak resident bytes of this process (VmHWM); None where /proc does not say."""
    try:
        with open("/proc/self/status", encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except (OSError, IndexError, ValueError):
        pass
    return None


def cpu_flags():
    """What this CPU can do, which a framework may have been built for or not: {"avx2", …}; empty
    where unknown."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            return set(next((line.split() for line in file if line.startswith("flags")), []))
    except OSError:
        return set()


def keep_freed_memory():
    """glibc gives every large tensor back to the kernel when it is freed, and the next step faults
    it in anew: up to a quarter of the time. The frameworks' guides advise an allocator that keeps
    memory; this makes glibc one. Nothing happens with another C library."""
    mmap_max, trim_threshold, top_pad = -4, -1, -2
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return
    mallopt(mmap_max, 0)
    mallopt(trim_threshold, -1)
    mallopt(top_pad, 64 << 20)


def within_limit(threads):
    """No more threads than the user's own OMP_THREAD_LIMIT: OpenMP would not start them, and
    OpenBLAS's matrix products may wait for ever for those that are missing (its issue 5947)."""
    limit = os.environ.get("OMP_THREAD_LIMIT", "")
    return min(threads, int(limit)) if limit.isdecimal() and int(limit) > 0 else threads


def set_threads(threads):
    threads = within_limit(threads) if threads else None
    for variable in THREAD_VARIABLES if threads else ():
        os.environ[variable] = str(threads)


def need(scenario, *fields):
    for field in fields:
        if not scenario[field]:
            raise BadInput("the scenario does not name its `%s`" % field)


def check_machine(framework, scenario):
    if not framework.has_device(scenario.device):
        raise BadInput("device %s is not available: this %s or this machine has none" %
                       (scenario.device, framework.name))
    if scenario.precision not in framework.precisions:
        # In these words trena refuses it before, by `precisions` of runner.yaml.
        raise BadInput("precision %s is not possible with %s: use %s" %
                       (scenario.precision, framework.name, one_of(framework.precisions)))


def run(path, load, started, events):
    scenario = read_scenario(path)
    set_threads(scenario.threads)
    framework = load()
    check_machine(framework, scenario)
    import trena_modes  # brings numpy, whose BLAS reads the variables set above
    getattr(trena_modes, scenario.mode)(scenario, framework, started, events)


def first_line(error):
    """Frameworks wrap what they say in stack traces of their own."""
    for line in str(error).splitlines():
        if line.strip() and not line.startswith(("Traceback", "Stack trace", " ")):
            return line.strip()
    return type(error).__name__


def explain(error):
    """(kind, message) of an error event."""
    if isinstance(error, BadInput):
        return "bad_input", str(error)
    text = (type(error).__name__ + " " + str(error)).lower()
    memory = isinstance(error, MemoryError) or any(sign in text for sign in MEMORY_SIGNS)
    return "out_of_memory" if memory else "failed", first_line(error)


def report(error, events):
    kind, message = explain(error)
    if kind == "failed":
        traceback.print_exception(type(error), error, error.__traceback__)
    else:
        print("%s: %s" % (kind, message), file=sys.stderr)
    events.failure(kind, message)
    return EXIT_OUT_OF_MEMORY if kind == "out_of_memory" else EXIT_FAILED


def main(load, arguments=None, keep_memory=True):
    """Runs the scenario named on the command line, or describes the framework; gives the exit
    code. keep_memory is for frameworks whose tensors come from glibc's malloc."""
    started = process_start()
    arguments = sys.argv[1:] if arguments is None else arguments
    if len(arguments) != 1:
        print("usage: runner SCENARIO.json | --describe", file=sys.stderr)
        return EXIT_FAILED
    if keep_memory:
        keep_freed_memory()
    if arguments[0] == "--describe":
        print(json.dumps(finite(load().describe()), ensure_ascii=False))
        return EXIT_DONE
    try:
        events = Events()
    except OSError as error:
        print("cannot open TRENA_EVENTS: %s" % error, file=sys.stderr)
        return EXIT_FAILED
    try:
        run(arguments[0], load, started, events)
    except Exception as error:  # every failure ends in an event
        return report(error, events)
    return EXIT_DONE
