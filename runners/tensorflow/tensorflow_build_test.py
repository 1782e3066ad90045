#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of tensorflow_build.py. Needs nothing but Python."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from tensorflow_build import compiled_for, unused_instructions  # noqa: E402

MESSAGE = """I tensorflow/core/platform/cpu_feature_guard.cc:182] This TensorFlow binary is \
optimized to use available CPU instructions in performance-critical operations.
To enable the following instructions: %s, in other operations, rebuild TensorFlow with the \
appropriate compiler flags.
"""
AVX2 = {"fpu", "sse4_2", "avx", "avx2", "fma"}


class CompiledFor(unittest.TestCase):
    def test_is_the_widest_that_it_does_not_leave_unused(self):
        self.assertEqual(compiled_for(MESSAGE % "AVX2 FMA", AVX2), "AVX")
        self.assertEqual(compiled_for(MESSAGE % "FMA", AVX2), "AVX2")
        self.assertEqual(compiled_for(MESSAGE % "AVX512F AVX512_VNNI FMA", AVX2 | {"avx512f"}),
                         "AVX2")

    def test_a_build_without_avx_is_told(self):
        self.assertEqual(compiled_for(MESSAGE % "SSE4.1 SSE4.2 AVX AVX2 FMA", AVX2), "NO AVX")

    def test_older_versions_say_it_in_other_words(self):
        for message in ("This TensorFlow binary is optimized with oneAPI Deep Neural Network "
                        "Library (oneDNN) to use the following CPU instructions in "
                        "performance-critical operations:  %s\nTo enable them in other operations",
                        "Your CPU supports instructions that this TensorFlow binary was not "
                        "compiled to use: %s\n2019-01-01 00:00:00 I a line that comes AFTER"):
            self.assertEqual(compiled_for(message % "AVX2 FMA", AVX2), "AVX")
            self.assertEqual(compiled_for(message % "AVX AVX2 FMA", AVX2), "NO AVX")

    def test_1_3_says_each_in_a_line_of_its_own(self):
        line = ("W tensorflow/core/platform/cpu_feature_guard.cc:45] The TensorFlow library wasn't "
                "compiled to use %s instructions, but these are available on your machine\n")
        message = "".join(line % name for name in ("SSE4.1", "SSE4.2", "AVX", "AVX2", "FMA"))
        self.assertEqual(unused_instructions(message), ["SSE4.1", "SSE4.2", "AVX", "AVX2", "FMA"])
        self.assertEqual(compiled_for(message, AVX2), "NO AVX")

    def test_what_is_said_twice_is_told_once(self):
        self.assertEqual(unused_instructions(2 * (MESSAGE % "AVX2 FMA")), ["AVX2", "FMA"])
        self.assertEqual(unused_instructions("nothing"), [])

    def test_a_cpu_without_avx_or_no_message_tells_nothing(self):
        self.assertIsNone(compiled_for(MESSAGE % "SSE4.2", {"fpu", "sse4_2"}))
        self.assertIsNone(compiled_for("", AVX2))
        self.assertIsNone(compiled_for("Illegal instruction", AVX2))


if __name__ == "__main__":
    unittest.main()
