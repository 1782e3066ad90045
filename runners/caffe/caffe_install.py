#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts Caffe 1.0 into a folder: caffe_install.py --check | LOCK FOLDER.

Maven fetches the jars that the lock names, each is checked against its SHA-256, the libraries are
taken out of them, and library/caffe_library.cc is compiled against them. A package whose name ends
in -gpu is the jar that was built for NVIDIA's GPUs; CUDA itself is the machine's. --check only says
whether the tools for it are here. Steps go to stdout, one a line; the last line is a JSON object that tells
what was used. What went wrong is one message on stderr, with exit code 1.
"""
import ctypes
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile

HERE = os.path.dirname(os.path.realpath(__file__))
PLATFORM = "linux-x86_64"
GPU = "-gpu"
FLAGS = ["-std=c++14", "-O2", "-fPIC", "-D_GLIBCXX_USE_CXX11_ABI=0", "-w"]
LIBRARIES = ("libcaffe.so.1.0.0", "libhdf5.so.200", "libhdf5_hl.so.200", "libopenblas.so.0",
             "libgfortran.so.5", "libquadmath.so.0", "libopencv_core.so.406",
             "libopencv_imgproc.so.406", "libopencv_imgcodecs.so.406")
# libcaffe names it and calls nothing in it; the real one would want the libraries of a desktop.
UNUSED = "libopencv_highgui.so.406"
# Of CUDA 11 and cuDNN 8: what the GPU build is linked with, and the headers that its own include.
CUDA_LIBRARIES = ("libcudart.so.11.0", "libcublas.so.11", "libcurand.so.10", "libcudnn.so.8")
CUDA_HEADERS = ("cublas_v2.h", "cuda.h", "cuda_runtime.h", "curand.h", "driver_types.h")


class Trouble(Exception):
    """The message is for the user."""


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", stdin=subprocess.DEVNULL, check=False, **options)


def find_compiler():
    wanted = os.environ.get("CXX", "").split()
    for name in wanted[:1] + ["g++", "c++", "clang++"]:
        if shutil.which(name):
            return [shutil.which(name)] + (wanted[1:] if wanted[:1] == [name] else [])
    raise Trouble("no C++ compiler: Caffe's runner is compiled here. Install one (Debian: apt "
                  "install g++), or name it in CXX")


def check_tools():
    """(compiler, maven). All that is missing at once."""
    missing = []
    compiler = maven = None
    try:
        compiler = find_compiler()
        headers = run(compiler + ["-E", "-x", "c++", "-include", "boost/shared_ptr.hpp", "-"])
        if headers.returncode != 0:
            missing.append("no Boost headers, which Caffe's include (Debian: apt install "
                           "libboost-dev)")
    except Trouble as trouble:
        missing.append(str(trouble))
    maven = shutil.which("mvn")
    if not maven:
        missing.append("no Maven, which fetches Caffe's libraries (Debian: apt install maven)")
    if os.uname().machine != "x86_64":
        missing.append("this machine is %s: Caffe's libraries are for x86_64" % os.uname().machine)
    if missing:
        raise Trouble("; ".join(missing))
    return compiler, maven


def has_library(name):
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def check_cuda():
    missing = [name for name in CUDA_LIBRARIES if not has_library(name)]
    if missing:
        raise Trouble("no %s: Caffe for the GPU uses the CUDA 11 and cuDNN 8 of the machine. "
                      "Install them, or name their folder in LD_LIBRARY_PATH" % ", ".join(missing))


def is_for_gpu(packages):
    return any(name.endswith(GPU) for name, _, _ in packages)


def read_lock(path):
    """[(name, version, sha256)]."""
    with open(path, encoding="utf-8") as file:
        return re.findall(r"^([\w-]+)==(\S+) \\\n\s+--hash=sha256:([0-9a-f]{64})$", file.read(),
                          re.MULTILINE)


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def copy_jar(maven, name, version, folder, *options):
    """Has Maven copy a jar into the folder. -U: Maven remembers what it did not find and would not
    ask again for a day."""
    plain = name[:-len(GPU)] if name.endswith(GPU) else name
    classifier = PLATFORM + name[len(plain):]
    artifact = "org.bytedeco:%s:%s:jar:%s" % (plain, version, classifier)
    result = run([maven, "-B", "-q", "-U", "dependency:copy", "-Dartifact=" + artifact,
                  "-DoutputDirectory=" + folder, "-Dmdep.overWriteReleases=true"] + list(options),
                 cwd=folder)
    jar = os.path.join(folder, "%s-%s-%s.jar" % (plain, version, classifier))
    if result.returncode != 0 or not os.path.isfile(jar):
        lines = [line for line in result.stdout.splitlines() if "ERROR" in line]
        raise Trouble("Maven could not fetch %s: %s\nIs there a network? A proxy or a mirror is "
                      "named in Maven's settings (~/.m2/settings.xml). Then try again" %
                      (artifact, lines[0] if lines else "no such file came"))
    return jar


def fetch(maven, name, version, wanted, folder):
    print("downloading %s-%s" % (name, version), flush=True)
    jar = copy_jar(maven, name, version, folder)
    if sha256(jar) == wanted:
        return jar
    # Maven keeps what it fetched and would hand out the same file for ever: once more past its
    # local repository. That fetches Maven's own plugins anew too, which only this case pays for.
    print("downloading %s-%s again: Maven's copy is not the locked file" % (name, version),
          flush=True)
    os.remove(jar)
    repository = os.path.join(folder, "repository")
    try:
        jar = copy_jar(maven, name, version, folder, "-Dmaven.repo.local=" + repository)
    finally:
        shutil.rmtree(repository, ignore_errors=True)
    if sha256(jar) == wanted:
        return jar
    os.remove(jar)
    raise Trouble("%s is not the file that was locked: its SHA-256 differs, also when it is fetched "
                  "anew. It was damaged on the way or replaced, perhaps by a mirror that Maven's "
                  "settings name (~/.m2/settings.xml); nothing of it is used" %
                  os.path.basename(jar))


def unpack(jar, folder):
    """Libraries into FOLDER/lib, Caffe's headers into FOLDER/tmp/include."""
    with zipfile.ZipFile(jar) as archive:
        for name in archive.namelist():
            inner = re.split("/" + PLATFORM + "(?:%s)?/" % GPU, name, maxsplit=1)[-1]
            if inner in LIBRARIES:
                target = os.path.join(folder, "lib", inner)
            elif inner.startswith("include/") and not inner.endswith("/") and ".." not in inner:
                target = os.path.join(folder, "tmp", inner)
            else:
                continue
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with archive.open(name) as source, open(target, "wb") as out:
                shutil.copyfileobj(source, out)


