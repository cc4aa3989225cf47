#!/usr/bin/env python3
"""Draws every icon of tomato-notify into icons/hicolor, always the same ones: draw-icons.py [--check] [DIRECTORY]

The icon is a tomato that is a clock. Each state of the timer has its own tomato: other colour, and another sign in it,
so that nobody needs the colour to tell them apart. Each size is drawn for itself: the signs stand on whole pixels.
The tray's icons are a disc with that sign in a ring which empties as time passes, on a grid of 22, the commonest size.
The SVG files are written by this script alone. The PNG files, for notification servers that cannot read SVG, are drawn
from them by rsvg-convert (Debian: librsvg2-bin); without it they are left as they are, and the script says so.
--check changes nothing: exit status 1 if a file differs from what would be drawn, 69 if rsvg-convert is missing.
"""
import math
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import zlib

import png

APPLICATION = "org.tomatoclock.TomatoNotify"
# Sizes that panels, menus and notification servers ask for; from 64 on the drawing is the scalable one.
PNG_SIZES = (16, 22, 24, 32, 48, 64, 128)
SCALABLE = 64
SYMBOLIC_SIZES = (16, 22, 24)
CALYX = ("#5fb35a", "#2f7d3b")
CALYX_ON_GREEN = ("#2f8a45", "#1c5a2c")

# Name's ending: (top and bottom colour of the tomato, colour of the sign, the sign).
STATES = {
  "": (("#ff7a5c", "#e0452c"), "#5b211a", "face"),
  "-focus": (("#ff7a5c", "#e0452c"), "#ffffff", "clock"),
  "-break": (("#3fb2d0", "#1b7f9f"), "#ffffff", "cup"),
  "-paused": (("#ffd84a", "#efae00"), "#4a3300", "bars"),
  "-urgent": (("#dd1f3c", "#a00824"), "#ffffff", "exclamation"),
  "-completed": (("#5cc46b", "#2b8f47"), "#ffffff", "check"),
}


def number(value):
  """At most two decimals, no trailing zeros, no negative zero."""
  text = f"{value:.2f}".rstrip("0").rstrip(".")
  return "0" if text == "-0" else text


class Grid:
  """A square of `size` pixels. Shapes are thought of on a grid of 64; `px` puts a length on whole pixels."""

  def __init__(self, size, symbolic):
    self.size, self.symbolic = size, symbolic
    self.scale = size / 64
    self.cx = size // 2
    self.top = self.px(17 if symbolic else 11)
    self.bottom = size - self.px(3)
    self.cy = self.px(40 if symbolic else 38 if size >= 32 else 37)

  def px(self, length):
    return int(length * self.scale + 0.5)

  def even(self, length):
    return max(2, 2 * self.px(length / 2))

  def free(self, commands):
    """An organic shape on the grid of 64: commands are letters and pairs."""
    words = []
    for item in commands:
      words.append(item if isinstance(item, str) else ",".join(number(v * self.scale) for v in item))
    return " ".join(words)


def polygon(points, radius=0.0):
  """A closed outline; each corner is rounded by `radius`, or as far as its sides allow."""
  words = []
  for index, corner in enumerate(points):
    before, after = points[index - 1], points[(index + 1) % len(points)]
    ends = []
    for other in (before, after):
      dx, dy = other[0] - corner[0], other[1] - corner[1]
      length = (dx * dx + dy * dy) ** 0.5
      part = min(radius, length / 2) / length
      ends.append((corner[0] + dx * part, corner[1] + dy * part))
    pairs = [ends[0], corner, ends[1]] if radius else [corner]
    text = [",".join(number(v) for v in pair) for pair in pairs]
    words.append(("L " if words else "M ") + text[0] + (f" Q {text[1]} {text[2]}" if radius else ""))
  return " ".join(words) + " Z"


def box(left, top, right, bottom, radius=0.0):
  return polygon([(left, top), (right, top), (right, bottom), (left, bottom)], radius)


def ellipse(cx, cy, rx, ry):
  a, b = number(rx), number(ry)
  left, right = number(cx - rx), number(cx + rx)
  return f"M {left},{number(cy)} A {a},{b} 0 1 1 {right},{number(cy)} A {a},{b} 0 1 1 {left},{number(cy)} Z"


