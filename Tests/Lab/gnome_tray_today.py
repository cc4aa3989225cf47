#!/usr/bin/python3
"""The tray's story in the panel of today's GNOME Shell: gnome_tray_today.py [PART…], inside lab.sh gnome.

Beyond gnome_tray.py: how soon the menu opens, each of its lines, fine wheels, attention, and uninstalled.

The extension is off when a part begins, so each part's item meets a tray that comes later.
"""
import os
import re
import sys
import time

import checker
import gnome
import gnome_panel as panel
import gnome_shell as shell
import screen

MENU = ["Skip", "+5 min", "Reset", "Show notification", "Quit"]

class Checker(gnome.Checker):
    def picture(self, name):
        super().picture("tray-" + name)

    def clear(self):
        panel.switch(False)
        super().clear()
        screen.wait_for(lambda: not panel.items())

    def explain(self, problem):
        super().explain(problem)
        print(f"  in the panel: {panel.items()}, in the menu: {panel.lines()}", flush=True)

    def item(self, sentence="the item is in the panel", condition=lambda item: True):
        """The one item, once it is as wanted."""
        def found():
            items = panel.items()
            return items[0] if len(items) == 1 and condition(items[0]) else None
        return self.check(sentence, found)

    def show_tray(self):
        panel.switch(True)
        return self.item("the extension shows the item")

    def drawn(self, accent):
        """Whether the icon has that colour: an icon that was not found has none."""
        shell.arrive(640, 600)
        path = os.path.join(os.environ["LAB_DIR"], "icon.png")
        shell.picture(path)
        left, top, width, height = panel.items()[0]["icon"]
        icon = screen.Image.open(path).convert("RGB").crop((left, top, left + width, top + height))
        return screen.mask(icon, accent).histogram()[255] > 20

def menu(lab):
    def has_menu(item):
        return item["lines"] and panel.is_still(item)
    lab.item("the shell has the menu", has_menu)
    panel.press()
    lab.check("a click opens the menu", panel.menu_box)
    return shell.settled(panel.lines)

def icon_label_and_menu(lab):
    """A real click in the menu pauses, the next one resumes; each is on the panel."""
    lab.tomato("start", "focus", "--duration", "25m")
    lab.show_tray()
    lab.item("its label says 25 min", lambda item: item["label"] == "25 min")
    lab.check("it has no Activate", screen.wait_for(lambda: panel.items()[0]["activates"] is False))
    lab.check("its icon is drawn", lambda: lab.drawn(screen.FOCUS))
    opened = []
    for _ in range(3):
        opened.append(panel.press() or 9999)
        panel.close_menu()
    lab.check(f"its menu opens without the time of a double click ({[round(each) for each in opened]} ms)",
              min(opened) < 300)
    seen = menu(lab)
    lab.picture("1-menu")
    lab.check("the menu begins with the phase", re.fullmatch(r"Focus · ends \d\d:\d\d", list(seen)[0]))
    lab.check("the menu offers what there is to do", [name for name, box in seen.items() if box] == ["Pause", *MENU])
    shell.click(seen["Pause"])
    lab.check("a click on Pause pauses", lambda: "paused" in lab.status())
    lab.item("its icon follows", lambda _: lab.drawn(screen.PAUSED))
    seen = menu(lab)
    lab.check("now the menu offers Resume", "Resume" in seen and "Pause" not in seen)
    lab.picture("2-paused-menu")
    shell.click(seen["Resume"])
    lab.check("a click on Resume resumes", lambda: "running" in lab.status())

