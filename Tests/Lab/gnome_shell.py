"""GNOME Shell, looked into and touched: for the checks on GNOME, inside lab.sh gnome.

Words and places come from the shell itself, because its banners move and fade; clicks are those of a real pointer.
"""
import ast
import json
import os
import subprocess

import screen

# Describes banners and entries of the message list in the same form, before and after version 46.
MESSAGE = """
const describe = message => {
  const box = actor => [...actor.get_transformed_position(), ...actor.get_transformed_size()].map(Math.round);
  const header = message._header;
  return { title: message.notification.title, box: box(message), expanded: message.expanded,
    body: message.notification.body ?? message.notification.bannerBodyText ?? '',
    buttons: Object.fromEntries((message._buttonBox?.get_children() ?? [])
      .filter(each => each.mapped && box(each)[2] > 0).map(each => [each.label, box(each)])),
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

# Items of the AppIndicator extension in the panel: where, what stands beside the icon, and the menu, if it is open.
TRAY = """
const box = actor => [...actor.get_transformed_position(), ...actor.get_transformed_size()].map(Math.round);
const words = actor => !actor.visible ? [] : [...(actor instanceof imports.gi.St.Label ? [actor.text] : []),
  ...actor.get_children().flatMap(words)];
return Object.entries(Main.panel.statusArea).filter(([name, item]) => item && name.startsWith('appindicator-'))
  .map(([name, item]) => ({ name, box: box(item), label: words(item).join(' '),
    drawn: item.mapped && item.get_transformed_size()[0] > 0,
    open: item.menu.isOpen, menu: item.menu.isOpen ? box(item.menu.actor) : null,
    lines: item.menu.isOpen ? item.menu._getMenuItems().filter(each => each.mapped)
      .map(each => ({ text: words(each).join(' ').trim(), box: box(each),
        clickable: each.sensitive ?? each.reactive })) : [],
    blinks: item.labBlinks ?? 0 }));