# The signs. Each returns the outlines of one path, to be filled by the even-odd rule.


def hands(grid, width, up, right, cy):
  """A clock's hands at three o'clock, the sign that is still a clock at 16 pixels."""
  half, cx = width // 2, grid.cx
  return polygon(
    [
      (cx - half, cy - up), (cx + half, cy - up), (cx + half, cy - half), (cx + right, cy - half),
      (cx + right, cy + half), (cx - half, cy + half),
    ],
    0.3 * width)


def clock(grid):
  cy = grid.cy
  if grid.symbolic:
    return [hands(grid, 2, grid.px(13), grid.px(15), cy)]
  outer, line = grid.px(19), max(1, int(4.8 * grid.scale))
  ring = [ellipse(grid.cx, cy, outer, outer), ellipse(grid.cx, cy, outer - line, outer - line)]
  return ring + [hands(grid, grid.even(5), grid.px(10), grid.px(9), cy)]


def bars(grid):
  wide, gap, tall = grid.px(9), grid.px(4), grid.px(11 if grid.symbolic else 12)
  return [
    box(left, grid.cy - tall, left + wide, grid.cy + tall, wide * 0.2)
    for left in (grid.cx - gap - wide, grid.cx + gap)
  ]


def exclamation(grid):
  half, cy = grid.even(7) // 2, grid.cy
  stem_end = cy + grid.px(4)
  dot = stem_end + max(1, grid.px(4))
  stem = [(grid.cx - half, cy - grid.px(14)), (grid.cx + half, cy - grid.px(14))]
  taper = half * 0.3 if grid.size >= 32 else 0
  stem += [(grid.cx + half - taper, stem_end), (grid.cx - half + taper, stem_end)]
  return [polygon(stem, half * 0.4), box(grid.cx - half, dot, grid.cx + half, dot + 2 * half, half * 0.6)]


def check(grid):
  short, long = grid.px(9), grid.px(18)
  knee = (grid.cx - (long - short) / 2 - grid.px(1), grid.cy + long / 2 + grid.px(1))
  # Both strokes run at 45 degrees, so half a stroke's width along the axes is its half width times the root of two.
  stroke = max(2, 7.5 * grid.scale)
  reach = stroke * 0.5 * 2 ** 0.5
  start, end = (knee[0] - short, knee[1] - short), (knee[0] + long, knee[1] - long)
  half = reach / 2
  return [polygon(
    [
      (start[0] - half, start[1] + half), (start[0] + half, start[1] - half), (knee[0], knee[1] - reach),
      (end[0] - half, end[1] - half), (end[0] + half, end[1] + half), (knee[0], knee[1] + reach),
    ],
    0.12 * stroke)]


def cup(grid):
  """A cup with its handle, and steam above it."""
  line = max(1, int(4 * grid.scale))
  left, right = grid.cx - grid.px(15), grid.cx + grid.px(8)
  top, bottom = grid.cy - grid.px(3), grid.cy + grid.px(12 if grid.symbolic else 14)
  ear, ear_bottom = right + grid.px(8), bottom - max(1, grid.px(5))
  soft = grid.px(6)
  outline = (
    f"M {left},{top} H {ear - soft / 2:g} Q {ear},{top} {ear},{top + soft / 2:g} V {ear_bottom - soft / 2:g} "
    f"Q {ear},{ear_bottom} {ear - soft / 2:g},{ear_bottom} H {right} Q {right},{bottom} {right - soft},{bottom} "
    f"H {left + soft} Q {left},{bottom} {left},{bottom - soft} Z")
  hole = box(right, top + line, ear - line, ear_bottom - line, 0.25 * line)
  steam_top = top - grid.px(4) - grid.px(8)
  middle = (left + right) // 2
  steam = [
    box(x, steam_top, x + line, top - max(1, grid.px(4)), 0.45 * line)
    for x in (middle - grid.px(4) - line, middle + grid.px(4))
  ]
  return [outline, hole] + steam


