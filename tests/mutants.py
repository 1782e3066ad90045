#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do the tests bite? Puts one small bug after the other into the sources (`<` for `<=`, `||` for
`&&`, `- 1` for `+ 1`, a lost `!` …), builds the test program of that folder alone, runs it, and says
which bugs it did not see. Every source is put back as it was; one that is not committed is not
touched. Exits 1 if fewer than four fifths died.

    tests/mutants.py BUILD [--seed N] [--count N] [FOLDER…]
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = "core stats study store plan configure measure analyze report cli".split()
MOST_CPU, LONGEST = 240, 1200  # seconds; a test program that takes more has found the bug
BUGS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
        "+ 1": "- 1", "- 1": "+ 1", "!": "", "true": "false", "false": "true"}
PLACES = re.compile(
    r"(?<= )(<=|>=|==|!=|&&|\|\||<|>|[+-] 1(?![\w.']))(?=[\s;,)\]])"
    r"|(!)(?=[\w(*])|\breturn (true|false)\b")
# Strings (raw ones too), characters and comments; the mark of thousands in 10'000 is none of them.
NO_CODE = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\])\'|//[^\n]*',
                     re.DOTALL)
NOT_RUN = re.compile(r"\s*(#|template|static_assert|using )|.*\boperator\b")


def mutants_of(path):
    """(path, from, to, the new text) of every bug that a file may get."""
    text = path.read_text()
    code = NO_CODE.sub(lambda found: re.sub(r"[^\n]", "_", found[0]), text)
    for found in PLACES.finditer(code):
        line = code[code.rfind("\n", 0, found.start()) + 1:].split("\n", 1)[0]
        if NOT_RUN.match(line):
            continue
        yield path, *found.span(found.lastindex), BUGS[found[found.lastindex]]


def sources(folders):
    return [path for folder in folders for path in sorted((ROOT / "src" / folder).rglob("*.cc"))
            if not path.name.endswith("_test.cc")]


def tests_of(path):
    """The test program of a source: its target, and how it is started."""
    parts = path.relative_to(ROOT / "src").parts
    if parts == ("cli", "main.cc"):  # in no library: only the whole program tests it
        return "end_to_end_test", ["tests/end_to_end_test",
                                   "--gtest_filter=CommandLine.*:MonitorCommand.Arguments*"]
    data = parts[:2] == ("configure", "data")  # of trena-data
    target = "configure_data_test" if data else f"{parts[0]}_test"
    return target, [f"src/{parts[0]}/{target}"]


def fate(build, path):
    target, (program, *options) = tests_of(path)
    made = subprocess.run(["cmake", "--build", build, "--target", target, "--", "-j1"],
                          capture_output=True)
    if made.returncode:
        return "not compiled", ""
    try:
        run = subprocess.run(
            ["prlimit", f"--cpu={MOST_CPU}", f"{build}/{program}", "--gtest_brief=1", *options],
            capture_output=True, text=True, errors="replace", timeout=LONGEST,
            env={**os.environ, "GTEST_FAIL_FAST": "1"})
    except subprocess.TimeoutExpired:
        return "killed", f"longer than {LONGEST} s"
    if run.returncode == 0:
        return "SURVIVED", ""
    failed = re.search(r"\[  FAILED  \] ([\w/.]+)", run.stdout)
    return "killed", failed[1] if failed else f"exit {run.returncode}"


def injected(build, path, start, end, new):
    text = path.read_text()
    mutated = text[:start] + new + text[end:]
    number = text.count("\n", 0, start)
    said = f"{path.relative_to(ROOT)}:{number + 1}: {mutated.splitlines()[number].strip()}"
    try:
        path.write_text(mutated)
        verdict, by = fate(build, path)
    finally:
        path.write_text(text)
    print(f"{verdict:12} {said}   (was `{text[start:end]}`)  {by}", flush=True)
    return verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    asked = parser.parse_intermixed_args()
    if subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "src"], cwd=ROOT).returncode:
        sys.exit("src/ has changes that are not committed")
    mutants = [mutant for path in sources(asked.folders or FOLDERS) for mutant in mutants_of(path)]
    random.Random(asked.seed).shuffle(mutants)
    sound, killed, tried = set(), 0, 0
    for mutant in mutants:
        if tried == asked.count:
            break
        target, _ = tests_of(mutant[0])
        if target not in sound and fate(asked.build, mutant[0])[0] != "SURVIVED":
            sys.exit(f"{target} fails without any bug of ours")
        sound.add(target)
        verdict = injected(asked.build, *mutant)
        tried += verdict != "not compiled"
        killed += verdict == "killed"
    print(f"{killed} of {tried} died; drawn from {len(mutants)} with seed {asked.seed}")
    return 0 if 5 * killed >= 4 * tried else 1


if __name__ == "__main__":
    sys.exit(main())