def every_line_does_what_it_says(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.show_tray()
    lines = [("+5 min", "Focus (30:00|29:).*running"), ("Skip", "Short Break.*running"), ("Undo", "Focus.*running"),
             ("Pause", "Focus.*paused"), ("Reset", "Focus 25:00, ready"), ("Start", "Focus.*running")]
    for line, outcome in lines:
        seen = menu(lab)
        lab.check(f"the menu offers {line}", seen.get(line))
        shell.click(seen[line])
        lab.check(f"a click on it leads to: {outcome}", lambda: re.search(outcome, lab.status()))
    shell.clear()
    shell.click(menu(lab)["Show notification"])
    lab.banner("a click on Show notification shows the card", gnome.RUNNING)
    since = lab.trace.mark()
    shell.click(menu(lab)["Quit"])
    lab.check("a click on Quit ends the daemon", lambda: lab.daemon() is None)
    lab.check("the item is gone", lambda: not panel.items())
    lab.check("and the card", lambda: not shell.notifications())
    lab.check("without another one", not lab.notifies(since))

def middle_click_and_wheel(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.show_tray()
    panel.press(2)
    lab.check("a middle click pauses", lambda: "paused" in lab.status())
    def left():
        minutes, seconds = re.search(r"(\d+):(\d\d)", lab.status()).groups()
        return int(minutes) * 60 + int(seconds)
    before = left()
    turns = [(-1, 1, "a notch up"), (-1, 2, "another"), (-1, 3, "a third"), (1, 2, "a notch down"),
             (-0.125, 3, "a fine wheel's notch up"), (0.125, 2, "a fine wheel's notch down")]
    for notches, minutes, name in turns:
        panel.scroll(notches)
        lab.check(f"{name}: {minutes} min more than at first", lambda: left() == before + minutes * 60)
        lab.quiet(lab.begun)
        lab.check("and no more", left() == before + minutes * 60)
    panel.press(2)
    lab.check("a second middle click resumes", lambda: "running" in lab.status())
    lab.check("no menu came up", panel.menu_box() is None)

def menu_stays_while_time_passes(lab):
    lab.tomato("config", "set", "tray.seconds", "always")
    lab.tomato("start", "focus", "--duration", "25m")
    lab.show_tray()
    before = menu(lab)
    labels = []
    def ticked():
        item = panel.items()[0]
        if item["label"] not in labels:
            labels.append(item["label"])
        if panel.lines() != before:
            lab.check("the menu stays as it is", False)
        return len(labels) > 10
    lab.check("ten seconds pass on the label, and the menu stays as it is", ticked)
    lab.check("none was left out", [int(each[-2:]) for each in labels] ==
              [(int(labels[0][-2:]) - each) % 60 for each in range(11)])
    lab.picture("3-after-ten-ticks")
    shell.click(before["Pause"])
    lab.check("a click on Pause still pauses", lambda: "paused" in lab.status())

def tray_restarts(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.show_tray()
    panel.switch(False)
    lab.check("without the extension there is no item", lambda: not panel.items())
    since = lab.trace.mark()
    panel.switch(True)
    lab.item("with it the item is back")
    seen = time.time()
    came = next(each.time for each in lab.trace.messages[since:] if each.member == "NameOwnerChanged"
                and each.arguments()[0] == "org.kde.StatusNotifierWatcher" and each.arguments()[2])
    lab.check(f"within a second ({seen - came:.2f} s)", seen - came < 1)
    end = time.monotonic() + 6  # 2 s after its start the extension looks for items by itself
    while time.monotonic() < end:
        if len(panel.items()) != 1:
            lab.check("it is one item", False)
        time.sleep(0.2)
    lab.kill_daemon()
    lab.check("with a daemon that is gone, the item goes", lambda: not panel.items())
    lab.check("a new daemon goes on with the phase", "running" in lab.status())
    lab.item("its item is in the panel")
    seen = menu(lab)
    shell.click(seen["Pause"])
    lab.check("and its menu works", lambda: "paused" in lab.status())

def waits_for_a_person(lab):
    lab.tomato("config", "set", "timer.auto-start-breaks", "false")
    lab.tomato("start", "focus", "--duration", "5s")
    lab.show_tray()
    lab.item("in the last minute the label counts seconds", lambda item: re.fullmatch(r"0:0[1-4]", item["label"]))
    lab.item("when a phase waits the item asks for attention", lambda item: item["status"] == "NeedsAttention")
    lab.item("its label says done", lambda item: item["label"] == "done")
    lab.check("its icon is that of what is completed", lambda: lab.drawn(screen.COMPLETED))
    seen = menu(lab)
    lab.picture("4-attention")
    lab.check("the menu offers Start", seen.get("Start"))
    shell.click(seen["Start"])
    lab.check("a click on it starts the break", lambda: "Short Break" in lab.status() and "running" in lab.status())
    lab.item("the item is as any other", lambda item: item["status"] == "Active")

def island_stays_in_the_list(lab):
    """With a tray, too, the message list keeps the island, and is told of what happens without a banner."""
    panel.switch(True)
    lab.tomato("start", "focus", "--duration", "25m")
    lab.item("the extension shows the item")
    lab.banner("a banner says Focus", gnome.RUNNING)
    lab.banner_goes()
    lab.check("the list keeps it", len(shell.notifications()) == 1)
    lab.tomato("pause")
    lab.check("the list says PAUSED", lambda: [each for each in shell.notifications() if "PAUSED" in each])
    lab.check("it is one island", len(shell.notifications()) == 1)
    lab.quiet(lab.begun)
    lab.check("and no banner", not shell.is_anything_up())

def works_uninstalled(lab):
    with lab.uninstalled():
        lab.tomato("start", "focus", "--duration", "25m")
        lab.show_tray()
        lab.check("the icon is drawn from the tree in which it was built", lambda: lab.drawn(screen.FOCUS))
        lab.picture("5-uninstalled")
        lab.quit()

PARTS = [icon_label_and_menu, every_line_does_what_it_says, middle_click_and_wheel, menu_stays_while_time_passes,
         tray_restarts, waits_for_a_person, island_stays_in_the_list, works_uninstalled]

if __name__ == "__main__":
    sys.exit(checker.main(PARTS, Checker))
