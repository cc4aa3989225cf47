#!/usr/bin/env python3
"""The timer in waybar, counted here and not by the daemon: tomato-view.py, a custom module (docs/views.md)."""
import html, json, math, select, signal, subprocess, time

signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # ends in silence when nobody reads
watch = ["tomato-notify", "watch", "--format", "cards"]
lines = subprocess.Popen(watch, stdout=subprocess.PIPE, bufsize=0).stdout
cards = []
while True:
    said, wait = {"text": ""}, None
    if cards:
        card, clock, now = cards[0], cards[0]["clock"], time.time()
        text = clock["text"] or ""
        if clock["at"] and not text:
            left = clock["at"] / 1000 - now
            seconds = max(math.ceil(left) if clock["kind"] == "down" else math.floor(-left), 0)
            text, wait = f"{seconds // 60}:{seconds % 60:02}", left % 1
        isHot = clock["hot"] and clock["hot"] / 1000 <= now
        words = html.escape("\n".join([card["title"], *card["lines"]]), quote=False)
        said = {"text": text, "tooltip": words, "class": "urgent" if isHot else card["accent"]}
    print(json.dumps(said), flush=True)
    if select.select([lines], [], [], wait)[0]:
        line = lines.readline()
        if not line:
            break
        cards = json.loads(line)["cards"]
