// The daemon's tray item: there while it is configured, and what its coming and going means for the island.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoIsland

/// What the island is told of the tray, and when.
struct TrayKnowledge {
  /// Our item is shown somewhere: as the island has it.
  var isShown = false
  /// A panel that starts anew is away for a moment; the island does not come up for that.
  var loss: Timeout?
  /// The island has not begun: the tray's first answer decides how it looks.
  var hold: Timeout?
  var isHoldOver = false
  /// What would have gone to the island meanwhile.
  var held: IslandUpdate?

  /// Longer than a bus with a working tray needs, shorter than a person waits.
  static let holdMs = 1000
  static let lossMs = 5000
}

extension Daemon {
  /// The item is there while there is a bus and the configuration says so.
  func configureTray() {
    guard let bus, let shell, let configuration, !isLeaving else { return }
    guard configuration.current.tray.enabled else {
      closeTray()
      return trayChanged()
    }
    guard tray == nil else { return shell.compactInterestChanged() }
    // Before the item, which names it.
    makeMenu(bus, shell)
    let icons = TrayIcons(
      name: { [icons] in icons.tray($0.contentState).nameOrPath },
      pixmaps: { [icons] in icons.trayPixmaps($0.contentState) },
      themePath: { [icons] in icons.tray($0.contentState).themePath })
    tray = Tray(
      bus, shell, icons, settings: { configuration.current.tray }, journal: journal,
      onChange: { [weak self] in self?.trayChanged() })
  }

  func closeTray() {
    tray?.close()
    menu?.close()
    (tray, menu) = (nil, nil)
  }

  private func makeMenu(_ bus: BusConnection, _ shell: Shell) {
    do throws(BridgeError) {
      menu = try TrayMenu(
        bus, path: BusNames.menuPath, take: { [weak self] in self?.tray?.take($0) },
        quit: { [weak self] in self?.leave() })
      menu?.show(shell.contents(), at: shell.now())
    } catch {
      tell(Answers.trayUnusable(error.description))
    }
  }

  /// Progress on the application's icon, for docks that listen.
  func makeDock(_ bus: BusConnection) {
    do throws(BridgeError) {
      dock = try Dock(bus)
      dock?.onChange = { [weak self] in self?.shell?.compactInterestChanged() }
    } catch {
      tell(Answers.dockUnusable(error.description))
    }
  }

  /// How finely the tray and the dock show time; nil while nobody looks at either.
  var compactInterest: Resolution? { [tray?.interest, dock?.interest].compactMap(\.self).max() }

  func showCompact(_ contents: [Content], _ now: Moment) {
    tray?.show(contents)
    menu?.show(contents, at: now)
    dock?.show(contents)
  }

  private func trayChanged() {
    shell?.compactInterestChanged()
    let isShown = tray?.isShown == true
    if !knowledge.isHoldOver {
      if !mayTrayAnswer { endHold() }
    } else if tray == nil {
      tellIsland(isShown: false)
    } else if isShown {
      tellIsland(isShown: true)
    } else if knowledge.isShown, knowledge.loss == nil {
      knowledge.loss = Timeout(milliseconds: TrayKnowledge.lossMs) { [weak self] in self?.tellIsland(isShown: false) }
    }
  }

  private func tellIsland(isShown: Bool) {
    knowledge.loss = nil
    guard knowledge.isShown != isShown, let configuration else { return }
    knowledge.isShown = isShown
    configure(IslandSettings(mode: configuration.current.islandMode, hasTrayHost: isShown))
  }

  // MARK: The beginning

  /// There is a bus to ask, or there may be one soon, and its tray has not answered yet.
  private var mayTrayAnswer: Bool {
    configuration?.current.tray.enabled == true && !isBusOut && tray?.isSettled != true
  }

  /// Whether the island has to wait. A card that changes a moment after it came up looks broken.
  func holdsIsland() -> Bool {
    guard !knowledge.isHoldOver else { return false }
    guard mayTrayAnswer else {
      knowledge.isHoldOver = true
      knowledge.isShown = tray?.isShown == true
      return false
    }
    knowledge.hold =
      knowledge.hold ?? Timeout(milliseconds: TrayKnowledge.holdMs) { [weak self] in self?.endHold() }
    return true
  }

  /// The tray has answered, or will not, or not soon.
  func endHold() {
    guard !knowledge.isHoldOver else { return }
    (knowledge.isHoldOver, knowledge.hold) = (true, nil)
    knowledge.isShown = tray?.isShown == true
    adoptIsland()
  }

  /// Keeps what the island is to show until it is there: the newest content, and the most that was wanted of it.
  func hold(_ update: IslandUpdate) {
    guard knowledge.hold != nil else { return }
    if let held = knowledge.held, update.presentation == .quiet, update.ends == nil,
      held.content.activity == update.content.activity
    {
      knowledge.held?.content = update.content
    } else {
      knowledge.held = update
    }
  }

  func releaseHeld() {
    guard let update = knowledge.held else { return }
    knowledge.held = nil
    present(update)
  }
}
