#!/usr/bin/python3
"""What a person sees and does on the lab's display; also a module for the checks.

  screen.py base               remember the empty screen
  screen.py shot FILE.png      take a picture
  screen.py still SECONDS      wait until nothing has moved for so long; exit 1: within 30 s it never was
  screen.py words              print the words on what is not the empty screen
  screen.py place              print x y width height of what is not the empty screen; exit 1: nothing
  screen.py wait TEXT [SECS]   wait until the words TEXT can be read (10 s); exit 1: they could not
  screen.py gone TEXT [SECS]   wait until the word TEXT cannot be read any more; exit 1: it still can
  screen.py click TEXT         press the left button on the word TEXT, as a hand would; exit 1: it is not there

Words are found by OCR and compared whole and with their case (a button "Pause" is not a title "PAUSED").
"""
import io
import os
import re
import subprocess
import sys
import time

from PIL import Image, ImageChops, ImageGrab, ImageOps

BASE = os.path.join(os.environ["LAB_DIR"], "base.png")
SCALE = 3
PARKED = (200, 600)  # a resting pointer would light up a button, or hold a card on the screen
# The accents of the tray's icons (scripts/draw-icons.py).
FOCUS, BREAK, PAUSED, COMPLETED = (255, 122, 92), (63, 178, 208), (255, 216, 74), (92, 196, 107)
FAINT = False  # whether grey on white is read, too: lines of a menu that cannot be clicked
last_read = (None, [])  # the part that was read last, and its words: reading takes a second

def grab():
    return ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).convert("RGB")

def changed_box(picture):
    """Where the picture differs from the empty screen: (left, top, right, bottom), or None."""
    left, top, *_ = part = clipped(view(), picture)
    difference = ImageChops.difference(picture, Image.open(BASE).convert("RGB")).convert("L")
    box = difference.point(lambda value: 255 if value > 12 else 0).crop(part).getbbox()
    return box and (box[0] + left, box[1] + top, box[2] + left, box[3] + top)

def view():
    """The part of the screen in which cards come up: panels with a clock change by themselves."""
    return tuple(int(value) for value in os.environ.get("LAB_VIEW", "0 0 9999 9999").split())

def clipped(part, picture):
    return (*part[:2], min(part[2], picture.width), min(part[3], picture.height))

def place():
    return changed_box(grab())

def mask(picture, *colours):
    """White where the picture has one of these colours, nearly."""
    result = Image.new("L", picture.size)
    result.putdata([255 if any(all(abs(a - b) < 24 for a, b in zip(pixel, colour)) for colour in colours) else 0
                    for pixel in picture.getdata()])
    return result

def words():
    """Every word on the cards: (text, centre x, centre y), from top to bottom."""
    global last_read
    picture = grab()
    box = changed_box(picture)
    if box is None:
        return []
    part = ImageOps.grayscale(picture.crop(box))
    key = (box, part.tobytes())
    if last_read[0] == key:
        return last_read[1]
    part = part.resize((part.width * SCALE, part.height * SCALE), Image.LANCZOS)
    found = []
    images = [part, ImageOps.invert(part)]  # dark on light, and light on dark
    if FAINT:
        images.append(part.point(lambda value: 0 if value < 205 else 255))
    for image in images:
        for text, x, y in read(ImageOps.autocontrast(image)):
            word = (text, box[0] + x // SCALE, box[1] + y // SCALE)
            if not any(text == other and abs(word[1] - ox) < 8 and abs(word[2] - oy) < 8 for other, ox, oy in found):
                found.append(word)
    last_read = (key, sorted(found, key=lambda word: (word[2], word[1])))
    return last_read[1]

def read(image):
    data = io.BytesIO()
    image.save(data, "PNG", dpi=(96 * SCALE, 96 * SCALE))
    table = subprocess.run(["tesseract", "-", "-", "--psm", "11", "tsv"], input=data.getvalue(), capture_output=True,
                           env=dict(os.environ, OMP_THREAD_LIMIT="1"), check=True).stdout.decode()
    for line in table.splitlines()[1:]:
        field = line.split("\t")
        if len(field) == 12 and field[11].strip() and float(field[10]) > 20:
            left, top, width, height = (int(value) for value in field[6:10])
            yield re.sub(r"^[^\w+]+|\W+$", "", field[11]), left + width // 2, top + height // 2

def reads(phrase):
    """Whether the words of `phrase` stand side by side on one line."""
    lines = []
    for word, x, y in words():
        line = next((line for line in lines if abs(line[0] - y) < 7), None)
        if line is None:
            lines.append(line := (y, []))
        line[1].append((x, word))
    wanted = phrase.split()
    for _, line in lines:
        row = [word for _, word in sorted(line)]
        if any(row[at:at + len(wanted)] == wanted for at in range(len(row))):
            return True
    return False

def find(text):
    """The centre of a word; the lowest one, because buttons are below the text."""
    hits = [(y, x) for word, x, y in words() if word == text]
    return max(hits)[::-1] if hits else None

def wait_for(condition, seconds=10):
    """What `condition` returned last: something true, or the false thing after that many seconds."""
    end = time.monotonic() + seconds
    while True:
        result = condition()
        if result or time.monotonic() > end:
            return result
        time.sleep(0.1)

def can_be_read(text):
    seen = {word for word, _, _ in words()}
    return all(word in seen for word in text.split())

def still():
    """The card's place, when it is the same twice in a row: nothing slides in or out any more."""
    first = place()
    time.sleep(0.15)
    return first if first == place() else None

def still_for(seconds):
    """Whether nothing moved for so long, within 30 s."""
    last, since, end = None, time.monotonic(), time.monotonic() + 30
    while time.monotonic() < end:
        picture = grab()
        picture = picture.crop(clipped(view(), picture)).tobytes()
        if picture != last:
            last, since = picture, time.monotonic()
        elif time.monotonic() - since > seconds:
            return True
        time.sleep(0.2)
    return False

def move(x, y):
    subprocess.run(["xdotool", "mousemove", str(int(x)), str(int(y))], check=True)

def click(x, y, button=1, park=True):
    move(x - 4, y - 3)
    time.sleep(0.1)
    move(x, y)
    time.sleep(0.1)
    subprocess.run(["xdotool", "mousedown", str(button)], check=True)
    time.sleep(0.05)
    subprocess.run(["xdotool", "mouseup", str(button)], check=True)
    if park:
        move(*PARKED)

def main(arguments):
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    seconds = float(rest[1]) if len(rest) > 1 else 10
    if command == "base":
        grab().save(BASE)
    elif command == "shot" and rest:
        grab().save(rest[0])
    elif command == "still" and rest:
        return 0 if still_for(float(rest[0])) else 1
    elif command == "words":
        print(*(word for word, _, _ in words()))
    elif command == "place":
        box = place()
        if box is None:
            return 1
        print(box[0], box[1], box[2] - box[0], box[3] - box[1])
    elif command == "wait" and rest:
        return 0 if wait_for(lambda: can_be_read(rest[0]), seconds) else 1
    elif command == "gone" and rest:
        return 0 if wait_for(lambda: not can_be_read(rest[0]), seconds) else 1
    elif command == "click" and rest:
        centre = wait_for(lambda: find(rest[0]), 5)
        if not centre:
            return 1
        click(*centre)
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
