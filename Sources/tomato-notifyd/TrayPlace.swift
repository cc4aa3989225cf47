// The tray item and its menu, which are there while the configuration says so.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoPrograms
internal import TomatoSettings
internal import TomatoWords

final class TrayPlace {
  private let bus: BusConnection
  private let supplies: Supplies
  private let quiet: Quiet
  private let onChange: () -> Void
  /// Nothing else of ours shows the time.
  private var isWanted = false
  private(set) var tray: Tray?
  private var menu: TrayMenu?

  /// - Parameter onChange: the item became visible or hidden, or this is known now.
  init(_ bus: BusConnection, _ supplies: Supplies, _ quiet: Quiet, onChange: @escaping () -> Void) {
    (self.bus, self.supplies, self.quiet, self.onChange) = (bus, supplies, quiet, onChange)
  }

  /// Makes the item, or removes it.
  func place(_ isWanted: Bool) {
    guard isWanted != self.isWanted else { return }
    self.isWanted = isWanted
    configure()
  }

  /// Applies the configuration, after each change.
  func configure() {
    let shell = supplies.shell
    guard isWanted, supplies.configuration().tray.enabled else { return close() }
    if let tray { return shell.interestChanged(of: tray) }
    // Before the item, which refers to the menu.
    makeMenu()
    let icons = TrayIcons(
      icon: { [icons = supplies.icons] in icons.tray($0.contentState) },
      pixmaps: { [icons = supplies.icons] in icons.trayPixmaps($0.contentState) })
    let tray = Tray(
      bus, shell, icons, settings: { [supplies] in supplies.configuration().tray },
      onChange: { [weak self] in self?.trayChanged() })
    self.tray = tray
    shell.add(tray)
  }

  private func makeMenu() {
    do throws(BridgeError) {
      let menu = try TrayMenu(
        bus, path: BusNames.menuPath, isSeen: { [weak self] in self?.tray?.isShown == true },
        perform: { [shell = supplies.shell] in shell.perform($0, .tray) },
        deny: { ConfigurationCommand.deny($0) }, quiet: { [weak self] in self?.quietChoice },
        beQuiet: { ConfigurationCommand.beQuiet($0) }, quit: supplies.leave)
      self.menu = menu
      supplies.shell.add(menu)
    } catch {
      StructuredLog.complain(Answers.trayUnusable(error.description))
    }
  }

  /// State of the menu's do-not-disturb entry: true is on, false is off, nil hides the entry.
  private var quietChoice: Bool? {
    let isQuiet = supplies.configuration().isQuietInFocus
    return isQuiet || quiet.isPossible ? isQuiet : nil
  }

  /// Updates the menu.
  func showMenu() {
    if let menu { supplies.shell.interestChanged(of: menu) }
  }

  private func trayChanged() {
    showMenu()
    if let tray { supplies.shell.interestChanged(of: tray) }
    onChange()
  }

  private func close() {
    let surfaces: [(any Surface)?] = [tray, menu]
    for surface in surfaces.compactMap(\.self) {
      supplies.shell.remove(surface)
      surface.close()
    }
    (tray, menu) = (nil, nil)
  }
}
