#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of trena_runner.py and trena_modes.py with a framework that only writes down what it is
asked for. Needs numpy, else it is skipped: the Python of any installed framework has it."""
import json
import os
import resource
import sys
import tempfile
import time
import unittest
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

try:
    import numpy as np  # noqa: E402
except ImportError:
    print("skipped: numpy is not installed (Debian: python3-numpy)")
    sys.exit(77)
import trena_channels_last  # noqa: E402
import trena_modes  # noqa: E402
import trena_windows  # noqa: E402
import trena_rate  # noqa: E402
import trena_runner  # noqa: E402

CLASSES, COUNT, BATCH = 3, 10, 4  # two steps an epoch, two images left over
NETWORK = {"format": 1, "input": [1, 2, 2], "classes": CLASSES, "parameters": 12, "layers": [
    {"name": "fc1", "type": "fc", "inputs": ["input"], "o": 3, "bias": False, "in": [[1, 2, 2]],
     "out": [3], "weights": {"fc1.weight": [3, 4]}}]}


class NotedModel(trena_runner.Model):
    def __init__(self):
        self.calls, self.losses = [], iter(range(1, 1000))

    def train_step(self, images, labels):
        self.calls.append(("step", images[:, 0, 0, 0].tolist(), labels.tolist()))
        return next(self.losses)

    def loss_value(self, handle):
        return float(handle)

    def mean_loss(self, handles):
        return sum(handles) / len(handles)

    def synchronize(self):
        self.calls.append("wait")

    def correct(self, images, labels):
        return int((images[:, 0, 0, 0] % 2 == 0).sum())

    def count(self, handles):
        return sum(handles)

    def first_step(self, images, labels):
        self.calls.append("first")
        return np.zeros((len(labels), CLASSES)), {"fc1.weight": np.ones((3, 4))}

    def set_learning_rate(self, rate):
        self.calls.append(("rate", rate))

    def set_dropout(self, on):
        self.calls.append(("dropout", on))

    def parameters(self):
        return 12

    def peak_memory(self):
        return {"cpu": None, "cuda:0": 7}


class NotedFramework(trena_runner.Framework):
    name = "noted"
    precisions = ("float32", "float64")

    def __init__(self):
        self.model = NotedModel()

    def describe(self):
        return {"framework": "noted", "version": "1", "blas": None, "threads": 1}

    def build_facts(self):
        return {"cpu_capability": "AVX"}

    def open(self, scenario, network, weights):
        return self.model

    def gemm(self, size, repetitions, device="cpu"):
        return 2e-9 * size ** 3  # one GFLOP a second

    def conv(self, batch, channels, size, kernel, repetitions, device="cpu"):
        return 1e-9 * batch * channels ** 2 * size ** 2 * kernel ** 2  # two


class RunnerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.framework = NotedFramework()
        self.write_json("network.json", NETWORK)
        pixels = np.arange(COUNT, dtype=np.uint8).reshape(COUNT, 1, 1, 1)
        for part in ("train", "test"):
            self.save(part + "_images.npy", np.tile(pixels, (1, 2, 2, 1)))
            self.save(part + "_labels.npy", np.arange(COUNT, dtype=np.int32) % CLASSES)
        self.save("order.npy", np.array([range(9, -1, -1), range(10)], np.int32))
        np.savez(self.path("weights.npz"), **{"fc1.weight": np.zeros((3, 4), np.float32)})

    def path(self, name):
        return os.path.join(self.folder, name)

    def save(self, name, array):
        np.save(self.path(name), array)

    def write_json(self, name, value):
        with open(self.path(name), "w") as file:
            json.dump(value, file)

    def run_mode(self, mode, **changes):
        """(exit code, events)"""
        scenario = {"protocol": 1, "mode": mode, "data": self.folder, "output": self.folder,
                    "network": self.path("network.json"), "order": self.path("order.npy"),
                    "weights": self.path("weights.npz"), "batch": BATCH, "learning_rate": 0.5}
        scenario.update(changes)
        self.write_json("scenario.json", scenario)
        events = self.path("events")
        if os.path.exists(events):
            os.remove(events)
        with mock.patch.dict(os.environ, {"TRENA_EVENTS": events}), \
                mock.patch("sys.stderr", open(os.devnull, "w")) as silent:
            code = trena_runner.main(lambda: self.framework, [self.path("scenario.json")], False)
            silent.close()
        with open(events) as file:
            return code, [json.loads(line) for line in file]

    def refused(self, mode="train", **changes):
        """The message of the bad_input that must come."""
        code, events = self.run_mode(mode, **changes)
        self.assertEqual((code, events[-1]["event"], events[-1]["kind"]), (1, "error", "bad_input"))
        return events[-1]["message"]

    def test_the_rate_of_each_step_is_that_of_the_policy(self):
        steps = COUNT // BATCH * 2
        poly = {"policy": "poly", "base": 0.5, "power": 1}
        code, _ = self.run_mode("train", epochs=2, learning_rate=poly)
        self.assertEqual(code, 0)
        rates = [call[1] for call in self.framework.model.calls if call[0] == "rate"]
        self.assertEqual(rates, [0.5 * (1 - step / steps) for step in range(1, steps)])
        # Set before its step, and only where it is another one.
        self.assertEqual([call[0] for call in self.framework.model.calls
                          if call != "wait"][:3], ["step", "rate", "step"])
        code, events = self.run_mode("train", epochs=2, learning_rate=dict(poly, max_iter=1))
        self.assertEqual(code, 1)
        self.assertIn("max_iter", events[-1]["message"])

    def test_events_come_in_the_protocols_order(self):
        code, events = self.run_mode("train", epochs=2)
        self.assertEqual(code, 0)
        self.assertEqual([event.get("name", event["event"]) for event in events],
                         ["start", "setup", "load", "first_step", "epoch", "train", "evaluate",
                          "epoch", "memory", "teardown", "end"])
        epochs = [event for event in events if event["event"] == "epoch"]
        # Losses are 1, 2 | 3, 4; even pixels count as right: 5 of 10.
        self.assertEqual([(e["epoch"], e["loss"], e["accuracy"], e["images"]) for e in epochs],
                         [(1, 1.5, None, 8), (2, 3.5, 0.5, 8)])
        self.assertEqual(events[-3]["peak"], {"cuda:0": 7})

    def test_trains_in_the_order_and_waits_once_an_epoch(self):
        self.run_mode("train", epochs=2)
        self.assertEqual(self.framework.model.calls, [
            ("step", [9, 8, 7, 6], [0, 2, 1, 0]), "wait",  # the first step has a phase of its own
            ("step", [5, 4, 3, 2], [2, 1, 0, 2]), "wait",
            ("step", [0, 1, 2, 3], [0, 1, 2, 0]),
            ("step", [4, 5, 6, 7], [1, 2, 0, 1]), "wait"])

    def test_detail_and_evaluation_are_as_asked(self):
        _, events = self.run_mode("train", epochs=2, detail="step", values={"evaluate": "epoch"})
        steps = [(e["epoch"], e["step"], e["loss"]) for e in events if e["event"] == "step"]
        self.assertEqual(steps, [(1, 1, 1), (1, 2, 2), (2, 1, 3), (2, 2, 4)])
        self.assertEqual([e["accuracy"] for e in events if e["event"] == "epoch"], [0.5, 0.5])

    def test_a_loss_that_is_no_number_is_null(self):
        self.framework.model.losses = iter([float("nan")] * 9)
        _, events = self.run_mode("train")
        self.assertEqual([e["loss"] for e in events if e["event"] == "epoch"], [None])

    def test_verify_cuts_the_rate_before_the_eleventh_step(self):
        code, events = self.run_mode("verify")
        self.assertEqual((code, events[-2]["event"], events[-2]["parameters"]), (0, "verify", 12))
        calls = self.framework.model.calls
        self.assertEqual(calls[:2], [("dropout", False), "first"])
        self.assertEqual(calls.index(("rate", 0.05)), 2 + 10)
        arrays = dict(np.load(self.path("verify.npz")))
        self.assertEqual(arrays["losses"].tolist(), list(range(1, 21)))
        self.assertEqual(arrays["indices"].tolist(), [9, 8, 7, 6, 5, 4, 3, 2])
        self.assertEqual((arrays["indices"].dtype, arrays["grad/fc1.weight"].dtype),
                         (np.int32, np.float32))

    def test_verify_reports_what_was_taken_not_what_was_ordered(self):
        import trena_modes
        with mock.patch.object(trena_modes.Order, "step", lambda *_: np.array([1, 1, 2, 3])):
            self.run_mode("verify")
        indices = np.load(self.path("verify.npz"))["indices"].tolist()
        self.assertEqual(indices, [1, 1, 2, 3] * 2)

    def test_probe_counts_two_operations_a_product(self):
        code, events = self.run_mode("probe")
        self.assertEqual(code, 0)
        self.assertAlmostEqual(events[-2]["gemm_gflops"], 1)
        self.assertAlmostEqual(events[-2]["conv_gflops"], 2)
        self.assertIsNone(events[-2]["gemm_cpus"])

    def test_what_takes_long_to_find_out_is_asked_in_probe_alone(self):
        self.assertEqual(self.run_mode("probe")[1][0]["cpu_capability"], "AVX")
        self.assertNotIn("cpu_capability", self.run_mode("train")[1][0])

    def test_probe_tells_the_cpus_that_products_kept_busy(self):
        import trena_modes
        self.framework.gemm = lambda *_, **__: trena_modes.best_seconds(
            lambda: time.sleep(0.02), lambda: None, 2)
        _, events = self.run_mode("probe")
        self.assertLess(events[-2]["gemm_cpus"], 0.5)  # it only sleeps
        self.assertGreaterEqual(2e-9 * 1024 ** 3 / events[-2]["gemm_gflops"], 0.02)

    def test_a_pilot_does_the_first_steps_in_groups(self):
        limits = {"share": 0.5, "at_least": 3, "groups": 1}
        code, events = self.run_mode("pilot", epochs=2, pilot=limits, values={"evaluate": "epoch"})
        self.assertEqual(code, 0)
        self.assertEqual([event.get("name", event["event"]) for event in events],
                         ["start", "setup", "load", "first_step", "group", "group", "group",
                          "pilot", "memory", "teardown", "end"])
        groups = [(e["part"], e["steps"]) for e in events if e["event"] == "group"]
        self.assertEqual(groups, [("train", 4), ("evaluate", 1), ("evaluate", 2)])
        told = next(e for e in events if e["event"] == "pilot")
        self.assertEqual((told["steps"], told["evaluate_steps"], told["evaluations"]), (4, 3, 2))
        self.assertEqual(self.framework.model.calls, [
            ("step", [9, 8, 7, 6], [0, 2, 1, 0]), "wait",
            ("step", [5, 4, 3, 2], [2, 1, 0, 2]), "wait",
            ("step", [0, 1, 2, 3], [0, 1, 2, 0]), "wait",
            ("step", [4, 5, 6, 7], [1, 2, 0, 1]), "wait"])

    def train_groups(self, **limits):
        """Of 40 steps."""
        self.save("order.npy", np.array([range(10)] * 20, np.int32))
        _, events = self.run_mode("pilot", epochs=20, pilot=limits)
        return [e["steps"] for e in events if e["event"] == "group" and e["part"] == "train"]

    def test_a_pilot_has_groups_of_one_size_after_the_first_steps(self):
        self.assertEqual(self.train_groups(share=0.5, groups=2, settle=0), [8, 6, 6])
        self.assertEqual(self.train_groups(share=0.4, groups=3, at_least=10, settle=0), [8, 2, 2, 2])

    def test_a_pilot_of_quick_steps_goes_on_until_the_rate_has_settled(self):
        self.assertEqual(self.train_groups(groups=2, settle=9, settle_steps=20), [8, 10, 10])
        self.assertEqual(self.train_groups(groups=1, settle=9), [8, 32])

    def test_a_pilot_out_of_time_does_what_still_tells_something(self):
        self.assertEqual(self.train_groups(seconds=0), [2, 1, 1, 1, 1])

    def test_a_wrong_field_is_named(self):
        for field, value in (("batch", 0), ("batch", 1.5), ("batch", True), ("epochs", "2"),
                             ("threads", 0), ("learning_rate", -1), ("detail", "all"),
                             ("values", [1]), ("protocol", 2), ("mode", "race"), ("seed", -1),
                             ("network", 5), ("optimizer", "lion"), ("device", "tpu"),
                             ("pilot", [1])):
            with self.subTest(field=field, value=value):
                self.assertIn(field, self.refused(**{field: value}))
        self.assertIn("`weights`", self.refused(weights=None))
        self.assertIn("`groups`", self.refused(pilot={"groups": 0}))

    def test_what_the_machine_lacks_is_refused(self):
        self.assertEqual(self.refused(device="cuda"),
                         "device cuda is not available: this noted or this machine has none")
        for precision in ("bfloat16", "float16"):
            self.assertEqual(self.refused(precision=precision),
                             "precision %s is not possible with noted: use float32 or float64" %
                             precision)
        with mock.patch.object(self.framework, "precisions", ("float32",)):
            self.assertEqual(self.refused(precision="float64"),
                             "precision float64 is not possible with noted: use float32")
        with mock.patch.object(self.framework, "precisions", ("float32", "float64", "bfloat16")):
            self.assertEqual(self.refused(precision="float16"),
                             "precision float16 is not possible with noted: use float32, float64 "
                             "or bfloat16")
        self.assertIn("precision float8 is not known", self.refused(precision="float8"))

    def test_files_that_do_not_fit_are_refused(self):
        self.assertIn("a batch of 11 is more than the 10", self.refused(batch=11))
        self.assertIn("expected [3, 10]", self.refused(epochs=3))
        self.save("order.npy", np.full((1, COUNT), COUNT, np.int32))
        self.assertIn("indices in the order are not all within 0 to 9", self.refused())
        self.save("train_labels.npy", np.full(COUNT, CLASSES, np.int32))
        self.assertIn("train labels are not all within 0 to 2", self.refused())
        self.save("train_images.npy", np.zeros((COUNT, 2, 3, 1), np.uint8))
        self.assertIn("(N, H, W, C)", self.refused())
        np.savez(self.path("weights.npz"), **{"fc1.weight": np.zeros((4, 3), np.float32)})
        self.assertIn("fc1.weight is float32[4, 3], expected float32[3, 4]", self.refused())
        with open(self.path("weights.npz"), "w") as file:
            file.write("no archive")
        self.assertIn("weights.npz", self.refused())
        self.assertIn("cannot read", self.refused(network=self.path("nowhere.json")))

    def test_memory_that_is_gone_has_its_own_kind(self):
        for error in (MemoryError(), RuntimeError("\nStack trace:\nCUDA error: out of memory")):
            with mock.patch.object(self.framework.model, "train_step", side_effect=error):
                code, events = self.run_mode("train")
            self.assertEqual((code, events[-1]["kind"]), (3, "out_of_memory"))
        self.assertEqual(events[-1]["message"], "CUDA error: out of memory")

    def test_data_larger_than_the_address_space_is_memory_too(self):
        # 4 GiB, of which the disk holds nothing.
        np.lib.format.open_memmap(self.path("train_images.npy"), "w+", np.uint8,
                                  (2 ** 30, 2, 2, 1))
        before = resource.getrlimit(resource.RLIMIT_AS)
        with open("/proc/self/statm", encoding="ascii") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + 2 ** 28, before[1]))
        try:
            code, events = self.run_mode("train")
        finally:
            resource.setrlimit(resource.RLIMIT_AS, before)
        self.assertEqual((code, events[-1]["kind"]), (3, "out_of_memory"), events[-1])
        self.assertIn("train_images.npy", events[-1]["message"])
        self.assertIn("its 4.29 GB", events[-1]["message"])
        self.assertIn("raise `ulimit -v`", events[-1]["message"])

    def test_any_other_exception_is_a_failure(self):
        with mock.patch.object(self.framework.model, "train_step", side_effect=KeyError("x")):
            code, events = self.run_mode("train")
        self.assertEqual((code, events[-1]["kind"], events[-1]["message"]), (1, "failed", "'x'"))

    def test_threads_are_set_before_the_framework_is_loaded(self):
        seen = []

        def load():
            seen.append(os.environ["OMP_NUM_THREADS"])
            return self.framework
        self.write_json("scenario.json", {"protocol": 1, "mode": "probe", "threads": 3})
        with mock.patch.dict(os.environ, {"TRENA_EVENTS": self.path("events")}):
            trena_runner.main(load, [self.path("scenario.json")], False)
        self.assertEqual(seen, ["3"])

    def test_the_users_limit_of_threads_holds(self):
        for limit, threads in (("2", "2"), ("9", "3"), ("", "3"), ("0", "3"), ("many", "3")):
            with mock.patch.dict(os.environ, {"OMP_THREAD_LIMIT": limit}, clear=True):
                trena_runner.set_threads(3)
                self.assertEqual(os.environ["OMP_NUM_THREADS"], threads)
                self.assertEqual(os.environ["OPENBLAS_NUM_THREADS"], threads)
        with mock.patch.dict(os.environ, {"OMP_THREAD_LIMIT": "1"}, clear=True):
            trena_runner.set_threads(None)
            self.assertNotIn("OMP_NUM_THREADS", os.environ)


class ChannelsLast(unittest.TestCase):
    def test_a_flattened_image_gives_the_same_logits(self):
        numbers = np.random.RandomState(1)
        image, matrix = numbers.random_sample((3, 4, 5)), numbers.random_sample((7, 60))
        stored = trena_channels_last.to_stored(matrix, [3, 4, 5])
        logits = image.transpose(1, 2, 0).reshape(1, -1) @ stored
        np.testing.assert_allclose(logits[0], matrix @ image.reshape(-1))
        np.testing.assert_array_equal(trena_channels_last.from_stored(stored, [3, 4, 5]), matrix)

    def test_kernels_are_turned_there_and_back(self):
        kernel = np.arange(2 * 3 * 4 * 5).reshape(2, 3, 4, 5)
        stored = trena_channels_last.to_stored(kernel, None)
        self.assertEqual(stored.shape, (4, 5, 3, 2))
        self.assertEqual(stored[1, 2, 0, 1], kernel[1, 0, 1, 2])
        np.testing.assert_array_equal(trena_channels_last.from_stored(stored, None), kernel)


def window(k, s, p, size, out):
    """A layer on a square image."""
    return {"k": k, "s": s, "p": p, "in": [[1, size, size]], "out": [1, out, out]}


class Windows(unittest.TestCase):
    def test_sizes_are_one_number_or_two(self):
        self.assertEqual(trena_windows.both(3), (3, 3))
        self.assertEqual(trena_windows.both([3, 1]), (3, 1))

    def test_padding_is_one_number_or_one_for_each_side(self):
        self.assertEqual(trena_windows.sides({"p": 2}), [(2, 2), (2, 2)])
        self.assertEqual(trena_windows.sides({"p": [1, 2, 3, 4]}), [(1, 2), (3, 4)])
        self.assertEqual(trena_windows.even_padding({"p": [1, 1, 2, 2]}), (1, 2))
        self.assertIsNone(trena_windows.even_padding({"p": [1, 1, 2, 3]}))

    def test_what_windows_need_depends_on_the_rounding(self):
        # Windows of 3 begin at -1, 1, 3 (and 5): the last ends at 5 (7) of 6.
        self.assertEqual(trena_windows.needed_padding(window(3, 2, 1, 6, 3)), [(1, 0), (1, 0)])
        self.assertEqual(trena_windows.needed_padding(window(3, 2, 1, 6, 4)), [(1, 2), (1, 2)])
        self.assertEqual(trena_windows.needed_padding(window(7, 2, [2, 3, 2, 3], 224, 112)),
                         [(2, 3), (2, 3)])

    def test_how_much_of_a_window_is_image(self):
        # Of 2 along an axis, but for the first, which has one in the padding.
        inside = trena_windows.windows_inside(window(2, 2, 1, 3, 2))
        self.assertEqual(inside.tolist(), [[1, 2], [2, 4]])


class Losses(unittest.TestCase):
    NETWORK = {"layers": [{"name": "a", "inputs": ["input"]}, {"name": "b", "inputs": ["a"]},
                          {"name": "head", "inputs": ["a"]}, {"name": "c", "inputs": ["b"]}],
               "losses": [{"layer": "head", "weight": 0.5}]}

    def test_the_heads_losses_are_weighted(self):
        total = trena_modes.TotalLoss(self.NETWORK, lambda logits, labels: logits + labels, None)
        self.assertEqual(total([10, 20], 1), 11 + 0.5 * 21)
        total = trena_modes.TotalLoss({**self.NETWORK, "loss": "hinge"}, None, lambda a, b: a * b)
        self.assertEqual(total([10, 20], 3), 30 + 0.5 * 60)

    def test_a_head_is_not_on_the_way_to_the_logits(self):
        names = [layer["name"] for layer in trena_modes.layers_to_logits(self.NETWORK)]
        self.assertEqual(names, ["a", "b", "c"])


class Rates(unittest.TestCase):
    """Worked out by hand from the comment above Caffe's SGDSolver::GetLearningRate."""

    def test_policies_are_caffes(self):
        rate = trena_rate.LearningRate({"policy": "step", "base": 0.25, "gamma": 0.5,
                                        "stepsize": 3})
        self.assertEqual([rate.at(step, 9) for step in (0, 2, 3, 8)],
                         [0.25, 0.25, 0.125, 0.0625])
        rate = trena_rate.LearningRate({"policy": "poly", "base": 0.01, "power": 0.5})
        self.assertEqual([rate.at(0, 4), rate.at(3, 4)], [0.01, 0.005])
        rate = trena_rate.LearningRate({"policy": "poly", "base": 1, "power": 1, "max_iter": 8})
        self.assertEqual(rate.at(2, 4), 0.75)
        rate = trena_rate.LearningRate({"policy": "inv", "base": 0.01, "gamma": 0.0001,
                                        "power": 0.75})
        self.assertAlmostEqual(rate.at(10000, 10000), 0.00594604, 8)
        self.assertEqual(trena_rate.LearningRate(0.5).at(7, 9), 0.5)
        self.assertFalse(trena_rate.LearningRate(0.5).changes)

    def test_what_is_wrong_is_named(self):
        for said, words in ((-1, "^`learning_rate` must be a number"), (True, "must be a number"),
                            ({"base": 1}, "`policy` of `learning_rate` must be fixed, step"),
                            ({"policy": "inv", "power": "x"}, "`power` of `learning_rate`"),
                            ({"policy": "fixed", "base": -1}, "`base` of `learning_rate`"),
                            ({"policy": "step", "stepsize": 0}, "a whole number of at least 1")):
            with self.assertRaisesRegex(ValueError, words):
                trena_rate.LearningRate(said)


class Multiples(unittest.TestCase):
    def test_each_weight_has_its_own_or_one(self):
        network = {"layers": [{"name": "a", "weights": {"a.weight": [2], "a.bias": [1]},
                               "rates": [1, 2], "decays": [1, 0]},
                              {"name": "b"}, {"name": "c", "weights": {"c.weight": [2]}}]}
        self.assertEqual(trena_modes.multiples(network),
                         {"a.weight": (1, 1), "a.bias": (2, 0), "c.weight": (1, 1)})

    def test_there_is_one_for_each_weight(self):
        layer = {"name": "a", "type": "fc", "inputs": ["input"], "weights": {"a.weight": [2]},
                 "rates": [1, 2]}
        with self.assertRaisesRegex(trena_runner.BadInput, "a number for each weight"):
            trena_modes.check_layer(layer, {"input"})


if __name__ == "__main__":
    unittest.main()
