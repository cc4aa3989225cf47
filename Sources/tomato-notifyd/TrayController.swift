// Creates and removes the tray item and its menu, as the configuration and the other clocks require.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoPrograms
internal import TomatoSettings
internal import TomatoWords

final class TrayController {
  private let bus: BusConnection
  private let context: DesktopContext
  private let quiet: Quiet
  private let onChange: () -> Void
  /// The caller wants an item: no view shows the time instead.
  private var isWanted = false
  private(set) var tray: Tray?
  private var menu: TrayMenu?

  /// - Parameter onChange: called when the item becomes visible or hidden, and when this is first known.
  init(_ bus: BusConnection, _ context: DesktopContext, _ quiet: Quiet, onChange: @escaping () -> Void) {
    (self.bus, self.context, self.quiet, self.onChange) = (bus, context, quiet, onChange)
  }

  func setWanted(_ isWanted: Bool) {
    guard isWanted != self.isWanted else { return }
    self.isWanted = isWanted
    configure()
  }

  /// Applies the configuration, after each change.
  func configure() {
    let shell = context.shell
    guard isWanted, context.configuration().tray.enabled else { return close() }
    if let tray { return shell.interestChanged(of: tray) }
    // Before the item, which refers to the menu.
    makeMenu()
    let tray = Tray(
      bus, shell, TrayIcons(context.icons), settings: { [context] in context.configuration().tray },
      onChange: { [weak self] in self?.trayChanged() })
    self.tray = tray
    shell.add(tray)
  }

  private func makeMenu() {
    do throws(BridgeError) {
      let menu = try TrayMenu(
        bus, path: BusNames.menuPath, isSeen: { [weak self] in self?.tray?.isShown == true },
        perform: { [shell = context.shell] in shell.perform($0, .tray) },
        deny: { ConfigurationCommand.deny($0) }, quiet: { [weak self] in self?.quietChoice },
        beQuiet: { ConfigurationCommand.beQuiet($0) }, quit: context.leave)
      self.menu = menu
      context.shell.add(menu)
    } catch {
      StructuredLog.complain(Answers.trayUnusable(error.description))
    }
  }

  /// State of the menu's do-not-disturb entry: true is on, false is off, nil hides the entry.
  private var quietChoice: Bool? {
    let isQuiet = context.configuration().isQuietInFocus
    return isQuiet || quiet.isPossible ? isQuiet : nil
  }

  func updateMenu() {
    if let menu { context.shell.interestChanged(of: menu) }
  }

  private func trayChanged() {
    updateMenu()
    if let tray { context.shell.interestChanged(of: tray) }
    onChange()
  }

  private func close() {
    let surfaces: [(any Observer)?] = [tray, menu]
    for surface in surfaces.compactMap(\.self) {
      context.shell.remove(surface)
      surface.close()
    }
    (tray, menu) = (nil, nil)
  }
}
