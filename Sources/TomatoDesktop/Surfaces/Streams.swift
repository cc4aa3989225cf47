// All streams of the control socket, as one surface: `watch`, bars, `wait`, owners' events and `authorization`.

internal import TomatoEngine
internal import TomatoLink
package import TomatoWords

/// The open streams.
package final class Streams: Surface {
  private unowned let shell: Shell
  /// The current colours and dots of the lines.
  let appearance: () -> Appearance
  private var watchers: [Watcher] = []
  private var waiters: [Waiter] = []
  private var owners: [OwnerStream] = []
  private var all: [AllStream] = []
  private var authorizations: [AuthorizationStream] = []

  package init(_ shell: Shell, appearance: @escaping () -> Appearance = { Appearance() }) {
    (self.shell, self.appearance) = (shell, appearance)
  }

  package var interest: [Interest] {
    watchers.flatMap { watcher in
      [Interest(watcher.activity.map { .activity($0) } ?? .mostRelevant(1), watcher.resolution)]
        // The others are in minutes.
        + (watcher.namesOthers ? [Interest(.mostRelevant(Self.enough), .minute)] : [])
    } + all.map(\.interest)
  }

  /// Number of activities read for streams that name others: on a bar the shown one, the named ones, and one more,
  /// which is only counted; in a terminal all that have a key.
  private static let enough = max(OthersLine.most + 2, IslandFields.most)

  package func show(_ scene: Scene) {
    for happening in scene.happenings { tell(happening, scene) }
    for ending in scene.endings where scene.content(of: ending.activity) == nil { finish(ending.activity) }
    for watcher in watchers { show(scene, to: watcher) }
    for owner in owners { tell(owner, scene) }
    for stream in all { stream.show(scene) }
    desktopChanged()
  }

  /// The visibility of updates may have changed.
  package func desktopChanged() {
    for stream in authorizations { stream.show() }
  }

  private func show(_ scene: Scene, to watcher: Watcher) {
    let among = watcher.namesOthers ? scene.mostRelevant(Self.enough) : []
    watcher.show(content(for: watcher, scene), among: among, appearance())
  }

  package func close() {
    for waiter in waiters { waiter.giveUp() }
    for watcher in watchers { watcher.finish(.done) }
    // The next daemon has the unconfirmed events.
    for owner in owners { owner.finish(.unavailable) }
    for stream in all { stream.finish(.done) }
    for stream in authorizations { stream.finish(.done) }
    (watchers, waiters, owners) = ([], [], [])
    (all, authorizations) = ([], [])
  }

  // MARK: Coming and going

  func add(_ watcher: Watcher) {
    watchers.append(watcher)
    show(shell.scene(), to: watcher)
    shell.rearm()
  }

  func remove(_ watcher: Watcher) {
    watchers.removeAll { $0 === watcher }
    shell.rearm()
  }

  /// Answers at the end of the current phase; false without one.
  func add(_ waiter: Waiter) -> Bool {
    guard let content = shell.scene().content(of: waiter.activity),
      [.running, .paused].contains(content.contentState.state)
    else { return false }
    waiter.phase = content.phase
    waiters.append(waiter)
    return true
  }

  func remove(_ waiter: Waiter) { waiters.removeAll { $0 === waiter } }

  func add(_ owner: OwnerStream) {
    owners.append(owner)
    tell(owner, shell.scene())
  }

  func remove(_ owner: OwnerStream) { owners.removeAll { $0 === owner } }

  func add(_ stream: AllStream) {
    all.append(stream)
    stream.show(shell.scene())
    shell.rearm()
  }

  func remove(_ stream: AllStream) {
    all.removeAll { $0 === stream }
    shell.rearm()
  }

  func add(_ stream: AuthorizationStream) {
    authorizations.append(stream)
    desktopChanged()
  }

  func remove(_ stream: AuthorizationStream) { authorizations.removeAll { $0 === stream } }

  // MARK: Telling

  private func tell(_ owner: OwnerStream, _ scene: Scene) {
    guard let events = scene.ownerEvents(of: owner.activity) else {
      remove(owner)
      return owner.finish(.done)
    }
    owner.tell(events)
    guard scene.content(of: owner.activity) == nil else { return }
    remove(owner)
    owner.finish(.done)
  }

  /// The content for a watcher; nil if a bar's activity does not exist.
  private func content(for watcher: Watcher, _ scene: Scene) -> Content? {
    guard let id = watcher.activity else { return scene.first }
    return watcher.bar == nil ? scene.contentOrPomodoro(of: id) : scene.content(of: id)
  }

  private func tell(_ happening: Happening, _ scene: Scene) {
    let content = scene.content(after: happening)
    for watcher in watchers where watcher.follows(happening.activity) {
      watcher.tell(happening.name.rawValue, happening.origin, content)
    }
    guard let ended = happening.ended else { return }
    let done = waiters.filter { $0.activity == happening.activity && $0.phase == ended.phase }
    waiters.removeAll { waiter in done.contains { $0 === waiter } }
    for waiter in done { waiter.finish(ended.outcome, content) }
  }

  private func finish(_ id: ActivityID) {
    let done = watchers.filter { $0.follows(id) }
    watchers.removeAll { $0.follows(id) }
    for watcher in done { watcher.finish(.done) }
  }
}
