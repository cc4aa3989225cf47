"""What goes over the session bus between the island and the notification server, as dbus-monitor tells it.

A module for the checks: `Trace` keeps every message; `notify` and `close` play another application.
"""
import re
import subprocess
import threading

import screen

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
OUR_NAMES = ("TomatoClock", "tomato-notify")  # how the application's names in Notify begin
HEAD = re.compile(r"^(method call|method return|signal|error) time=([\d.]+) sender=(\S+) "
                  r"-> destination=(\S+|\(null destination\)) .*?(?:serial=(\d+))?"
                  r"(?: reply_serial=(\d+)| path=\S+; interface=(\S+); member=(\w+)|$)")
VALUE = re.compile(r"^ *(variant +)?(string|uint32|int32|byte|boolean|int64|uint64|double|object path) (.*)$", re.S)

class Message:
    """One message: kind, time, sender, destination, serial, reply_to, member, and its arguments as plain values."""

    def __init__(self, match):
        kind, when, self.sender, self.destination, serial, reply_to, self.interface, self.member = match.groups()
        self.kind, self.time = kind, float(when)
        self.serial, self.reply_to = int(serial or 0), int(reply_to or 0)
        self.lines = []

    def __repr__(self):
        return f"{self.time:.3f} {self.kind} {self.member or ''} {self.arguments()}"

    def arguments(self):
        """Top-level values; an array is a flat list of the values in it."""
        result = []
        for line in self.lines:
            depth = len(line) - len(line.lstrip(" "))
            value = VALUE.match(line)
            if depth == 3 and line.strip().startswith("array"):
                result.append([])
            elif value and depth == 3:
                result.append(plain(value))
            elif value and result and isinstance(result[-1], list):
                result[-1].append(plain(value))
        return result

def plain(value):
    kind, text = value.group(2), value.group(3)
    if kind in ("string", "object path"):
        return text[1:-1]
    return {"true": 1, "false": 0}[text] if kind == "boolean" else float(text) if kind == "double" else int(text)

class Notify:
    """One `Notify` of the island: what it asked for, and the id that the server gave (0: none yet)."""

    def __init__(self, message, reply):
        self.time, self.sender = message.time, message.sender
        (self.app, self.replaces, self.icon, self.title, self.body, actions, hints, self.expiry) = message.arguments()
        self.actions = list(zip(actions[::2], actions[1::2]))
        self.hints = hints
        self.id = (reply.arguments() or [0])[0] if reply and reply.kind == "method return" else 0
        self.makes_sound = "sound-name" in hints or "sound-file" in hints

    def __repr__(self):
        labels = [label for _, label in self.actions]
        return f"Notify({self.replaces}→{self.id} “{self.title}” {labels} {self.expiry} ms)"

class Trace:
    """Every message from the moment on when this was made."""

    def __init__(self):
        self.messages = []
        self.process = subprocess.Popen(["dbus-monitor", "--session"], stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.listen, daemon=True).start()
        if not screen.wait_for(lambda: self.messages):  # the monitor's own NameAcquired: it listens
            raise TimeoutError(f"dbus-monitor did not listen within {screen.LIMIT} s")

    def listen(self):
        message, is_open = None, False
        for line in self.process.stdout:
            line = line.rstrip("\n")
            if is_open:  # a string that goes on over a line end
                message.lines[-1] += "\n" + line
                is_open = not line.endswith('"')
                continue
            match = HEAD.match(line)
            if match:
                message = Message(match)
                self.messages.append(message)
            elif message is not None:
                message.lines.append(line)
                value = VALUE.match(line)
                is_open = bool(value and value.group(2) == "string"
                               and (len(value.group(3)) < 2 or not value.group(3).endswith('"')))

    def mark(self):
        return len(self.messages)

    def notifies(self, since=0):
        """The island's `Notify` calls, with the server's answers."""
        messages = list(self.messages)
        replies = {(each.destination, each.reply_to): each for each in messages if each.reply_to}
        calls = [each for each in messages if each.kind == "method call" and each.member == "Notify"
                 and each.interface == NAME and len(each.arguments()) == 8]
        answers = {each: replies.get((each.sender, each.serial)) for each in calls}
        # On GNOME a service takes the call and hands it on to the shell: a caller that itself answers such calls.
        servers = {answer.sender for answer in answers.values() if answer}
        new = set(messages[since:])
        return [Notify(each, answers[each]) for each in calls
                if each in new and each.arguments()[0].startswith(OUR_NAMES) and each.sender not in servers]

    def closes(self, since=0):
        """The ids that somebody asked the server to close."""
        return [each.arguments()[0] for each in list(self.messages)[since:]
                if each.kind == "method call" and each.member == "CloseNotification" and each.arguments()]

    def signals(self, since=0):
        """(member, arguments) of each signal of the server."""
        return [(each.member, each.arguments()) for each in list(self.messages)[since:]
                if each.kind == "signal" and each.interface == NAME]

    def story(self, since=0):
        """The talk between island and server, one line each, for a failed check."""
        lines = []
        for each in list(self.messages)[since:]:
            if each.interface == NAME and each.member in ("Notify", "CloseNotification", "ActionInvoked",
                                                          "NotificationClosed", "ActivationToken"):
                lines.append(f"{each.time:.3f} {each.member} {each.arguments()}")
            elif each.kind == "error":
                lines.append(f"{each.time:.3f} error {each.arguments()}")
        return "\n".join(lines)

    def stop(self):
        self.process.terminate()
        self.process.wait()

def notify(title, body="", app="another application", expiry=20000):
    """Another application's message. Returns its id."""
    answer = subprocess.run(
        ["gdbus", "call", "--session", "--timeout", str(screen.LIMIT), "-d", NAME, "-o", PATH, "-m",
         f"{NAME}.Notify", "--", app, "0", "", title, body, "[]", "{}", str(expiry)],
        capture_output=True, text=True, check=True).stdout
    return int(re.search(r"uint32 (\d+)", answer).group(1))

def close(identifier):
    subprocess.run(["gdbus", "call", "--session", "--timeout", str(screen.LIMIT), "-d", NAME, "-o", PATH, "-m",
                    f"{NAME}.CloseNotification", str(identifier)], capture_output=True, check=False)
