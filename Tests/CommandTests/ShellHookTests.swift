// Commands that took long, announced by real shells; and everything else in them as it was.
import Glibc
import TestKit
import Testing

extension ProcessTests {
  struct ShellHookTests {
    private let daemon = TrackTests.daemon().start()

    /// A shell that evaluated our text twice. Where every command is announced, so were these: what comes next comes
    /// after them.
    private func session(_ kind: ShellSession.Kind, after: String = "0") throws -> ShellSession {
      try #require(Program.exists(kind.rawValue), "a package is missing: scripts/packages.sh suite")
      let shell = ShellSession(kind, folder: daemon.folder)
      // fish announces the command that brings our text, too; bash and zsh only what begins after it.
      for round in 0..<2 {
        #expect(shell.run("eval \"$(tomato-notify track --shell \(kind.rawValue) --after \(after))\"") == 0)
        if after == "0", access(daemon.path, F_OK) == 0, kind == .fish || round == 1 {
          #expect(isAnnounced("eval", "done in 0:0", count: kind == .fish ? round + 1 : 1))
        }
      }
      return shell
    }

    /// Waits until the `count`th announcement of this command ended with this title. The announcements of a shell are
    /// made in the background, so one is waited for before the next command is typed.
    private func isAnnounced(_ name: String, _ title: String, count: Int = 1) -> Bool {
      daemon.waitForLines { lines in
        names.count { $0 == name } == count && lines.last?.contains("\"title\":\"\(title)") == true
      }
    }

    private var names: [Substring] {
      daemon.lines.compactMap { line in
        line.contains("://request") ? line.split(separator: "\"name\":\"").last?.prefix { $0 != "\"" } : nil
      }
    }

    @Test(arguments: ShellSession.Kind.allCases)
    func `the end of a command is announced, once, with its name and how it went`(_ kind: ShellSession.Kind) throws {
      let shell = try session(kind)
      #expect(shell.run("/bin/ls /nowhere") == 2)
      #expect(isAnnounced("ls", "failed (2) after 0:0"))
      #expect(shell.run("printf x") == 0)
      #expect(isAnnounced("printf", "done in 0:0"))
      #expect(names.count { $0 == "ls" } == 1 && names.count { $0 == "printf" } == 1, "\(daemon.lines)")
      #expect(!shell.child.text.contains("[1]"))
    }

