#!/usr/bin/env python3
"""Writes the command's translations into its sources: make-catalogue.py [--check]

The command reads no catalogue, so that it starts at once: what it says itself, in TomatoLink or in its own folder, is
compiled in, from the same po/*.po as everything else. Each text is known by a number (FNV-1a, 32 bits).
--check changes nothing: exit status 1 if a file is not what would be written.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Sources/tomato-notify/Words/Catalogue"
LANGUAGES = {"zh_TW": "traditional", "zh_CN": "simplified"}
ROOMS = ("Sources/tomato-notify/", "Sources/TomatoSocket/", "Sources/TomatoLink/")
# Lines of a literal in one file, which has at most 400.
MOST = 380
ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"'}


def unquoted(text):
  return re.sub(r"\\(.)", lambda match: ESCAPES[match[1]], text)


def entries(path):
  """The texts of the command in a catalogue, with their translations."""
  for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
    places, texts, last = [], {}, ""
    for line in paragraph.split("\n"):
      if line.startswith("#: "):
        places += line[3:].split()
      if line.startswith("#") or '"' not in line:
        continue
      name, text = line.split('"', 1)
      last = name.strip() or last
      texts[last] = texts.get(last, "") + unquoted(text.rsplit('"', 1)[0])
    if texts.get("msgid") and "msgctxt" not in texts and any(place.startswith(ROOMS) for place in places):
      yield texts["msgid"], texts.get("msgstr", "")


def number(text):
  value = 2166136261
  for byte in text.encode():
    value = (value ^ byte) * 16777619 & 0xFFFFFFFF
  return value


def lines(language):
  """The lines of the literal: a number and a text, wrapped behind a backslash."""
  seen = {}
  for text, translation in entries(ROOT / "po" / f"{language}.po"):
    if not translation or "\u23ce" in translation:
      continue
    if seen.setdefault(number(text), text) != text:
      sys.exit(f"make-catalogue.py: {text!r} and {seen[number(text)]!r} have the same number; change one of them.")
    escaped = translation.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').replace("\n", "\u23ce")
    rest = f"{number(text):08x} {escaped}"
    while len(rest) > 112:
      # Not within an escape, and not in front of a space that the next line would lose.
      end = next(at for at in range(112, 0, -1) if rest[at - 1] != "\\" and rest[at] != " " and rest[at - 1] != " ")
      yield rest[:end] + "\\"
      rest = rest[end:]
    yield rest


def files():
  """Each file with its text."""
  for language, name in LANGUAGES.items():
    parts, part = [], []
    for line in lines(language):
      part.append(line)
      # A line is never parted from what it goes on with.
      if len(part) >= MOST and not line.endswith("\\"):
        parts.append(part)
        part = []
    if part:
      parts.append(part)
    names = ", ".join(f"{name}{at + 1}" for at in range(len(parts)))
    for at, part in enumerate(parts):
      text = f"// What the command says itself, in {language}: written by scripts/make-catalogue.py from po/{language}.po.\n\n"
      text += "extension Catalogue {\n"
      if at == 0:
        text += f"  static var {name}Lines: [String] {{ [{names}] }}\n\n"
      text += f'  private static var {name}{at + 1}: String {{\n    """\n'.replace("private ", "" if len(parts) > 1 else "private ")
      text += "".join(f"    {line}\n" for line in part)
      text += '    """\n  }\n}\n'
      yield FOLDER / f"{name.capitalize()}{at + 1}.swift", text


def main(words):
  wanted = dict(files())
  kept = set(FOLDER.glob("*.swift"))
  if words == ["--check"]:
    wrong = [path for path, text in wanted.items() if path not in kept or path.read_text(encoding="utf-8") != text]
    for path in wrong + sorted(kept - set(wanted)):
      print(f"{path.relative_to(ROOT)} is not what po/ says; run scripts/make-catalogue.py.")
    return 1 if wrong or kept - set(wanted) else 0
  if words:
    sys.exit("usage: make-catalogue.py [--check]")
  FOLDER.mkdir(exist_ok=True)
  for path in kept - set(wanted):
    path.unlink()
  for path, text in wanted.items():
    path.write_text(text, encoding="utf-8")
  return 0


if __name__ == "__main__":
  sys.exit(main(sys.argv[1:]))
