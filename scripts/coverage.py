#!/usr/bin/env python3
"""Prints how much of each target the tests reach.

coverage.py SUMMARY LINES REASONS: SUMMARY is `llvm-cov export -summary-only`, LINES is `llvm-cov export -format=lcov`.
REASONS has a line for each line of the engine and the links that no test reaches: its file, its code and why, with tabs
between. Exit status 1 when one is missing there or reached, or when fewer than 98 of 100 lines of those are reached.
"""
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STRICT = ["TomatoEngine", "TomatoLink"]
WANTED = 98


def inside(path):
    """The path from the top of the project; None for what is not of Sources."""
    parts = path.split("/Sources/")
    return "Sources/" + parts[-1] if len(parts) > 1 and "/.build/" not in path else None


def share(covered, count):
    return f"{covered:6} of {count:6} {100 * covered / count if count else 100:6.2f} %"


def table(summary):
    """Prints a row for each target; returns the shares of lines."""
    sums = {}
    for file in json.load(open(summary))["data"][0]["files"]:
        path = inside(file["filename"])
        if path is None:
            continue
        row = sums.setdefault(path.split("/")[1], {})
        for kind, it in file["summary"].items():
            covered, count = row.get(kind, (0, 0))
            row[kind] = (covered + it["covered"], count + it["count"])
    # Swift's compiler counts regions, a finer measure than branches, and no branches.
    finer = "branches" if any(row.get("branches", (0, 0))[1] for row in sums.values()) else "regions"
    print(f"{'target':16} {'lines':>25} {finer:>25}")
    for target in sorted(sums):
        print(f"{target:16} {share(*sums[target]['lines'])} {share(*sums[target][finer])}")
    return {target: 100 * row["lines"][0] / max(row["lines"][1], 1) for target, row in sums.items()}


def unreached(lines):
    """The lines of the strict targets that were never reached, as (file, code, how many of these before it in the file),
    with their numbers; without those of braces alone."""
    found, path = {}, None
    for line in open(lines):
        line = line.rstrip("\n")
        if line.startswith("SF:"):
            path = inside(line[3:])
            if path is None or path.split("/")[1] not in STRICT:
                path = None
            else:
                code = open(os.path.join(ROOT, path)).read().split("\n")
        elif path and line.startswith("DA:"):
            number, count = line[3:].split(",")[:2]
            text = code[int(number) - 1].strip()
            isCode = any(letter.isalnum() for letter in text) and text != "} else {" and not text.startswith("//")
            if count == "0" and isCode:
                found[path, text, sum(key[:2] == (path, text) for key in found)] = int(number)
    return found


def reasons(path):
    rows = [line.split("\t") for line in open(path).read().split("\n") if line and not line.startswith("#")]
    places = [tuple(row[:2]) for row in rows if len(row) == 3]
    return {(*place, places[:index].count(place)) for index, place in enumerate(places)}


def main():
    shares = table(sys.argv[1])
    missing, known = unreached(sys.argv[2]), reasons(sys.argv[3])
    wrong = [f"{t}: {shares.get(t, 0):.2f} % of its lines are reached, expected {WANTED}" for t in STRICT
             if shares.get(t, 0) < WANTED]
    wrong += [f"{key[0]}:{number}: no test reaches: {key[1]}" for key, number in sorted(missing.items())
              if key not in known]
    wrong += [f"{key[0]}: reached, or gone, and no more to be listed: {key[1]}" for key in sorted(known)
              if key not in missing]
    for line in wrong:
        print("✘ " + line)
    print(f"{len(missing)} lines of {' and '.join(STRICT)} are not reached, {len(known)} have a reason.")
    sys.exit(1 if wrong else 0)


main()
