#!/usr/bin/env python3
"""What is left to run after a test process has died, from the events that it wrote.

crash.py EVENTS COUNTS: EVENTS is what `swift test --event-stream-output-path` has written. Writes `0 BROKEN PASSED` into
the first line of the file COUNTS: the tests of the suites that had finished. Prints a filter for `swift test` in each
line: first the suites that had begun no test or were between two (an empty line if none), then each suite that was
running a test. One of these has ended the process.
"""
import json
import re
import sys


def read(path):
    suites, functions, started, ended, broken = set(), {}, set(), set(), set()
    for line in open(path, encoding="utf-8", errors="replace"):
        try:
            record = json.loads(line)
        except ValueError:
            continue  # The last line may be cut off.
        payload = record.get("payload", {})
        kind, name = payload.get("kind"), payload.get("testID") or payload.get("id")
        if record.get("kind") == "test":
            if kind == "suite":
                suites.add(name)
            else:
                functions[name] = None
        elif kind == "testStarted":
            started.add(name)
        elif kind == "testEnded":
            ended.add(name)
        elif kind == "issueRecorded" and not payload.get("issue", {}).get("isKnown"):
            broken.add(name)
    for name in functions:
        # The outermost suite; a test outside any suite stands for itself.
        functions[name] = min((suite for suite in suites if name.startswith(suite + "/")), key=len, default=name)
    return functions, started, ended, broken


def main():
    functions, started, ended, broken = read(sys.argv[1])
    running = {suite for name, suite in functions.items() if name in started - ended}
    unfinished = {suite for name, suite in functions.items() if name not in ended}
    finished = [name for name, suite in functions.items() if suite not in unfinished]
    failed = sum(name in broken for name in finished)
    with open(sys.argv[2], encoding="utf-8") as counts:
        rest = counts.read().split("\n", 1)[1:]
    with open(sys.argv[2], "w", encoding="utf-8") as counts:
        counts.write("\n".join([f"0 {failed} {len(finished) - failed}"] + rest))
    print("|".join(f"^{re.escape(suite)}(/|$)" for suite in sorted(unfinished - running)))
    for suite in sorted(running):
        print(f"^{re.escape(suite)}(/|$)")


main()
