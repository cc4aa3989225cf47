#!/usr/bin/python3
"""Words typed in the overview of today's GNOME Shell: gnome_search.py [PART…], inside lab.sh gnome with LAB_SEARCH=1.

The shell searches by itself; what it shows is read inside it."""
import subprocess
import sys

import checker
import gnome
import gnome_shell as shell
import screen

FIND = """const search = Main.overview.searchController._searchResults;
const ours = search._providers.find(each => each.id === 'org.tomatoclock.TomatoNotify.desktop');
"""

def in_overview():
    return shell.evaluate("""if (Main.overview.animationInProgress) return false;
      Main.overview.show(); return Main.overview.visible && !Main.overview.animationInProgress;""")

def type_in(text):
    """As keys would: the entry's text is set."""
    shell.evaluate("const entry = Main.overview.searchEntry;"
                   f"entry.set_text(''); entry.set_text({text!r}); return 0")

def results():
    """What is shown for this program: each name and description; nothing while the shell is still asking."""
    return shell.evaluate(FIND + """if (search._searchTimeoutId || search.searchInProgress) return null;
      const display = ours?.display;
      if (!display?.visible) return [];
      return Object.values(display._resultDisplays).filter(each => each.mapped)
        .map(each => [each.metaInfo.name, each.metaInfo.description]);""")

class Checker(gnome.Checker):
    def picture(self, name):
        super().picture("search-" + name)

    def clear(self):
        shell.evaluate("Main.overview.hide(); return 0")
        super().clear()

    def finds(self, typed, *names):
        screen.wait_for(in_overview)
        type_in(typed)
        return self.check(f"for {typed!r}: {', '.join(names) or 'nothing'}",
                          lambda: (seen := results()) is not None and [each[0] for each in seen] == list(names))

def typed_and_chosen(lab):
    lab.tomato("status")
    lab.finds("25m write report", "Focus, 25 min, write report", "Timer, 25 min, write report")
    lab.picture("1-length")
    lab.check("nothing has begun", "ready" in lab.status())
    shell.evaluate(FIND + "Object.values(ours.display._resultDisplays)[0].activate(); return 0")
    lab.check("what is chosen begins", lambda: "running" in lab.status() and "write report" in lab.status())
    lab.finds("pause", "Pause, Focus")
    lab.picture("2-pause")
    lab.finds("暫停", "Pause, Focus")
    lab.finds("calculator")

def nothing_is_started(lab):
    lab.finds("25m write report")
    lab.check("typing starts no daemon", lab.daemon() is None)

if __name__ == "__main__":
    sys.exit(checker.main([typed_and_chosen, nothing_is_started], Checker))
