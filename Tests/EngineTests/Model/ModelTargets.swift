// The model: which activity is meant. docs/links.md, "Which activity".

import TomatoLink

extension Model {
  func targets(_ intent: Intent) throws(No) -> [String] {
    if intent.verb == .stop, intent.activity == .all { return order.filter { isPersons($0) } }
    if let name = intent.activity?.description ?? intent.name { return [name] }
    // A phase is of one activity.
    if let phase = intent.phase {
      return [things.first { UInt64($0.token) == phase.number }?.id ?? "pomodoro"]
    }
    switch intent.verb {
    case .start, .focus, .break: return ["pomodoro"]
    case .undo: return newestLoss
    case .show: return [pomodoro.isThere ? "pomodoro" : order.first ?? "pomodoro"]
    case .lap:
      if let running = try only({ $0.kind == .stopwatch && $0.state == .running }) { return [running] }
      return [try only { $0.kind == .stopwatch } ?? "pomodoro"]
    default:
      if pomodoro.isThere { return ["pomodoro"] }
      return [try only { isPossible(intent.verb, $0) } ?? "pomodoro"]
    }
  }

  private func isPersons(_ id: String) -> Bool { things.contains { $0.id == id && $0.isThere && $0.kind != .job } }

  /// The newest change that lost time, and all others of the same intent.
  private var newestLoss: [String] {
    let open = things.compactMap { thing in thing.undo.first.map { (thing.id, $0) } }
      .filter { now - $0.1.at <= .minute }
    guard let newest = open.map(\.1.at).max(), let first = open.first(where: { $0.1.at == newest }) else {
      return ["pomodoro"]
    }
    guard let batch = first.1.batch else { return [first.0] }
    return open.filter { $0.1.batch == batch }.map(\.0)
  }

  /// The only one of a person's beside the Pomodoro.
  private func only(_ fits: (Thing) -> Bool) throws(No) -> String? {
    let found = things.filter { $0.isThere && $0.kind != .pomodoro && $0.kind != .job && fits($0) }
    if found.count > 1 { throw No() }
    return found.first?.id
  }

  private func isPossible(_ verb: Verb, _ thing: Thing) -> Bool {
    switch verb {
    case .stop, .hide, .skip: true
    case .toggle, .reset: thing.isUnderWay
    case .pause: thing.state == .running
    case .resume: thing.state == .paused
    case .extend: thing.kind == .timer
    case .rewind: thing.kind == .timer && thing.isUnderWay
    default: false
    }
  }

  /// A web page cannot change what is a program's.
  func checkOutside(_ thing: Thing?, _ intent: Intent) throws(No) {
    guard isFromOutside, intent.verb != .show else { return }
    if thing.map({ $0.kind == .job }) ?? Verb.ofPrograms.contains(intent.verb) { throw No() }
  }
}
