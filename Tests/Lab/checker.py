"""What the checks share: the built programs in the desktop's private home, and sentences that are true or stop a part.

A check is parts; each begins with no daemon, no state and an empty screen. A part that fails says what was on the
screen and on the bus; the other parts still run.
"""
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time

import bus
import screen

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
        self.held = None
        os.makedirs(PICTURES, exist_ok=True)

    # MARK: Sentences

    def check(self, sentence, condition, seconds=0):
        """`condition` is a value, or a function that is asked until it is true, for so many seconds."""
        value = screen.wait_for(condition, seconds) if callable(condition) else condition
        if not value:
            raise Failed(sentence)
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
                              check=check, timeout=20, stdin=subprocess.DEVNULL)

    def status(self):
        return self.tomato("status").stdout

    def says(self, word, seconds=5):
        return screen.wait_for(lambda: word in self.status(), seconds)

    def daemon(self):
        """The daemon's process id, or None."""
        for entry in os.listdir("/proc"):
            try:
                with open(f"/proc/{entry}/comm") as comm, open(f"/proc/{entry}/environ", "rb") as environment:
                    if comm.read().startswith("tomato-notifyd") and \
                            f"LAB_ID={os.environ['LAB_ID']}".encode() in environment.read().split(b"\0"):
                        return int(entry)
            except (OSError, ValueError):
                continue
        return None

    def kill_daemon(self):
        """As a crash or the kernel would: no last word. Returns when the process is gone."""
        process = self.daemon()
        os.kill(process, signal.SIGKILL)
        self.check("the daemon is gone", lambda: not is_alive(process), 5)

    def hold_daemon(self):
        """As a machine that is too busy: it hears nothing until it is let go."""
        self.held = self.daemon()
        os.kill(self.held, signal.SIGSTOP)

    def let_daemon_go(self):
        os.kill(self.held, signal.SIGCONT)

    def quit(self):
        self.tomato("quit", check=False)
        screen.wait_for(lambda: self.daemon() is None, 5)

    def fresh(self):
        self.quit()
        for variable in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            shutil.rmtree(os.path.join(os.environ[variable], "tomato-notify"), ignore_errors=True)
        self.clear()
        self.begun = self.trace.mark()

    def clear(self):
        """Takes away what an earlier part left on the screen."""
        if not screen.wait_for(lambda: screen.place() is None, 3):
            self.server("kill")
            self.server("start")

    def words(self):
        return " ".join(word for word, _, _ in screen.words())

    def server(self, what):
        subprocess.run([os.path.join(os.environ["LAB_HERE"], "server.sh"), what], check=True, timeout=40)

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
        subprocess.run([os.path.join(REPOSITORY, "scripts", name)], check=True, timeout=60, stdin=subprocess.DEVNULL,
                       capture_output=True, env=dict(os.environ, PREFIX=os.path.expanduser("~/.local")))

    # MARK: The island

    def notifies(self, since=None):
        return self.trace.notifies(self.begun if since is None else since)

    def start(self, *arguments):
        """Starts a phase, and returns the first `Notify` for it, answered."""
        since = self.trace.mark()
        self.tomato("start", *arguments)
        self.check("an island is shown", lambda: any(each.id for each in self.notifies(since)), 10)
        return self.notifies(since)[0]

    def quiet(self, seconds, since):
        """Waits until nothing was sent for so long, and returns what was sent since."""
        while True:
            count = len(self.notifies(since))
            time.sleep(seconds)
            if len(self.notifies(since)) == count:
                return self.notifies(since)

def is_alive(process):
    """False when its files are closed too: until then a dying daemon's socket still takes connections."""
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False

def main(parts, kind=Checker):
    if "DISPLAY" in os.environ:
        screen.grab().save(screen.BASE)
        screen.move(*screen.PARKED)
    chosen = sys.argv[1:]
    return kind().run([part for part in parts if not chosen or part.__name__ in chosen])
