#!/usr/bin/python3
"""The island in use, as a moving picture: moving_picture.py FILE.gif, inside lab.sh SERVER.

A focus is started, a pointer pauses it by a click, it goes on, and its end begins the break by itself: one card that
changes in place. Each frame is a picture of the real screen, with the pointer drawn on it; what stands still is shown
as long as a reader needs. Needs the release build; on a server that draws buttons, such as xfce4-notifyd.
"""
import sys

from PIL import Image, ImageDraw

import portrait
import screen

READ, MOVE = 1800, 60  # milliseconds for which a frame stands, and for one step of the pointer
STEPS = 9
MARGIN = 12
# An arrow whose tip is at 0, 0.
ARROW = [(0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12)]

class Film:
    def __init__(self):
        self.frames = []
        self.pointer = None

    def take(self, milliseconds, picture=None):
        self.frames.append((picture or screen.grab(), self.pointer, milliseconds))

    def move(self, place):
        """From where the pointer is, or from below the card, over a picture that stands still."""
        picture = screen.grab()
        start = self.pointer or (place[0] + 60, place[1] + 70)
        for step in range(1, STEPS + 1):
            part = step / STEPS
            self.pointer = tuple(round(a + (b - a) * part) for a, b in zip(start, place))
            self.take(MOVE, picture)

    def save(self, path):
        """Cut to what any of the frames shows of cards."""
        boxes = [box for box in (screen.changed_box(picture) for picture, _, _ in self.frames) if box]
        left, top = min(box[0] for box in boxes) - MARGIN, min(box[1] for box in boxes) - MARGIN
        right, bottom = max(box[2] for box in boxes) + MARGIN, max(box[3] for box in boxes) + MARGIN
        size = screen.grab().size
        cut = (max(left, 0), max(top, 0), min(right, size[0]), min(bottom, size[1]))
        images = [drawn(picture, pointer).crop(cut).quantize(128) for picture, pointer, _ in self.frames]
        images[0].save(path, save_all=True, append_images=images[1:], loop=0, optimize=True,
                       duration=[milliseconds for _, _, milliseconds in self.frames])

def drawn(picture, pointer):
    picture = picture.copy()
    if pointer:
        shape = [(pointer[0] + x, pointer[1] + y) for x, y in ARROW]
        ImageDraw.Draw(picture).polygon(shape, fill="black", outline="white")
    return picture

def wait(word):
    if not screen.wait_for(lambda: screen.can_be_read(word) and screen.still()):
        raise TimeoutError(f"the card does not say {word}")

def click(film, label):
    place = screen.wait_for(lambda: screen.find(label))
    film.move(place)
    screen.click(*place, park=True)

def main(path):
    portrait.plain_background()
    tomato = portrait.install()
    screen.move(*screen.PARKED)
    screen.still_for(1)
    screen.grab().save(screen.BASE)
    film = Film()
    film.take(600)
    portrait.run(tomato, "25m", "write", "report")
    wait("write report")
    film.take(READ)
    click(film, "Pause")
    wait("PAUSED")
    film.take(READ)
    click(film, "Resume")
    wait("ends")
    film.take(READ)
    film.pointer = None
    portrait.run(tomato, "extend", "-24m58s")
    wait("Short Break until")
    film.take(2 * READ)
    portrait.run(tomato, "quit", check=False)
    film.save(path)
    return 0

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: moving_picture.py FILE.gif")
    sys.exit(main(sys.argv[1]))
