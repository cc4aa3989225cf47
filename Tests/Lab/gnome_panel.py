"""GNOME Shell's panel with the AppIndicator extension, looked into and touched: for the checks of the tray on GNOME."""
import time

import gnome_shell as shell
import screen

EXTENSION = "ubuntu-appindicators@ubuntu.com"
BOX = "const box = actor => [...actor.get_transformed_position(), ...actor.get_transformed_size()].map(Math.round);"
# What the extension draws; in the lab only ours. At first an item stands nowhere; it stays half a second longer than
# its program, without a name.
FIND = BOX + """
const items = Object.entries(Main.panel.statusArea)
  .filter(([key, each]) => key.startsWith('appindicator-') && each?.mapped && box(each)[0] > 0)
  .map(([, each]) => each);
const [item] = items;
"""

def switch(is_on):
    """Switches the extension, which is the watcher and the tray; returns before it has followed."""
    verb = "enable" if is_on else "disable"
    shell.evaluate(f"Main.extensionManager.{verb}Extension('{EXTENSION}'); return 0")

def items():
    """Every item of ours in the panel; `lines`: of its menu, once the shell has asked for it."""
    return shell.evaluate(FIND + """return items.map(each => ({
      box: box(each), icon: box(each._icon), label: each._label?.text ?? '', name: each.accessible_name,
      id: each._indicator.id, status: each._indicator.status, activates: each._indicator.supportsActivation ?? null,
      lines: each.menu.numMenuItems}));""")

def is_still(item):
    """Whether it stays in its place: it moves while its neighbours come and go."""
    time.sleep(0.2)
    return [each["box"] for each in items()] == [item["box"]]

def lines():
    """The open menu's lines that can be seen, from top to bottom: label to box; grey ones have no box."""
    return shell.evaluate(FIND + """
      if (!item?.menu.isOpen) return null;
      return Object.fromEntries(item.menu._getMenuItems().filter(each => each.label?.text && each.mapped)
        .map(each => [each.label.text, each.sensitive ? box(each) : null]));""")

def menu_box():
    return shell.evaluate(FIND + "return item?.menu.isOpen ? box(item.menu.box) : null")

def press(button=1):
    """A click on the item; returns after how many milliseconds its menu began to open, or None if it did not."""
    shell.arrive(*shell.middle(items()[0]["icon"]))
    shell.evaluate(FIND + f"""
      const {{Clutter, GLib}} = imports.gi;
      const pressed = GLib.get_monotonic_time();
      global.labOpened = null;
      const id = item.menu.connect('open-state-changed', (_menu, isOpen) => {{
        item.menu.disconnect(id);
        if (isOpen) global.labOpened = (GLib.get_monotonic_time() - pressed) / 1000;
      }});
      GLib.timeout_add(GLib.PRIORITY_HIGH, 50, () => {{
        global.labPointer.notify_button(GLib.get_monotonic_time(), {button}, Clutter.ButtonState.RELEASED);
        return false;
      }});
      global.labPointer.notify_button(pressed, {button}, Clutter.ButtonState.PRESSED);
      return 0;""")
    return screen.wait_for(lambda: shell.evaluate("return global.labOpened"), screen.LIMIT if button == 1 else 0)

def scroll(notches):
    """The wheel over the item; positive is down, as Clutter counts. A part of a notch is what a fine wheel or a finger
    turns: eight times."""
    shell.arrive(*shell.middle(items()[0]["icon"]))
    if isinstance(notches, int):
        turn = f"p.notify_discrete_scroll(t(), Clutter.ScrollDirection.{'DOWN' if notches > 0 else 'UP'}, " \
               "Clutter.ScrollSource.WHEEL)"
    else:
        turn = f"for (let i = 0; i < 8; i++) p.notify_scroll_continuous(t(), 0, {notches}, " \
               "Clutter.ScrollSource.FINGER, Clutter.ScrollFinishFlags.NONE)"
    shell.evaluate("const {Clutter, GLib} = imports.gi; const p = global.labPointer; const t = GLib.get_monotonic_time;"
                   f"{turn}; return 0")

def close_menu():
    shell.evaluate(FIND + "item?.menu.close(); return 0")
    shell.move(640, 600)
    screen.wait_for(lambda: menu_box() is None)
