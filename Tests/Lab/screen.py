#!/usr/bin/python3
"""What a person sees and does on the lab's display; also a module for the checks.

  screen.py base               remember the empty screen
  screen.py shot FILE.png      take a picture
  screen.py still SECONDS      wait until nothing has moved for so long; exit 1: within LAB_LIMIT s it never was
  screen.py words              print the words on what is not the empty screen
  screen.py place              print x y width height of what is not the empty screen; exit 1: nothing
  screen.py wait TEXT          wait until the words TEXT can be read; exit 1: within LAB_LIMIT s they could not
  screen.py gone TEXT          wait until the word TEXT cannot be read any more; exit 1: it still can
  screen.py click TEXT         press the left button on the word TEXT, as a hand would; exit 1: it is not there

Words are found by OCR. They are compared by their letters and digits, with their case (a button "Pause" is not a title
"PAUSED"), and one letter of a longer word may have been taken for another one.
"""
import contextlib
import io
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from PIL import Image, ImageChops, ImageGrab, ImageOps

LIMIT = int(os.environ["LAB_LIMIT"])  # seconds that anything is waited for: common.sh says why
BASE = os.path.join(os.environ["LAB_DIR"], "base.png")
SCALE, MARGIN = 3, 8
PARKED = (200, 600)  # a resting pointer would light up a button, or hold a card on the screen
# The accents of the tray's icons (scripts/draw-icons.py).
FOCUS, BREAK, PAUSED, COMPLETED = (255, 122, 92), (63, 178, 208), (255, 216, 74), (92, 196, 107)
FAINT = False  # whether grey on white is read, too: lines of a menu that cannot be clicked
kept = None  # the picture of one_look
last_read = (None, [])  # the part that was read last, and its words by each reading: one takes half a second
base = (0, None)  # when the picture of the empty screen was kept, and it
# Characters that OCR confuses.
ALIKE = str.maketrans({"I": "l", "i": "l", "1": "l", "|": "l", "O": "o", "0": "o", "Q": "o", "S": "s", "5": "s"})

