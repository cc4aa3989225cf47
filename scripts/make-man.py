#!/usr/bin/env python3
"""Writes the manual pages docs/man/*.1: make-man.py [--check] [COMMAND]

COMMAND is a debug build of tomato-notify, else the one in .build/debug is asked what it understands (its
`--experimental-dump-help`, which release builds do not have). What a machine cannot know (files, environment, exit codes, examples) is in docs/man/*.1.in;
@commands@ there becomes the list of commands, @options@ what many of them take. Version and date are those of the
newest release in the metainfo.
--check changes nothing: exit status 1 if a page is not what would be written.
"""
import collections
import json
import pathlib
import subprocess
import sys
import textwrap
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
METAINFO = ROOT / "desktop/org.tomatoclock.TomatoNotify.metainfo.xml"


def quoted(text):
  """Text that roff prints as it is."""
  text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
  return "\\&" + text if text.startswith(".") else text


def filled(text):
  """Text that roff fills, in lines of at most 80 bytes where its words allow that."""
  for width in range(72, 30, -2):
    wrapped = textwrap.wrap(text, width, break_on_hyphens=False, break_long_words=False)
    lines = [quoted(line) for line in wrapped]
    if all(len(line.encode()) <= 80 for line in lines):
      break
  return lines


def names(argument):
  """`-h, --help` or `--duration DURATION`, as the SYNOPSIS of a command and the tags of its options have it."""
  words = []
  for name in argument["names"]:
    words.append("\\fB" + quoted(("-" if name["kind"] == "short" else "--") + name["name"]) + "\\fR")
  value = "" if argument["kind"] == "flag" else " " + place(argument)
  return ", ".join(words) + value


def place(argument):
  return "\\fI" + quoted(argument.get("valueName", "value")) + "\\fR"


def shown(command):
  """The arguments that are this command's own: the two that all have are said once, at the end."""
  every = ("help", "version")
  return [each for each in command.get("arguments", [])
          if each["shouldDisplay"] and (each["kind"] == "positional" or each["names"][-1]["name"] not in every)]


def synopsis(command, within=""):
  words = ["\\fB" + quoted(within + command["commandName"]) + "\\fR"]
  for argument in shown(command):
    word = place(argument) if argument["kind"] == "positional" else names(argument)
    if argument["isRepeating"]:
      word += " ..."
    words.append("[" + word + "]" if argument["isOptional"] else word)
  return " ".join(words)


def paragraphs(text):
  """A discussion: lines that begin with a space stand as they are, the others are filled."""
  lines, example = [], False
  for line in text.split("\n"):
    if line.startswith(" ") != example and line:
      lines.append(".EE" if example else ".EX")
      example = not example
    lines += ([quoted(line)] if example else filled(line)) if line else [".PP"]
  if example:
    lines.append(".EE")
  while lines and lines[-1] == ".PP":
    lines.pop()
  return lines


def explained(argument):
  tag = place(argument) if argument["kind"] == "positional" else names(argument)
  return [".TP", tag] + filled(argument.get("abstract", ""))


def shared(commands):
  """The options that three commands or more have, in the same words: they are explained once, by their names."""
  count = collections.Counter(names(each) + each["abstract"] for command in commands for each in shown(command)
                              if each["kind"] != "positional")
  found = {}
  for command in commands:
    for each in shown(command):
      if each["kind"] != "positional" and count[names(each) + each["abstract"]] >= 3:
        found[names(each)] = each
  return found


def inside(command):
  """The commands within it."""
  return [each for each in command.get("subcommands", [])
          if each.get("shouldDisplay", True) and each["commandName"] != "help"]


def described(command, known, within=""):
  lines = [".TP", synopsis(command, within)] + filled(command["abstract"])
  inner = []
  if "discussion" in command:
    inner += [".PP"] + paragraphs(command["discussion"])
  for argument in shown(command):
    if argument["kind"] == "positional" or names(argument) not in known:
      inner += explained(argument)
  for each in inside(command):
    inner += described(each, known, within + command["commandName"] + " ")
  return lines + ([".RS"] + inner + [".RE"] if inner else [])


def page(template, command, release):
  """One page; `release` is its (version, date)."""
  commands = [each for each in command["subcommands"]
              if each.get("shouldDisplay", True) and each["commandName"] != "help"]
  known = shared(commands)
  words = {
    "@commands@": "\n".join(line for each in commands for line in described(each, known)),
    "@options@": "\n".join(line for name in sorted(known) for line in explained(known[name])),
    "@version@": release[0],
    "@date@": release[1],
  }
  text = template.read_text(encoding="utf-8")
  for word, value in words.items():
    text = text.replace(word, value)
  return text


def main(words):
  check = words[:1] == ["--check"]
  built = pathlib.Path(*((words[1:] if check else words) or [ROOT / ".build/debug/tomato-notify"]))
  if not built.exists():
    print("make-man.py: expected a debug build of tomato-notify, for example by swift build.", file=sys.stderr)
    return 69
  dump = subprocess.run([built.resolve(), "--experimental-dump-help"], stdout=subprocess.PIPE, check=True).stdout
  command = json.loads(dump)["command"]
  newest = xml.etree.ElementTree.parse(METAINFO).find("releases/release")
  status = 0
  for template in sorted((ROOT / "docs/man").glob("*.1.in")):
    result = template.with_suffix("")
    text = page(template, command, (newest.get("version"), newest.get("date")))
    if not check:
      result.write_text(text, encoding="utf-8")
    elif not result.exists() or result.read_text(encoding="utf-8") != text:
      print(f"{result.relative_to(ROOT)} is not what the command says of itself; run make man.")
      status = 1
  return status


if __name__ == "__main__":
  sys.exit(main(sys.argv[1:]))
