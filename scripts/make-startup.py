#!/usr/bin/env python3
"""Writes scripts/startup.ld anew: what `tomato-notify status` runs, reads and writes (needs valgrind).

The linker puts each kind into one place of the command, so that a start maps fewer pages
(docs/decisions/0001-what-starting-costs.md). What the list lacks costs a page fault.
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
HEAD = """/* For the linker, of the command's release program: the parts of object files that `status` runs, reads or writes, as
   scripts/make-startup.py found. Each kind lies together, so that a start maps fewer pages. */
"""
# The standard library's Swift part, half of the program. Its parts with a section of their own are named each.
LARGE = "*libswiftCore*.a:Swift.o"
# Of each kind: what opens it, its input sections, and the section before which it stands. Constants begin a segment,
# because code has other permissions.
KINDS = ((".startup", ".text", ".text"), (". = ALIGN(CONSTANT(MAXPAGESIZE)); .startup_constants", ".rodata", ".rodata"),
         (".startup_data", ".data", ".data.rel.ro"), (".startup_zeros", ".bss", ".bss"))
# valgrind has no vDSO, in which glibc looks for the clock.
WITHOUT_VALGRIND = {(".text", f"*libc*.a:{file}.o(.text .text.*)") for file in ("dl-lookup", "dl-object")}


def pieces_in(linker_map):
  """The pieces in the order of their addresses: begin, end, kind, and the linker's name for them."""
  pieces = []
  sections = "|".join(re.escape(kind) for _, kind, _ in KINDS)
  text = re.sub(rf"^ ((?:{sections})\S*)\n\s+", r" \1 ", linker_map.read_text(errors="replace"), flags=re.M)
  for section, kind, begin, size, path in re.findall(
    rf"^ (({sections})\S*) +0x([0-9a-f]+) +0x([0-9a-f]+) (.+)$", text, re.M):
    # Of whichever version: libm-2.36.a(e_pow.o).
    file = "*" + re.sub(r"^([^-]+)(-.+)?\.a\((.+)\)$", r"\1*.a:\3", path.split("/")[-1])
    if int(size, 16) and (file, section) != (LARGE, ".text"):
      name = f"{file}({kind} {kind}.*)" if kind == ".text" and file != LARGE else f"{file}({section})"
      pieces.append((int(begin, 16), int(begin, 16) + int(size, 16), kind, name))
  return sorted(pieces)


def addresses(program, folder):
  """Each address that is run, read or written at `status`, beside a daemon."""
  places = {"PATH": os.environ["PATH"], "HOME": folder, "XDG_RUNTIME_DIR": folder, "LANG": "en_US.UTF-8"}
  record = pathlib.Path(folder, "record")
  valgrind = ["valgrind", "-q", "--tool=lackey", "--trace-mem=yes", f"--log-file={record}"]
  try:
    for before in ([], valgrind):
      subprocess.run([*before, program, "status"], env=places, check=True, stdout=subprocess.DEVNULL)
  finally:
    subprocess.run([program, "quit"], env=places, stdout=subprocess.DEVNULL)
  return {int(address, 16) for address in re.findall(r"^[ I][ LSM] ([0-9a-f]+),", record.read_text(), re.M)}


def on_other_processors(name):
  """glibc has a string function for each kind of processor; valgrind's is one with AVX2."""
  stem = re.match(r"(\*libc\*\.a:\w+)-avx.*?\.o(.*)", name)
  return [f"{stem[1]}-{kind}*.o{stem[2]}" for kind in ("avx", "evex")] if stem else [name]


def main():
  with tempfile.TemporaryDirectory() as folder:
    linker_map = pathlib.Path(folder, "map")
    subprocess.run([ROOT / "scripts/build.sh", "-Xlinker", f"-Map={linker_map}"], check=True, stdout=sys.stderr)
    pieces = pieces_in(linker_map)
    begins = [piece[0] for piece in pieces]
    used = dict.fromkeys(WITHOUT_VALGRIND, 0)
    for address in addresses(ROOT / ".build/release/tomato-notify", folder):
      begin, end, kind, name = pieces[bisect.bisect_right(begins, address) - 1]
      if begin <= address < end:
        used.update(((kind, other), end - begin) for other in on_other_processors(name))
  text = HEAD
  for opening, kind, before in KINDS:
    # Data in the order of its size: what is small shares pages.
    of_kind = sorted((0 if kind == ".text" else size, name) for (one, name), size in used.items() if one == kind)
    lines = "".join(f"  {name}\n" for _, name in of_kind)
    text += f"SECTIONS {{ {opening} : {{\n{lines}}} }} INSERT BEFORE {before};\n"
  LIST.write_text(text)


main()