def device_flags(gpu, scratch):
    """The headers say what CUDA's types are called, and no more: library/cuda_names.h does too."""
    if not gpu:
        return ["-DCPU_ONLY"]
    folder = os.path.join(scratch, "cuda")
    os.makedirs(folder, exist_ok=True)
    for name in CUDA_HEADERS:
        with open(os.path.join(folder, name), "w", encoding="utf-8"):
            pass
    return ["-I" + folder, "-include", os.path.join(HERE, "library", "cuda_names.h")]


def compile_library(compiler, folder, gpu):
    print("compiling", flush=True)
    lib, scratch = os.path.join(folder, "lib"), os.path.join(folder, "tmp")
    empty = os.path.join(scratch, "empty.cc")
    with open(empty, "w", encoding="utf-8"):
        pass
    source = os.path.join(HERE, "library", "caffe_library.cc")
    commands = [
        ["-shared", "-o", os.path.join(lib, UNUSED), "-Wl,-soname," + UNUSED, empty],
        FLAGS + device_flags(gpu, scratch) +
        ["-shared", "-I" + os.path.join(scratch, "include"), source, "-o",
         os.path.join(lib, "runner.so"), "-L" + lib, "-l:libcaffe.so.1.0.0",
         "-Wl,--allow-shlib-undefined,--disable-new-dtags,-rpath,$ORIGIN"]]
    for command in commands:
        result = run(compiler + command)
        if result.returncode != 0:
            raise Trouble("%s could not compile the runner of Caffe:\n%s" %
                          (compiler[0], "\n".join(result.stdout.splitlines()[:8])))


def install(lock, folder):
    compiler, maven = check_tools()
    packages = read_lock(lock)
    if is_for_gpu(packages):
        check_cuda()
    scratch = os.path.join(folder, "tmp")
    os.makedirs(scratch, exist_ok=True)
    for name, version, wanted in packages:
        jar = fetch(maven, name, version, wanted, scratch)
        unpack(jar, folder)
        os.remove(jar)
    missing = [name for name in LIBRARIES if not os.path.isfile(os.path.join(folder, "lib", name))]
    if missing:
        raise Trouble("the jars do not hold %s" % ", ".join(missing))
    compile_library(compiler, folder, is_for_gpu(packages))
    version = run(compiler + ["--version"]).stdout.splitlines()[:1]
    print(json.dumps({"packages": {name: version for name, version, _ in packages},
                      "compiler": version[0] if version else None}))


def main(arguments):
    try:
        if arguments == ["--check"]:
            check_tools()
        elif len(arguments) == 2:
            install(*arguments)
        else:
            raise Trouble("usage: caffe_install.py --check | LOCK FOLDER")
    except (Trouble, OSError, zipfile.BadZipFile) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
