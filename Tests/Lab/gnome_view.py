#!/usr/bin/python3
"""The timer in GNOME Shell's top bar: gnome_view.py [PART…], inside lab.sh gnome with LAB_LOCK=1.

The extension is the installed one. Each part begins with it switched on and without a daemon.
"""
import os
import re
import subprocess
import sys
import time

import checker
import gnome
import gnome_shell as shell
import portrait
import screen

EXTENSION = "island@tomatoclock.org"
HERE = os.path.dirname(os.path.abspath(__file__))
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

def menu():
    """The lines below the cards."""
    return shell.evaluate(FIND + """return Object.fromEntries(island._items.filter(each => each.mapped)
      .map(each => [each.label.text, box(each)]));""")

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
        return self.check("a click opens the cards", lambda: shell.settled(cards))

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

def says_what_it_needs(lab):
    answer = lab.tomato("views", "on", check=False)
    lab.check("a shell that is too old is no success", answer.returncode == 1)
    lab.check("the sentence says which is needed", "GNOME 45 or newer" in answer.stdout)
    lab.tomato("start", "focus", "--duration", "25m")
    lab.banner("the island is a banner as before", gnome.RUNNING)
    lab.check("and nothing is in the bar", pill() is None)

def switched_on_and_off(lab):
    lab.check("the command says that it is on", "shows the time" in lab.tomato("views").stdout)
    lab.tomato("start", "focus", "--duration", "25m")
    lab.shows(r"(25:00|24:\d\d)")
    lab.check("doctor says it", "GNOME's top bar shows the time" in lab.tomato("doctor", check=False).stdout)
    lab.check("it is off at once", "could show" in lab.tomato("views", "off").stdout)
    lab.check("nothing is left of it in the bar", shell.evaluate(FIND + "return !pill && !island?._button"))
    lab.check("and the daemon has heard it", lambda: "[]" in views())
    lab.check("it is on at once", "shows the time" in lab.tomato("views", "on").stdout)
    lab.shows(r"24:\d\d", "it shows the running phase")

def views():
    return subprocess.run(["gdbus", "call", "--session", "-d", gnome.APPLICATION, "-o", "/org/tomatoclock/TomatoNotify",
                           "-m", "org.freedesktop.DBus.Properties.Get", "org.tomatoclock.Views1", "Views"],
                          capture_output=True, text=True, check=True, timeout=checker.LIMIT).stdout

def rests(process):
    before = switches(process)
    time.sleep(2)
    return switches(process) == before

