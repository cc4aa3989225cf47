#!/usr/bin/python3
"""Links in a web page, clicked in Chromium: browser.py [PART…], inside lab.sh browser.

What is installed, a window manager without a desktop, and dunst. Chromium runs xdg-open; before, it asks "Open
TomatoClock?", unless the person has said that this page need not be asked for again, as here."""
import functools
import http.server
import json
import os
import subprocess
import sys
import threading

import checker
import screen

PAGE = """<!doctype html><meta charset="utf-8"><title>Links</title>
<style>a { display: block; height: 100vh; font: 40px sans-serif }</style><a href="%s">Link</a>"""

class Pages(http.server.BaseHTTPRequestHandler):
    """The path is ignored; the page is the server's."""
    def do_GET(self):
        body = (PAGE % self.server.link).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

SERVER = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
threading.Thread(target=SERVER.serve_forever, daemon=True).start()

class Browser:
    """Chromium with a page of one link that fills the window, and the person who clicks it."""
    def __init__(self, lab, link):
        self.lab = lab
        SERVER.link = link

    def __enter__(self):
        home = os.path.join(checker.LAB_DIR, "chromium")
        origin = f"http://localhost:{SERVER.server_address[1]}"
        os.makedirs(home + "/Default", exist_ok=True)
        with open(home + "/Default/Preferences", "w", encoding="utf-8") as preferences:
            pairs = {origin: {"tomatoclock": True}}
            json.dump({"protocol_handler": {"allowed_origin_protocol_pairs": pairs}}, preferences)
        words = ["chromium", "--no-sandbox", "--no-first-run", "--disable-gpu", "--user-data-dir=" + home,
                 "--window-position=0,0", "--window-size=700,600", origin + "/"]
        log = open(os.path.join(checker.LAB_DIR, "log", "chromium"), "ab")
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()
        self.lab.check("the page is shown", functools.partial(screen.find, "Link"))
        x, y = screen.find("Link")
        # Below the word, away from the bars that the browser opens above it.
        screen.click(x, y + 200)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(checker.LIMIT)
        self.lab.check("the browser has gone", lambda: screen.find("Link") is None)

def a_link_starts_it(lab):
    """The daemon does not run; the page's author has written the task as people write."""
    lab.check("no daemon runs", lab.daemon() is None)
    with Browser(lab, "tomatoclock://start/focus?task=寫報告 100%25 C++"):
        lab.check("the daemon was started", lab.daemon)
        lab.check("with the task", lambda: "寫報告 100% C++" in lab.status())
        lab.check("and it runs", lambda: "running" in lab.status())

def a_link_reaches_it(lab):
    lab.start("focus")
    process = lab.daemon()
    with Browser(lab, "tomatoclock://pause"):
        lab.check("the phase is paused", lambda: "paused" in lab.status())
    lab.check("by the same daemon", lab.daemon() == process)

def a_wrong_link_says_why(lab):
    with Browser(lab, "tomatoclock://dance"):
        lab.check("one notification says why", lambda: len(lab.notifies()) == 1)
        lab.check("in a sentence", "'dance' is not a verb" in lab.trace.story(lab.begun))
    lab.check("and nothing was started", lab.daemon() is None)

PARTS = [a_link_starts_it, a_link_reaches_it, a_wrong_link_says_why]

if __name__ == "__main__":
    sys.exit(checker.main(PARTS))
