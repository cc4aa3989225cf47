"""A running process, and what it costs: wake-ups, processor time, memory of its own."""
import os, re, signal, socket, subprocess, time


class Resident:
  """A running process, and what it costs."""

  def __init__(self, name, pid):
    self.name, self.pid = name, pid

  def threads(self):
    tasks = f"/proc/{self.pid}/task"
    return {tid: open(f"{tasks}/{tid}/comm").read().strip() for tid in os.listdir(tasks)}

  def switches(self):
    """Voluntary context switches of every thread: each one is a wake-up that has gone to sleep again."""
    found = {}
    for tid in os.listdir(f"/proc/{self.pid}/task"):
      text = open(f"/proc/{self.pid}/task/{tid}/status").read()
      found[tid] = int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", text, re.M).group(1))
    return found

  def cpu_ms(self):
    """Processor time of the whole process, threads that ended included: the kernel's clock of that process."""
    return time.clock_gettime(((~self.pid) << 3) | 2) * 1000

  def private_kb(self):
    """What nobody else could share: what was written to, and the program's own file. A clean page of a library counts
    as private only while no other process has it mapped, so that would measure who else runs."""
    own = os.readlink(f"/proc/{self.pid}/exe")
    total, path = 0, ""
    with open(f"/proc/{self.pid}/smaps") as mappings:
      for line in mappings:
        words = line.rstrip("\n").split(maxsplit=5)
        if words[0] in ("Private_Clean:", "Private_Dirty:"):
          if words[0] == "Private_Dirty:" or path == own or not path.startswith("/"):
            total += int(words[1])
        elif not words[0].endswith(":"):
          path = words[5] if len(words) > 5 else ""
    return total


class Daemon(Resident):
  """One running daemon and its socket; `links` go in, body lines come out."""

  def __init__(self, name, arguments, path, environment):
    self.path = path
    reader, writer = os.pipe()
    self.process = subprocess.Popen(
      [*arguments, "--ready-fd", str(writer)], pass_fds=[writer], env=environment, stdin=subprocess.DEVNULL,
      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writer)
    if os.read(reader, 16) != b"ready\n":
      raise RuntimeError(f"{name} did not become ready")
    os.close(reader)
    super().__init__(name, self.process.pid)
    self.client = self.connect()

  def connect(self):
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(5)
    client.connect(self.path)
    return client

  def ask(self, link):
    """Sends one link, reads to the code line, returns the code."""
    self.client.sendall(f"tomatoclock://{link}\n".encode())
    text = b""
    while not re.search(rb"(^|\n)\d+\n$", text):
      part = self.client.recv(65536)
      if not part:
        raise RuntimeError(f"{self.name} hung up on {link}")
      text += part
    return int(text.splitlines()[-1])

  def watch(self):
    """A bar: a client of the minute stream, which reads nothing until the end."""
    self.bar = self.connect()
    self.bar.sendall(b"tomatoclock://watch?format=text\n")

  def end(self):
    self.process.send_signal(signal.SIGTERM)
    try:
      self.process.wait(5)
    except subprocess.TimeoutExpired:
      self.process.kill()


def sample(processes, seconds, *reads):
  """What each of `reads` grew by in each process, over the same seconds: a list per process."""
  before = [[read(process) for read in reads] for process in processes]
  time.sleep(seconds)
  return [[grown(a, read(process)) for a, read in zip(values, reads)] for values, process in zip(before, processes)]


def grown(before, after):
  if isinstance(after, dict):
    # A thread that is new has woken as often as it says; one that ended counts once.
    return sum(count - before.get(tid, 0) for tid, count in after.items()) + len(set(before) - set(after))
  return after - before
