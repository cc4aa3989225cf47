// How often the programs wait for the disk, and what they do where each wait is long. A library that is loaded into the
// daemon notes each wait, and makes it longer.
import Glibc
import TestKit
import Testing

@Suite(.serialized, .enabled(if: Preload.compiler != nil)) struct SlowDiskTests {
  private let home = Home()

  private static let source = """
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <sys/wait.h>
    #include <time.h>
    #include <unistd.h>

    static int slow(int descriptor, long call) {
      const char *log = getenv("TOMATO_WAITS"), *milliseconds = getenv("TOMATO_WAIT_MS");
      int file = open(log ? log : "/dev/null", O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
      if (write(file, "w", 1) < 0) {}
      close(file);
      long wanted = milliseconds ? atol(milliseconds) : 0;
      struct timespec time = {wanted / 1000, wanted % 1000 * 1000000};
      nanosleep(&time, 0);
      // While a file is there the disk does not answer. The parent of vfork sleeps as one that waits for a disk does.
      const char *stuck = getenv("TOMATO_STUCK");
      if (stuck && access(stuck, F_OK) == 0) {
        pid_t child = vfork();
        if (child == 0) {
          struct timespec moment = {0, 10000000};
          while (access(stuck, F_OK) == 0) nanosleep(&moment, 0);
          _exit(0);
        }
        waitpid(child, 0, 0);
      }
      // Then it is a fast one: what the kernel has outlives the process.
      return stuck ? 0 : (int)syscall(call, descriptor);
    }
    int fsync(int descriptor) { return slow(descriptor, SYS_fsync); }
    int fdatasync(int descriptor) { return slow(descriptor, SYS_fdatasync); }
    int syncfs(int descriptor) { return slow(descriptor, SYS_syncfs); }
    """

  /// While this file is there a disk that can be stuck does not answer.
  private var stuck: String { home.folder + "/stuck" }

  init() throws {
    let (source, library) = (home.folder + "/slow.c", home.folder + "/slow.so")
    home.write(Self.source, to: source)
    try Preload.make(source, at: library)
    home.variables["LD_PRELOAD"] = library
    home.variables["TOMATO_WAITS"] = home.folder + "/waits"
  }

  /// How often it was waited since this was asked last.
  private func waits() -> Int {
    defer { unlink(home.folder + "/waits") }
    return Files.text(home.folder + "/waits").utf8.count
  }

  @Test func `a start waits for the disk once, and what a person does is as safe as ever`() throws {
    for isFirst in [true, false] {
      let daemon = try home.daemon()
      #expect(waits() <= 1, "\(isFirst)")
      #expect(home.run("start").code == 0)
      // The log, and in its folder the name of the log.
      #expect((1...2).contains(waits()))
      #expect(home.run("extend", "5m").code == 0)
      #expect(waits() == 1)
      #expect(home.run("stop").code == 0 && waits() == 1)
      #expect(daemon.end(killing: SIGTERM) == 0)
      _ = waits()
    }
  }

  @Test func `a disk that answers later than a command waits is said once, waited for, and costs nothing`() throws {
    home.variables["TOMATO_STUCK"] = stuck
    home.write("", to: stuck)
    let command = home.start(["start", "--task", "report"])
    #expect(command.wait(for: "\n", on: 1))
    #expect(ProcessStatus.isRunning(command.identifier))
    unlink(stuck)
    #expect(command.end() == 0)
    #expect(command.errors == "tomato-notify: The disk is slow; waiting for it. Nothing is lost.\n")
    #expect(try home.status().contentState.task == "report" && home.run("quit").code == 0)
  }

  @Test func `while the disk does not answer a change waits, and everything else goes on`() throws {
    home.variables["TOMATO_STUCK"] = stuck
    try home.daemon()
    #expect(home.run("start", "1h", "--task", "report").code == 0)
    home.write("", to: stuck)
    let pausing = home.start(["pause"])
    let extending = home.start(["extend", "5m"])
    // Both have asked: the one waits for the disk, the other for the one.
    #expect(pausing.wait(for: "\n", on: 1) && extending.wait(for: "\n", on: 1))
    for _ in 0..<20 {
      let state = try home.status().contentState
      #expect(state.stateIdentifier == "running" && state.task == "report")
    }
    #expect(home.run("resume", "nobody").code != 0)
    #expect(ProcessStatus.isRunning(pausing.identifier) && ProcessStatus.isRunning(extending.identifier))
    unlink(stuck)
    #expect(pausing.end() == 0 && extending.end() == 0)
    #expect(try home.status().contentState.stateIdentifier == "paused")
  }

  @Test func `what many changes needed that waited for the disk is given back`() throws {
    home.variables["TOMATO_STUCK"] = stuck
    let daemon = try home.daemon()
    #expect(home.run("start", "1h").code == 0)
    let before = try #require(Footprint(daemon.identifier))
    home.write("", to: stuck)
    var now = before
    func has(_ isAsExpected: (Int) -> Bool) -> Bool {
      Patience.wait {
        now = Footprint(daemon.identifier) ?? now
        return isAsExpected(now.kilobytes - before.kilobytes)
      }
    }
    // Nobody waits for the answers, so all of them are decided at once.
    try home.connect().send(String(repeating: "tomatoclock://extend?by=1s\n", count: 700))
    #expect(has { $0 > 3072 }, "\(before), then \(now)")
    unlink(stuck)
    #expect(has { $0 < 1024 }, "\(before), then \(now)")
  }

  @Test func `a kill while the disk does not answer loses nothing that was answered`() throws {
    home.variables["TOMATO_STUCK"] = stuck
    let daemon = try home.daemon()
    #expect(home.run("start", "--task", "report").code == 0)
    home.write("", to: stuck)
    let pausing = home.start(["pause"])
    #expect(pausing.wait(for: "\n", on: 1))
    _ = daemon.end(killing: SIGKILL)
    unlink(stuck)
    _ = pausing.end()
    home.variables["TOMATO_STUCK"] = nil
    #expect(try home.status(afterStarting: true).contentState.task == "report")
  }

  @Test func `where the disk is slow the end waits for what it stores, and for nothing else`() throws {
    home.variables["TOMATO_WAIT_MS"] = "600"
    let daemon = try home.daemon()
    #expect(home.run("start").code == 0)
    _ = waits()
    #expect(daemon.end(killing: SIGTERM) == 0)
    #expect(waits() == 1)
    home.variables["TOMATO_WAIT_MS"] = "0"
    #expect(try home.status(afterStarting: true).contentState.stateIdentifier == "running")
  }
}
