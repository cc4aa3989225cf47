#!/usr/bin/env python3
"""Writes the table "What a change touches" of CONTRIBUTING.md: make-changes.py [--check]

A row is a change, an example that is in the sources, and the files in which the example is named: who adds the next one
edits those. What is said in comments and in sentences does not count, nor what a script writes.
--check changes nothing: exit status 1 if the table is not what would be written.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "CONTRIBUTING.md"
HEADING = "## What a change touches\n"
TABLE = "| change | such as | files | which | beside them |\n|---|---|---|---|---|\n"
LANGUAGE = ["po", "desktop", "Tests/DesktopTests", "Tests/DaemonTests/TomatoWords"]

# The change, an example, its names in code, further steps, and the folders to search.
ROWS = [
  ("a verb", "takeoff", r"\b[tT]ake[oO]ff\b",
   "with a new item of links: `LinkItem`, `LinkReader`; with an event: a hook's event; `refused-links.md`, `ConversationTests`; links, dbus"),
  ("a kind", "countdown", r"\bcountdown\b", "in the rows of its verbs: `VerbTable`; `NameTests`; dbus; a verb of its own"),
  ("a server", "SwayNotificationCenter", r'"SwayNotificationCenter"', "measured: `ServerBehaviour`, `Tests/Lab`; a signal that it sends otherwise: `IslandMemory`, `CardNotifier`"),
  ("a surface", "JobViews", r"\bJobViews\b", "with names on the bus: `BusNames`"),
  ("a language", "zh_CN", r"\bzh_CN\b", "translating", LANGUAGE),
  ("a configuration key", "plasma-jobs", r'"plasma-jobs"|\busesPlasmaJobs\b', "the line that uses it (here `Session`); configuration"),
  ("a stored field", "earlier", r'\bearlier TEXT\b|"earlier"|\bearlier: |\.earlier\b', "a step of `Schema`; of a kind: `StoredMachine`; `Validation`"),
  ("a D-Bus property", "Content", r'(?:case |name=|\(|\[)"Content"', "dbus", ["Sources", "desktop"]),
  ("a hook's event", "on-back", r"\bonBack\b", "hooks"),
  ("a bar", "polybar", r"\bpolybar\b", "`BarLineTests`; bars, with clicks that were tried"),
  ("an import format", "Focus Timer", r"\b[fF]ocusTimer\b|\"focus-timer\"",
   "text or CSV: `ImportSource`, `ImportWords`; its name: `ExchangeWords`, `ExchangeCommands`; exchange"),
  ("an idle source", "x11", r"\.x11\b|\bXTalk\b", "one more with Mutter's interface: `BusNames`"),
  ("a statistics figure", "streak", r"\b[sS]treak\b", "its forms: `RecordFigure`; record"),
]
GENERATED = ("docs/man/", "Golden/")


def code(text):
  """Swift without comments and sentences: a literal with a space."""
  text = re.sub(r"^\s*//.*$|\s//\s.*$", "", text, flags=re.M)
  return re.sub(r'"(?:[^"\\\n]|\\.)*"', lambda literal: '""' if " " in literal[0] else literal[0], text)


def files(folders):
  for folder in folders:
    for path in sorted((ROOT / folder).rglob("*")):
      name = path.relative_to(ROOT).as_posix()
      if path.is_file() and not any(part in name for part in GENERATED) and path.suffix in (
          ".swift", ".po", ".desktop", ".xml", ".py") and path.name != pathlib.Path(__file__).name:
        yield path


def row(change, example, pattern, beside, folders=("Sources",)):
  found = []
  for path in files(folders):
    text = path.read_text(encoding="utf-8")
    named = re.search(pattern, path.name) or re.search(pattern, code(text) if path.suffix == ".swift" else text)
    if named:
      found.append(path.stem if path.suffix == ".swift" else path.name)
  return f"| {change} | {example} | {len(found)} | {', '.join(f'`{name}`' for name in found)} | {beside} |\n"


def main(words):
  page = PAGE.read_text(encoding="utf-8")
  before, rest = page.split(HEADING)
  start = rest.index("\n|") + 1
  end = rest.index("\n\n", start) + 1
  written = before + HEADING + rest[:start] + TABLE + "".join(row(*each) for each in ROWS) + rest[end:]
  if words == ["--check"]:
    return 0 if written == page else f"{PAGE.name}: the table is not what {pathlib.Path(__file__).name} writes"
  PAGE.write_text(written, encoding="utf-8")
  return 0


if __name__ == "__main__":
  sys.exit(main(sys.argv[1:]))
