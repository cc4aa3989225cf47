#!/usr/bin/env python3
"""A backup that shows how far it is, over D-Bus: backup.py SOURCE TARGET

It copies the files of one folder into another, and can be stopped by the button of its card. The activity is leased:
if this program is killed, the card says so. It needs PyGObject (Debian: python3-gi).
"""
import pathlib
import shutil
import sys

from gi.repository import Gio, GLib

NAME = "org.tomatoclock.TomatoNotify"
PATH = "/org/tomatoclock/TomatoNotify"
INTERFACE = "org.tomatoclock.TomatoNotify1"
ACTIVITY = "backup"


class Card:
  """This program's activity. Without a desktop, or without tomato-notify, the copying goes on unseen."""

  def __init__(self, on_button):
    self.on_button = on_button
    self.content, self.token = {}, None
    try:
      self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
      Gio.bus_watch_name_on_connection(self.bus, NAME, Gio.BusNameWatcherFlags.NONE, self.appeared, None)
      self.bus.signal_subscribe(None, INTERFACE, "ActivityEvent", PATH, ACTIVITY, 0, self.heard)
    except GLib.Error:
      self.bus = None

  def heard(self, bus, sender, path, interface, signal, arguments):
    event = arguments.unpack()[1]
    if event["event"] == "button":
      self.on_button(event["button"])

  def request(self, **content):
    self.content = content
    answer = self.say("RequestActivity", **content)
    self.token = answer and answer.unpack()[0].get("owner")

  def appeared(self, bus, name, daemon):
    """Another daemon knows the owner of an activity by its token, and awaits it for a minute."""
    if self.token:
      self.say("RequestActivity", token=self.token, **self.content)

  def say(self, method, **content):
    """The answer; None when nobody has given one."""
    self.content |= {key: content[key] for key in content if key in ("text", "progress")}
    if not self.bus:
      return None
    values = {key: variant(value) for key, value in content.items()}
    try:
      return self.bus.call_sync(
          NAME, PATH, INTERFACE, method, GLib.Variant("(sa{sv})", (ACTIVITY, values)), None, 0, 5000)
    except GLib.Error as error:
      print(f"backup.py: {error.message}", file=sys.stderr)
      return None


def variant(value):
  """A value as D-Bus carries it."""
  if isinstance(value, bool):
    return GLib.Variant("b", value)
  if isinstance(value, int):
    return GLib.Variant("x", value)
  if isinstance(value, list):
    return GLib.Variant("av", [variant(one) for one in value])
  if isinstance(value, dict):
    return GLib.Variant("a{sv}", {key: variant(one) for key, one in value.items()})
  return GLib.Variant("s", value)


class Backup:
  def __init__(self, source, target):
    self.source, self.target = pathlib.Path(source), pathlib.Path(target)
    self.files = [path for path in sorted(self.source.rglob("*")) if path.is_file()]
    self.done = 0
    self.is_stopped = False
    self.problem = None
    self.loop = GLib.MainLoop()
    self.card = Card(self.pressed)

  def pressed(self, button):
    self.is_stopped = button == "stop"

  def run(self):
    self.card.request(
        name="Backup", lease=True, since="now", progress=[0, max(len(self.files), 1)],
        buttons=[{"label": "Stop", "event": "stop"}])
    GLib.idle_add(self.step)
    self.loop.run()
    return 1 if self.is_stopped or self.problem else 0

  def step(self):
    """Copies one file in each turn of the loop, so that events are heard between two."""
    if self.is_stopped or self.problem or self.done == len(self.files):
      self.end()
      return GLib.SOURCE_REMOVE
    path = self.files[self.done]
    name = path.relative_to(self.source)
    try:
      (self.target / name).parent.mkdir(parents=True, exist_ok=True)
      shutil.copy2(path, self.target / name)
    except OSError as problem:
      self.problem = problem
      print(f"backup.py: {problem}", file=sys.stderr)
      return GLib.SOURCE_CONTINUE
    self.done += 1
    self.card.say("UpdateActivity", text=str(name)[-200:], progress=[self.done, len(self.files)])
    return GLib.SOURCE_CONTINUE

  def end(self):
    if self.problem:
      self.card.say("EndActivity", failed=True, text=str(self.problem)[:200])
    elif self.is_stopped:
      self.card.say("EndActivity", failed=True, text=f"stopped after {self.done} of {len(self.files)} files")
    else:
      self.card.say("EndActivity", text=f"{self.done} files", alert="Backup done")
    self.loop.quit()


if __name__ == "__main__":
  if len(sys.argv) != 3 or not pathlib.Path(sys.argv[1]).is_dir():
    sys.exit(f"backup.py: {len(sys.argv) - 1} words were given; expected the folder to copy, and where to.")
  sys.exit(Backup(sys.argv[1], sys.argv[2]).run())
