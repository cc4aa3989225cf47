// Registers the tray item, keeps it registered through restarts of the panel, and turns clicks into intents.

package import GLibBridge
internal import TomatoEngine
internal import TomatoLink
package import TomatoWords

package final class Tray: Observer {
  private let bus: BusConnection
  private unowned let shell: Shell
  private let icons: TrayIcons
  private let onChange: () -> Void
  private let settings: () -> TraySettings
  private var host: TrayHost?
  private var item: (object: TrayItem, canActivate: Bool)?
  private var name: BusRegistration?
  /// The name given to the watcher: our well-known name, or the object's path if another process has that name.
  private var service: String?
  /// The watcher that was asked to list the item.
  private var asked: Asked?

  private struct Asked {
    let owner: String
    /// Nil until it has answered once.
    var isListed: Bool?
    /// Counts dropped items.
    var drops = 0
    var isAwaited = false
    /// An event came while an answer was awaited.
    var hasMissedEvent = false
  }

  /// Maximum number of repeated registrations with a watcher that drops the item.
  static let mostRepeats = 3
  private var drops: BusRegistration?
  /// The step for a turn of the wheel: 1 for up, -1 for down, nil for none.
  private let steps: (Int, TrayKind) -> Int?

  /// - settings: the current settings; the caller handles `enabled` and creates this object only while it is true.
  /// - onChange: the item became visible or hidden, or the first answer came.
  package init(
    _ bus: BusConnection, _ shell: Shell, _ icons: TrayIcons, settings: @escaping () -> TraySettings,
    clock: @escaping () -> Duration = SystemClock.steady, onChange: @escaping () -> Void
  ) {
    (self.bus, self.shell, self.icons, self.settings) = (bus, shell, icons, settings)
    var scroll = TrayScroll()
    (self.onChange, steps) = (onChange, { scroll.step($0, $1, at: clock()) })
    host = TrayHost(bus) { [weak self] in self?.happened($0) }
    drops = bus.subscribe(.trayWatcher, "StatusNotifierItemUnregistered") { [weak self] in
      self?.dropped($0.arguments.first?.text ?? "")
    }
  }

  package var isShown: Bool {
    if case .watcher(_, _, hasHost: true)? = host?.state { asked?.isListed == true } else { false }
  }

  /// Whether the desktop has answered, so that `isShown` is known.
  package var isSettled: Bool {
    switch host?.state {
    case .unknown, nil: false
    case .some(.none): true
    case .watcher(_, _, hasHost: false): true
    case .watcher(let owner, _, hasHost: true): asked?.owner == owner && asked?.isListed != nil
    }
  }

  /// The first activity at the tray's resolution; the others, in the tooltip, by the minute.
  package var interest: [Interest] {
    guard isShown else { return [] }
    let resolution = TrayProperties.resolution(settings(), kind)
    return [
      Interest(.mostRelevant(1), resolution),
      Interest(.mostRelevant(TrayProperties.mostRead), min(resolution, .minute)),
    ]
  }

  package func observe(_ scene: Scene) {
    if isShown {
      item?.object.show(face(scene))
    } else if !scene.happenings.isEmpty {
      askAgain()
    }
  }

  /// A panel that is busy with its start may refuse, or answer too late. Asking again with an event costs no wake-up.
  private func askAgain() {
    guard case .watcher(_, _, hasHost: true)? = host?.state, item != nil, let asked else { return }
    if asked.isAwaited {
      self.asked?.hasMissedEvent = true
    } else if asked.isListed == false {
      register(with: asked.owner)
    }
  }

  /// Removes the item by releasing its name, which watchers follow.
  package func close() {
    host = nil
    drops?.cancel()
    name?.cancel()
    item?.object.close()
    (name, service, item, asked) = (nil, nil, nil, nil)
  }

  private var kind: TrayKind {
    if case .watcher(_, let kind, _)? = host?.state { kind } else { .other }
  }

  private func face(_ scene: Scene) -> TrayProperties {
    TrayProperties(scene.mostRelevant(TrayProperties.mostRead), settings(), kind, icons)
  }

  /// Registers only after a tray draws the list: waybar reads the list once, before it listens, and never draws an item
  /// that registers in between (5 of 200 restarts of 0.9.17 on a busy machine).
  private func happened(_ state: TrayHost.State) {
    guard case .watcher(let owner, let kind, let hasHost) = state else {
      asked = nil
      return onChange()
    }
    if asked?.owner != owner { asked = nil }
    guard hasHost, asked == nil else { return onChange() }
    asked = Asked(owner: owner)
    guard export(canActivate: kind.wantsActivate) else { return answered(false) }
    if service != nil { register(with: owner) } else { takeName() }
  }

  /// GNOME's AppIndicator extension checks for `Activate` only at registration.
  private func export(canActivate: Bool) -> Bool {
    if item?.canActivate == canActivate { return true }
    item?.object.close()
    item = nil
    do throws(BridgeError) {
      let object = try TrayItem(
        bus, canActivate: canActivate,
        read: { [weak self] in self.map { $0.face($0.shell.scene()) } ?? TrayProperties() },
        pixmaps: { [weak self] in self.map { $0.icons.pixmaps($0.shell.scene().first) } ?? [] },
        perform: { [weak self] in self?.perform($0) }, scroll: { [weak self] in self?.scroll($0) })
      item = (object, canActivate)
      return true
    } catch {
      shell.journal(.failed(Answers.trayUnusable(error.description), shell.content(.pomodoro)))
      return false
    }
  }

  private func takeName() {
    guard name == nil else { return }
    let wanted = BusNames.trayItemName(process: ThisProcess.id)
    let use = { [weak self] (service: String) in
      guard let self, self.service == nil else { return }
      self.service = service
      if let owner = asked?.owner { register(with: owner) }
    }
    name = bus.ownName(wanted, acquired: { use(wanted) }, lost: { use(TrayItem.path) })
  }

  /// The extension's version 42 (GNOME 43) sometimes drops a new item: it forgets the properties it has read and treats
  /// the item as broken. Registers it again, at most `mostRepeats` times.
  private func dropped(_ item: String) {
    guard let asked, let service, asked.drops < Self.mostRepeats else { return }
    let ours = [service, service + "/", bus.uniqueName + "/", bus.uniqueName + "@"]
    guard item == ours[0] || ours[1...].contains(where: item.hasPrefix) else { return }
    self.asked?.drops += 1
    register(with: asked.owner)
  }

  private func register(with owner: String) {
    guard let service else { return }
    asked?.isAwaited = true
    asked?.hasMissedEvent = false
    bus.call(
      BusObject.trayWatcher.of(owner), "RegisterStatusNotifierItem", [.string(service)], timeoutMs: TrayHost.timeoutMs
    ) { [weak self] answer in
      guard let self, let asked, asked.owner == owner else { return }
      self.asked?.isAwaited = false
      // Said once. An ending watcher first drops its items, and then fails all calls.
      if case .failure(let error) = answer, asked.drops == 0, asked.isListed == nil {
        shell.journal(.failed(Answers.trayUnusable(error.description), shell.content(.pomodoro)))
      }
      answered((try? answer.get()) != nil)
      if asked.hasMissedEvent { askAgain() }
    }
  }

  private func answered(_ isListed: Bool) {
    asked?.isListed = isListed
    onChange()
  }

  private func scroll(_ delta: Int) {
    if let step = steps(delta, kind) { perform(.extend, by: .minutes(step)) }
  }

  /// The tray cannot show a refusal; the journal says why nothing changed.
  private func perform(_ verb: Verb, by duration: Duration? = nil) {
    shell.perform(Intent(verb, by: duration, activity: shell.shown.order.first), .tray)
  }
}
