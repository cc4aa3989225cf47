// The Tab key in real shells: verbs, names, settings and their values, tasks used before. A task is a person's text, or
// a web page's: it stands in the line as one word, and nothing in it is run.
import Glibc
import TestKit
import Testing

extension ProcessTests {
  struct CompletionTests {
    private let desk = Desk()

    /// What is typed before Tab, and what stands in the line afterwards; the last of what is offered is among them.
    private static let lines = [
      ("pau", "pause "), ("start lo", "start long-break "), ("pause t", "pause tea "), ("stop t", "stop tea "),
      ("config g", "config get "), ("config get activities.d", "config get activities.deny "),
      ("config unset timer.fo", "config unset timer.focus "),
      ("config set island.mode of", "config set island.mode off "),
      ("focus --task wr", "focus --task write\\ report "), ("start --task fi", "start --task fix:\\ the\\ tab "),
      ("focus --task sa", "focus --task say\\ \\\"it\\'s\\\"\\ \\$5 "),
      ("focus --task \"wr", "focus --task \"write report\" "), ("pause --duration 1h", "pause --duration 1h30m "),
    ]

    @Test(arguments: ShellSession.Kind.allCases) func `Tab completes what there is`(_ kind: ShellSession.Kind) throws {
      let shell = try session(kind)
      for (typed, line) in Self.lines {
        shell.type("tomato-notify \(typed)\t\u{14}")
        #expect(shell.says("line:tomato-notify \(line):"), "\(typed): \(shell.child.text.suffix(400))")
      }
    }

    @Test(arguments: ShellSession.Kind.allCases) func `nothing in a task is run`(_ kind: ShellSession.Kind) throws {
      desk.work(on: "evil $(touch ~/ran)`touch ~/ran`;touch ~/ran")
      let shell = try session(kind)
      #expect(shell.says("line:tomato-notify focus --task", after: "tomato-notify focus --task \t\t\u{14}"))
      shell.type("tomato-notify focus --task ev\t\u{14}")
      #expect(shell.says("line:tomato-notify focus --task evil\\ \\$\\(touch\\ "), "\(shell.child.text.suffix(400))")
      #expect(access(desk.folder + "/ran", F_OK) != 0)
    }

    @Test func `a script of bash that was loaded before gets only what it cannot run`() {
      desk.work(on: "evil $(touch x)")
      let words = ["---completion", "focus", "--", "--task", "3", "0", "tomato-notify", "focus", "--task", ""]
      let offered = runCommand(words, environment: desk.environment + ["SAP_SHELL=bash"]).output
      #expect(offered.split(separator: "\n") == ["fix: the tab", "write report"])
    }

    private func session(_ kind: ShellSession.Kind) throws -> ShellSession {
      try #require(Program.exists(kind.rawValue), "a package is missing: scripts/packages.sh suite")
      let shell = ShellSession(kind, folder: desk.folder)
      for line in setUp(kind) { #expect(shell.run(line) == 0) }
      return shell
    }

    /// Loads the completions as a shell does, and lets Control-T print the line and empty it.
    private func setUp(_ kind: ShellSession.Kind) -> [String] {
      let script = "tomato-notify --generate-completion-script \(kind.rawValue)"
      switch kind {
      case .bash:
        return [
          "eval \"$(\(script))\"", "show() { printf 'line:%s:\\n' \"$READLINE_LINE\"; READLINE_LINE=; }",
          "bind -x '\"\\C-t\": show'",
        ]
      case .zsh:
        return [
          "mkdir \(desk.folder)/z && \(script) >\(desk.folder)/z/_tomato-notify",
          "fpath=(\(desk.folder)/z $fpath); autoload -U compinit; compinit -D -u",
          "show() { zle -I; print -r -- \"line:$BUFFER:\"; BUFFER= }; zle -N show; bindkey '^T' show",
        ]
      case .fish:
        return [
          "\(script) | source", "function show; echo \"line:\"(commandline)\":\"; commandline ''; end",
          "bind \\ct show",
        ]
      }
    }
  }
}

/// A person with a daemon, a timer and tasks of before.
private final class Desk {
  private let owned = TemporaryFolder()
  var folder: String { owned.path }

  init() {
    for task in ["write report", "fix: the tab", "say \"it's\" $5"] { work(on: task) }
    run("timer", "40m", "tea")
  }

  deinit { run("quit") }

  var environment: [String] {
    let places = ["XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "HOME"]
    return places.map { "\($0)=\(folder)" } + ["PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no", "LC_ALL=C.UTF-8"]
  }

  /// An interval of the history.
  func work(on task: String) {
    run("start", "focus", "--replace", "--task", task)
    run("skip")
  }

  private func run(_ words: String...) {
    let outcome = runCommand(words, environment: environment)
    #expect(outcome.code == 0, "\(words): \(outcome)")
  }
}
