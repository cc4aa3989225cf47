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
from gnome_pill import (FIND, LATE, Checker, cards, close, focused, is_too_old, key, menu, pill, popup, power, resting,
                        setting, switches, system_menu_is_whole, views)

HERE = os.path.dirname(os.path.abspath(__file__))

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

def every_button_does_what_it_says(lab):
    lab.tomato("start", "focus", "--duration", "25m", "--task", "write <b>report</b>")
    lab.shows(r"(25:00|24:\d\d)")
    # With the banner goes GNOME's dot beside the clock, and the bar moves.
    lab.banner_goes()
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
    shell.evaluate(FIND + f"[...island._views.values()][0]._presses[0].link = '{LATE}'; return 0")
    box = cards()[0]["buttons"]["Skip"]
    lab.press("Pause")
    lab.check("a refused press gets its sentence under the card", lambda: "phase 99, which is over" in cards()[0]["refusal"])
    lab.check("nothing moved under the pointer", cards()[0]["buttons"]["Skip"] == box)
    lab.picture("4-refused")
    lab.check("it is said to those who hear the desktop", any("phase 99" in name for name in cards()[0]["names"]))
    lab.tomato("timer", "4m", "tea")
    lab.check("another card comes", lambda: len(cards()) == 2)
    lab.check("the sentence stays", "phase 99" in cards()[0]["refusal"])
    lab.tomato("extend", "1m", "--activity", "pomodoro")
    lab.check("it goes with a change of its own card", lambda: not cards()[0]["refusal"])
    lab.check("and its name is as before", "phase 99" not in "".join(cards()[0]["names"]))
    lab.hold_daemon()
    lab.press("Skip")
    lab.check("so does one without an answer", lambda: "does not answer" in cards()[0]["refusal"])
    lab.check("the clock goes on meanwhile", pill()["counts"])
    lab.let_daemon_go()

