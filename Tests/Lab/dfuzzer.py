#!/usr/bin/python3
"""All methods and properties of the daemon on the bus, called with whatever dfuzzer makes up: dfuzzer.py [WORDS…],
inside lab.sh SERVER; the words are dfuzzer's, such as -I 100.

No Debian has it: https://github.com/dbus-fuzzer/dfuzzer, in /usr/bin.
"""
import os
import re
import subprocess
import sys

import checker

NAME, WORDS = "org.tomatoclock.TomatoNotify", sys.argv[1:] or ["-I", "20"]

def everything_on_the_bus(lab):
    lab.start("focus", "--duration", "2h")
    before = lab.daemon()
    # It asks both buses, and the desktop has one that is ours.
    buses = os.environ | {"DBUS_SYSTEM_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"]}
    found = subprocess.run(["dfuzzer", "-s", "-v", *WORDS, "-n", NAME], env=buses,
                           capture_output=True, text=True, errors="replace")
    words = re.sub(r"\x1b\[[0-9;]*m", "", found.stdout + found.stderr)
    bad = re.findall(r"^.*(?:FAIL|WARN).*$", words, re.M)
    lab.check(f"dfuzzer finds nothing: {bad[:5]}", found.returncode == 0 and not bad)
    called = set(re.findall(r"PASS (\[.\] .*)", words))
    lab.check(f"it called {len(called)} methods and properties", called)
    lab.check("the daemon is the same", lab.daemon() == before)
    lab.check("and answers", lambda: bool(lab.status()))

if __name__ == "__main__":
    sys.argv = sys.argv[:1]
    sys.exit(checker.main([everything_on_the_bus]))