def remember():
    """Keeps the picture of the empty screen, when it is drawn: nothing moves, and the background is what the session
    asked for."""
    colour = os.environ.get("LAB_BACKGROUND")
    def is_drawn():
        picture = grab()
        return not colour or picture.getpixel((5, picture.height // 2)) == tuple(bytes.fromhex(colour[1:]))
    if not wait_for(is_drawn) or not still_for(0.5):
        raise TimeoutError(f"the empty screen did not come to rest within {LIMIT} s")
    grab().save(BASE)

def empty():
    """The picture of the empty screen."""
    global base
    kept_at = os.stat(BASE).st_mtime_ns
    if base[0] != kept_at:
        base = (kept_at, Image.open(BASE).convert("RGB"))
    return base[1]

@contextlib.contextmanager
def one_look():
    """Inside, the screen is as it was at the beginning, however long reading takes: a card may go meanwhile."""
    global kept
    kept = grab()
    try:
        yield
    finally:
        kept = None

def grab():
    if kept:
        return kept
    return ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).convert("RGB")

def changed_box(picture):
    """Where the picture differs from the empty screen: (left, top, right, bottom), or None."""
    left, top, *_ = part = clipped(view(), picture)
    difference = ImageChops.difference(picture, empty()).convert("L")
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
    return list(readings())[-1]

def readings():
    """The same by one way of reading, and then, for what that has not found, by all. Who looks for a word that is there
    mostly needs one: reading is what keeps the processors busy."""
    global last_read
    picture = grab()
    box = changed_box(picture)
    if box is None:
        yield []
        return
    # OCR needs a margin around the letters.
    box = clipped((max(box[0] - MARGIN, 0), max(box[1] - MARGIN, 0), box[2] + MARGIN, box[3] + MARGIN), picture)
    part = ImageOps.grayscale(picture.crop(box))
    key = (box, part.tobytes())
    if last_read[0] != key:
        last_read = (key, [])
    known = last_read[1]
    part = part.resize((part.width * SCALE, part.height * SCALE), Image.LANCZOS)
    if not known:
        known.append(merged(box, [], [part]))
    yield known[0]
    if len(known) == 1:
        # Inverted, and without frames and colours, which OCR takes for a picture.
        images = [ImageOps.invert(part), part.point(lambda value: 0 if value < 128 else 255)]
        if FAINT:
            images.append(part.point(lambda value: 0 if value < 205 else 255))
        known.append(merged(box, known[0], images))
    yield known[1]

def merged(box, found, images):
    """The words found, and those that are read in these pictures of that box beside them."""
    found = list(found)
    with ThreadPoolExecutor() as readers:
        read_words = list(readers.map(lambda image: list(read(ImageOps.autocontrast(image))), images))
    for each in read_words:
        for text, x, y in each:
            word = (text, box[0] + x // SCALE, box[1] + y // SCALE)
            # One reading may add a neighbouring sign to the word, which moves its centre.
            near = max(8, 4 * len(fold(text)))
            if not any(fold(text) == fold(other) and abs(word[1] - ox) < near and abs(word[2] - oy) < 8
                       for other, ox, oy in found):
                found.append(word)
    return sorted(found, key=lambda word: (word[2], word[1]))

def read(image):
    """Words and their centres; a sign that has neither a letter nor a digit is no word."""
    data = io.BytesIO()
    image.save(data, "PNG", dpi=(96 * SCALE, 96 * SCALE))
    table = subprocess.run(["tesseract", "-", "-", "--psm", "11", "tsv"], input=data.getvalue(), capture_output=True,
                           env=dict(os.environ, OMP_THREAD_LIMIT="1"), check=True).stdout.decode()
    for line in table.splitlines()[1:]:
        field = line.split("\t")
        if len(field) == 12 and fold(field[11]) and float(field[10]) > 20:
            left, top, width, height = (int(value) for value in field[6:10])
            yield re.sub(r"^[^\w+]+|\W+$", "", field[11]), left + width // 2, top + height // 2

def fold(text):
    """Its letters and digits, those that look alike made one; empty for signs alone."""
    return "".join(each for each in text if each.isalnum()).translate(ALIKE)

def is_word(seen, wanted):
    """Whether OCR that saw the first may have read the second. In words of four letters and more, but in no number,
    one letter other than the first may be wrong."""
    a, b = fold(seen), fold(wanted)
    if a == b:
        return True
    if len(a) != len(b) or len(b) < 4 or any(each.isdigit() for each in wanted):
        return False
    return a[0] == b[0] and sum(x != y for x, y in zip(a, b)) == 1

def rows(read_words=None):
    """The words on each line, from left to right; lines from top to bottom."""
    lines = []
    for word, x, y in words() if read_words is None else read_words:
        line = next((line for line in lines if abs(line[0] - y) < 7), None)
        if line is None:
            lines.append(line := (y, []))
        line[1].append((x, word))
    return [[word for _, word in sorted(line)] for _, line in lines]

def reads(phrase):
    """Whether the words of `phrase` stand side by side on one line; where OCR sees the gaps does not matter."""
    wanted = phrase.split()
    letters = "".join(fold(each) for each in wanted)
    for row in (row for words in readings() for row in rows(words)):
        for at in range(len(row)):
            part = row[at:at + len(wanted)]
            if len(part) == len(wanted) and all(is_word(*pair) for pair in zip(part, wanted)):
                return True
            if "".join(fold(each) for each in row[at:]).startswith(letters):
                return True
    return False

def find(text):
    """The centre of a word; the lowest one, because buttons are below the text."""
    hits = [(y, x) for word, x, y in words() if is_word(word, text)]
    return max(hits)[::-1] if hits else None

def wait_for(condition, seconds=LIMIT):
    """What `condition` returned last: something true, or the false thing after that many seconds."""
    end = time.monotonic() + seconds
    while True:
        result = condition()
        if result or time.monotonic() > end:
            return result
        time.sleep(0.1)

def can_be_read(text):
    """Whether each word of the text is somewhere; one that OCR glued to its neighbour is, too."""
    def is_there(wanted, words):
        return any(is_word(seen, wanted) or (len(wanted) > 3 and fold(wanted) in fold(seen)) for seen, _, _ in words)
    return any(all(is_there(wanted, words) for wanted in text.split()) for words in readings())

def still():
    """The card's place, when it is the same three times in a row: nothing slides in or out any more."""
    first = place()
    for _ in range(2):
        time.sleep(0.1)
        if place() != first:
            return None
    return first

def still_for(seconds):
    """Whether nothing moved for so long, within LIMIT."""
    last, since, end = None, time.monotonic(), time.monotonic() + LIMIT
    while time.monotonic() < end:
        picture = grab()
        picture = picture.crop(clipped(view(), picture)).tobytes()
        if picture != last:
            last, since = picture, time.monotonic()
        elif time.monotonic() - since > seconds:
            return True
        time.sleep(0.1)
    return False

def point(*words):
    subprocess.run(["xdotool", *(str(word) for word in words)], check=True, timeout=LIMIT)

def move(x, y):
    """Over a few pixels: a program that opens something under a pointer wants to see it come."""
    point("mousemove", int(x) - 4, int(y) - 3, "mousemove", int(x), int(y))

def click(x, y, button=1, park=True):
    """As long as a hand needs for it, in seconds: it comes, rests, presses, lets go, and leaves. A panel that hears of
    all that at once asks where the pointer is, finds it gone, and takes the press for none."""
    left = ("sleep", 0.1, "mousemove", *PARKED) if park else ()
    point("mousemove", int(x) - 4, int(y) - 3, "sleep", 0.1, "mousemove", int(x), int(y), "sleep", 0.1,
          "mousedown", button, "sleep", 0.05, "mouseup", button, *left)

def main(arguments):
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if command == "base":
        remember()
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
        return 0 if wait_for(lambda: can_be_read(rest[0])) else 1
    elif command == "gone" and rest:
        return 0 if wait_for(lambda: not can_be_read(rest[0])) else 1
    elif command == "click" and rest:
        centre = wait_for(lambda: find(rest[0]))
        if not centre:
            return 1
        click(*centre)
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