    @Test(arguments: ShellSession.Kind.allCases)
    func `nothing is said of a short command, and of what a person sits in`(_ kind: ShellSession.Kind) throws {
      let shell = try session(kind, after: "1h")
      #expect(shell.run("true") == 0)
      if kind != .fish { #expect(shell.run("") == 0) }
      let set = kind == .fish ? "set -g _tomato_track_after 0" : "_tomato_track_after=0"
      #expect(shell.run(set) == 0)
      #expect(shell.run("fg") != 0)
      #expect(shell.run("tomato-notify track true") == 0)
      #expect(shell.run("printf x") == 0)
      #expect(daemon.waitForLines { _ in names.contains("printf") })
      #expect(Set(names).isSubset(of: ["_tomato_track_after=0", "set", "printf"]), "\(names)")
    }

    @Test(arguments: ShellSession.Kind.allCases)
    func `the setting says of what nothing is announced`(_ kind: ShellSession.Kind) throws {
      mkdir(daemon.folder + "/tomato-notify", 0o700)
      Files.write("[track]\nignore=echo printf\n", to: daemon.folder + "/tomato-notify/config.ini")
      let shell = try session(kind)
      #expect(shell.run("echo x") == 0 && shell.run("printf x") == 0 && shell.run("false") == 1)
      #expect(daemon.waitForLines { _ in names.contains("false") })
      #expect(!names.contains("echo") && !names.contains("printf"))
    }

    @Test func `bash keeps its traps, prompt commands, PS0 and what the last command has left`() throws {
      try #require(Program.exists("bash"))
      let shell = ShellSession(folder: daemon.folder)
      #expect(shell.run("trap 'dbg=$((dbg+1))' DEBUG; trap 'errs=$((errs+1))' ERR; PS0='{ps0}'") == 0)
      #expect(shell.run("PROMPT_COMMAND='seen=$?'; errs=0") == 0)
      #expect(shell.run("before=$(trap -p)") == 0)
      #expect(shell.run("eval \"$(tomato-notify track --shell bash --after 0)\"") == 0)
      #expect(shell.run("[ \"$before\" = \"$(trap -p)\" ]") == 0)
      #expect(shell.run("(exit 7)") == 7)
      #expect(shell.run("echo \"last=$?,$seen,$errs,$_\"") == 0 && shell.child.text.contains("last=7,7,1,"))
      #expect(shell.child.text.contains("{ps0}last="))
      #expect(shell.run("echo a b; PROMPT_COMMAND+=('more=$?')") == 0)
      #expect(shell.run("false") == 1 && shell.run("echo \"more=$more\"") == 0)
      #expect(shell.child.text.contains("more=1"))
      #expect(shell.run("set -u; echo under; set +u") == 0)
    }

    @Test func `a prompt of bash starts no process`() throws {
      let shell = try session(.bash, after: "1h")
      // The page faults of children that have been waited for grow with each one.
      let read = "IFS= read -r s </proc/$$/stat; s=${s##*) }; f=($s); echo \"faults=${f[8]}.\""
      for line in [read, "true", ":", "", "false", "true", read] { shell.run(line) }
      let counts = shell.child.lines.filter { $0.hasPrefix("faults=") }
      #expect(counts.count == 2 && counts[at: 0] == counts[at: 1], "\(counts)")
    }

    @Test func `what bash does not record is not announced, but for a repeated command`() throws {
      let shell = ShellSession(folder: daemon.folder)
      #expect(shell.run("HISTCONTROL=ignoreboth") == 0)
      #expect(shell.run("eval \"$(tomato-notify track --shell bash --after 0)\"") == 0)
      #expect(shell.run("printf one") == 0 && daemon.waitForLines { _ in names.count { $0 == "printf" } == 1 })
      #expect(shell.run(" printf secret") == 0)
      #expect(shell.run("printf one") == 0 && daemon.waitForLines { _ in names.count { $0 == "printf" } == 2 })
      #expect(shell.run("true") == 0 && daemon.waitForLines { _ in names.contains("true") })
      #expect(names.count { $0 == "printf" } == 2)
    }

    @Test func `zsh keeps its hooks and their status, and a hidden line hidden`() throws {
      try #require(Program.exists("zsh"), "a package is missing: scripts/packages.sh suite")
      let shell = ShellSession(.zsh, folder: daemon.folder)
      #expect(shell.run("precmd() { seen=$? }; preexec() { typed=$1 }; setopt histignorespace") == 0)
      #expect(shell.run("eval \"$(tomato-notify track --shell zsh --after 0)\"") == 0)
      #expect(shell.run("(exit 7)") == 7)
      #expect(shell.run("echo \"last=$?,$seen,$typed\"") == 0)
      #expect(shell.child.text.contains("last=7,7,echo"))
      #expect(shell.run(" printf secret") == 0 && shell.run("true") == 0)
      #expect(daemon.waitForLines { _ in names.contains("true") } && !names.contains("printf"))
    }

    @Test func `fish keeps its status, and a hidden line hidden`() throws {
      let shell = try session(.fish)
      #expect(shell.run("sh -c 'exit 7'") == 7)
      #expect(shell.run("echo last=$status,") == 0 && shell.child.text.contains("last=7,"))
      #expect(shell.run(" printf secret") == 0 && shell.run("true") == 0)
      #expect(daemon.waitForLines { _ in names.contains("true") } && !names.contains("printf"))
    }

    @Test(arguments: ShellSession.Kind.allCases)
    func `without a daemon, or without us, a shell says nothing`(_ kind: ShellSession.Kind) throws {
      daemon.stop(lastWords: "")
      let shell = try session(kind)
      let before = shell.child.output.count
      #expect(shell.run("true") == 0)
      let path = kind == .fish ? "set -x PATH /usr/bin /bin" : "PATH=/usr/bin:/bin"
      #expect(shell.run(path) == 0 && shell.run("true") == 0 && shell.run("false") == 1)
      let said = String(decoding: shell.child.output[before...], as: UTF8.self)
      #expect(!said.contains("not found") && !said.contains("tomato"), "\(said)")
      #expect(access(daemon.path, F_OK) != 0)
    }
  }
}