def face(grid):
  """The application's own: hands and, where there is room, marks at the quarters."""
  if grid.size < 32:
    return [hands(grid, 2, grid.px(11), grid.px(11), grid.cy)]
  outlines = [hands(grid, grid.even(5), grid.px(13), grid.px(10), grid.cy)]
  far, near, half = grid.px(17), grid.px(17) - max(1, grid.px(3)), max(1, grid.px(1.5)) / 2
  cx, cy = grid.cx, grid.cy
  if grid.size >= 48:
    for sign in (-1, 1):
      along = sorted((sign * near, sign * far))
      outlines.append(box(cx + along[0], cy - half, cx + along[1], cy + half))
      outlines.append(box(cx - half, cy + along[0], cx + half, cy + along[1]))
  return outlines


SIGNS = {"clock": clock, "bars": bars, "exclamation": exclamation, "check": check, "cup": cup, "face": face}


def tomato(grid, inset=0.0):
  """The fruit: a round that is wider than high, with a dip on top; `inset` pixels smaller on every side."""
  left, right = grid.px(4) + inset, grid.size - grid.px(4) - inset
  top, bottom = grid.top + inset, grid.bottom - inset
  wide, high, cx = right - left, bottom - top, grid.cx
  dip = top + high * (0.1 if grid.symbolic else 0.07)
  middle = top + high * 0.5

  corners = [(cx, dip)]
  for side, edge in ((1, right), (-1, left)):
    half = [(cx + side * wide * 0.26, top - high * 0.09), (edge, top + high * 0.12), (edge, middle)]
    half += [(edge, top + high * 0.84), (cx + side * wide * 0.27, bottom), (cx, bottom)]
    # The right half runs down, the left one back up: the same points the other way round.
    corners += half if side > 0 else half[-2::-1] + [(cx, dip)]
  pairs = [f"{number(x)},{number(y)}" for x, y in corners]
  return f"M {pairs[0]} C {' '.join(pairs[1:])} Z"


def calyx(grid):
  """The green star and its stem; small sizes have two leaves, large ones four."""
  stem = ["M", (29, 13), "C", (29, 9), (30, 5), (33, 2), "L", (38, 4), "C", (36, 7), (35, 9), (35, 13), "Z"]
  leaf = [(32, 12), "C", (27, 6), (19, 5), (12, 9), "C", (15, 16), (24, 18), (32, 14), "Z"]
  if grid.size < 32 or grid.symbolic:
    leaf = [(32, 12), "C", (27, 6), (19, 4), (11, 7), "C", (14, 16), (24, 20), (32, 17), "Z"]
  leaves = [leaf]
  if grid.size >= 32 and not grid.symbolic:
    leaves.append([(31, 10), "C", (27, 12), (24, 15), (24, 22), "C", (29, 20), (32, 17), (33, 12), "Z"])
  shapes = [stem]
  for one in leaves:
    mirrored = [item if isinstance(item, str) else (64 - item[0], item[1]) for item in one]
    shapes += [["M"] + one, ["M"] + mirrored]
  return " ".join(grid.free(shape) for shape in shapes)


def gradient(name, colours):
  stops = "".join(f'<stop offset="{at}" stop-color="{colour}"/>' for at, colour in enumerate(colours))
  return f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'


def svg(size, lines):
  head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {size} {size}">'
  return "\n".join([head] + ["  " + line for line in lines] + ["</svg>", ""])


def colour_icon(ending, size):
  grid = Grid(size, symbolic=False)
  body, ink, sign = STATES[ending]
  lines = [f'<defs>{gradient("body", body)}{gradient("leaf", CALYX_ON_GREEN if sign == "check" else CALYX)}</defs>']
  lines.append(f'<path fill="url(#body)" d="{tomato(grid)}"/>')
  if size >= 32:
    shine = ["M", (12, 30), "C", (13, 23), (17, 18), (23, 16), "C", (20, 20), (15, 23), (12, 30), "Z"]
    lines.append(f'<path fill="#fff" fill-opacity=".45" d="{grid.free(shine)}"/>')
  if sign == "face":
    radius = grid.px(19.5)
    lines.append(f'<path fill="#fff7e8" d="{ellipse(grid.cx, grid.cy, radius, radius)}"/>')
  lines.append(f'<path fill="{ink}" fill-rule="evenodd" d="{" ".join(SIGNS[sign](grid))}"/>')
  lines.append(f'<path fill="url(#leaf)" d="{calyx(grid)}"/>')
  return svg(size, lines)


