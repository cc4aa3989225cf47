// Where the daemon is for this process, and which activities it holds. Tests have their own.
internal import Foundation
internal import Synchronization
internal import TomatoLink
internal import TomatoSocket

/// The daemon, as this library sees it.
final class Surroundings: Sendable {
  /// The folders in which a daemon that does not run is looked for; none: it is not started.
  private let folders: @Sendable () -> [String]
  private let places: @Sendable () -> [String]
  private let records: @Sendable () -> String?
  private let lives = Mutex<[String: Live]>([:])
  /// Says that the activities of programs may be others.
  let activityHerald = Herald(Herald.activities)
  /// Says that a person may allow something else.
  let authorizationHerald = Herald(Herald.authorization)

  init(
    places: @escaping @Sendable () -> [String], folders: @escaping @Sendable () -> [String] = { [] },
    records: @escaping @Sendable () -> String? = { nil }
  ) {
    (self.places, self.folders, self.records) = (places, folders, records)
  }

  @TaskLocal static var current = Surroundings(
    places: { SocketPlaces.here().sockets }, folders: { Launcher.standardFolders() },
    records: { SocketPlaces.here().state ?? SocketPlaces.here().standIn })

  var recordFolder: String? { records() }

  // MARK: The activities of this process

  /// The one of that id; a new one knows what is given.
  func live(_ id: String, _ snapshot: Snapshot) -> Live {
    lives.withLock { lives in
      if let live = lives[id] { return live }
      let live = Live(id, snapshot, self)
      lives[id] = live
      return live
    }
  }

  func forget(_ id: String) { lives.withLock { $0[id] = nil } }

  // MARK: Asking

  /// Asks the daemon, which is started where none runs, and asked again when it ended or was killed meanwhile: all that
  /// this library says means the same when it is said twice.
  /// - Parameter line: behind `tomatoclock://`.
  /// - Returns: Nil when it cannot be reached.
  func ask(_ line: String, starting: Bool = true) -> SocketAnswer? {
    try? client.ask(TomatoLink.Link.prefix + line, starting: starting)
  }

  private var client: SocketClient {
    SocketClient(places: SocketSearch(places()), launcher: Launcher(folders: self.folders()))
  }

  /// - Throws: `ActivityAuthorizationError`, `ActivityConfigurationError`.
  func request(_ id: String, _ members: [Member]) throws -> SocketAnswer {
    for member in members where member.name == ContentKey.state.rawValue {
      if case .string(let text) = member.value, text.utf8.count > JobContent.byteLimit {
        throw ActivityAuthorizationError.attributesTooLarge
      }
    }
    do {
      _ = try ContentUpdate(members, .request)
    } catch { throw ActivityConfigurationError(description: error.description) }
    return try requested(id, members)
  }

  private func requested(_ id: String, _ members: [Member]) throws(ActivityAuthorizationError) -> SocketAnswer {
    let text = JSONText.text(members)
    guard text.utf8.count <= TomatoLink.Link.contentByteLimit else { throw .attributesTooLarge }
    guard let answer = ask("request?activity=\(id)&format=json\t\(text)") else { throw .unsupported }
    switch answer.code {
    case .done: break
    case .refused: throw refusal(answer)
    // Each member was judged before, but for their sum.
    case .badValue: throw isTooLarge(members) ? .attributesTooLarge : .unsupported
    default: throw .persistenceFailure
    }
    return answer
  }

  private func isTooLarge(_ members: [Member]) -> Bool {
    let changing = members.filter { member in
      switch ContentKey(rawValue: member.name) {
      case .text, .short, .progress, .endsAt, .since, .buttons, .staleAfter, .relevance, .state: member.value != .null
      default: false
      }
    }
    // The daemon leaves out what is usual, which is less than this.
    return JSONText.text(changing).utf8.count > JobContent.byteLimit - 200
  }

  /// Why a request was refused, by the daemon's word for it; the sentence is for people, in their language. A daemon of
  /// before there were words is asked what the program may do.
  private func refusal(_ answer: SocketAnswer) -> ActivityAuthorizationError {
    let said = answer.lines.first.flatMap { try? JSONText.read(RefusalObject.self, $0) }
    if let reason = said.flatMap({ RefusalReason(rawValue: $0.reason) }) {
      switch reason {
      case .programsOff, .programDenied: return .denied
      case .tooManyOfProgram: return .targetMaximumExceeded
      case .tooManyActivities: return .globalMaximumExceeded
      case .notOwner, .notAJob, .isAnother: return .reconnectNotPermitted
      default: return .persistenceFailure
      }
    }
    guard let found = authorization(starting: false) else { return .persistenceFailure }
    if !found.areActivitiesEnabled { return .denied }
    return found.requested >= found.limit ? .targetMaximumExceeded : .globalMaximumExceeded
  }

  func authorization(starting: Bool) -> AuthorizationObject? {
    guard let answer = ask("authorization?format=json", starting: starting), answer.code == .done,
      let line = answer.lines.first
    else {
      return nil
    }
    return try? JSONText.read(AuthorizationObject.self, line)
  }

  func list(starting: Bool) -> [ActivityObject] {
    guard let answer = ask("list?format=json", starting: starting), answer.code == .done else { return [] }
    let objects = answer.lines.compactMap { try? JSONText.read(ActivityObject.self, $0) }
    EventRecord.removeAll(in: recordFolder, but: Set(objects.compactMap(\.activity)))
    return objects
  }

  // MARK: Following

  /// Connects whenever somebody listens, without starting anybody, and hands the connection over; until it is over.
  func follow(isOver: () -> Bool, _ body: (SocketConnection) -> Void) {
    while !isOver() {
      // Before it is looked: who comes meanwhile is noticed.
      let watch = SocketWatch(places())
      if let connection = somebody() {
        body(connection)
        // A daemon that hangs up at once is not asked in a circle.
        if !isOver() { Thread.sleep(forTimeInterval: 0.02) }
        continue
      }
      watch.wait(milliseconds: 30_000)
      // A socket appears a moment before somebody listens.
      for _ in 0..<50 where !isOver() {
        guard let connection = somebody() else {
          Thread.sleep(forTimeInterval: 0.02)
          continue
        }
        body(connection)
        break
      }
    }
  }

  private func somebody() -> SocketConnection? {
    try? client.connect(starting: false)
  }

  func thread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = String(name.prefix(15))
    thread.stackSize = 512 << 10
    thread.start()
  }
}
