// The commands for keys in docs/bars.md do what the page says, with the desktops' own programs.
import Foundation
import TestKit
import Testing

struct ShortcutTests {
  let folder: TemporaryFolder
  /// The whole path of a stand-in for the command.
  let program: String
  let environment: [String: String]

  init() throws {
    folder = TemporaryFolder("-tomato-keys")
    let bin = folder.url.appending(path: "bin")
    for name in ["bin", "home", "run"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    program = bin.appending(path: "tomato-notify").path
    Program.install("#!/bin/sh\n", at: program)
    environment = [
      "PATH": "\(bin.path):/usr/local/bin:/usr/bin:/bin", "HOME": folder.url.appending(path: "home").path,
      "XDG_RUNTIME_DIR": folder.url.appending(path: "run").path, "GSETTINGS_BACKEND": "keyfile",
      "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
    ]
  }

  /// The block of the page behind three backticks and these words.
  private func block(_ words: String) throws -> String {
    let page = Repository.text("docs/bars.md")
    let rest = try #require(page.components(separatedBy: "```\(words)\n").dropFirst().first)
    return try #require(rest.components(separatedBy: "\n```").first)
  }

  /// Runs a script of the page and prints what it left; `bus` are the words that give it a session bus of its own.
  private func shell(_ script: String, from package: String, bus: [String] = []) throws -> String {
    // With an empty signal mask, without which the bus would not heed the request to end.
    let outcome = Program.run(bus + ["sh", "-euc", script], environment: environment.map { "\($0.key)=\($0.value)" })
    #expect(outcome.code == 0, "\(package): \(outcome.output)")
    return outcome.output
  }

  @Test func `GNOME: two keys, beside those that were there, also when it is run again`() throws {
    let keys = "org.gnome.settings-daemon.plugins.media-keys"
    let path = "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/"
    let snippet = try block("sh gnome")
    let list = "gsettings get \(keys) custom-keybindings\n"
    let package = "gnome-settings-daemon-common"
    #expect(
      try shell("\(snippet)\n\(list)", from: package) == "['\(path)tomato-toggle/', '\(path)tomato-skip/']\n")
    let result = try shell(
      """
      gsettings set \(keys) custom-keybindings "['\(path)tea/']"
      \(snippet)
      \(snippet)
      \(list)for name in toggle skip; do for key in name binding command; do
        gsettings get \(keys).custom-keybinding:\(path)tomato-$name/ $key
      done; done
      """, from: package)
    #expect(
      result == """
        ['\(path)tea/', '\(path)tomato-toggle/', '\(path)tomato-skip/']
        'TomatoClock: toggle'
        '<Super><Alt>t'
        '\(program) toggle'
        'TomatoClock: skip'
        '<Super><Alt>n'
        '\(program) skip'

        """)
  }

  @Test func `Plasma: the keys that are written are those of the launcher's actions, by their names`() throws {
    let entry = try String(
      contentsOf: repository.appending(path: "desktop/org.tomatoclock.TomatoNotify.desktop"), encoding: .utf8)
    let keys = try block("sh plasma").components(separatedBy: "--key ").dropFirst().map { part in
      part.split(separator: "\n").first.map { $0.split(separator: " ", maxSplits: 1) } ?? []
    }
    #expect(keys.map(\.first) == ["toggle", "skip", "reset"])
    for key in keys {
      let (name, quoted) = (try #require(key.first), try #require(key[at: 1]))
      let fields = quoted.trimmingCharacters(in: ["'"]).split(separator: ",").map(String.init)
      try #require(fields.count == 3)
      let action = try #require(entry.components(separatedBy: "[Desktop Action \(name)]\n").dropFirst().first)
      let lines = try #require(action.components(separatedBy: "\n[").first).split(separator: "\n")
      #expect(lines.contains("Name=\(fields.last ?? "")"))
      let preset = lines.first { $0.hasPrefix("X-KDE-Shortcuts=") }?.dropFirst(16)
      #expect(fields[text: 1] == preset ?? "none")
    }
  }

  @Test func `Xfce: two keys run the command by its whole path`() throws {
    let result = try shell(
      try block("sh xfce") + "\nxfconf-query -c xfce4-keyboard-shortcuts -l -v | grep tomato | sort", from: "xfconf",
      bus: ["dbus-run-session", "--"])
    let lines = result.split(separator: "\n").filter { $0.hasPrefix("/commands") }
      .map { $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init) }
    #expect(
      lines == [
        ["/commands/custom/<Super><Alt>n", program, "skip"], ["/commands/custom/<Super><Alt>t", program, "toggle"],
      ], "\(result)")
  }

  @Test(arguments: [("sway", ["sway", "--validate", "-c"], "sway"), ("i3", ["i3", "-C", "-c"], "i3-wm")])
  func `sway and i3 take the lines, and refuse a damaged one`(words: String, check: [String], package: String) throws {
    // Without this comment i3 takes a file for one of an old version.
    let lines = "# i3 config file (v4)\n" + (try block(words)) + "\n"
    let file = folder.url.appending(path: "config")
    #expect(lines.contains("Mod4+Mod1+t"))
    for (text, isTaken) in [(lines, true), (lines.replacing("bindsym", with: "bound"), false)] {
      try text.write(to: file, atomically: true, encoding: .utf8)
      let outcome = try run(try asAPerson() + check + [file.path], from: package, environment: environment)
      #expect((outcome.status == 0) == isTaken, "\(outcome.output)")
    }
  }

  /// sway refuses to run as root: then as nobody, who gets the runtime directory.
  private func asAPerson() throws -> [String] {
    guard getuid() == 0 else { return [] }
    try FileManager.default.setAttributes(
      [.ownerAccountID: 65534], ofItemAtPath: folder.url.appending(path: "run").path)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
  }

  @Test func `each key of the page runs a command that is there`() throws {
    let verbs: Set = ["toggle", "skip", "undo"]
    for words in ["sh gnome", "sh xfce", "sway", "i3"] {
      for line in try block(words).split(separator: "\n") where line.contains("<Super>") || line.contains("bindsym") {
        let verb = line.split(separator: " ").last?.filter(\.isLetter) ?? ""
        #expect(verbs.contains(verb), "\(line)")
      }
    }
  }
}
