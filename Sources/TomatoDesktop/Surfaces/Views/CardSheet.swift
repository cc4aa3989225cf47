// Sends the cards that views draw (`ViewText`) to their readers: views on the bus, streams of the control socket. It
// builds them only while there is a reader, and sends them when they have changed. They do not change as time passes.

internal import TomatoEngine
internal import TomatoLink
package import TomatoWords

package final class CardSheet: Observer {
  private unowned let shell: Shell
  private let settings: () -> ViewSettings
  private var readers: [StreamOutput] = []
  /// The last contents of activities that a person has stopped, and until when each is shown, on CLOCK_BOOTTIME.
  private var farewells: [(last: Content, until: Duration)] = []
  /// When the first of the shown Undo buttons expires, on the same clock.
  private var undoEnds: Duration?

  package init(_ shell: Shell, settings: @escaping () -> ViewSettings) {
    (self.shell, self.settings) = (shell, settings)
  }

  /// Adds a reader, which gets the cards now and whenever they change.
  func add(_ reader: StreamOutput) {
    readers.append(reader)
    let scene = shell.scene()
    noteUndo(scene)
    tell(reader, scene)
    shell.rearm()
  }

  func remove(_ reader: StreamOutput) {
    readers.removeAll { $0 === reader }
    if readers.isEmpty { (farewells, undoEnds) = ([], nil) }
    shell.rearm()
  }

  /// The cards, in the language of the question.
  var line: String { line(shell.scene()) }

  package var interest: [Interest] { readers.isEmpty ? [] : [Interest(.mostRelevant(ViewCards.most), .none)] }

  package var nextLook: Duration? {
    readers.isEmpty ? nil : ([undoEnds] + farewells.map(\.until)).compactMap(\.self).min()
  }

  package func observe(_ scene: Scene) {
    guard !readers.isEmpty else { return }
    noteFarewells(scene)
    noteUndo(scene)
    for reader in readers { tell(reader, scene) }
  }

  package func close() {
    for reader in readers { reader.finish(.done) }
    readers = []
  }

  private func noteFarewells(_ scene: Scene) {
    farewells.removeAll { $0.until <= scene.now.sinceBoot || scene.content(of: $0.last.id) != nil }
    for ending in scene.endings {
      guard let last = ending.farewell, scene.content(of: last.id) == nil else { continue }
      farewells.append((last, scene.now.sinceBoot + Ended.dismissalDelay))
    }
  }

  private func noteUndo(_ scene: Scene) {
    let shown = scene.mostRelevant(ViewCards.most).filter { $0.undoable != nil }
    // Undo is still possible at `undoEnds` itself, so look 1 ms later.
    undoEnds = shown.compactMap { scene.engine.undoEnds(of: $0.id) }.min().map { $0 + .milliseconds(1) }
  }

  private func tell(_ reader: StreamOutput, _ scene: Scene) {
    reader.send(once: reader.language.whileAnswering { line(scene) })
  }

  private func line(_ scene: Scene) -> String {
    ViewText.line(
      scene.mostRelevant(ViewCards.most), count: scene.count, pomodoro: scene.pomodoro,
      farewells: farewells.map(\.last),
      again: scene.engine.timersToOfferAgain, at: scene.now, settings())
  }
}
