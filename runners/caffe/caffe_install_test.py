#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of caffe_install.py with a Maven and a compiler of our own: no network, nothing compiled."""
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import zipfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

import caffe_install  # noqa: E402

PROGRAM = os.path.join(os.path.dirname(os.path.realpath(__file__)), "caffe_install.py")
PREFIX = "org/bytedeco/x/linux-x86_64/"
MAVEN = """#!/bin/sh
for word in "$@"; do case $word in
  -Dartifact=*) name=$(echo "$word" | sed 's/.*:\\(.*\\):\\(.*\\):jar:.*/\\1-\\2/')
                kind=$(echo "$word" | sed 's/.*:jar://'); echo "$word" >> "$CALLS" ;;
  -DoutputDirectory=*) folder=${word#*=} ;;
  -Dmaven.repo.local=*) JARS=$FRESH; mkdir "${word#*=}" ;;
esac; done
if [ -f "$JARS/$name.jar" ]; then cp "$JARS/$name.jar" "$folder/$name-$kind.jar"
else echo "[ERROR] Could not find artifact $name"; exit 1; fi
"""
# Makes the file it was asked for and keeps what it was called with.
COMPILER = """#!/bin/sh
if [ "$1" = --version ]; then echo "a compiler 12"; exit 0; fi
echo "$@" >> "$CALLS"
while [ $# -gt 0 ]; do if [ "$1" = -o ]; then : > "$2"; fi; shift; done
"""


