// The daemon is reached whatever becomes of its socket and its folders, and whoever lost them.
import Glibc
import TestKit
import Testing

@Suite(.serialized) struct ReachTests {
  private let home = Home()

  /// Asks with the command, which finds the phase that runs in this process.
  private func expectReached(_ daemon: RunningProgram, sourceLocation: SourceLocation = #_sourceLocation) {
    let began = Patience.now()
    let outcome = home.run("status")
    #expect(outcome.code == 0 && outcome.output.contains("running"), "\(outcome)", sourceLocation: sourceLocation)
    // Less than the start of a daemon that has to wait for another one.
    #expect(Patience.now() - began < 2000, sourceLocation: sourceLocation)
    #expect(daemon.isAlive, sourceLocation: sourceLocation)
    #expect(home.processes(named: "tomato-notifyd") == [daemon.identifier], sourceLocation: sourceLocation)
  }

  private func isBound(_ path: String) -> Bool { Patience.wait { Client(path)?.ask("tomatoclock://status") != nil } }

  @Test func `a socket that is deleted is there again, and meanwhile commands are answered`() throws {
    let daemon = try home.daemon()
    _ = try home.ask("tomatoclock://start")
    for _ in 0..<3 {
      unlink(home.socket)
      expectReached(daemon)
      #expect(isBound(home.socket))
    }
    unlink(home.stateSocket)
    #expect(isBound(home.stateSocket))
    unlink(home.socket)
    unlink(home.stateSocket)
    #expect(isBound(home.socket) && isBound(home.stateSocket))
    #expect(daemon.end(killing: SIGTERM) == 0)
    #expect(access(home.socket, F_OK) != 0 && access(home.stateSocket, F_OK) != 0)
  }

  @Test func `a socket that is replaced by one of nobody is there again; by one that answers, it is left`() throws {
    let daemon = try home.daemon()
    _ = try home.ask("tomatoclock://start")
    let script = """
      import os, socket, sys
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[1] + ".new")
      if sys.argv[2] == "listen": listener.listen()
      os.rename(sys.argv[1] + ".new", sys.argv[1])
      print("bound", flush=True)
      if sys.argv[2] == "listen": listener.accept()
      """
    let dead = Program.run(["python3", "-c", script, home.socket, ""])
    try #require(dead.output == "bound\n")
    expectReached(daemon)
    #expect(isBound(home.socket))
    let other = try #require(RunningProgram(["python3", "-c", script, home.socket, "listen"]))
    try #require(other.wait(for: "bound"))
    // It is asked whether it answers; then it is gone, and its socket belongs to nobody.
    #expect(other.end() == 0)
    _ = Client(home.stateSocket)?.ask("tomatoclock://status")
    #expect(isBound(home.socket))
    expectReached(daemon)
  }

  @Test func `a runtime folder that goes keeps nobody away, and when it comes the socket comes`() throws {
    let daemon = try home.daemon()
    _ = try home.ask("tomatoclock://start")
    Files.remove(home.folder + "/run")
    expectReached(daemon)
    home.variables["XDG_RUNTIME_DIR"] = nil
    expectReached(daemon)
    mkdir(home.folder + "/run", 0o700)
    #expect(isBound(home.socket))
  }

  @Test(arguments: [true, false])
  func `one that was started without a session's folder is reached with one, and the other way round`(
    _ startsWithout: Bool
  ) throws {
    let session = home.variables["XDG_RUNTIME_DIR"]
    home.variables["XDG_RUNTIME_DIR"] = startsWithout ? nil : session
    let daemon = try home.daemon()
    #expect(home.run("start").code == 0)
    home.variables["XDG_RUNTIME_DIR"] = startsWithout ? session : nil
    expectReached(daemon)
    // The login finds it too, and at once.
    let began = Patience.now()
    let login = RunningProgram(Home.daemon, ["--login"], environment: home.environment)
    #expect(login.end() == 0 && Patience.now() - began < 2000)
    expectReached(daemon)
  }