def symbolic_icon(ending, size):
  """One colour, chosen by the desktop: filled paths only, as GTK asks, in the class by which Plasma recolours."""
  grid = Grid(size, symbolic=True)
  sign = STATES[ending][2]
  if sign == "face":
    outlines = [tomato(grid), tomato(grid, inset=max(1.0, size * 0.095))]
    outlines.append(hands(grid, 2, grid.px(11), grid.px(11), grid.cy))
  else:
    outlines = [tomato(grid)] + SIGNS[sign](grid)
  ink = 'class="ColorScheme-Text" fill="currentColor"'
  return svg(size, [
    '<style id="current-color-scheme" type="text/css">.ColorScheme-Text { color: #232629; }</style>',
    f'<path {ink} d="{calyx(grid)}"/>',
    f'<path {ink} fill-rule="evenodd" d="{" ".join(outlines)}"/>',
  ])


# The tray's icons. TomatoDesktop/Icons/TrayDrawing.swift draws the same shapes for trays that do not find names.

TRAY = 22
TRAY_STEPS = 12
RING, RING_WIDTH, EDGE_WIDTH, DISC = 9, 3, 4, 6
EDGE = "#808080"
# ("line", x1, y1, x2, y2, width) with round ends, ("box", left, top, right, bottom, radius).
TRAY_SIGNS = {
  "clock": [("line", 11, 7.5, 11, 11, 2), ("line", 11, 11, 14, 11, 2)],
  "cup": [
    ("box", 7, 9, 12, 14.5, 1.5), ("line", 12, 10, 14, 10, 1), ("line", 14, 10, 14, 12, 1), ("line", 14, 12, 12, 12, 1),
    ("line", 8.5, 6.5, 8.5, 7.5, 1), ("line", 10.5, 6.5, 10.5, 7.5, 1),
  ],
  "bars": [("box", 8, 8, 10, 14, 0.5), ("box", 12, 8, 14, 14, 0.5)],
  "exclamation": [("box", 10, 7, 12, 12, 0.5), ("box", 10, 13, 12, 15, 0.5)],
  "check": [("line", 6, 11.5, 9.5, 15, 3), ("line", 9.5, 15, 16, 8, 3)],
}


def ink_on(colour):
  """Black or white, whichever is seen on the colour; `Color.ink` of TomatoDesktop has the same rule."""
  red, green, blue = (int(colour[at:at + 2], 16) for at in (1, 3, 5))
  return "#000000" if 299 * red + 587 * green + 114 * blue >= 180_000 else "#ffffff"


def arc(step):
  """The ring's outline from twelve o'clock on, `step` twelfths of the way round."""
  middle = TRAY / 2
  angle = 2 * math.pi * step / TRAY_STEPS
  end = f"{number(middle + RING * math.sin(angle))},{number(middle - RING * math.cos(angle))}"
  return f"M {number(middle)},{number(middle - RING)} A {RING},{RING} 0 {int(step > TRAY_STEPS / 2)} 1 {end}"


def tray_sign(shape, ink):
  kind, *ends, last = shape
  left, top, right, bottom = (number(end) for end in ends)
  if kind == "box":
    size = f'width="{number(ends[2] - ends[0])}" height="{number(ends[3] - ends[1])}"'
    return f'<rect fill="{ink}" x="{left}" y="{top}" {size} rx="{number(last)}"/>'
  look = f'fill="none" stroke="{ink}" stroke-width="{number(last)}" stroke-linecap="round"'
  return f'<path {look} d="M {left},{top} L {right},{bottom}"/>'


