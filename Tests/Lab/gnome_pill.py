"""The timer in GNOME Shell's top bar, looked into and touched: for gnome_view.py."""
import contextlib
import re
import subprocess
import time

import checker
import gnome
import gnome_shell as shell

EXTENSION = "island@tomatoclock.org"
LATE = "tomatoclock://pause?activity=pomodoro&phase=99"
FIND = f"""const box = actor => [...actor.get_transformed_position(), ...actor.get_transformed_size()].map(Math.round);
const island = Main.extensionManager.lookup('{EXTENSION}')?.stateObj;
const pill = Main.panel.statusArea['{EXTENSION}'];
const walk = (actor, find) => [...(find(actor) ? [actor] : []), ...actor.get_children().flatMap(each => walk(each, find))];
const seen = (actor, style) => walk(actor, each => each.mapped && each.style_class?.includes(style));
"""

def pill():
    """The pill that can be seen: its box, its words, its name; whether it counts, and what may be clicked."""
    return shell.evaluate(FIND + """if (!pill?.visible) return null;
      return {box: box(pill), text: island._time.text, others: island._others.text, beside: island._beside.text,
        name: pill.accessible_name, counts: island._timeout > 0, reactive: pill.reactive,
        place: pill.container.get_parent().get_children().indexOf(pill.container)};""")

def cards():
    """The cards of the open popup: words, and each button's box."""
    return shell.evaluate(FIND + """if (!pill?.menu.isOpen) return null;
      const word = (card, style) => seen(card, style).map(each => each.text)[0] ?? '';
      return seen(pill.menu.box, 'tomato-card').filter(each => each.style_class === 'tomato-card').map(card => ({
          box: box(card), title: word(card, 'tomato-card-title'), time: word(card, 'tomato-card-time'),
          lines: word(card, 'tomato-card-line'), refusal: word(card, 'tomato-card-refusal'),
          names: seen(card, 'tomato-card-button').filter(each => each.label).map(each => each.accessible_name),
          buttons: Object.fromEntries(seen(card, 'tomato-card-button').filter(each => each.label)
            .map(each => [each.label, box(each)]))}));""")

def resting():
    """The cards, without their times, when nothing moves any more."""
    return shell.settled(lambda: [{**each, "time": ""} for each in cards() or []])

def menu():
    """The lines below the cards."""
    return shell.evaluate(FIND + """return Object.fromEntries(island._items.filter(each => each.mapped)
      .map(each => [each.label.text, box(each)]));""")

def popup():
    """The box of the open popup."""
    return shell.evaluate(FIND + "return box(pill.menu.actor)")

def focused():
    """The name of what has the key focus in the popup."""
    return shell.evaluate(FIND + """const actor = global.stage.get_key_focus();
      return actor && pill?.menu.actor.contains(actor) ? actor.accessible_name || actor.label_actor?.text || '' : '';""")

def close():
    shell.evaluate(FIND + "pill?.menu.close(); return 0")

class Checker(gnome.Checker):
    def picture(self, name):
        super().picture("view-" + name)

    def clear(self):
        if shell.evaluate("return Main.screenShield.active"):
            self.unlock()
        close()
        super().clear()
        self.tomato("views", "on", check=not is_too_old())
        self.check("without a daemon there is no pill", lambda: pill() is None)

    def explain(self, problem):
        super().explain(problem)
        print(f"  in the bar: {pill()}, in the popup: {cards()}", flush=True)

    def shows(self, text, sentence="the pill shows it"):
        return self.check(f"{sentence}: {text}", lambda: (seen := pill()) and re.fullmatch(text, seen["text"]) and seen)

    def open(self):
        if not cards():
            shell.click(pill()["box"])
        return self.check("a click opens the cards", resting)

    def press(self, label, card=0):
        seen = self.open()[card]
        self.check(f"the card offers {label}", label in seen["buttons"])
        shell.click(seen["buttons"][label])

    def lock(self):
        shell.evaluate("Main.screenShield.lock(false); return 0")
        self.check("the screen is locked", lambda: shell.evaluate("return Main.sessionMode.isLocked"))

    def unlock(self):
        shell.evaluate("Main.screenShield.deactivate(false); return 0")
        self.check("the screen is not locked", lambda: not shell.evaluate("return Main.sessionMode.isLocked"))

def is_too_old():
    """Before 45 the shell takes no extension of this kind."""
    return shell.version() < 45

def views():
    return subprocess.run(["gdbus", "call", "--session", "-d", gnome.APPLICATION, "-o", "/org/tomatoclock/TomatoNotify",
                           "-m", "org.freedesktop.DBus.Properties.Get", "org.tomatoclock.Views1", "Views"],
                          capture_output=True, text=True, check=True, timeout=checker.LIMIT).stdout

def switches(process):
    """How often a process was given a processor."""
    with open(f"/proc/{process}/status") as lines:
        return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary"))

def power(mode):
    """Sets Mutter's PowerSaveMode, and returns what it is then: -1 where it cannot be set."""
    def call(method, *value):
        return subprocess.run(["gdbus", "call", "--session", "-d", "org.gnome.Mutter.DisplayConfig", "-o",
                               "/org/gnome/Mutter/DisplayConfig", "-m", "org.freedesktop.DBus.Properties." + method,
                               "org.gnome.Mutter.DisplayConfig", "PowerSaveMode", *value], check=True,
                              timeout=checker.LIMIT, capture_output=True, text=True).stdout
    call("Set", f"<int32 {mode}>")
    return int(re.search(r"-?\d+", call("Get")).group())

def system_menu_is_whole():
    seen = shell.settled(lambda: shell.evaluate(FIND + "return [...box(Main.panel._rightBox), ...box(pill)]"))
    return seen[0] + seen[2] <= 1280 and seen[2] > 20 and seen[4] + seen[6] <= seen[0]

@contextlib.contextmanager
def setting(schema, name, value):
    """Inside, a setting of the desktop has that value."""
    subprocess.run(["gsettings", "set", schema, name, value], check=True, timeout=checker.LIMIT)
    try:
        yield
    finally:
        subprocess.run(["gsettings", "reset", schema, name], check=True, timeout=checker.LIMIT)

def key(name):
    shell.evaluate("const {Clutter, GLib} = imports.gi;"  # Clutter's own backend: up to GNOME 47
                   "const backend = Clutter.get_default_backend?.() ?? global.stage.context.get_backend();"
                   "global.labKeys ??= backend.get_default_seat().create_virtual_device("
                   "Clutter.InputDeviceType.KEYBOARD_DEVICE);"
                   "for (const state of [Clutter.KeyState.PRESSED, Clutter.KeyState.RELEASED])"
                   f"global.labKeys.notify_keyval(GLib.get_monotonic_time(), Clutter.KEY_{name}, state); return 0")
    time.sleep(0.3)
