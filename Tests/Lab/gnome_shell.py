"""GNOME Shell, looked into and touched: for the checks on GNOME, inside lab.sh gnome.

Words and places come from the shell itself, because its banners move and fade; clicks are those of a real pointer.
"""
import ast
import json
import os
import subprocess
import time

import screen

# One description for a banner and for an entry of the message list, before and after version 46.
MESSAGE = """
const describe = message => {
  const box = actor => [...actor.get_transformed_position(), ...actor.get_transformed_size()].map(Math.round);
  const header = message._header;
  return { title: message.notification.title, box: box(message), expanded: message.expanded,
    body: message.notification.body ?? message.notification.bannerBodyText ?? '',
    buttons: Object.fromEntries((message._buttonBox?.get_children() ?? []).filter(each => each.mapped && box(each)[2] > 0)
      .map(each => [each.label, box(each)])),
    close: box(header?.closeButton ?? message._closeButton),
    expand: header?.expandButton ? box(header.expandButton) : null };
};
"""
LIST = """
const found = [];
const walk = actor => {
  if (actor.notification && actor.mapped && (actor._header || actor._closeButton)) found.push(describe(actor));
  actor.get_children().forEach(walk);
};
walk(Main.panel.statusArea.dateMenu.menu.actor);
return found;
"""

def evaluate(javascript):
    """What the body of a function returns, in the shell."""
    text = "(() => JSON.stringify((() => {" + javascript + "})()) ?? 'null')()"
    answer = subprocess.run(["gdbus", "call", "--session", "--timeout", "10", "-d", "org.gnome.Shell", "-o",
                             "/org/gnome/Shell", "-m", "org.gnome.Shell.Eval", text],
                            capture_output=True, text=True, check=True).stdout.strip()
    if not answer.startswith("(true, "):
        raise RuntimeError(answer)
    value = json.loads(ast.literal_eval(answer[len("(true, "):-1]) or "null")
    return json.loads(value) if isinstance(value, str) else value

def version():
    words = subprocess.run(["gnome-shell", "--version"], capture_output=True, text=True, check=True).stdout.split()
    return int(words[2].split(".")[0])

def banner():
    """The banner that is fully shown, or None."""
    return evaluate(MESSAGE + """
      const tray = Main.messageTray;
      return tray._banner && tray._notificationState === 2 ? describe(tray._banner) : null;""")

def is_anything_up():
    return evaluate("return Main.messageTray._notificationState !== 0")

def notifications():
    """Titles of everything that the shell keeps."""
    return evaluate("return Main.messageTray.getSources().flatMap(s => s.notifications.map(n => n.title))")

def entries():
    """The entries of the open message list."""
    return evaluate(MESSAGE + LIST)

def open_list(is_open=True):
    verb = "open" if is_open else "close"
    evaluate(f"Main.panel.statusArea.dateMenu.menu.{verb}(); return 0")
    screen.wait_for(lambda: evaluate("return Main.panel.statusArea.dateMenu.menu.isOpen") == is_open, 5)

def clear():
    open_list(False)
    evaluate("Main.messageTray.getSources().forEach(source => source.destroy()); return 0")
    move(640, 600)
    screen.wait_for(lambda: not is_anything_up(), 10)

def move(x, y):
    evaluate(f"global.labPointer.notify_absolute_motion(imports.gi.GLib.get_monotonic_time(), {x}, {y}); return 0")

def middle(box):
    return box[0] + box[2] // 2, box[1] + box[3] // 2

def click(box):
    move(*middle(box))
    time.sleep(0.3)  # the hand arrives
    for state in ("PRESSED", "RELEASED"):
        evaluate("const {Clutter, GLib} = imports.gi; global.labPointer.notify_button(GLib.get_monotonic_time(), 1, "
                 f"Clutter.ButtonState.{state}); return 0")
        time.sleep(0.05)

def picture(path):
    if os.environ["XDG_SESSION_TYPE"] == "x11":
        screen.grab().save(path)
        return
    subprocess.run(["gdbus", "call", "--session", "--timeout", "20", "-d", "org.gnome.Shell.Screenshot", "-o",
                    "/org/gnome/Shell/Screenshot", "-m", "org.gnome.Shell.Screenshot.Screenshot", "false", "false",
                    path], capture_output=True, check=True)
