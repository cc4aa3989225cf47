// The timer's signals on the session bus: those of org.tomatoclock.TomatoNotify1, and property changes (docs/dbus.md).
// `BusDoor` answers the calls at the same path.

package import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

package final class BusSignals: Observer {
  private let bus: BusConnection
  private unowned let shell: Shell
  /// The last sent contents of each activity and of the most relevant one, without fields that change by time alone.
  private var told: [ActivityID: BusValue] = [:]
  private var toldFirst: BusValue

  package init(_ bus: BusConnection, _ shell: Shell) {
    (self.bus, self.shell) = (bus, shell)
    toldFirst = BusContent.withoutTime(shell.scene().first)
    for content in shell.contents() { told[content.id] = BusContent.withoutTime(content) }
  }

  /// Sends nothing when only time passed: contents give their ends as clock times.
  package func observe(_ scene: Scene) {
    guard !scene.isTick else { return }
    for happening in scene.happenings {
      emit("IntentPerformed", [.string(happening.name.rawValue), .string(happening.origin.rawValue)])
    }
    let touched = Set(scene.happenings.filter { $0.name != .onShow && $0.name != .onHide }.map(\.activity))
    tell(scene.changed, always: touched, scene)
  }

  /// The clock was set, so the ends given as clock times have changed.
  package func clockWasSet() { tell(Array(shell.shown.order), always: [], shell.scene()) }

  private func tell(_ ids: [ActivityID], always: Set<ActivityID>, _ scene: Scene) {
    var anyNew = false
    for id in ids {
      let content = scene.content(of: id)
      let essence = content.map(BusContent.withoutTime)
      guard always.contains(id) || told[id] != essence else { continue }
      (told[id], anyNew) = (essence, true)
      emit("ContentChanged", [.string(id.description), content.map { BusContent.value($0) } ?? BusContent.gone])
    }
    if anyNew { tellProperties(scene) }
  }

  private func tellProperties(_ scene: Scene) {
    let first = scene.first
    let essence = BusContent.withoutTime(first)
    let changed = essence == toldFirst ? [] : [("Content", BusContent.value(first))]
    toldFirst = essence
    bus.propertiesChanged(BusNames.applicationPath, BusNames.tomatoNotify1, changed, readAgain: ["Activities"])
  }

  private func emit(_ member: String, _ arguments: [BusValue]) {
    bus.signal(BusNames.applicationPath, BusNames.tomatoNotify1, member, arguments)
  }
}
