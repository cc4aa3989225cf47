#!/usr/bin/python3
"""Programs in Swift, Python and shell that ask for activities, change and end them at random for a minute, while the
daemon is killed again and again: programs.py [SECONDS], inside lab.sh SERVER.

It wants the example of the flash sale built (scripts/swift.sh build --package-path Examples/FlashSale --scratch-path
.build/examples). TOMATO_SEED=7 does the same again, as far as processes let it. At the end nothing may be lost, doubled
or on another one's card, and each press of a button has been heard once.
"""
import json
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

import asks
import bus
import checker
import screen

SECONDS = float(sys.argv.pop()) if len(sys.argv) > 1 else 60
SEED = int(os.environ.get("TOMATO_SEED") or time.time())
EXAMPLES = os.path.join(checker.REPOSITORY, "Examples")
SALE = os.path.join(checker.REPOSITORY, ".build/examples/debug/FlashSale")
COMMAND = os.path.join(checker.PROGRAMS, "tomato-notify")
# A program's cards begin with its own name.
bus.OUR_NAMES = ("",)

class Program(threading.Thread):
    """One of the programs, used again and again until the time is over."""

    def __init__(self, lab, end):
        super().__init__(daemon=True)
        self.lab, self.end = lab, end
        self.random = random.Random(f"{SEED} {type(self).__name__}")
        self.problem, self.count = None, 0

    def run(self):
        try:
            while time.monotonic() < self.end:
                self.step()
                self.count += 1
                time.sleep(self.random.uniform(0, 0.6))
            self.finish()
        except Exception as problem:  # told by the check
            self.problem = problem

    def finish(self):
        pass

    def do(self, *words, **variables):
        path = checker.PROGRAMS + ":" + os.environ["PATH"]  # where they look for the daemon
        done = subprocess.run(words, env=dict(os.environ, PATH=path, **variables), capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=checker.LIMIT)
        return done.returncode, done.stdout + done.stderr

class Sale(Program):
    """Books and cancels; what is booked is known by the answers."""

    booked = set()

    def step(self):
        word, product = self.random.choice(["book", "cancel"]), self.random.choice(["headphones", "keyboard", "camera"])
        code, said = self.do(SALE, word, product, FLASHSALE_START=str(int(time.time()) + 7200))
        expected = 0 if word == "book" and (product in self.booked or len(self.booked) < 2) else 1
        if word == "cancel":
            expected = 0 if product in self.booked else 1
        if code != expected:
            raise AssertionError(f"{word} {product} ended with {code}, not {expected}, with {self.booked}: {said}")
        if code == 0:
            (self.booked.add if word == "book" else self.booked.discard)(product)

class Backup(Program):
    """Copies some files. Its lease goes with the daemon that it has spoken to, so its card may say that it is lost."""

    def step(self):
        with tempfile.TemporaryDirectory() as folder:
            source, target = pathlib.Path(folder, "source"), pathlib.Path(folder, "target")
            source.mkdir()
            names = [f"file-{number}" for number in range(self.random.randrange(1, 60))]
            for name in names:
                (source / name).write_text(name)
            code, said = self.do("python3", os.path.join(EXAMPLES, "backup.py"), str(source), str(target))
            copied = sorted(path.name for path in target.iterdir())
            if code or copied != sorted(names):
                raise AssertionError(f"backup.py ended with {code}, {len(copied)} of {len(names)} files: {said}")

class Deploy(Program):
    """A shell script with a pipe of its own, which it keeps over all daemons."""

    def step(self):
        servers = [f"server-{number}" for number in range(self.random.randrange(1, 6))]
        code, said = self.do("bash", os.path.join(EXAMPLES, "deploy.sh"), *servers, STEP="sleep 0.4")
        if code:
            raise AssertionError(f"deploy.sh ended with {code}: {said}")

