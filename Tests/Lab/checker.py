"""What the checks share: the built programs in the desktop's private home, and sentences that are true or stop a part.

A check is parts; each begins with no daemon, no state and an empty screen. A part that fails says what was on the
screen and on the bus; the other parts still run.
"""
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import traceback

import bus
import screen

LIMIT = screen.LIMIT
REST = 1  # seconds in which nothing happens, after which nothing is under way
LAB_DIR = os.environ["LAB_DIR"]
PICTURES = os.environ.get("TOMATO_PICTURES") or os.path.join(LAB_DIR, "pictures")
REPOSITORY = os.path.join(os.environ["LAB_HERE"], "../..")
PROGRAMS = os.environ.get("TOMATO_PROGRAMS") or os.path.join(REPOSITORY, ".build/debug")
if os.path.exists(os.path.expanduser("~/.local/bin/tomato-notify")):  # whole desktops have it installed
    PROGRAMS = os.path.expanduser("~/.local/bin")

class Failed(Exception):
    pass

class Checker:
    def __init__(self):
        self.name = os.environ["LAB_SERVER"]
        self.trace = bus.Trace()
        self.part = ""
        self.begun = 0
        self.known = None  # the daemon that was seen last
        self.held = None
        self.seen_box, self.shown = None, 0  # what story.see saw last: the card's place, and how many islands there were
        self.places = {}  # where a button was, by the card's place and its label
        os.makedirs(PICTURES, exist_ok=True)

    # MARK: Sentences

    def check(self, sentence, condition):
        """`condition` is a value, or a function that is asked until it is true, for LIMIT at most."""
        value = screen.wait_for(condition) if callable(condition) else condition
        if not value:
            raise Failed(sentence + (f" (waited {LIMIT} s)" if callable(condition) else ""))
        print(f"ok: {self.name}: {sentence}", flush=True)
        return value

    def run(self, parts):
        failed = 0
        for part in parts:
            self.part, self.begun = part.__name__, self.trace.mark()
            try:
                self.fresh()
                part(self)
            except (Failed, subprocess.SubprocessError) as problem:
                failed += 1
                self.explain(problem)
            except Exception as problem:  # the check itself is wrong, or saw what it did not think of
                failed += 1
                traceback.print_exc(file=sys.stdout)
                self.explain(repr(problem))
        self.quit()
        self.trace.stop()
        return 1 if failed else 0

    def explain(self, problem):
        self.picture("failed-" + self.part)
        print(f"not ok: {self.name}, {self.part}: {problem} {getattr(problem, 'stderr', None) or ''}")
        print("  on the screen: " + self.words())
        print("  on the bus:\n    " + self.trace.story(self.begun).replace("\n", "\n    "))
        print("  status: " + self.tomato("status", check=False).stdout.strip(), flush=True)

    def picture(self, name):
        screen.grab().save(os.path.join(PICTURES, f"{self.name}-{name}.png"))

    # MARK: The programs

    def tomato(self, *arguments, check=True):
        return subprocess.run([os.path.join(PROGRAMS, "tomato-notify"), *arguments], capture_output=True, text=True,
                              check=check, timeout=LIMIT, stdin=subprocess.DEVNULL)

    def status(self):
        return self.tomato("status").stdout

    def daemon(self):
        """The daemon's process id, or None."""
        if self.known is None or not is_ours(self.known):
            self.known = next((int(entry) for entry in os.listdir("/proc") if entry.isdigit() and is_ours(entry)), None)
        return self.known

    def kill_daemon(self):
        """As a crash or the kernel would: no last word. Returns when the process is gone."""
        process = self.daemon()
        os.kill(process, signal.SIGKILL)
        self.check("the daemon is gone", lambda: not is_alive(process))

    def hold_daemon(self):
        """As a machine that is too busy: it hears nothing until it is let go."""
        self.held = self.daemon()
        os.kill(self.held, signal.SIGSTOP)
        self.check("the daemon is held", lambda: state(self.held) == "T")

    def let_daemon_go(self):
        os.kill(self.held, signal.SIGCONT)
        self.held = None

    def click_late(self, over, click):
        """The held daemon hears of the click only when its phase is over, which is so at the time `over`."""
        since = self.trace.mark()
        try:
            click()
            self.check("the server tells of the click", lambda: "ActionInvoked" in dict(self.trace.signals(since)))
            self.check("the phase is over", lambda: time.monotonic() > over)
        finally:
            self.let_daemon_go()
        self.check("the next phase runs", lambda: re.search("Short Break.*running", self.status()))
        self.quiet(since)
        self.check("and goes on running", re.search("Short Break.*running", self.status()))

    def quit(self):
        self.tomato("quit", check=False)
        if not screen.wait_for(lambda: self.daemon() is None):
            raise Failed(f"the daemon has not quit within {LIMIT} s")

    def fresh(self):
        self.quit()
        for variable in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            shutil.rmtree(os.path.join(os.environ[variable], "tomato-notify"), ignore_errors=True)
        self.clear()
        self.begun = self.trace.mark()

    def clear(self):
        """Takes away what an earlier part left on the screen: with a new server, if it does not go with the daemon."""
        if not screen.wait_for(lambda: screen.place() is None, 3):
            self.server("kill")
            self.server("start")
            self.check("the screen is empty", lambda: screen.place() is None)

    def words(self):
        return " ".join(word for word, _, _ in screen.words())

    def server(self, what):
        subprocess.run([os.path.join(os.environ["LAB_HERE"], "server.sh"), what], check=True, timeout=2 * LIMIT)

    @contextlib.contextmanager
    def uninstalled(self):
        """Inside, the programs are those of the tree in which they were built, and nothing of them is installed."""
        global PROGRAMS
        installed, PROGRAMS = PROGRAMS, os.path.join(REPOSITORY, ".build/release")
        self.script("uninstall.sh")
        try:
            yield
        finally:
            self.quit()
            self.script("install.sh")
            PROGRAMS = installed

    def script(self, name):
        subprocess.run([os.path.join(REPOSITORY, "scripts", name)], check=True, timeout=LIMIT, stdin=subprocess.DEVNULL,
                       capture_output=True, env=dict(os.environ, PREFIX=os.path.expanduser("~/.local")))

    # MARK: The island

    def notifies(self, since=None):
        return self.trace.notifies(self.begun if since is None else since)

    def start(self, *arguments):
        """Starts a phase, and returns the first `Notify` for it, answered."""
        since = self.trace.mark()
        self.tomato("start", *arguments)
        self.check("an island is shown", lambda: any(each.id for each in self.notifies(since)))
        return self.notifies(since)[0]

    def quiet(self, since):
        """Waits until the daemon has slept, and nothing was sent, for REST, and returns what was sent since."""
        count, rested, end = -1, time.monotonic(), time.monotonic() + LIMIT
        while time.monotonic() - rested < REST:
            if time.monotonic() > end:
                raise Failed(f"the daemon did not come to rest within {LIMIT} s")
            process, now = self.daemon(), len(self.notifies(since))
            if now != count or (process and state(process) != "S"):
                count, rested = now, time.monotonic()
            time.sleep(0.05)
        return self.notifies(since)

