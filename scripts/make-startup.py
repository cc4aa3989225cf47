#!/usr/bin/env python3
"""Writes scripts/startup.ld anew: the object files with code that runs at `tomato-notify status` (needs valgrind).

The linker puts their code into one place of the command, so that a start maps fewer pages
(docs/decisions/0001-what-starting-costs.md). A file that the list lacks costs a page fault.
"""
import bisect
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "scripts/startup.ld"
HEAD = """/* For the linker, of the command's release program: the object files with code that runs at `status`, as
   scripts/make-startup.py found. Their code lies together, so that a start maps fewer pages. */
"""
# The standard library's Swift part, half of the program. Its functions with a section of their own are named each.
LARGE = "*libswiftCore*.a:Swift.o"


def pieces_in(linker_map):
  """The code's pieces in the order of their addresses: begin, end, and what the linker calls them."""
  pieces = []
  text = re.sub(r"^ (\.text\S*)\n\s+", r" \1 ", linker_map.read_text(errors="replace"), flags=re.M)
  for section, begin, size, path in re.findall(r"^ (\.text\S*) +0x([0-9a-f]+) +0x([0-9a-f]+) (.+)$", text, re.M):
    # Of whichever version: libm-2.36.a(e_pow.o).
    file = "*" + re.sub(r"^([^-]+)(-.+)?\.a\((.+)\)$", r"\1*.a:\3", path.split("/")[-1])
    if int(size, 16) and (file, section) != (LARGE, ".text"):
      name = f"{file}({section})" if file == LARGE else f"{file}(.text .text.*)"
      pieces.append((int(begin, 16), int(begin, 16) + int(size, 16), name))
  return sorted(pieces)


def addresses(program, folder):
  """Each instruction that runs at `status`, beside a daemon."""
  places = {"PATH": os.environ["PATH"], "HOME": folder, "XDG_RUNTIME_DIR": folder}
  record = f"{folder}/record"
  valgrind = ["valgrind", "-q", "--tool=callgrind", "--dump-instr=yes", f"--callgrind-out-file={record}"]
  try:
    for before in ([], valgrind):
      subprocess.run([*before, program, "status"], env=places, check=True, stdout=subprocess.DEVNULL)
  finally:
    subprocess.run([program, "quit"], env=places, stdout=subprocess.DEVNULL)
  found, last = set(), 0
  # An address is absolute, or as far from the one before as it says (callgrind's format).
  for word in re.findall(r"^(0x[0-9a-f]+|[+-]\d+|\*) ", pathlib.Path(record).read_text(), re.M):
    last = int(word, 16) if word.startswith("0x") else last + (0 if word == "*" else int(word))
    found.add(last)
  return found


def main():
  with tempfile.TemporaryDirectory() as folder:
    linker_map = pathlib.Path(folder, "map")
    subprocess.run([ROOT / "scripts/build.sh", "-Xlinker", f"-Map={linker_map}"], check=True, stdout=sys.stderr)
    pieces = pieces_in(linker_map)
    begins = [piece[0] for piece in pieces]
    used = set()
    for address in addresses(ROOT / ".build/release/tomato-notify", folder):
      place = bisect.bisect_right(begins, address) - 1
      if place >= 0 and address < pieces[place][1]:
        used.add(pieces[place][2])
  lines = "".join(f"  {name}\n" for name in sorted(used))
  LIST.write_text(f"{HEAD}SECTIONS {{ .startup : {{\n{lines}}} }} INSERT BEFORE .text;\n")


main()
