// The library's only thread: sends requests, and follows the daemon's streams across its restarts.
internal import TomatoLink
internal import TomatoSocket

final class Reader {
  private enum Topic: Int, CaseIterable {
    case activities, authorization

    /// The request, after `tomatoclock://`.
    var line: String {
      switch self {
      case .activities: "watch?all=programs&after=0&format=json"
      case .authorization: "authorization?watch=1&format=json"
      }
    }
  }

  private struct Stream {
    var connection: SocketConnection?
    /// When to open it, in milliseconds on CLOCK_MONOTONIC; nil: when a daemon appears.
    var due: Int64? = 0
  }

  /// Milliseconds until the next try after a hang-up.
  private static let hangUpDelay: Int64 = 20
  /// The same if the daemon refuses the request.
  private static let refusedDelay: Int64 = 5000
  /// The same if the daemon's folder cannot be watched.
  private static let unwatchedDelay: Int64 = 30_000
  /// The longest wait while nothing can wake this thread.
  private static let pipelessDelay: Int32 = 100

  private let shared: SharedState
  private let client: SocketClient
  private var streams = Topic.allCases.map { _ in Stream() }
  private var search: DaemonSearch

  init(_ shared: SharedState) {
    (self.shared, client) = (shared, shared.daemon.client)
    search = DaemonSearch(client: client)
  }

  func run() {
    while let work = shared.takeWork() {
      for request in work.requests {
        request.receive(shared.daemon.ask(request.line, starting: request.startsDaemon))
      }
      let following = work.following
      let wanted = Topic.allCases.filter {
        $0 == .activities ? following.wantsActivities : following.wantsAuthorization
      }
      for topic in Topic.allCases where !wanted.contains(topic) { close(topic) }
      for topic in wanted { open(topic, starting: topic == .authorization && following.startsDaemon) }
      wait(for: wanted, work.records)
    }
  }

  // MARK: Opening

  private func open(_ topic: Topic, starting: Bool) {
    let stream = streams[topic.rawValue]
    let isDue = stream.due.map { $0 <= SystemCalls.monotonicMilliseconds() } ?? false
    guard stream.connection == nil, isDue || starting && stream.due == nil else { return }
    // Before connecting, so that a daemon that starts meanwhile is noticed.
    if !isSearching, (try? search.begin(tryingAtOnce: false)) == nil { search.end() }
    if let connection = try? client.connect(starting: starting) { return begin(topic, connection) }
    streams[topic.rawValue].due = isSearching ? nil : SystemCalls.monotonicMilliseconds() + Self.unwatchedDelay
    if starting { shared.withState { $0.receive(authorization: nil) } }
  }

  private var isSearching: Bool { search.descriptor >= 0 }

  private func begin(_ topic: Topic, _ connection: SocketConnection) {
    streams[topic.rawValue].connection = connection
    // Before the request: its answer names each activity that is known now and still exists.
    if topic == .activities { shared.withState { $0.connected() } }
    if (try? connection.send(TomatoLink.Link.prefix + topic.line)) == nil { lost(topic, nil) }
  }

  private func close(_ topic: Topic) {
    if streams[topic.rawValue].connection != nil { lost(topic, nil) }
    streams[topic.rawValue].due = 0
  }

  private func lost(_ topic: Topic, _ code: AnswerCode?) {
    let isOrderly = code == nil || code == .done || code == .ending || code == .unavailable
    let pause = isOrderly ? Self.hangUpDelay : Self.refusedDelay
    streams[topic.rawValue] = Stream(due: SystemCalls.monotonicMilliseconds() + pause)
    shared.withState { following in
      if topic == .activities { return following.disconnected() }
      following.authorizationEnded()
      // Listeners without a value get nil.
      if !isOrderly { following.receive(authorization: nil) }
    }
  }

  // MARK: Waiting

  private func wait(for wanted: [Topic], _ records: (descriptor: Int32, retryMilliseconds: Int32)) {
    let missing = wanted.filter { streams[$0.rawValue].connection == nil }
    if missing.isEmpty { search.end() }
    let now = SystemCalls.monotonicMilliseconds()
    let pauses = missing.compactMap { streams[$0.rawValue].due.map { Int32(clamping: max($0 - now, 0)) } }
    let wakes = shared.wakePipe.descriptor
    let retries = [records.retryMilliseconds, search.retryMilliseconds, wakes < 0 ? Self.pipelessDelay : -1]
    let limits = (pauses + retries).filter { $0 >= 0 }
    let descriptors: [Int32] =
      [wakes, records.descriptor, search.descriptor]
      + Topic.allCases.map { streams[$0.rawValue].connection?.descriptor ?? -1 }
    let events = SystemCalls.wait(
      for: descriptors.map { ($0, SystemCalls.readable) }, milliseconds: limits.min() ?? -1)
    if events[0] != 0 { shared.wakePipe.clear() }
    if events[1] != 0 || records.retryMilliseconds >= 0 { shared.lookAtRecords() }
    if events[2] != 0 || search.retryMilliseconds >= 0 { look(missing) }
    for topic in Topic.allCases where events[3 + topic.rawValue] != 0 { receive(topic) }
  }

  /// Connects once a daemon listens again.
  private func look(_ missing: [Topic]) {
    do throws(Failure) {
      guard let found = try search.look() else { return }
      // The others are opened with the next round.
      for topic in missing { streams[topic.rawValue].due = 0 }
      if let topic = missing.first { begin(topic, found) }
    } catch {
      search.end()
      for topic in missing { streams[topic.rawValue].due = SystemCalls.monotonicMilliseconds() + Self.unwatchedDelay }
    }
  }

  private func receive(_ topic: Topic) {
    guard let connection = streams[topic.rawValue].connection else { return }
    guard connection.receive() else { return lost(topic, nil) }
    do throws(Failure) {
      while let line = try connection.next() {
        switch line {
        case .body(let text): receive(topic, text)
        case .code(let code): return lost(topic, code)
        }
      }
    } catch {
      // Not our daemon.
      lost(topic, .badValue)
    }
  }

  private func receive(_ topic: Topic, _ text: String) {
    switch topic {
    case .activities: if let line = StreamLine(text) { shared.change { $0.receive(line) } }
    case .authorization:
      guard let object = try? CodableText.read(AuthorizationObject.self, text) else { return }
      shared.withState { $0.receive(authorization: object) }
    }
  }
}
