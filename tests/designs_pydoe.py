#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A second opinion on two-level designs (`make test-designs`): pyDOE, from the release in which
`fracfact_by_res` is right (its pull requests 156 and 157). Asks `trena plan --json`; exits 1 where
they disagree.

    designs_pydoe.py build/trena
"""
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
import pydoe


def plan(trena, folder, factors, design):
    """The plan's details, and its runs as a matrix of -1 and +1."""
    names = [f"f{i}" for i in range(factors)]
    study = folder / "study.yaml"
    study.write_text(
        "fixed: { framework: fake }\nfactors:\n"
        + "".join(f"  {name}: [0, 1]\n" for name in names)
        + f"design: {{ {design}, replications: 1 }}\n"
    )
    done = subprocess.run([trena, "plan", study, "--json"], capture_output=True, text=True)
    if done.returncode == 2:
        return None, None
    done.check_returncode()
    out = json.loads(done.stdout)
    levels = {s["id"]: [2 * s["levels"][name] - 1 for name in names] for s in out["scenarios"]}
    return out["details"], numpy.array([levels[run["scenario"]] for run in out["runs"]])


def word_lengths(matrix):
    """How many words of 3, 4, … letters are constant over the runs, counted from the matrix."""
    runs, factors = matrix.shape
    counts = []
    for length in range(3, factors + 1):
        sets = itertools.combinations(range(factors), length)
        counts.append(sum(abs(matrix[:, list(s)].prod(axis=1).sum()) == runs for s in sets))
    return counts


def check_fractions(trena, folder, complaints):
    compared = 0
    for factors in range(3, 12):
        for resolution in (3, 4, 5):
            details, ours = plan(trena, folder, factors, f"kind: fraction, resolution: {resolution}")
            theirs = numpy.array(pydoe.fracfact_by_res(factors, resolution)).astype(int)
            where = f"{factors} factors at resolution {resolution}"
            if ours is None:  # only the whole crossing reaches it
                if theirs.shape[0] < 2**factors and theirs.shape[0] <= 128:
                    complaints.append(f"{where}: pyDOE has {theirs.shape[0]} runs, trena none")
                continue
            compared += 1
            if ours.shape[0] != theirs.shape[0]:
                complaints.append(f"{where}: {ours.shape[0]} runs, pyDOE {theirs.shape[0]}")
                continue
            counted = word_lengths(ours)
            if counted != details["word_lengths_from_3"]:
                complaints.append(f"{where}: says {details['word_lengths_from_3']}, has {counted}")
            if counted > word_lengths(theirs):
                complaints.append(f"{where}: {counted}, pyDOE less: {word_lengths(theirs)}")
    return compared


def check_plackett_burman(trena, folder, complaints):
    for factors in range(3, 24):
        _, ours = plan(trena, folder, factors, "kind: plackett_burman")
        theirs = pydoe.pbdesign(factors)
        if ours.shape[0] != theirs.shape[0]:
            complaints.append(f"{factors} factors: {ours.shape[0]} runs, pyDOE {theirs.shape[0]}")
        if not (ours.T @ ours == ours.shape[0] * numpy.eye(factors)).all():
            complaints.append(f"{factors} factors: not orthogonal")
    return 21


def main():
    trena = pathlib.Path(sys.argv[1]).resolve()
    complaints = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        fractions = check_fractions(trena, folder, complaints)
        screening = check_plackett_burman(trena, folder, complaints)
    print("\n".join(complaints))
    print(f"{fractions} fractions and {screening} Plackett–Burman designs beside pyDOE: "
          f"{len(complaints)} disagreements")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