class Echo(Program):
    """An activity whose button is pressed at random; each press that was taken is heard once, by its number, by one who
    begins again behind what it has heard whenever the daemon has gone."""

    def __init__(self, lab, end):
        super().__init__(lab, end)
        self.pressed, self.unsure, self.heard, self.is_over = 0, 0, [], False
        code, said = self.do(COMMAND, "activity", "request", "echo", "--name", "Echo", "--button", "Ping=event:ping")
        if code:
            raise AssertionError(said)
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        while not self.is_over:
            last = self.heard[-1]["n"] if self.heard else 0
            watch = subprocess.Popen([COMMAND, "activity", "watch", "echo", "--after", str(last)],
                                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            self.heard += [json.loads(line) for line in watch.stdout]
            watch.wait()

    def step(self):
        if self.random.random() < 0.5:
            number = str(self.count)
            self.do(COMMAND, "activity", "update", "echo", "--text", number, "--progress", number + "/1000")
            return
        code = press("echo", "ping")
        self.pressed += code == 0
        self.unsure += code == 69

    def finish(self):
        self.is_over = True
        self.do(COMMAND, "activity", "end", "echo", "--dismiss", "now")
        self.listener.join(checker.LIMIT)

    def numbers(self):
        return [event["n"] for event in self.heard if event.get("event") == "button"]

def press(activity, button):
    """As the card does. 69: the daemon went before it had answered, and may have taken it or not."""
    try:
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(checker.LIMIT)
        client.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], "tomato-notify.sock"))
        client.sendall(f"tomatoclock://button/{button}?activity={activity}\n".encode())
        said = b""
        while not re.search(rb"(^|\n)\d+\n$", said):
            part = client.recv(65536)
            if not part:
                return 69
            said += part
        return int(said.split()[-1])
    except OSError:
        return 69

def offer_daemon():
    """backup.py has nobody but the bus to start one."""
    folder = pathlib.Path(os.environ["XDG_DATA_HOME"], "dbus-1/services")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "org.tomatoclock.TomatoNotify.service").write_text(
        f"[D-BUS Service]\nName=org.tomatoclock.TomatoNotify\nExec={checker.PROGRAMS}/tomato-notifyd\n")
    subprocess.run(["gdbus", "call", "--session", "-d", "org.freedesktop.DBus", "-o", "/", "-m",
                    "org.freedesktop.DBus.ReloadConfig"], check=True, capture_output=True)

def activity_of(card):
    """By its name, with which each title begins; its buttons, where there are any, are of one activity."""
    found = {key for key, _ in card.actions for key in re.findall(r"activity=([^&]+)", key)}
    if len(found) > 1:
        raise checker.Failed(f"{card} has the buttons of {found}")
    return card.title.split(" · ")[0]

def cards_are_not_crossed(lab):
    """A card is replaced by its own activity's only, whichever daemon does it."""
    owners, sent = {}, 0
    for card in lab.notifies():
        activity = activity_of(card)
        sent += 1
        if card.replaces and owners.get(card.replaces, activity) != activity:
            raise checker.Failed(f"the card {card.replaces} of {owners[card.replaces]} was replaced by {activity}'s")
        if card.id:
            owners[card.id] = activity
    return sent

def random_minute(lab):
    print(f"TOMATO_SEED={SEED}", flush=True)
    offer_daemon()
    lab.status()
    chance, kills, end = random.Random(SEED), 0, time.monotonic() + SECONDS
    programs = [kind(lab, end) for kind in (Sale, Backup, Deploy, Echo)]
    for program in programs:
        program.start()
    while time.monotonic() < end:
        # Programs that survive daemons give up if several daemons end within 10 s.
        time.sleep(chance.uniform(5.5, 9))
        process = lab.daemon()
        if process and time.monotonic() < end:
            os.kill(process, 9)
            kills += 1
    for program in programs:
        program.join(2 * checker.LIMIT)
        lab.check(f"{type(program).__name__}: nothing went wrong in {program.count} steps: {program.problem}",
                  not program.is_alive() and not program.problem)
    sale, echo = programs[0], programs[3]
    numbers = echo.numbers()
    lab.check(f"{echo.pressed} presses, and {echo.unsure} without an answer, each heard once: {len(numbers)}",
              numbers == sorted(set(numbers)) and 0 <= len(numbers) - echo.pressed <= echo.unsure)
    listed = [json.loads(line) for line in lab.tomato("list", "--json").stdout.splitlines()]
    booked = [each["attributes"]["values"].get("productId") for each in listed
              if each["attributes"] and "productId" in (each["attributes"]["values"] or {})
              and each["activityState"] != "ended"]
    lab.check(f"what is booked is there, once: {booked}", sorted(booked) == sorted(sale.booked))
    ids = [each["activity"] for each in listed]
    lab.check(f"no activity is there twice: {len(ids)}", len(ids) == len(set(ids)))
    lab.check("an ended one is told by its program", all(each["activity"] != "echo" for each in listed))
    lab.quiet(lab.begun)
    sent = lab.check("no card was another one's", lambda: cards_are_not_crossed(lab))
    shown = asks.shown(lab.name)
    lab.check(f"no card is there twice: {shown} are", shown is None or shown <= 2)
    print(f"{kills} daemons killed, {sent} cards sent, {echo.pressed} presses, "
          + ", ".join(f"{type(each).__name__} {each.count}" for each in programs), flush=True)

if __name__ == "__main__":
    sys.exit(checker.main([random_minute]))