  @Test func `a bar finds the daemon that has no socket in the session's folder`() throws {
    let bar = home.start(["watch", "--format", "tmux"])
    #expect(bar.wait(for: "\n"))
    let session = home.variables.removeValue(forKey: "XDG_RUNTIME_DIR")
    let daemon = try home.daemon()
    #expect(home.run("start", "--task", "report").code == 0)
    home.variables["XDG_RUNTIME_DIR"] = session
    // Idle it says a time, running the minutes: only the task is there whenever it has found the daemon.
    #expect(bar.wait(for: "report"), "\(bar.output) \(bar.errors)")
    expectReached(daemon)
  }

  @Test func `where it can be reached no more it stores the state and ends, and the next one goes on`() throws {
    let daemon = try home.daemon()
    _ = try home.ask("tomatoclock://start")
    Files.remove(home.folder + "/run")
    // A folder with something in it is no socket, and does not go away.
    home.write("", to: home.folder + "/thing/file")
    _ = unlink(home.stateSocket)
    #expect(rename(home.folder + "/thing", home.stateSocket) == 0)
    #expect(daemon.end() == 0, "\(daemon.errors)")
    #expect(try home.rows("SELECT left_boot_ms FROM engine")[at: 0]?.optionalInt64("left_boot_ms") != nil)
    mkdir(home.folder + "/run", 0o700)
    #expect(home.run("status").output.contains("Focus"))
  }

  @Test func `a process that holds the lock and does not answer is named, whatever number the lock has`() throws {
    let bystander = try #require(RunningProgram(["sleep", "1000"]))
    home.write("\(bystander.identifier)\n", to: home.stateFolder + "/lock")
    let script = """
      import fcntl, sys, time
      lock = open(sys.argv[1], "a")
      fcntl.flock(lock, fcntl.LOCK_EX)
      print("ready", flush=True)
      time.sleep(1000)
      """
    let holder = try #require(RunningProgram(["python3", "-c", script, home.stateFolder + "/lock"]))
    try #require(holder.wait(for: "ready"))
    let outcome = home.run("status")
    #expect(outcome.code == 69 && outcome.errors.contains("Process \(holder.identifier) holds"), "\(outcome)")
    #expect(outcome.errors.contains(home.stateFolder + "/lock"))
    #expect(bystander.isAlive && holder.isAlive)
  }

  // MARK: Other users (only root can be another user)

  @Test(.enabled(if: geteuid() == 0)) func `a socket on which another user listens is not believed`() throws {
    let script = """
      import os, socket, sys
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[1])
      os.setuid(65534)
      listener.listen()
      print("bound", flush=True)
      while True:
        caller = listener.accept()[0]
        try:
          caller.sendall(b"\\tFocus 25:00, running\\n0\\n")
          print("heard " + repr(caller.recv(100)), flush=True)
        except OSError: pass
      """
    let other = try #require(RunningProgram(["python3", "-c", script, home.socket]))
    try #require(other.wait(for: "bound"))
    for words in [["status"], ["start", "--task", "secret"], ["quit"]] {
      let outcome = home.run(words)
      #expect(outcome.code == 69 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("The process at \(home.socket) is another user's (uid 65534)"), "\(outcome)")
    }
    #expect(!other.output.contains("tomatoclock:"), "\(other.output)")
    #expect(home.processes(named: "tomato-notifyd").isEmpty)
  }

  /// `sudo -E` keeps the variables of the person's session.
  @Test(.enabled(if: geteuid() == 0))
  func `root in a person's session says what is wrong and leaves nothing in their folders`() throws {
    for folder in ["/run", "/home"] { try #require(chown(home.folder + folder, 65534, 65534) == 0) }
    for folder in ["/state", "/config"] {
      mkdir(home.folder + folder, 0o700)
      try #require(chown(home.folder + folder, 65534, 65534) == 0)
    }
    for words in [["start"], ["status"], ["config", "set", "timer.focus", "30m"], ["autostart", "on"]] {
      let outcome = home.run(words)
      #expect(outcome.code != 0 && outcome.output.isEmpty, "\(words): \(outcome)")
      #expect(outcome.errors.contains("belongs to another user (uid 65534)"), "\(words): \(outcome)")
      #expect(outcome.errors.contains("without sudo"), "\(words): \(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(words): \(outcome)")
    }
    let left = ["/run", "/home", "/state", "/config"].flatMap { Files.names(in: home.folder + $0) }
    #expect(left == [])
  }
}