class Install(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.root = self._folder.name
        self.tools, self.jars = self.path("tools"), self.path("jars")
        self.fresh = self.jars  # what Maven gets where it has no copy of its own
        for folder in (self.tools, self.jars, self.path("out")):
            os.makedirs(folder)
        for tool in ("sh", "sed", "cp", "env", "mkdir"):
            os.symlink("/usr/bin/" + tool if os.path.exists("/usr/bin/" + tool) else "/bin/" + tool,
                       os.path.join(self.tools, tool))
        self.tool("mvn", MAVEN)
        self.tool("g++", COMPILER)
        self.lock = self.path("1.0.lock")
        self.whole = list(caffe_install.LIBRARIES) + ["include/caffe/caffe.hpp", "libjni.so"]
        self.jar("caffe", self.whole)

    def path(self, *names):
        return os.path.join(self.root, *names)

    def tool(self, name, text):
        path = os.path.join(self.tools, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o755)

    def jar(self, name, files, prefix=PREFIX, locked_as=None):
        jar = os.path.join(self.jars, name + "-1.0-1.5.8.jar")
        with zipfile.ZipFile(jar, "w") as archive:
            for file in files:
                archive.writestr(prefix + file, "of " + file)
        with open(jar, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        with open(self.lock, "w", encoding="utf-8") as file:
            file.write("# jars\n%s==1.0-1.5.8 \\\n    --hash=sha256:%s\n" %
                       (locked_as or name, digest))

    def run_it(self, *arguments):
        environment = {"PATH": self.tools, "JARS": self.jars, "FRESH": self.fresh,
                       "CALLS": self.path("calls")}
        return subprocess.run([sys.executable, "-I", PROGRAM] + list(arguments), env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False)

    def install(self):
        return self.run_it(self.lock, self.path("out"))

    def test_takes_the_libraries_and_compiles(self):
        done = self.install()
        self.assertEqual(done.returncode, 0, done.stderr)
        there = set(os.listdir(self.path("out", "lib")))
        self.assertEqual(there, set(caffe_install.LIBRARIES) | {caffe_install.UNUSED, "runner.so"})
        self.assertTrue(os.path.exists(self.path("out", "tmp", "include", "caffe", "caffe.hpp")))
        told = json.loads(done.stdout.splitlines()[-1])
        self.assertEqual(told, {"packages": {"caffe": "1.0-1.5.8"}, "compiler": "a compiler 12"})
        with open(self.path("calls"), encoding="utf-8") as file:
            calls = file.read()
        self.assertIn("-D_GLIBCXX_USE_CXX11_ABI=0", calls)

    def damage(self):
        with open(os.path.join(self.jars, "caffe-1.0-1.5.8.jar"), "ab") as file:
            file.write(b"more")

    def test_a_damaged_copy_of_mavens_is_passed_by(self):
        self.fresh = shutil.copytree(self.jars, self.path("fresh"))
        self.damage()
        done = self.install()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("again: Maven's copy is not the locked file", done.stdout)
        self.assertTrue(os.path.exists(self.path("out", "lib", "runner.so")))
        self.assertFalse(os.path.exists(self.path("out", "tmp", "repository")))

    def test_a_jar_that_is_not_the_locked_one_is_refused(self):
        self.damage()
        done = self.install()
        self.assertEqual(done.returncode, 1)
        self.assertIn("caffe-1.0-1.5.8-linux-x86_64.jar is not the file that was locked",
                      done.stderr)
        self.assertIn("settings.xml", done.stderr, "what to look at")
        self.assertFalse(os.path.exists(self.path("out", "lib")), "nothing of it is kept")
        self.assertEqual(os.listdir(self.path("out", "tmp")), [])

    def test_a_jar_that_is_missing_is_named(self):
        os.remove(os.path.join(self.jars, "caffe-1.0-1.5.8.jar"))
        done = self.install()
        self.assertEqual(done.returncode, 1)
        self.assertIn("Maven could not fetch org.bytedeco:caffe:1.0-1.5.8", done.stderr)
        self.assertIn("Could not find artifact", done.stderr)
        self.assertIn("Is there a network? A proxy", done.stderr)

    def test_jars_without_a_library_are_refused(self):
        self.jar("caffe", ["libcaffe.so.1.0.0"])
        done = self.install()
        self.assertEqual(done.returncode, 1)
        self.assertIn("the jars do not hold libhdf5.so.200", done.stderr)

    def install_for_gpu(self, has_library):
        """In this process, where what the machine has of CUDA can be said."""
        self.jar("caffe", self.whole, "org/bytedeco/caffe/linux-x86_64-gpu/", "caffe-gpu")
        environment = {"PATH": self.tools, "JARS": self.jars, "FRESH": self.fresh,
                       "CALLS": self.path("calls")}
        with unittest.mock.patch.dict(os.environ, environment, clear=True), \
                unittest.mock.patch.object(caffe_install, "has_library", has_library), \
                unittest.mock.patch("builtins.print"):
            caffe_install.install(self.lock, self.path("out"))

    def flags(self):
        with open(self.path("calls"), encoding="utf-8") as file:
            return next(line for line in file if "caffe_library.cc" in line)

    def test_the_gpus_jar_is_fetched_and_compiled_for(self):
        self.install_for_gpu(lambda name: True)
        with open(self.path("calls"), encoding="utf-8") as file:
            self.assertIn("org.bytedeco:caffe:1.0-1.5.8:jar:linux-x86_64-gpu\n", file.read())
        self.assertIn("libcaffe.so.1.0.0", os.listdir(self.path("out", "lib")))
        self.assertTrue(os.path.exists(self.path("out", "tmp", "include", "caffe", "caffe.hpp")))
        flags = self.flags()
        self.assertNotIn("CPU_ONLY", flags)
        self.assertIn("cuda_names.h", flags)
        for header in caffe_install.CUDA_HEADERS:
            self.assertTrue(os.path.exists(self.path("out", "tmp", "cuda", header)), header)

    def test_the_cpus_is_compiled_without_a_gpu(self):
        self.install()
        self.assertIn("-DCPU_ONLY", self.flags())
        self.assertNotIn("cuda", self.flags())

    def test_a_machine_without_cuda_is_told_before_anything_is_fetched(self):
        with self.assertRaisesRegex(caffe_install.Trouble,
                                    r"no libcublas\.so\.11: .*CUDA 11 and cuDNN 8") as refused:
            self.install_for_gpu(lambda name: "cublas" not in name)
        self.assertNotIn("libcudart", str(refused.exception))
        self.assertEqual(os.listdir(self.path("out")), [])

    def test_no_compiler_and_no_maven_are_said_at_once_and_early(self):
        os.remove(os.path.join(self.tools, "g++"))
        os.remove(os.path.join(self.tools, "mvn"))
        done = self.run_it("--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no C++ compiler", done.stderr)
        self.assertIn("apt install g++", done.stderr)
        self.assertIn("no Maven", done.stderr)

    def test_a_compiler_that_fails_is_quoted(self):
        self.tool("g++", "#!/bin/sh\ncase $* in *caffe_library*) echo 'no such header'; exit 1;; "
                         "esac\n")
        done = self.install()
        self.assertEqual(done.returncode, 1)
        self.assertIn("could not compile the runner of Caffe:\nno such header", done.stderr)

    def test_the_real_locks_name_four_jars(self):
        def read(name):
            return caffe_install.read_lock(os.path.join(caffe_install.HERE, name))
        lock, for_gpu = read("1.0.lock"), read("1.0+gpu.lock")
        self.assertEqual([name for name, _, _ in lock], ["caffe", "hdf5", "openblas", "opencv"])
        self.assertEqual(for_gpu[0][:2], ("caffe-gpu", lock[0][1]))
        self.assertNotEqual(for_gpu[0][2], lock[0][2])
        self.assertEqual(for_gpu[1:], lock[1:], "what is around Caffe is the same")
        self.assertFalse(caffe_install.is_for_gpu(lock))
        self.assertTrue(caffe_install.is_for_gpu(for_gpu))


if __name__ == "__main__":
    unittest.main()