"""

def evaluate(javascript):
    """What the body of a function returns, in the shell."""
    text = "(() => JSON.stringify((() => {" + javascript + "})()) ?? 'null')()"
    answer = subprocess.run(["gdbus", "call", "--session", "--timeout", str(screen.LIMIT), "-d", "org.gnome.Shell",
                             "-o", "/org/gnome/Shell", "-m", "org.gnome.Shell.Eval", text],
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

def notifications(transient=False):
    """Titles of everything that the shell keeps: no alert that goes with its banner, unless that is wanted, too."""
    return evaluate("return Main.messageTray.getSources().flatMap(s => s.notifications"
                    f".filter(n => !n.isTransient || {str(transient).lower()}).map(n => n.title))")

def entries():
    """The entries of the open message list."""
    return evaluate(MESSAGE + LIST)

def open_list(is_open=True):
    verb = "open" if is_open else "close"
    evaluate(f"Main.panel.statusArea.dateMenu.menu.{verb}(); return 0")
    screen.wait_for(lambda: evaluate("return Main.panel.statusArea.dateMenu.menu.isOpen") == is_open)

def clear():
    open_list(False)
    evaluate("Main.messageTray.getSources().forEach(source => source.destroy()); return 0")
    move(640, 600)
    screen.wait_for(lambda: not is_anything_up())

def tray_items():
    """Every drawn item of the tray: name, box, label, open, menu (a box), lines (text, box, clickable), blinks."""
    return [each for each in evaluate(TRAY) if each["drawn"]]

def count_blinks():
    """From now on each item counts how often its menu opens, closes, or makes its lines anew."""
    evaluate("""Object.entries(Main.panel.statusArea).filter(([name]) => name.startsWith('appindicator-'))
      .forEach(([, item]) => { item.labBlinks = 0; const count = () => { item.labBlinks += 1; };
        item.menu.connect('open-state-changed', count);
        ['actor-added', 'actor-removed', 'child-added', 'child-removed']  // the first two until GNOME 45
          .filter(name => imports.gi.GObject.signal_lookup(name, item.menu.box.constructor.$gtype))
          .forEach(name => item.menu.box.connect(name, count)); }); return 0""")

def extensions():
    """The names of what is installed that brings a tray, as Debian and upstream call it."""
    return [name for name in evaluate("return [...Main.extensionManager._extensions.keys()]") if "appindicator" in name]

def set_extension(name, is_on):
    verb = "enable" if is_on else "disable"
    evaluate(f"Main.extensionManager.{verb}Extension('{name}'); return 0")

def move(x, y):
    evaluate(f"global.labPointer.notify_absolute_motion(imports.gi.GLib.get_monotonic_time(), {x}, {y}); return 0")

def arrive(x, y):
    """Moves the pointer, and returns when the shell has drawn it there: then it knows what is under it. A pixel beside
    is right, too: hold_gnome_awake."""
    move(x, y)
    def is_there():
        at = evaluate("return global.get_pointer()")
        return abs(at[0] - x) <= 2 and abs(at[1] - y) <= 2
    if not screen.wait_for(is_there):
        raise TimeoutError(f"the pointer did not come to {x}, {y} within {screen.LIMIT} s")
    evaluate("global.labFrames = 0; const id = global.stage.connect('after-paint', () => { "
             "if (++global.labFrames > 1) global.stage.disconnect(id); global.stage.queue_redraw(); }); "
             "global.stage.queue_redraw(); return 0")
    if not screen.wait_for(lambda: evaluate("return global.labFrames") > 1):
        raise TimeoutError(f"the shell drew nothing within {screen.LIMIT} s")

def settled(look):
    """What `look` returns, when it is the same three times in a row: nothing slides any more."""
    seen = []
    def same():
        seen.append(look())
        return len(seen) > 2 and seen[-1] and seen[-1] == seen[-2] == seen[-3]
    if not screen.wait_for(same):
        raise TimeoutError(f"the shell did not come to rest within {screen.LIMIT} s")
    return seen[-1]

def middle(box):
    return box[0] + box[2] // 2, box[1] + box[3] // 2

def click(box, button=1):
    """1 is the left button, 2 the middle one."""
    code = {1: "Clutter.BUTTON_PRIMARY", 2: "Clutter.BUTTON_MIDDLE", 3: "Clutter.BUTTON_SECONDARY"}[button]
    arrive(*middle(box))
    for state in ("PRESSED", "RELEASED"):
        evaluate("const {Clutter, GLib} = imports.gi; global.labPointer.notify_button(GLib.get_monotonic_time(), "
                 f"{code}, Clutter.ButtonState.{state}); return 0")

def count_presses():
    """From now on the shell counts the buttons that are pressed on its stage, outside of menus."""
    evaluate("""const press = imports.gi.Clutter.EventType.BUTTON_PRESS;
      global.labPresses = 0;
      global.stage.connect('captured-event', (stage, event) => {
        if (event.type() === press) global.labPresses += 1;
        return false; });
      return 0""")

def presses():
    return evaluate("return global.labPresses")

def scroll(box, direction):
    """One step of the wheel, "UP" or "DOWN"."""
    arrive(*middle(box))
    evaluate("const {Clutter, GLib} = imports.gi; global.labPointer.notify_discrete_scroll(GLib.get_monotonic_time(), "
             f"Clutter.ScrollDirection.{direction}, Clutter.ScrollSource.WHEEL); return 0")

def picture(path):
    if os.environ["XDG_SESSION_TYPE"] == "x11":
        screen.grab().save(path)
        return
    subprocess.run(["gdbus", "call", "--session", "--timeout", str(screen.LIMIT), "-d", "org.gnome.Shell.Screenshot",
                    "-o", "/org/gnome/Shell/Screenshot", "-m", "org.gnome.Shell.Screenshot.Screenshot", "false", "false",
                    path], capture_output=True, check=True)
