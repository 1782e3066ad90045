# SPDX-License-Identifier: Apache-2.0
"""Prints what `make lint` hands to clang-tidy: the compiled units of a build folder that has the files of
a sub-folder in one unit, so that each header is read once and not ten times.

usage: tidy_units.py BUILD EXCEPT...      units of tests alone, and those that hold an EXCEPT, are left out
"""

import json
import pathlib
import re
import sys


def files_of(unit):
    if "/Unity/" not in unit:
        return [unit]
    return re.findall(r'#include "(.*\.cc)"', pathlib.Path(unit).read_text())


def main():
    build, left_out = str(pathlib.Path(sys.argv[1]).resolve()), {str(pathlib.Path(f).resolve()) for f in sys.argv[2:]}
    units = {entry["file"] for entry in json.loads(pathlib.Path(build, "compile_commands.json").read_text())}
    for unit in sorted(units):
        files = [f for f in files_of(unit) if not f.endswith("_test.cc")]
        made = unit.startswith(build) and "/Unity/" not in unit
        if not made and files and not left_out.intersection(files):
            print(unit)


main()