def refusals_without_a_button(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.shows(r"(25:00|24:5\d)")
    lab.open()
    shell.evaluate(FIND + f"island._items[0].tomatoLink = '{LATE}'; return 0")
    shell.click(menu()["+5 min"])
    lab.check("a line of the menu that is refused gets its sentence under the first card",
              lambda: (seen := cards()) and "phase 99" in seen[0]["refusal"])
    close()
    lab.check("the popup is closed", lambda: cards() is None)
    lab.open()
    lab.check("the next time it is not there", not cards()[0]["refusal"])
    close()
    lab.check("the popup is closed", lambda: cards() is None)
    shell.evaluate(FIND + f"island._shown.cards[0].toggle = '{LATE}'; island._draw(); return 0")
    shell.click(pill()["box"], 2)
    lab.open()
    lab.check("a middle click that is refused gets it when the popup is opened",
              lambda: "phase 99" in cards()[0]["refusal"])

def more_than_the_screen_has_room_for(lab):
    for number in range(1, 10):
        lab.tomato("timer", f"{number}h", f"tea {number}")
    with setting("org.gnome.desktop.interface", "text-scaling-factor", "1.5"):
        lab.open()
        lab.check("each has a card", lambda: len(resting()) == 10)
        bottom = popup()[1] + popup()[3]
        lab.check(f"the popup ends on the screen ({bottom})", bottom <= 800)
        lab.picture("11-many")
        def last(label):
            """The last button of that name, when the wheel has brought it to the screen."""
            place = [each["buttons"][label] for each in resting() if label in each["buttons"]][-1:]
            if place and place[0][1] + place[0][3] < bottom:
                return place[0]
            shell.scroll(popup(), "DOWN")
        shell.click(lab.check("the wheel comes to the last card", lambda: last("Stop")))
        shell.click(lab.check("what was stopped can be undone", lambda: last("Undo")))
        lab.picture("12-undone")
        lab.check("that is done", lambda: "tea 9" in lab.status())
        close()
        lab.check("opened again it begins at the top", lab.open()[0]["box"][1] > 0)
        shell.evaluate(FIND + "pill.menu.actor.navigate_focus(null, imports.gi.St.DirectionType.TAB_BACKWARD, false);"
                       "return 0")
        lab.check("what keys come to is on the screen", lambda: shell.settled(lambda: shell.evaluate(
            FIND + "return box(global.stage.get_key_focus())"))[1] + 30 < bottom)

def several_activities(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.tomato("timer", "4m", "tea")
    lab.tomato("activity", "request", "build", "--name", "Build", "--progress", "41/100", "--text", "compiling",
               "--button", "Cancel=event:cancel")
    lab.check("the pill counts the others", lambda: (pill() or {}).get("others") == "\u200e+2")
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
    lab.banner_goes()  # it comes only if it is sent before the pill is there
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
    lab.check("Return opens the cards", resting)
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

def what_goes_leaves_its_room(lab):
    for name in ["eggs", "rice", "tea"]:
        lab.tomato("timer", "4m", name)
    lab.open()
    lab.check("each has a card, and one is ready", lambda: len(cards()) == 4)
    name = cards()[1]["title"].split(" · ")[0]
    shell.evaluate(FIND + "seen(pill.menu.box, 'tomato-card-button').filter(each => "
                   f"each.accessible_name?.startsWith('Stop, {name}'))[0].grab_key_focus(); return 0")
    lab.check("the last button has the key focus", focused().startswith("Stop, " + name))
    key("space")
    lab.check("the farewell's button has it", lambda: focused().startswith(f"Undo, {name} stopped"))
    below = resting()[2]["box"]
    lab.check("the farewell goes", lambda: len(cards()) == 3)
    lab.check("what is below it stays", resting()[1]["box"] == below)
    lab.picture("6-room")
    lab.check("another card has the key focus", focused().split(", ")[-1] == cards()[1]["title"])
    close()
    lab.check("the popup is closed", lambda: cards() is None)
    lab.open()
    lab.check("and then no room is left", cards()[1]["box"][1] < below[1])

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
    shell.evaluate(FIND + "island._beside.text = 'W'.repeat(500); return 0")
    lab.check("a long one leaves the other menus where they are", system_menu_is_whole)
    lab.tomato("config", "set", "views.locked", "none")
    lab.check("or nothing", lambda: pill() is None)
    lab.unlock()
    lab.check("after it the pill is where it was", lambda: (pill() or {}).get("place") == place)
    lab.check("with its card", lab.open()[0]["title"].startswith("Focus"))

def locked_while_dark(lab):
    """What a program says in the bar is gone before the screen is lit again."""
    lab.tomato("activity", "request", "build", "--name", "Build", "--short", "secret")
    lab.shows("secret")
    shell.evaluate(FIND + "island._isDark = true; return 0")
    lab.lock()
    lab.check("nothing of it is in the bar", "secret" not in shell.evaluate(FIND + "return island._time.text"))
    lab.unlock()
    shell.evaluate(FIND + "island._isDark = false; return 0")

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

def a_shell_that_ends(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.shows(r"(25:00|24:5\d)")
    lab.server("kill")
    lab.check("the daemon has heard that the shell is gone", lambda: "[]" in views())
    lab.server("start")
    lab.shows(r"24:\d\d", "the next shell has the pill again")
    lab.check("with its card", lab.open()[0]["title"].startswith("Focus"))

def another_program(lab):
    shell.evaluate(FIND + "const draw = island._draw; island.labDraws = 0;"
                   "island._draw = function () { this.labDraws += 1; draw.call(this); }; return 0")
    other = subprocess.Popen(["gjs", "-m", os.path.join(HERE, "impostor.js")], stdout=subprocess.PIPE, text=True)
    try:
        beside_another_program(lab, other)
    finally:
        other.kill()
    lab.check("it is gone", lambda: pill() is None)

def beside_another_program(lab, other):
    lab.check("it has told all", other.stdout.readline() == "told\n")
    lab.check("the shell is alive, and shows text as text",
              lambda: (seen := pill()) and seen["name"] == '<span size="99999">big</span>')
    draws = shell.evaluate(FIND + "const draws = island.labDraws; delete island._draw; return draws")
    lab.check(f"of 1000 changes it has drawn few ({draws})", 0 < draws < 200)
    seen = lab.open()[0]
    lab.picture("9-hostile")
    lab.check("a button's words are text", "<b>x</b>" in seen["buttons"] and seen["lines"] == "&lt;b&gt;")
    lab.check("a clock of the year 9999 counts", pill()["counts"])
    close()
    shell.evaluate(FIND + "island._shown.cards[0].clock = {kind: 'still', text: 'W'.repeat(400), share: null};"
                   "island._tick(); return 0")
    lab.check("a long time leaves the other menus where they are", system_menu_is_whole)
    lab.picture("9-long")

def looks(lab):
    """Large text, high contrast, right to left: pictures for eyes."""
    lab.tomato("start", "focus", "--duration", "25m", "--task", "write report")
    for name, *what in [("large", "org.gnome.desktop.interface", "text-scaling-factor", "1.5"),
                        ("contrast", "org.gnome.desktop.a11y.interface", "high-contrast", "true")]:
        with setting(*what):
            lab.shows(r"2[45]:\d\d")
            lab.open()
            lab.picture("10-" + name)
            close()
    direction = "imports.gi.Clutter.TextDirection"
    shell.evaluate(f"Main.uiGroup.set_text_direction({direction}.RTL); return 0")
    lab.open()
    def ring_is_first():
        return shell.evaluate(FIND + "const [ring, title] = ['ring', 'title'].map(part => seen(pill.menu.box, "
                              "`tomato-card-${part}`)[0]); return box(ring)[0] < box(title)[0]")
    lab.check("words from the left begin there, whatever the bar does", ring_is_first)
    shell.evaluate(FIND + "island._shown.words.direction = 'rtl'; island._draw(); return 0")
    lab.check("words from the right have the ring at the right", lambda: not ring_is_first())
    lab.picture("10-right-to-left")
    close()
    shell.evaluate(f"Main.uiGroup.set_text_direction({direction}.LTR); return 0")
    lab.check("without a monitor it draws, too", shell.evaluate(FIND + """const place = Main.layoutManager.primaryIndex;
      Main.layoutManager.primaryIndex = -1;
      try { island._draw(); return true; } finally { Main.layoutManager.primaryIndex = place; }"""))

def what_a_screen_reader_is_given(lab):
    import access
    lab.server("kill")
    access.begin()
    lab.server("start")
    lab.tomato("start", "focus", "--duration", "25m")
    lab.tomato("activity", "request", "build", "--name", "Build", "--url", "https://ci.example/1")
    lab.check("the pill is a menu with its name",
              lambda: (seen := pill()) and seen["others"] and ("menu", seen["name"]) in access.shown())
    lab.banner_goes()
    seen, given = lab.open(), []
    names = [name for each in seen for name in each["names"]]
    def all_are_given():
        given[:] = access.shown()
        return names and all(("button", name) in given for name in names)
    lab.check("each button is one, with its name", all_are_given)
    lab.check("so is a title that opens something", ("button", "Open, Build") in given)
    lab.check(f"another is none: {given}", [role for role, name in given if name == seen[0]["title"]] == ["label"])
    access.seconds_pass(lab, r"24:\d\d")

if __name__ == "__main__":
    portrait.plain_background()  # contact-sheet.sh shows some of the pictures
    all_parts = [switched_on_and_off, ticks_while_it_is_seen, every_button_does_what_it_says, refusals_are_said,
                 refusals_without_a_button, several_activities, more_than_the_screen_has_room_for, one_clock,
                 middle_click_and_wheel, keys_alone, what_goes_leaves_its_room, locked_screen, locked_while_dark,
                 daemons_come_and_go, another_program, looks, a_shell_that_ends,
                 what_a_screen_reader_is_given]
    sys.exit(checker.main([says_what_it_needs] if is_too_old() else all_parts, Checker))
