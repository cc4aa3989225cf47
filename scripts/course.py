#!/usr/bin/env python3
"""Reads what `swift test` says, keeps all of it, and prints what a person wants to know while it runs.

course.py LOG COUNTS: standard input goes to the end of the file LOG; printed are each failed test with its issues, a
crash with the tests that were running, and now and then how far it is. The file COUNTS gets `TESTS BROKEN PASSED` (TESTS
is 0 when there was no closing line), then the first failed tests with what they said first, and the runner's closing
lines.
"""
import re
import sys
import time

EVENT = re.compile(r"^[◇✔✘➜⚠] |^Test (Suite|Case) ")
ISSUE = re.compile(r"^✘ Test (?P<name>.+?) recorded an issue(?: with \d+ arguments? (?P<arguments>.*?))? at (?P<place>\S+:\d+):\d+: "
                   r"(?P<what>.*)$")
ENDED = re.compile(r"^(?P<sign>[✔✘]) Test (?!run with )(?P<name>.+?)(?: with \d+ test cases?)? (?:passed|failed) after ")
STARTED = re.compile(r"^◇ Test (?!run |case )(?P<name>.+) started\.$")
TOTAL = re.compile(r"Test run with (\d+) tests?")
CRASH = re.compile(r"Fatal error|^\*\*\* |error: (fatalError|Exited|terminated)|unexpected signal|^==\d+==\s*ERROR"
                   r"|^WARNING: ThreadSanitizer|^SUMMARY: \w+Sanitizer")
CLOSING = re.compile(r"Test run with |error: (fatalError|Exited|terminated)")
MOST_ISSUES, MOST_LINES, MOST_COLUMNS, MOST_FAILURES, EVERY = 4, 14, 240, 10, 30


class Course:
    def __init__(self):
        self.total = self.broken = self.passed = self.block = 0
        self.closing, self.running, self.reported, self.failures = [], {}, {}, []
        self.spoke = time.monotonic()

    def say(self, text):
        print(text[:MOST_COLUMNS], flush=True)
        self.spoke = time.monotonic()

    def read(self, line):
        if CLOSING.search(line):
            self.closing.append(line)
        if found := TOTAL.search(line):
            self.total = int(found[1])
        if found := ISSUE.match(line):
            return self.issue(found)
        if EVENT.match(line):
            self.block = 0
            self.event(line)
        elif CRASH.search(line):
            self.crash(line)
        elif self.block > 0 and line.strip():
            self.block -= 1
            self.say("      " + line.removeprefix("↳ "))
        if time.monotonic() - self.spoke > EVERY:
            self.say(f"  {self.passed} tests have passed so far")

    def issue(self, found):
        issues = self.reported[found["name"]] = self.reported.get(found["name"], 0) + 1
        if issues == 1:
            self.say(f"  ✘ {found['name']}")
            self.failures.append(f"✘ {found['name']}: {found['place']}: {found['what']}"[:MOST_COLUMNS])
        if issues > MOST_ISSUES:
            self.block = 0
            return
        self.say(f"    {found['place']}: {found['what']}")
        if found["arguments"]:
            self.say(f"      with {found['arguments']}")
        self.block = MOST_LINES

    def event(self, line):
        if found := STARTED.match(line):
            self.running[found["name"]] = True
        elif found := ENDED.match(line):
            self.running.pop(found["name"], None)
            if found["sign"] == "✔":
                self.passed += 1
                return
            self.broken += 1
            more = self.reported.get(found["name"], -1) - MOST_ISSUES
            if more > 0:
                self.say(f"    {found['name']} has {more} more issues: see the log")
            elif found["name"] not in self.reported:
                self.say(f"  ✘ {found['name']}")

    def crash(self, line):
        if self.running and "signal" in line:
            self.say(f"  These were running: {', '.join(list(self.running)[:MOST_LINES])}")
        self.say("  " + line)
        self.block = MOST_LINES


def main():
    course = Course()
    with open(sys.argv[1], "a", encoding="utf-8") as log:
        for raw in sys.stdin.buffer:
            line = raw.decode(errors="replace").rstrip("\n")
            log.write(line + "\n")
            course.read(line)
    with open(sys.argv[2], "w", encoding="utf-8") as counts:
        counts.write(f"{course.total} {course.broken} {course.passed}\n")
        counts.writelines(line + "\n" for line in course.failures[:MOST_FAILURES] + course.closing[-4:])


main()
