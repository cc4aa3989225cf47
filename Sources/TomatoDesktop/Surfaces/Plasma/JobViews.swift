// Shows programs' activities with progress as Plasma jobs: a popup with a bar and Plasma's controls, an entry in its
// list and a ring in its tray, as for KDE's programs. A surface, and a door for those controls. Activities shown here
// have no card; on other desktops this does nothing.

package import GLibBridge
internal import TomatoEngine
package import TomatoLink
internal import TomatoWords

package final class JobViews: Observer {
  private let bus: BusConnection
  private unowned let shell: Shell
  private var watch: BusRegistration?
  private(set) var hasServer = false
  private var views: [ActivityID: JobView] = [:]
  /// Jobs whose end Plasma has shown.
  private var over: Set<ActivityID> = []
  /// Running activities that Plasma no longer shows, so they have cards again.
  private var givenUp: Set<ActivityID> = []
  /// All activities may be new, not only changed ones.
  private var looksAtAll = true
  private let most: () -> Int
  private let icon: (Accent) -> String
  private let onChange: () -> Void

  /// - most: the maximum number of jobs; 0 if the user wants none.
  /// - onChange: the set of activities shown as jobs has changed.
  package init(
    _ bus: BusConnection, _ shell: Shell, most: @escaping () -> Int, icon: @escaping (Accent) -> String,
    onChange: @escaping () -> Void
  ) {
    (self.bus, self.shell, self.most, self.icon, self.onChange) = (bus, shell, most, icon, onChange)
    watch = bus.watchName(
      BusObject.jobViewServer.name, appeared: { [weak self] _ in self?.server(isThere: true) },
      vanished: { [weak self] in self?.server(isThere: false) })
  }

  /// Whether Plasma shows the activity, or has shown its end.
  package func has(_ activity: ActivityID) -> Bool { views[activity] != nil || over.contains(activity) }

  /// The number of Plasma's popups.
  package var count: Int { views.count }

  /// The maximum number or the Plasma process has changed.
  package func lookAgain() {
    looksAtAll = true
    onChange()
  }

  /// A new Plasma process does not know the earlier jobs.
  private func server(isThere: Bool) {
    guard isThere || hasServer else { return }
    (views, givenUp) = ([:], [])
    hasServer = isThere
    lookAgain()
  }

  package var nextLook: Duration? { views.values.compactMap(\.cancelledUntil).min() }

  package func observe(_ scene: Scene) {
    guard hasServer else { return }
    let changed = looksAtAll ? Array(scene.order) : scene.changed
    var mayBegin = looksAtAll
    looksAtAll = false
    for (id, view) in views.sorted(by: { $0.key < $1.key }) {
      if changed.contains(id) || view.cancelledUntil != nil { goOn(id, view, scene) }
      if views[id] == nil { mayBegin = true }
    }
    for id in changed where !goesOn(id, scene) { givenUp.remove(id) }
    over = over.filter { scene.content(of: $0)?.isOver == true }
    // Fill places that became free.
    for id in mayBegin ? Array(scene.order) : changed where views.count < most() { begin(id, scene) }
  }

  /// The process ends; the activities are restored by the next one.
  package func close() {
    watch = nil
    hasServer = false
    for view in views.values { view.terminate(.silent) }
    (views, over) = ([:], [])
  }

  private func goesOn(_ id: ActivityID, _ scene: Scene) -> Bool {
    scene.content(of: id)?.contentState.state == .running
  }

  private func begin(_ id: ActivityID, _ scene: Scene) {
    guard views[id] == nil, !givenUp.contains(id), let content = scene.content(of: id), !content.isHidden,
      let face = PlasmaJob(content), let job = content.attributes?.job
    else { return }
    over.remove(id)
    views[id] = JobView(
      bus, face, program: Words.heading(job), icon: job.icon ?? icon(content.contentState.accent),
      onControl: { [weak self] in self?.control($0, id, $1) }, onRefusal: { [weak self] in self?.refused(id, $0) })
  }

  private func refused(_ id: ActivityID, _ view: JobView) {
    guard views[id] === view else { return }
    giveUp(id)
    onChange()
  }

  private func goOn(_ id: ActivityID, _ view: JobView, _ scene: Scene) {
    guard let content = scene.content(of: id) else { return end(id, view, .silent) }
    if let outcome = content.contentState.job?.outcome {
      over.insert(id)
      return end(id, view, view.cancelledUntil != nil || hasAlertCard(id, scene) ? .silent : Self.end(outcome, content))
    }
    if let until = view.cancelledUntil {
      if until <= scene.now.sinceBoot { giveUp(id) }
      return
    }
    let isTooMany = views.count > most()
    guard !content.isHidden, !isTooMany, let face = PlasmaJob(content) else { return end(id, view, .silent) }
    // Plasma reads capabilities only at the start, so a change needs a new job; so does `show`, to pop it up.
    guard face.capabilities == view.face.capabilities, scene.update(of: id)?.presentation != .show else {
      end(id, view, .silent)
      return begin(id, scene)
    }
    view.show(face)
  }

  private func end(_ id: ActivityID, _ view: JobView, _ end: JobView.End) {
    view.terminate(end)
    views[id] = nil
  }

  /// A card with an alert shows the end.
  private func hasAlertCard(_ id: ActivityID, _ scene: Scene) -> Bool {
    if case .alert? = scene.update(of: id)?.presentation { true } else { false }
  }

  private static func end(_ outcome: JobOutcome, _ content: Content) -> JobView.End {
    let text = content.contentState.job?.content.text
    guard outcome != .done else { return JobView.End(error: 0, text: text ?? "") }
    // KJob::UserDefinedError.
    return JobView.End(error: 100, text: text ?? JobText.name(of: outcome))
  }

  private func giveUp(_ id: ActivityID) {
    views[id] = nil
    givenUp.insert(id)
  }

  /// Plasma removes a job this long after its cancellation.
  static let cancelling = Duration.seconds(2)

  /// A control presses the owner's button.
  private func control(_ control: PlasmaJob.Control, _ id: ActivityID, _ view: JobView) {
    guard views[id] === view, view.cancelledUntil == nil, let event = view.face.events[control] else { return }
    var intent = Intent(.button, activity: id, phase: view.face.phase)
    intent.button = event
    if control == .cancel { view.cancelledUntil = shell.now().sinceBoot + Self.cancelling }
    shell.perform(intent, .island)
    shell.rearm()
  }
}
