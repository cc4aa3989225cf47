// A compositor or an X server that hangs, errs, lies, floods, goes and comes, as it is told.
import Glibc
import TestKit

final class HostileSocket {
  enum Mood: CaseIterable {
    case sane
    /// Nobody listens.
    case gone
    /// Nothing is accepted.
    case asleep
    /// It hears, and says nothing.
    case silent
    /// It says what it should, with some bytes changed.
    case damaged
    case nonsense
    case floods
    /// Everybody is hung up on.
    case rude
  }

  private let path: String
  /// What it says to whoever has spoken so often.
  private let script: [[UInt8]]
  /// What it says of its own accord.
  private let news: [[UInt8]]
  private var listener: Int32 = -1
  private var clients: [Int32: Int] = [:]
  private(set) var mood = Mood.gone
  private var numbers = SeededGenerator(state: 1)

  init(_ path: String, script: [[UInt8]], news: [[UInt8]]) {
    (self.path, self.script, self.news) = (path, script, news)
  }

  deinit { behave(.gone, seed: 0) }

  func behave(_ mood: Mood, seed: UInt64) {
    (self.mood, numbers) = (mood, SeededGenerator(state: seed))
    if mood == .gone || mood == .rude { for client in clients.keys { hangUp(client) } }
    if mood == .gone, listener >= 0 {
      close(listener)
      unlink(path)
      listener = -1
    } else if mood != .gone, listener < 0 {
      listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
      _ = SocketFile.listen(listener, at: path)
    }
  }

  /// Says something to all that it should have been asked for.
  func tell() -> Int {
    guard let message = news.randomElement(using: &numbers) else { return 0 }
    for client in clients.keys { say(message, to: client) }
    return clients.count
  }

  /// Accepts, hears and answers, without waiting.
  func serve() {
    guard listener >= 0, mood != .asleep else { return }
    while let client = SocketFile.accept(listener) {
      clients[client] = 0
      if mood == .rude { hangUp(client) }
    }
    for client in clients.keys.sorted() { hear(client) }
  }

  private func hear(_ client: Int32) {
    guard let bytes = Files.readSome(client) else { return hangUp(client) }
    if mood == .floods { return say((0..<64).flatMap { _ in news.flatMap(\.self) + (script.first ?? []) }, to: client) }
    guard !bytes.isEmpty else { return }
    let answer = script[at: clients[client, default: 0]] ?? []
    clients[client, default: 0] += 1
    switch mood {
    case .sane: say(answer, to: client)
    case .damaged: say(answer.isEmpty ? [] : numbers.damaged(answer), to: client)
    case .nonsense: say(numbers.bytes(Int.random(in: 1...4000, using: &numbers)), to: client)
    case .gone, .asleep, .silent, .floods, .rude: break
    }
  }

  /// What does not fit is left out.
  private func say(_ bytes: [UInt8], to client: Int32) {
    _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  private func hangUp(_ client: Int32) {
    close(client)
    clients[client] = nil
  }
}