def tray_icon(ending, step):
  """`step` twelfths of the ring are left; None is the icon without a ring. One colour, one ink, one grey."""
  colour, sign, middle = STATES[ending][0][0], STATES[ending][2], TRAY // 2
  ring = f'cx="{middle}" cy="{middle}" r="{RING}" fill="none"'
  lines = []
  if step is None:
    lines.append(f'<circle fill="{colour}" cx="{middle}" cy="{middle}" r="{number(RING + RING_WIDTH / 2)}"/>')
  else:
    lines.append(f'<circle {ring} stroke="{EDGE}" stroke-opacity=".6" stroke-width="{EDGE_WIDTH}"/>')
    shape = f"<circle {ring}" if step == TRAY_STEPS else f'<path fill="none" d="{arc(step)}"'
    lines.append(f'{shape} stroke="{colour}" stroke-width="{RING_WIDTH}"/>')
    lines.append(f'<circle fill="{colour}" cx="{middle}" cy="{middle}" r="{number(DISC)}"/>')
  lines += [tray_sign(shape, ink_on(colour)) for shape in TRAY_SIGNS[sign]]
  return svg(TRAY, lines)


def render(text, size):
  """The pixels of an SVG, `size` rows of RGBA."""
  command = ["rsvg-convert", "--width", str(size), "--height", str(size), "--format", "png"]
  return png.decode(subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout)


def drawings():
  """Path under icons/hicolor: text of an SVG, and likewise for PNG: the SVG's text and the size."""
  texts, pictures = {}, {}
  for ending in STATES:
    name = APPLICATION + ending
    texts[f"scalable/apps/{name}.svg"] = colour_icon(ending, SCALABLE)
    for size in PNG_SIZES:
      pictures[f"{size}x{size}/apps/{name}.png"] = (colour_icon(ending, min(size, SCALABLE)), size)
    texts[f"symbolic/apps/{name}-symbolic.svg"] = symbolic_icon(ending, SYMBOLIC_SIZES[0])
    for size in SYMBOLIC_SIZES[1:]:
      texts[f"{size}x{size}/apps/{name}-symbolic.svg"] = symbolic_icon(ending, size)
    if ending:
      for step in [None] if ending == "-completed" else range(1, TRAY_STEPS + 1):
        suffix = "" if step is None else f"-{step:02}"
        texts[f"scalable/status/{APPLICATION}-tray{ending}{suffix}.svg"] = tray_icon(ending, step)
  return texts, pictures


def check_files(root, texts, pictures):
  """Sentences about what differs from what would be drawn."""
  expected = {root / path for path in [*texts, *pictures]}
  wrong = [f"{path} is not drawn by this script: remove it" for path in sorted(root.rglob("*"))
           if path.is_file() and path not in expected]
  wrong += [f"{path} is missing" for path in sorted(expected) if not path.is_file()]
  for path, text in texts.items():
    if (root / path).is_file() and (root / path).read_text() != text:
      wrong.append(f"{root / path} is not what this script draws")
  for path, (text, size) in pictures.items():
    if not (root / path).is_file():
      continue
    try:
      alike = png.resembles(png.decode((root / path).read_bytes()), render(text, size))
    except (ValueError, struct.error, zlib.error, IndexError) as error:
      wrong.append(f"{root / path} cannot be read: {error}")
      continue
    if not alike:
      wrong.append(f"{root / path} does not look like what this script draws")
  return wrong


def write(path, data):
  path.parent.mkdir(parents=True, exist_ok=True)
  path.write_bytes(data)


def main(arguments):
  checking = "--check" in arguments
  names = [word for word in arguments if word != "--check"]
  if len(names) > 1 or any(word.startswith("-") for word in names):
    print("draw-icons.py: expected [--check] [DIRECTORY]", file=sys.stderr)
    return 64
  here = pathlib.Path(os.path.relpath(pathlib.Path(__file__).resolve().parent.parent))
  root = (pathlib.Path(names[0]) if names else here / "icons") / "hicolor"
  texts, pictures = drawings()
  can_render = shutil.which("rsvg-convert") is not None
  if checking:
    if not can_render:
      print("There is no rsvg-convert: install librsvg2-bin.", file=sys.stderr)
      return 69
    wrong = check_files(root, texts, pictures)
    print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0
  for path, text in texts.items():
    write(root / path, text.encode())
  if can_render:
    for path, (text, size) in pictures.items():
      write(root / path, png.encode(render(text, size)))
  else:
    print("There is no rsvg-convert (librsvg2-bin), so the PNG files were left as they are.", file=sys.stderr)
  return 0


if __name__ == "__main__":
  sys.exit(main(sys.argv[1:]))
