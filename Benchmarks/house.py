"""A private home with a private session bus, a private runtime directory and a notification server of its own."""
import contextlib, os, shutil, subprocess, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLOOR = os.path.join(ROOT, ".build/bench")
RELEASE = os.path.join(ROOT, ".build/release")
BUS = """<busconfig><type>session</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy>
<limit name="max_replies_per_connection">50000</limit></busconfig>"""


class House:
  """Where daemons are measured that never meet the user's.

  State lies beside the build, on the disk where a person's would be; the sockets' paths must be short.
  """

  def __init__(self, directory, state):
    self.directory, self.state = directory, state
    self.children = []
    shutil.rmtree(self.state, ignore_errors=True)
    for name in ("run", "home", "timew"):
      os.makedirs(os.path.join(directory, name), 0o700)
    for name in ("swift", "c"):
      os.makedirs(os.path.join(self.state, name))
    self.environment = {
      "PATH": os.environ["PATH"], "HOME": f"{directory}/home", "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": f"{directory}/run",
      "XDG_STATE_HOME": f"{self.state}/swift", "XDG_CONFIG_HOME": f"{directory}/home/.config",
      "XDG_DATA_HOME": f"{directory}/home/.local/share", "XDG_CACHE_HOME": f"{directory}/home/.cache",
      "DBUS_SESSION_BUS_ADDRESS": f"unix:path={directory}/bus",
      "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={directory}/none",
      "TIMEWARRIORDB": f"{directory}/timew"}
    self.database = f"{self.state}/swift/tomato-notify/tomato.sqlite3"
    self.swift_socket = f"{directory}/run/tomato-notify.sock"
    self.c_socket = f"{directory}/run/floor.sock"
    self.c_daemon = [self.copied(f"{FLOOR}/daemon"), f"{self.state}/c", self.c_socket]
    # Copies, as an installation makes them: a file that a linker wrote in pieces is slower to start than a copy.
    self.swift_daemon = [self.copied(f"{RELEASE}/tomato-notifyd")]
    self.command = self.copied(f"{RELEASE}/tomato-notify")
    self.gio_client = self.copied(f"{FLOOR}/cli-gio")

  def start(self, *arguments, keep=None, **variables):
    child = subprocess.Popen(
      arguments, env=self.environment | variables, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
      stderr=subprocess.DEVNULL, pass_fds=[keep] if keep else [])
    self.children.append(child)
    return child

  def gdbus(self, destination, path, method, *arguments):
    return subprocess.run(
      ["gdbus", "call", "--session", "-d", destination, "-o", path, "-m", method, *arguments], env=self.environment,
      capture_output=True, text=True, timeout=10)

  def open(self):
    config = f"{self.directory}/bus.conf"
    with open(config, "w") as file:
      file.write(BUS.format(path=f"{self.directory}/bus"))
    self.start("dbus-daemon", f"--config-file={config}", "--nofork", "--nopidfile")
    self.wait_for(lambda: os.path.exists(f"{self.directory}/bus"), "the private bus")
    self.start(f"{FLOOR}/server-gio")
    self.start(f"{FLOOR}/notifyd")
    floor = ("org.tomatoclock.Floor", "/org/tomatoclock/Floor", "org.tomatoclock.Floor.Status")
    self.wait_for(lambda: self.gdbus(*floor).returncode == 0, "the C server")

  def wait_for(self, ready, what):
    for _ in range(200):
      if ready():
        return
      time.sleep(0.02)
    raise RuntimeError(f"{what} did not start")

  def end(self, child):
    self.children.remove(child)
    child.terminate()
    child.wait()

  def close(self):
    for child in reversed(self.children[:]):
      self.end(child)

  def copied(self, program):
    """A copy of a program in the private house, made as scripts/install.sh makes it: without debug symbols.

    How a file was written says how the page cache holds it, and so how much of it a fault maps: what a linker or strip
    wrote in small pieces starts slower, and of what was written in one piece 2 MB are mapped at once.
    """
    place = os.path.join(self.state, os.path.basename(program))
    stripped = place + ".stripped"
    subprocess.run(["strip", "-o", stripped, program], check=True)
    subprocess.run(["install", "-m", "755", stripped, place], check=True)
    os.remove(stripped)
    return place

  def without_daemon(self):
    """Ends the daemon that the command started, so that the next one is the one that is measured."""
    subprocess.run([self.command, "quit"], env=self.environment, capture_output=True, timeout=10)

  @contextlib.contextmanager
  def neighbour(self):
    """A second house, in which another daemon can run at the same time."""
    house = House(os.path.join(self.directory, "neighbour"), self.state + "-neighbour")
    try:
      house.open()
      yield house
    finally:
      house.leave()

  def leave(self):
    """Ends all that runs in it, the daemon that the command may have started too, and removes it."""
    try:
      if os.path.exists(self.swift_socket):
        self.without_daemon()
    finally:
      self.close()
      shutil.rmtree(self.directory, ignore_errors=True)
      shutil.rmtree(self.state, ignore_errors=True)
