// Somebody who asks a daemon for its status without end, from a thread of their own, and notes the longest answer.
import Glibc
import Synchronization
import TestKit

final class Asker: Sendable {
  struct Notes {
    var answers = 0
    /// In milliseconds.
    var longest = 0.0
    fileprivate var isOver = false
    fileprivate var hasEnded = false
  }

  private let notes = Mutex(Notes())
  private let daemon = Mutex(pid_t?.none)
  private let socket: String

  init(_ socket: String) {
    self.socket = socket
    onOwnThread { [self] in
      while !notes.withLock(\.isOver) {
        ask()
        poll(nil, 0, 2)
      }
      notes.withLock { $0.hasEnded = true }
    }
  }

  var answers: Int { notes.withLock(\.answers) }
  var longest: Double { notes.withLock(\.longest) }

  /// Asks this process; nil: none is there.
  func ask(_ process: pid_t?) { daemon.withLock { $0 = process } }

  func end() {
    notes.withLock { $0.isOver = true }
    _ = Patience.wait { notes.withLock(\.hasEnded) }
  }

  private func ask() {
    guard let process = daemon.withLock(\.self) else { return }
    let before = Waits(process)
    let began = Patience.now()
    guard Client(socket)?.ask("tomatoclock://status")?.code == 0 else { return }
    let took = Double(Patience.now() - began) - Waits(process).since(before)
    // Another one was asked, or the machine was not the same.
    guard daemon.withLock(\.self) == process else { return }
    notes.withLock { notes in
      notes.answers += 1
      notes.longest = max(notes.longest, took)
    }
  }
}

/// How long each thread of a process, and this one, has waited for a processor (proc(5), schedstat): on a busy machine
/// that is no time that the process took.
private struct Waits {
  /// In nanoseconds.
  private var threads: [String: UInt64] = [:]

  init(_ process: pid_t) {
    let tasks = "/proc/\(process)/task"
    for place in Files.names(in: tasks).map({ "\(tasks)/\($0)" }) + ["/proc/thread-self"] {
      let words = Files.text(place + "/schedstat").split(separator: " ")
      threads[place] = words[at: 1].flatMap { UInt64($0) }
    }
  }

  /// In milliseconds.
  func since(_ before: Waits) -> Double {
    threads.reduce(0) { $0 + Double($1.value - min($1.value, before.threads[$1.key] ?? $1.value)) / 1_000_000 }
  }
}
