#!/usr/bin/env python3
"""Collects the texts that are translated and brings po/ up to date: the template, then each catalogue with msgmerge.

update-po.py             writes po/tomato-notify.pot and merges it into each po/*.po
update-po.py --template  prints the template and changes nothing

The texts are the literals of tr("…"), trn("…", "…"), LinkError("…"), TypedError("…"), Failure(.code, "…") and
ValidationError("…") in Sources, and of the command's help, line by line, what stands behind `abstract:`,
`discussion:`, `help:` and `ArgumentHelp(`. xgettext reads no Swift: it takes a literal of three quotation marks for
three, and stops at a literal that continues after a `+`.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEMPLATE = ROOT / "po" / "tomato-notify.pot"

HEADER = '''# What tomato-notify says to people. docs/translating.md tells how to add a language.
msgid ""
msgstr ""
"Project-Id-Version: tomato-notify\\n"
"Report-Msgid-Bugs-To: \\n"
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"
'''

# Descriptions of the placeholders for translators; `name` and `time` depend on the sentence.
PLACES = {
    "activity": "the name of an activity",
    "away": "a part of a sentence: 'you were away for 12 min'",
    "best": "one day, week or hour with its length: '2026-11-20: 2 h 5 min of focus, 5 completed'",
    "cameras": "a number",
    "microphones": "a number",
    "date": "a day, week or month: 2026-11-20, 2026-11",
    "dates": "a day, or two with 'to' between",
    "days": "a number, perhaps with its word: '6 days'",
    "hour": "a time of day: 14:00",
    "longest": "a number of days: '23 days'",
    "option": "an option of the command: --button",
    "label": "what stands on a button: 'Cancel'",
    "percent": "a number",
    "reached": "a number",
    "seconds": "a number, perhaps with a decimal: 0.1, 12",
    "scheme": "the beginning of a link: 'file'",
    "example": "JSON, as it is written",
    "all": "a list of words of the protocol; not translated",
    "aside": "the path of a file",
    "clause": "a part of a sentence: 'ends 14:35', 'since 14:10'",
    "command": "a program and its arguments, as the person wrote them",
    "code": "a number or the code of a character: U+202E, %0A",
    "count": "a number",
    "way": "a word of the command; not translated: '--task', 'timer --'",
    "day": "a day and its name: '2026-11-20 Friday'",
    "default": "a value of the configuration, as the file has it",
    "directory": "a path",
    "end": "a whole sentence: when it goes away",
    "expected": "a part of a sentence: 'true or false', 'a colour as #rrggbb'",
    "file": "the path of a file",
    "folder": "a path",
    "finding": "a part of a sentence: 'ended with 0 after 0.1 s', 'has not run yet'",
    "finished": "the name of a phase: 'Focus'",
    "first": "a number, or an option of the command",
    "given": "what the person wrote",
    "group": "a group of the configuration file",
    "h": "a number of hours",
    "icon": "a place of a template; it stays as it is",
    "id": "the name of a desktop file",
    "installed": "a version number",
    "item": "an item of a link, such as task in ?task=…; not translated",
    "items": "a list, separated by commas",
    "key": "a key of the configuration file or of a desktop entry",
    "kind": "pomodoro, timer or stopwatch, not translated; behind a name, translated",
    "last": "the last one of a list, or of a range",
    "left": "a length of time, perhaps with 'left': '18 min left'",
    "length": "a length of time: '18 min', '2 h 5 min'",
    "line": "the number of a line",
    "locale": "the name of a locale, such as zh_TW.UTF-8",
    "m": "a number: of minutes, or how many there are",
    "mode": "a word of the command or of the configuration; not translated",
    "n": "a number",
    "name": "a name: of a phase ('Focus'), an activity, a program, a bus name, a state or a key",
    "names": "a list of names",
    "outcome": "what came of it: 'completed', 'skipped', or a sentence of the timer",
    "owner": "the number of a user",
    "path": "the path of a file",
    "phase": "a number",
    "pid": "a number",
    "places": "where in a file: 'line 3, line 8'",
    "problem": "a whole sentence",
    "program": "the path of a program",
    "reason": "why: a sentence, perhaps of the system and in English",
    "remedy": "what to do, as a part of a sentence",
    "running": "a version number",
    "second": "an option of the command; not translated",
    "server": "a program's name and version",
    "since": "what the person wrote",
    "size": "a number",
    "sound": "a path, or 'The sound bell of the sound theme'",
    "source": "where it was seen: a program's name and version",
    "span": "a length of time: '25 min'",
    "state": "a state: 'running', 'paused'",
    "states": "a list of words of the command; not translated",
    "status": "a line such as 'Focus 24:59, running'",
    "style": "pinned, listed, events or off; not translated",
    "task": "what the person works on",
    "text": "what the person wrote",
    "time": "a time: of day ('14:35'), or left ('24:59', '18 min')",
    "times": "a list of lengths of time: '1:10, 1:20'",
    "title": "the title of a picture: 'Hours of the day'",
    "trouble": "a whole sentence",
    "until": "what the person wrote",
    "value": "what the person wrote",
    "vendor": "a name",
    "verb": "a word of the command; not translated, perhaps empty",
    "version": "a version number",
    "what": "what the island does, from one of the sentences above; or an interval of the record",
    "why": "a whole sentence, or a part of one",
    "word": "what the person wrote",
}

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\", '"': '"', "'": "'"}


class Reader:
    """Goes through one Swift file, past comments and literals."""

    def __init__(self, path):
        self.name = path.relative_to(ROOT).as_posix()
        self.text = path.read_text(encoding="utf-8")
        self.at = 0
        self.found = []  # (line, context, msgid, plural, comment)

    def line(self, at=None):
        return self.text.count("\n", 0, self.at if at is None else at) + 1

    def fail(self, why):
        sys.exit(f"{self.name}:{self.line()}: {why}")

    def read(self):
        call = re.compile(r"(?<![\w.])(trn?|LinkError|TypedError|Failure|ValidationError|language\.translated)\(")
        help = re.compile(r'(?<![\w.])(?:(?:abstract|discussion|help):\s*|ArgumentHelp\(\s*)(?=")')
        is_command = self.name.startswith("Sources/tomato-notify/")
        while self.at < len(self.text):
            rest = self.text[self.at : self.at + 3]
            if rest.startswith("//"):
                self.at = self.text.find("\n", self.at) % (len(self.text) + 1)
            elif rest.startswith('"') or rest.startswith('#"'):
                self.literal()
            else:
                match = help.match(self.text, self.at) if is_command else None
                if match:
                    self.help(match)
                    continue
                match = call.match(self.text, self.at)
                if match and not self.text[: self.at].endswith("func "):
                    self.call(match)
                else:
                    self.at += 1
        return self.found

    def help(self, match):
        """The lines of a help text: of an example what stands behind its command, two spaces away."""
        start, self.at = self.at, match.end()
        for line in (self.sentence() or "").split("\n"):
            text = re.sub(r"^tomato-notify .*?\s{2,}(?=\S)", "", line.strip())
            if text and not text.startswith("tomato-notify ") and "\\(" not in text:
                self.found.append((self.line(start), None, text, None, None))

    def call(self, match):
        start, self.at = self.at, match.end()
        if match[1] == "Failure":
            self.skip(r"\s*\.\w+,")
        msgid = self.sentence()
        if not msgid:
            return  # a variable, whose text was marked where it is made; or no text at all
        plural = context = None
        if match[1] == "trn":
            self.skip(r"\s*,")
            plural = self.sentence()
            if plural is None:
                self.fail("the plural is not a literal")
        if self.skip(r"\s*,\s*context:"):
            context = self.sentence()
        self.found.append((self.line(start), context, msgid, plural, self.comment(start)))

    def comment(self, start):
        """The `// Translators:` comment on the lines above."""
        lines = self.text[:start].split("\n")[:-1]
        taken = []
        while lines and lines[-1].strip().startswith("//"):
            taken.insert(0, lines.pop().strip().lstrip("/").strip())
        text = " ".join(taken)
        return text[len("Translators:") :].strip() if text.startswith("Translators:") else None

    def skip(self, pattern):
        match = re.compile(pattern).match(self.text, self.at)
        if match:
            self.at = match.end()
        return bool(match)

    def sentence(self):
        """A literal, or several joined with `+`."""
        self.skip(r"\s*")
        if not self.text.startswith('"', self.at):
            return None
        whole = self.literal()
        while self.skip(r"\s*\+\s*(?=\")"):
            whole += self.literal()
        if self.skip(r"\s*\+"):
            self.fail("a translated text is joined with something else than a literal")
        return whole

    def literal(self):
        if self.text.startswith('#"', self.at):
            end = self.text.index('"#', self.at + 2)
            self.at = end + 2
            return self.text[self.at : end]
        mark = '"""' if self.text.startswith('"""', self.at) else '"'
        self.at += len(mark)
        raw = ""
        while not self.text.startswith(mark, self.at):
            if self.text.startswith("\\(", self.at):
                raw += self.interpolation()
                continue
            step = 2 if self.text[self.at] == "\\" else 1
            raw += self.text[self.at : self.at + step]
            self.at += step
        self.at += len(mark)
        if mark == '"""':
            lines = raw.split("\n")[1:]
            indent = len(lines[-1])
            raw = "\n".join(line[indent:] for line in lines[:-1]).replace("\\\n", "")
        raw = re.sub(r"\\u\{([0-9A-Fa-f]+)\}", lambda m: chr(int(m[1], 16)), raw)
        return re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[0]), raw)

    def interpolation(self):
        """Past `\\(…)`, in which there may be literals."""
        self.at += 2
        depth = 1
        while depth:
            if self.text[self.at] == '"':
                self.literal()
                continue
            depth += {"(": 1, ")": -1}.get(self.text[self.at], 0)
            self.at += 1
        return "\\("