def is_ours(process):
    """Whether it is the daemon of this desktop."""
    try:
        with open(f"/proc/{process}/comm") as comm:
            if not comm.read().startswith("tomato-notifyd"):
                return False
        with open(f"/proc/{process}/environ", "rb") as environment:
            return f"LAB_ID={os.environ['LAB_ID']}".encode() in environment.read().split(b"\0")
    except OSError:
        return False

def status(process):
    """Its state and its parent's number, of proc(5). X and 0 where there is none."""
    try:
        with open(f"/proc/{process}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
            return fields[0], int(fields[1])
    except OSError:
        return "X", 0

def state(process):
    """S: it waits for something; R: it works, or waits for a processor; T: it is held. X where there is none."""
    return status(process)[0]

def children(parent):
    """What a process has started itself, and what runs of that."""
    return [int(entry) for entry in os.listdir("/proc")
            if entry.isdigit() and status(entry)[1] == parent and is_alive(entry)]

def is_alive(process):
    """False when its files are closed too: until then a dying daemon's socket still takes connections."""
    return state(process) not in "ZX"

def main(parts, kind=Checker):
    if "DISPLAY" in os.environ:
        screen.move(*screen.PARKED)
        screen.remember()
    chosen = sys.argv[1:]
    return kind().run([part for part in parts if not chosen or part.__name__ in chosen])
