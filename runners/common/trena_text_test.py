#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what trena_modes.py and trena_channels_last.py do with text. Needs numpy, else skipped."""
import json
import os
import sys
import tempfile
import types
import unittest

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

try:
    import numpy as np
except ImportError:
    print("skipped: numpy is not installed (Debian: python3-numpy)")
    sys.exit(77)
import trena_channels_last  # noqa: E402
import trena_modes  # noqa: E402
from trena_runner import BadInput  # noqa: E402

LENGTH, CLASSES, COUNT = 4, 5, 3
EMBEDDING = {"name": "e", "type": "embedding", "inputs": ["input"], "in": [[LENGTH]],
             "out": [LENGTH, CLASSES], "weights": {"e.weight": [CLASSES, CLASSES]}}
NETWORK = {"format": 1, "input": [LENGTH], "classes": CLASSES, "layers": [EMBEDDING]}


class Text(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.tokens = np.arange(COUNT * LENGTH, dtype=np.uint8).reshape(COUNT, LENGTH) % CLASSES
        self.save("images", self.tokens)
        self.save("labels", (self.tokens + 1).astype(np.int32) % CLASSES)

    def save(self, what, array):
        np.save(os.path.join(self.folder, "train_%s.npy" % what), array)

    def images(self):
        return trena_modes.Images(self.folder, "train", NETWORK)

    def network(self, **changes):
        path = os.path.join(self.folder, "network.json")
        with open(path, "w") as file:
            json.dump(dict(NETWORK, **changes), file)
        return trena_modes.read_network(path)

    def test_each_token_has_a_label(self):
        tokens, labels = self.images().take([2, 0])
        np.testing.assert_array_equal(tokens, self.tokens[[2, 0]])
        np.testing.assert_array_equal(labels, (self.tokens[[2, 0]] + 1) % CLASSES)

    def test_data_that_does_not_fit_is_refused(self):
        self.save("labels", np.zeros((COUNT, LENGTH - 1), np.int32))
        self.assertRaisesRegex(BadInput, "labels are not one per token", self.images)
        self.save("images", self.tokens + np.uint8(1))
        self.assertRaisesRegex(BadInput, "train tokens are not all within 0 to 4", self.images)
        self.save("images", np.zeros((COUNT, LENGTH + 1), np.uint8))
        self.assertRaisesRegex(BadInput, r"sequences are \[3, 5\] \(N, T\)", self.images)

    def test_logits_are_of_each_position(self):
        self.assertEqual(self.network()["input"], [LENGTH])
        with self.assertRaisesRegex(BadInput, "one number per class"):
            self.network(layers=[dict(EMBEDDING, out=[CLASSES])])

    def test_tokens_go_to_an_embedding_alone(self):
        for layer in ({"type": "relu", "inputs": ["input"]}, {"type": "embedding", "inputs": ["e"]}):
            with self.assertRaisesRegex(BadInput, "layer b: tokens go to an embedding"):
                self.network(layers=[EMBEDDING, dict(EMBEDDING, name="b", **layer)])

    def test_accuracy_is_of_tokens(self):
        trainer = trena_modes.Trainer.__new__(trena_modes.Trainer)
        trainer._scenario = types.SimpleNamespace(batch=2)
        trainer.model = types.SimpleNamespace(
            correct=lambda tokens, labels: int((labels == tokens + 1).sum()), count=sum)
        right = int((self.tokens < CLASSES - 1).sum())
        self.assertEqual(trainer.accuracy(self.images()), right / (COUNT * LENGTH))

    def test_tables_are_stored_as_they_are(self):
        table = trena_channels_last.flattened_image(EMBEDDING)
        matrix = np.arange(6).reshape(2, 3)
        np.testing.assert_array_equal(trena_channels_last.to_stored(matrix, table), matrix)
        np.testing.assert_array_equal(trena_channels_last.from_stored(matrix, table), matrix)
        fc = trena_channels_last.flattened_image(dict(EMBEDDING, type="fc", **{"in": [[4, 3]]}))
        np.testing.assert_array_equal(trena_channels_last.to_stored(matrix, fc), matrix.T)


if __name__ == "__main__":
    unittest.main()
