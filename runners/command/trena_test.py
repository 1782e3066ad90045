#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of trena.py: each script runs in a Python of its own, as a training does."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.realpath(__file__))


class TrenaTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.events = os.path.join(self.folder.name, "events.jsonl")
        self.addCleanup(self.folder.cleanup)

    def run_script(self, script, scenario=None, events=None, **more):
        environment = {"PYTHONPATH": HERE, "PATH": os.environ["PATH"], **more}
        if events is not False:
            environment["TRENA_EVENTS"] = events or self.events
        if scenario is not None:
            environment["TRENA_SCENARIO"] = os.path.join(self.folder.name, "scenario.json")
            with open(environment["TRENA_SCENARIO"], "w", encoding="utf-8") as file:
                file.write(scenario if isinstance(scenario, str) else json.dumps(scenario))
        return subprocess.run([sys.executable, "-c", "import trena\n" + script], env=environment,
                              capture_output=True, text=True, check=False)

    def told(self, name="epoch"):
        if not os.path.exists(self.events):
            return []
        with open(self.events, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        return [line for line in lines if line["event"] == name]

    def test_without_trena_nothing_is_done(self):
        ran = self.run_script(
            "loader = [1, 2]\n"
            "assert trena.steps(loader) is loader and not trena.active\n"
            "trena.epoch(loss=1)\n"
            "print(trena.value('batch', 7), trena.value('nothing'))\n", events=False)
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "7 None\n", ""))
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_epochs_carry_what_the_script_says(self):
        ran = self.run_script(
            "for k in range(2):\n"
            "    print([batch for batch in trena.steps([[1, 2], [3]], images=len)])\n"
            "    trena.epoch(loss=0.5 - k / 4, accuracy=k / 2)\n")
        self.assertEqual(ran.stdout, "[[1, 2], [3]]\n" * 2, ran.stderr)
        first, second = self.told()
        self.assertEqual((first["epoch"], first["loss"], first["accuracy"], first["images"]),
                         (1, 0.5, 0, 3))
        self.assertEqual((second["epoch"], second["loss"], second["accuracy"]), (2, 0.25, 0.5))
        start, = self.told("start")
        self.assertEqual(start["python"], "%d.%d.%d" % sys.version_info[:3])
        self.assertEqual(self.told("step"), [])

    def test_an_epochs_time_is_its_loops_alone(self):
        self.run_script(
            "import time\n"
            "clock = [100.0]\n"
            "trena.time.monotonic = lambda: clock[0]\n"
            "for k in range(2):\n"
            "    for batch in trena.steps([1, 2, 3]): clock[0] += 2\n"
            "    clock[0] += 50  # evaluation\n"
            "    trena.epoch()\n")
        self.assertEqual([event["seconds"] for event in self.told()], [6, 6])
        self.assertEqual([event["t"] for event in self.told()], [156, 212])
        self.assertNotIn("loss", self.told()[0])
        self.assertNotIn("images", self.told()[0])

    def test_a_pass_without_epoch_is_told_all_the_same(self):
        self.run_script(
            "for k in range(3):\n"
            "    for batch in trena.steps(range(4), images=8):\n"
            "        if batch == 2: break\n")
        # The item at which the loop was left is not counted: its step was not done.
        self.assertEqual([(e["epoch"], e["images"]) for e in self.told()], [(1, 16), (2, 16), (3, 16)])

    def test_epoch_alone_knows_no_first_time(self):
        self.run_script(
            "clock = [100.0]\n"
            "trena.time.monotonic = lambda: clock[0]\n"
            "for k in range(2):\n"
            "    clock[0] += 3\n"
            "    trena.epoch()\n")
        first, second = self.told()
        self.assertNotIn("seconds", first)
        self.assertEqual(second["seconds"], 3)

    def test_steps_are_told_only_when_asked_for(self):
        self.run_script("for batch in trena.steps([1, 2]): pass\n", scenario={"detail": "step"})
        self.assertEqual([(e["epoch"], e["step"]) for e in self.told("step")], [(1, 1), (1, 2)])

    def test_what_is_no_number_is_null_and_tensors_are_numbers(self):
        self.run_script(
            "class Tensor:\n"
            "    def __float__(self): return 0.125\n"
            "trena.epoch(loss=float('nan'), accuracy=Tensor())\n"
            "trena.epoch(loss='rubbish', accuracy=float('inf'))\n")
        first, second = self.told()
        self.assertEqual((first["loss"], first["accuracy"]), (None, 0.125))
        self.assertEqual((second["loss"], second["accuracy"]), (None, None))

    def test_values_come_from_the_scenario(self):
        scenario = {"batch": 128, "values": {"size": 3, "name": "deep", "rate": 0.5, "threads": 4}}
        ran = self.run_script(
            "print(trena.value('batch', 64), trena.value('size'), trena.value('name', 'x'),\n"
            "      trena.value('rate', 1.0), trena.value('threads', '2') + '!', trena.value('no', 5))\n",
            scenario=scenario)
        self.assertEqual(ran.stdout, "128 3 deep 0.5 4! 5\n", ran.stderr)
        for broken in ("", "[1]", "{", '{"values": 3}'):
            ran = self.run_script("print(trena.value('batch', 9))\n", scenario=broken)
            self.assertEqual(ran.stdout, "9\n", broken + ran.stderr)

    def test_forked_and_spawned_workers_are_silent(self):
        self.run_script(
            "import os\n"
            "child = os.fork()\n"
            "trena.epoch(loss=1 if child else 2)\n"
            "if child: os.waitpid(child, 0)\n")
        self.assertEqual([event["loss"] for event in self.told()], [1])
        script = os.path.join(self.folder.name, "spawn.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write("import multiprocessing, trena\n"
                       "def work(): trena.epoch(loss=7)\n"
                       "if __name__ == '__main__':\n"
                       "    process = multiprocessing.get_context('spawn').Process(target=work)\n"
                       "    process.start(); process.join()\n"
                       "    print(process.exitcode)\n")
        ran = self.run_script("import runpy; runpy.run_path(%r, run_name='__main__')" % script)
        self.assertEqual(ran.stdout, "0\n", ran.stderr)
        self.assertEqual(len(self.told()), 1)
        self.run_script("trena.epoch(loss=3)\n", RANK="1")
        self.assertEqual(len(self.told()), 1)

    def test_what_cannot_be_written_does_not_break_the_training(self):
        ran = self.run_script("trena.epoch(loss=1); print('trained')\n", events="/nowhere/events")
        self.assertEqual((ran.returncode, ran.stdout), (0, "trained\n"))
        self.assertIn("trena: cannot write events", ran.stderr)
        ran = self.run_script("trena.epoch(loss=1); trena.epoch(loss=1); print('trained')\n",
                              events="/dev/full")
        self.assertEqual((ran.returncode, ran.stdout), (0, "trained\n"))
        self.assertEqual(ran.stderr.count("not written any more"), 1)

    def test_a_progress_bar_can_ask_for_the_length(self):
        ran = self.run_script("print(len(trena.steps([1, 2, 3])))\n")
        self.assertEqual(ran.stdout, "3\n", ran.stderr)


if __name__ == "__main__":
    unittest.main()
