"""Puts the pictures of Tests/Lab/portrait.py on one sheet: contact-sheet.py FOLDER SHEET.png
[island|tray|languages|several|views], all at the same scale; with "tray", those of tray_portrait.py, with "languages",
those of language_portrait.py; with "several", two cards each; with "views", those of gnome_view.py and plasma_view.py.

A picture that is not in FOLDER is left out; each column takes what fits, the shortest column
first; those of paused phases stand in a row below.
"""
import os
import sys

from PIL import Image, ImageDraw, ImageFont

PAPER, INK = "#d5d9df", "#22262c"
GAP, LABEL = 16, 24
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
TITLES = {"dunst": "dunst", "xfce4-notifyd": "xfce4-notifyd", "mate": "mate-notification-daemon",
          "lxqt": "lxqt-notificationd", "notification-daemon": "notification-daemon", "mako": "mako",
          "swaync": "swaync", "gnome-43": "GNOME Shell 43", "gnome-51": "GNOME Shell 51", "plasma-5.27": "Plasma 5.27",
          "plasma-6.7": "Plasma 6.7"}
PAUSED = ["gnome-51", "plasma-6.7", "dunst"]

TRAYS = {"gnome-43": "GNOME Shell 43", "plasma-5.27": "Plasma 5.27", "gnome-51": "GNOME Shell 51",
         "plasma-6.7": "Plasma 6.7", "xfce4-panel": "xfce4-panel", "lxqt-panel": "lxqt-panel", "waybar": "waybar"}

LANGUAGES = {"gnome-43-en": "GNOME Shell 43, English", "gnome-43-zh_TW": "GNOME Shell 43, zh_TW",
             "plasma-5.27-en": "Plasma 5.27, English", "plasma-5.27-zh_TW": "Plasma 5.27, zh_TW"}

def languages(folder):
    """The card, and the menu below it."""
    for name, title in LANGUAGES.items():
        paths = [os.path.join(folder, f"language-{name}-{part}.png") for part in ("card", "tray")]
        if not all(os.path.exists(path) for path in paths):
            continue
        card, menu = (Image.open(path).convert("RGB") for path in paths)
        both = Image.new("RGB", (max(card.width, menu.width), card.height + menu.height), PAPER)
        both.paste(card, (0, 0))
        both.paste(menu, (0, card.height))
        yield title, both

def trays(folder):
    for name, title in TRAYS.items():
        path = os.path.join(folder, f"tray-{name}.png")
        if os.path.exists(path):
            yield title, Image.open(path).convert("RGB")

def cards(folder):
    shown = [(name, "1-running", title) for name, title in TITLES.items()]
    shown += [(name, "2-paused", TITLES[name] + ", paused") for name in PAUSED]
    for name, state, title in shown:
        path = os.path.join(folder, f"{name}-{state}.png")
        if os.path.exists(path):
            yield title, Image.open(path).convert("RGB")

SEVERAL = ["plasma-6.7", "xfce4-notifyd", "lxqt", "dunst"]

def several(folder):
    """The Pomodoro's card and a program's."""
    for name in SEVERAL:
        path = os.path.join(folder, f"{name}-3-several.png")
        if os.path.exists(path):
            yield TITLES[name], Image.open(path).convert("RGB")

# Pictures of gnome_view.py and plasma_view.py, and the part of the screen to show.
VIEWS = {"gnome-51-view-5-three": ("GNOME's top bar", (482, 0, 962, 532)),
         "plasma-6.7-view-3-two": ("Plasma's tray", (790, 294, 1270, 800)),
         "gnome-51-view-7-locked": ("GNOME's lock screen", (400, 0, 880, 470)),
         "plasma-6.7-view-7-desktop": ("Plasma's desktop", (38, 93, 518, 546))}

def views(folder):
    for name, (title, part) in VIEWS.items():
        path = os.path.join(folder, name + ".png")
        if os.path.exists(path):
            yield title, Image.open(path).convert("RGB").crop(part)

KINDS = {"views": views, "island": cards, "tray": trays, "languages": languages, "several": several}

def main(folder, sheet, kind="island"):
    found = list(KINDS[kind](folder))
    if not found:
        print(f"contact-sheet.py: there are no pictures in {folder}", file=sys.stderr)
        return 1
    width = max(picture.width for _, picture in found)
    columns = 2 if kind in ("languages", "several", "views") else 3
    bottoms, placed = [GAP] * columns, []
    for title, picture in found:
        if title.endswith("paused") and not any(each[2].endswith("paused") for each in placed):
            bottoms = [max(bottoms)] * columns
        column = bottoms.index(min(bottoms))
        placed.append((GAP + column * (width + GAP), bottoms[column], title, picture))
        bottoms[column] += LABEL + picture.height + GAP
    result = Image.new("RGB", (GAP + columns * (width + GAP), max(bottoms)), PAPER)
    draw, font = ImageDraw.Draw(result), ImageFont.truetype(FONT, 14)
    for x, y, title, picture in placed:
        draw.text((x + 10, y), title, INK, font)  # 10: where the card begins inside its margin
        result.paste(picture, (x, y + LABEL))
    result.quantize(256, dither=Image.Dither.NONE).save(sheet, optimize=True)
    print(f"{sheet}: {len(found)} pictures, {os.path.getsize(sheet) // 1024} KB")
    return 0

if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or not set(sys.argv[3:]) <= set(KINDS):
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    sys.exit(main(*sys.argv[1:]))