def quoted(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", '\\n"\n"').replace("\t", "\\t")
    lines = f'"{escaped}"'.replace('\n""', "")
    return '""\n' + lines if "\n" in lines else lines


def template():
    entries = {}
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        reader = Reader(path)
        for _, context, msgid, plural, comment in reader.read():
            entry = entries.setdefault((context, msgid), {"plural": None, "files": [], "comments": []})
            entry["plural"] = entry["plural"] or plural
            if reader.name not in entry["files"]:
                entry["files"].append(reader.name)
            if comment and comment not in entry["comments"]:
                entry["comments"].append(comment)
    return HEADER + "".join(text_of(*key, entry) for key, entry in entries.items())


def text_of(context, msgid, entry):
    places = dict.fromkeys(re.findall(r"\{(\w+)\}", msgid))
    lines = [f"#. {comment}" for comment in entry["comments"]]
    for place in places:
        if place not in PLACES:
            sys.exit(f"scripts/update-po.py does not say what the place {{{place}}} of {msgid!r} is: add it to PLACES.")
        lines.append(f"#. {{{place}}}: {PLACES[place]}")
    # Without line numbers, which would change with every edit of the file.
    lines += [f"#: {name}" for name in entry["files"]]
    if context is not None:
        lines.append(f"msgctxt {quoted(context)}")
    lines.append(f"msgid {quoted(msgid)}")
    if entry["plural"]:
        lines += [f"msgid_plural {quoted(entry['plural'])}", 'msgstr[0] ""', 'msgstr[1] ""']
    else:
        lines.append('msgstr ""')
    return "\n" + "\n".join(lines) + "\n"


def main():
    text = template()
    if sys.argv[1:] == ["--template"]:
        sys.stdout.write(text)
        return
    if sys.argv[1:]:
        sys.exit("usage: update-po.py [--template]")
    TEMPLATE.write_text(text, encoding="utf-8")
    for catalogue in sorted(TEMPLATE.parent.glob("*.po")):
        merge = ["msgmerge", "--quiet", "--update", "--backup=none", "--no-wrap", "--no-fuzzy-matching"]
        subprocess.run([*merge, str(catalogue), str(TEMPLATE)], check=True)
        # Removed texts remain in git's history.
        tidy = ["msgattrib", "--no-obsolete", "--no-wrap", "-o", str(catalogue), str(catalogue)]
        subprocess.run(tidy, check=True)


main()
