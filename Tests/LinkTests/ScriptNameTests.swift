// What stands above a program's card: of an interpreter its script.
import Testing
import TomatoLink

struct ScriptNameTests {
  private static let files = [
    "backup.py": "import os", "/srv/a b/deploy.sh": "#!/bin/sh", "app.js": "", "notes.txt": "#!/bin/sh",
    "./bot": "#!/usr/bin/env -S nu --stdin",
  ]

  @Test(
    arguments: [
      ("/usr/bin/python3.14", ["backup.py", "--all"], "backup.py"),
      ("/usr/bin/python3.14", ["-u", "backup.py"], "backup.py"),
      ("/usr/bin/python3.14", ["-m", "http.server"], "http.server"), ("/usr/bin/python3.14", ["-c", "import os"], nil),
      ("/usr/bin/bash", ["/srv/a b/deploy.sh"], "deploy.sh"),
      ("/usr/bin/bash", ["-e", "/srv/a b/deploy.sh"], "deploy.sh"),
      ("/usr/bin/bash", ["-c", "make"], nil), ("/usr/bin/bash", [], nil), ("/usr/bin/dash", ["-"], nil),
      ("/srv/node", ["app.js"], "app.js"), ("/srv/nu", ["./bot"], "bot"), ("/usr/bin/vim", ["notes.txt"], nil),
      ("/usr/bin/make", ["-j8", "app.js"], nil), ("/usr/bin/perl5.40.1", ["-e", "print", "app.js"], nil),
      ("/usr/bin/python3.14", ["-W", "ignore", "-u", "backup.py"], "backup.py"),
      ("/usr/bin/bash", ["-o", "pipefail", "/srv/a b/deploy.sh"], "deploy.sh"),
      ("/usr/bin/node", ["--require", "backup.py", "app.js"], "app.js"), ("/usr/bin/python3.14", ["-W"], nil),
      ("/usr/bin/perl", ["-W", "app.js"], "app.js"), ("", ["app.js"], nil),
    ] as [(String, [String], String?)])
  func `an interpreter is called by its script, and nothing else is`(
    _ program: String, _ words: [String], _ name: String?
  ) {
    #expect(ScriptName.script(of: program, words) { Self.files[$0] } == name)
  }
}
