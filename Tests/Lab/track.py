#!/usr/bin/python3
"""Tracked commands, inside lab.sh SERVER: the card of one that runs, Stop clicked on it, and the cards of their ends."""
import os
import subprocess
import sys

import bus
import checker
import screen
import story

# The card begins with the tracked command.
bus.OUR_NAMES = ("",)

def track(*words):
    """Under a shell of its own: one activity alerts once in ten seconds, and the commands of a shell have one."""
    return subprocess.Popen(["sh", "-c", '"$@"; exit $?', "sh", os.path.join(checker.PROGRAMS, "tomato-notify"), "track",
                             *words],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

def is_said(lab, title):
    """Whether a card with this title was sent and taken."""
    return lambda: any(each.id and each.title.startswith(title) for each in lab.notifies())

def stopped_by_a_click(lab):
    lab.status()
    command = track("--after", "1s", "--", "sleep", "999")
    lab.check("the card comes", is_said(lab, "sleep · since "))
    lab.check("it can be read", lambda: screen.can_be_read("sleep since"))
    lab.picture("track-1-running")
    story.press(lab, "Stop")
    said, _ = command.communicate(timeout=screen.LIMIT)
    lab.check("the click ends the command and us, by SIGTERM", command.returncode == 128 + 15)
    lab.check("nobody said a word in the terminal", said in ("", "Terminated\n"))  # some shells say that
    lab.check("the card says so", is_said(lab, "sleep · stopped after 0:"))
    lab.check("and goes by itself", lambda: screen.place() is None)

def ends(lab):
    lab.status()
    done = track("--after", "0", "--name", "Backup", "--", "sleep", "2")
    lab.check("the card comes", is_said(lab, "Backup · since "))
    lab.check("a command ends well", done.wait(timeout=screen.LIMIT) == 0)
    lab.check("the card says so", is_said(lab, "Backup · done in 0:0"))
    lab.check("it can be read", lambda: screen.can_be_read("Backup done"))
    lab.check("nothing moves any more", lambda: screen.still())
    lab.picture("track-2-done")
    failed = track("--after", "0", "--", "sh", "-c", "sleep 1; exit 2")
    lab.check("a command fails", failed.wait(timeout=screen.LIMIT) == 2)
    lab.check("the card says so", is_said(lab, "sh · failed (2) after 0:0"))
    lab.check("it can be read", lambda: screen.can_be_read("failed exit code 2"))
    lab.check("nothing moves any more", lambda: screen.still())
    lab.picture("track-3-failed")

def stream(lab):
    lab.status()
    script = "for i in 10 41 312; do printf '%s/312\\r' $i; sleep 1.1; done; read x"
    writer = subprocess.Popen(["sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    reader = subprocess.Popen([os.path.join(checker.PROGRAMS, "tomato-notify"), "track", "--after", "0", "--stdin",
                               "Copy"], stdin=writer.stdout, stdout=subprocess.DEVNULL)
    writer.stdout.close()
    lab.check("the card says how far it is", lambda: any("41" in each.body and "312" in each.body
                                                        for each in lab.notifies()))
    lab.check("it can be read", lambda: screen.can_be_read("Copy since"))
    lab.picture("track-4-stream")
    writer.communicate(b"\n")
    lab.check("it ends with its writer", reader.wait(timeout=screen.LIMIT) == 0)
    lab.check("the card says so", is_said(lab, "Copy · done in 0:"))

if __name__ == "__main__":
    sys.exit(checker.main([stopped_by_a_click, ends, stream]))