def ticks_while_it_is_seen(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.shows(r"(25:00|24:5\d)")
    lab.picture("1-pill")
    lab.banner_goes()
    seen, process = [], lab.daemon()
    lab.check("what the start needed is over", lambda: rests(process))
    before = switches(process)
    def ten():
        text = pill()["text"]
        if text not in seen:
            seen.append(text)
        return len(seen) > 10
    lab.check("ten seconds pass in the bar", ten)
    seconds = [int(each[:-3]) * 60 + int(each[-2:]) for each in seen]
    lab.check(f"none was left out ({seen})", seconds == list(range(seconds[0], seconds[0] - len(seconds), -1)))
    lab.check("and the daemon slept", switches(process) - before <= 1)
    shell.evaluate("Main.layoutManager.panelBox.hide(); return 0")
    lab.check("it does not count where nobody sees it", lambda: not pill()["counts"])
    shell.evaluate("Main.layoutManager.panelBox.show(); return 0")
    lab.check("and counts again", lambda: pill()["counts"])
    if power(3) < 0:  # Mutter 48 without a real screen
        return lab.check("a screen that cannot be off is counted on", pill()["counts"])
    lab.check("nor on a screen that is off", lambda: not pill()["counts"])
    power(0)
    lab.check("and counts again", lambda: pill()["counts"])

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

def every_button_does_what_it_says(lab):
    lab.tomato("start", "focus", "--duration", "25m", "--task", "write <b>report</b>")
    lab.shows(r"(25:00|24:5\d)")
    lab.check("its name is the title", re.fullmatch(gnome.RUNNING, pill()["name"]))
    seen = lab.open()[0]
    lab.picture("2-cards")
    lab.check("a task is text", "write <b>report</b>" in seen["lines"])
    lab.check("a button's name has the card's", f"Pause, {seen['title']}" in seen["names"])
    place = seen["buttons"]["Pause"]
    lab.press("Pause")
    lab.check("a click pauses", lambda: "paused" in lab.status())
    seen = lab.check("the button has become Resume, in its place",
                     lambda: (now := cards()) and now[0]["buttons"].get("Resume", [0])[:2] == place[:2] and now[0])
    lab.picture("3-paused")
    for label, outcome in [("Resume", "Focus.*running"), ("Skip", "Short Break.*running"), ("Undo", "Focus.*running"),
                           ("Reset", "Focus 25:00, ready"), ("Start", "Focus.*running")]:
        lab.check(f"there is {label}", lambda: label in cards()[0]["buttons"])
        lab.press(label)
        lab.check(f"a click on it leads to: {outcome}", lambda: re.search(outcome, lab.status()))
    lab.check("the popup is still there", cards())
    lab.check("below it is what else there is", lambda: "+5 min" in menu())
    shell.click(menu()["+5 min"])
    lab.check("a click on it adds", lambda: re.search("Focus (30:00|29:)", lab.status()))

def refusals_are_said(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.shows(r"(25:00|24:5\d)")
    lab.open()
    late = "tomatoclock://pause?activity=pomodoro&phase=99"
    shell.evaluate(FIND + f"[...island._views.values()][0]._presses[0].link = '{late}'; return 0")
    box = cards()[0]["buttons"]["Skip"]
    lab.press("Pause")
    lab.check("a refused press gets its sentence under the card", lambda: "phase 99, which is over" in cards()[0]["refusal"])
    lab.check("nothing moved under the pointer", cards()[0]["buttons"]["Skip"] == box)
    lab.picture("4-refused")
    lab.hold_daemon()
    lab.press("Skip")
    lab.check("so does one without an answer", lambda: "does not answer" in cards()[0]["refusal"])
    lab.check("the clock goes on meanwhile", pill()["counts"])
    lab.let_daemon_go()

def several_activities(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.tomato("timer", "4m", "tea")
    lab.tomato("activity", "request", "build", "--name", "Build", "--progress", "41/100", "--text", "compiling",
               "--button", "Cancel=event:cancel")
    lab.check("the pill counts the others", lambda: (pill() or {}).get("others") == "+2")
    seen = lab.open()
    lab.picture("5-three")
    lab.check("each has a card", sorted(each["title"].split(" · ")[0] for each in seen) == ["Build", "Focus", "tea"])
    tea = next(place for place, each in enumerate(seen) if each["title"].startswith("tea"))
    lab.press("Stop", tea)
    lab.check("what was stopped says goodbye", lambda: any(each["title"] == "tea stopped" for each in cards()))
    lab.picture("6-stopped")
    seen = cards()
    lab.press("Undo", next(place for place, each in enumerate(seen) if each["title"] == "tea stopped"))
    lab.check("and comes back", lambda: "tea" in lab.status())
    close()
    shell.clear()

def one_clock(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.shows(r"(25:00|24:5\d)")
    lab.banner("a banner says that it has begun", gnome.RUNNING)
    lab.banner_goes()
    lab.check("the list has nothing of it", lambda: not shell.notifications(transient=True))
    lab.tomato("timer", "2s", "tea")
    lab.banner("a banner says that tea is done", "tea · done")
    lab.banner_goes()
    lab.check("that waits in the list", shell.notifications() == ["tea · done"])
    lab.picture("7-waits")

def middle_click_and_wheel(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.shows(r"(25:00|24:5\d)")
    shell.click(pill()["box"], 2)
    lab.check("a middle click pauses", lambda: "paused" in lab.status())
    lab.check("and opens nothing", cards() is None)
    def left():
        minutes, seconds = re.search(r"(\d+):(\d\d)", lab.status()).groups()
        return int(minutes) * 60 + int(seconds)
    before = left()
    for direction, minutes in [("UP", 1), ("UP", 2), ("DOWN", 1)]:
        shell.evaluate("const {Clutter, GLib} = imports.gi; global.labPointer.notify_discrete_scroll("
                       f"GLib.get_monotonic_time(), Clutter.ScrollDirection.{direction}, Clutter.ScrollSource.WHEEL); return 0")
        lab.check(f"the wheel, {direction}: {minutes} min more than at first", lambda: left() == before + minutes * 60)
    shell.click(pill()["box"], 2)
    lab.check("a second middle click resumes", lambda: "running" in lab.status())

def keys_alone(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.shows(r"(25:00|24:5\d)")
    shell.evaluate(FIND + "pill.grab_key_focus(); return 0")
    key("Return")
    lab.check("Return opens the cards", lambda: shell.settled(cards))
    def focused():
        return shell.evaluate("return global.stage.get_key_focus()?.accessible_name ?? ''")
    for _ in range(8):
        if focused().startswith("Pause"):
            break
        key("Tab")
    lab.check("Tab comes to the first button", focused().startswith("Pause"))
    key("Right")
    lab.check("an arrow goes to the next", focused().startswith("Skip"))
    key("Left")
    key("space")
    lab.check("a key presses it", lambda: "paused" in lab.status())
    key("Escape")
    lab.check("Escape closes", lambda: cards() is None)

def key(name):
    shell.evaluate("const {Clutter, GLib} = imports.gi;"  # Clutter's own backend: up to GNOME 47
                   "const backend = Clutter.get_default_backend?.() ?? global.stage.context.get_backend();"
                   "global.labKeys ??= backend.get_default_seat().create_virtual_device("
                   "Clutter.InputDeviceType.KEYBOARD_DEVICE);"
                   "for (const state of [Clutter.KeyState.PRESSED, Clutter.KeyState.RELEASED])"
                   f"global.labKeys.notify_keyval(GLib.get_monotonic_time(), Clutter.KEY_{name}, state); return 0")
    time.sleep(0.3)

def locked_screen(lab):
    lab.tomato("start", "focus", "--duration", "25m", "--task", "quarterly figures")
    place = lab.shows(r"(25:00|24:5\d)")["place"]
    lab.lock()
    seen = lab.shows(r"24:\d\d", "the locked screen has the time")
    lab.check("and nothing else", not seen["beside"] and not seen["others"] and not seen["reactive"])
    lab.check("no card is there", shell.evaluate(FIND + "return island._views.size === 0"))
    shell.click(seen["box"])
    lab.check("a click opens nothing", cards() is None)
    lab.picture("7-locked")
    lab.tomato("config", "set", "views.locked", "all")
    lab.check("all of it, if that is wanted", lambda: "quarterly figures" in pill()["beside"])
    lab.picture("8-locked-all")
    lab.tomato("config", "set", "views.locked", "none")
    lab.check("or nothing", lambda: pill() is None)
    lab.unlock()
    lab.check("after it the pill is where it was", lambda: (pill() or {}).get("place") == place)
    lab.check("with its card", lab.open()[0]["title"].startswith("Focus"))

def daemons_come_and_go(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.shows(r"(25:00|24:5\d)")
    lab.kill_daemon()
    lab.check("a daemon that dies takes the pill along", lambda: pill() is None)
    lab.check("and is not started by it", lab.daemon() is None)
    lab.tomato("status")
    lab.shows(r"24:\d\d", "the next one has it again")
    lab.tomato("quit")
    lab.check("one that quits, too", lambda: pill() is None)

def another_program(lab):
    with subprocess.Popen(["gjs", "-m", os.path.join(HERE, "impostor.js")], stdout=subprocess.PIPE, text=True) as other:
        lab.check("it has told all", other.stdout.readline() == "told\n")
        lab.check("the shell is alive, and shows text as text",
                  lambda: (seen := pill()) and seen["name"] == '<span size="99999">big</span>')
        seen = lab.open()[0]
        lab.picture("9-hostile")
        lab.check("a button's words are text", "<b>x</b>" in seen["buttons"] and seen["lines"] == "&lt;b&gt;")
        lab.check("a clock of the year 9999 counts", pill()["counts"])
        other.kill()
    lab.check("it is gone", lambda: pill() is None)

def looks(lab):
    """Large text, high contrast, right to left: pictures for eyes."""
    lab.tomato("start", "focus", "--duration", "25m", "--task", "write report")
    for name, schema, setting, value in [
        ("large", "org.gnome.desktop.interface", "text-scaling-factor", "1.5"),
        ("contrast", "org.gnome.desktop.a11y.interface", "high-contrast", "true")]:
        subprocess.run(["gsettings", "set", schema, setting, value], check=True, timeout=checker.LIMIT)
        lab.shows(r"2[45]:\d\d")
        lab.open()
        lab.picture("10-" + name)
        close()
        subprocess.run(["gsettings", "reset", schema, setting], check=True, timeout=checker.LIMIT)
    direction = "imports.gi.Clutter.TextDirection"
    shell.evaluate(f"Main.uiGroup.set_text_direction({direction}.RTL); return 0")
    lab.open()
    lab.picture("10-right-to-left")
    close()
    shell.evaluate(f"Main.uiGroup.set_text_direction({direction}.LTR); return 0")

if __name__ == "__main__":
    portrait.plain_background()  # contact-sheet.sh shows some of the pictures
    all_parts = [switched_on_and_off, ticks_while_it_is_seen, every_button_does_what_it_says, refusals_are_said,
                 several_activities, one_clock, middle_click_and_wheel, keys_alone, locked_screen, daemons_come_and_go,
                 another_program, looks]
    sys.exit(checker.main([says_what_it_needs] if is_too_old() else all_parts, Checker))
