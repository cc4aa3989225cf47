// The sentences about the timer in the desktop's own bar.

internal import TomatoWords

enum ViewsWords {
  static var noDesktop: String { tr("No desktop session can be reached from here.") }
  static var isAwaited: String { tr("it is on, but has not reported to the daemon") }
  static var plasmaIsAwaited: String { tr("Plasma shows the widget after the next login") }

  /// A clause, for doctor.
  static func finding(_ view: GNOMEView) -> String {
    switch view {
    case .notHere: tr("this desktop has none that could show the time")
    case .notInstalled: tr("the extension of GNOME Shell is not installed")
    case .unknown(isOn: true): tr("GNOME's top bar shows the time after the next login")
    case .unknown(isOn: false): tr("the extension of GNOME Shell was installed after the login, and is off")
    case .off: tr("GNOME's top bar could show the time, and does not")
    case .on: tr("GNOME's top bar shows the time")
    case .otherVersion(let version):
      tr("GNOME's top bar shows the time by the extension of version {version}", ["version": version])
    case .allOff: tr("all extensions of GNOME Shell are switched off")
    case .outdated: tr("the extension was not made for this version of GNOME")
    case .broken(let why) where why.isEmpty: tr("GNOME Shell could not start the extension")
    case .broken(let why): tr("GNOME Shell could not start the extension: {why}", ["why": why])
    case .silent: tr("GNOME Shell does not say whether the extension is there")
    }
  }

  static func remedy(_ view: GNOMEView) -> String? {
    switch view {
    case .notHere, .on, .silent: nil
    case .notInstalled: tr("install tomato-notify with make install, or its package")
    case .unknown(isOn: true), .otherVersion: tr("log out and in again")
    case .unknown(isOn: false), .off: "tomato-notify views on"
    case .allOff: tr("switch them on in GNOME's program Extensions")
    case .outdated: tr("it needs GNOME 45 or newer; a GNOME newer than this program needs a newer tomato-notify")
    case .broken: tr("\"journalctl --user -t gnome-shell\" says more")
    }
  }

  /// A clause, for doctor.
  static func finding(_ view: PlasmaView) -> String {
    switch view {
    case .notHere: finding(GNOMEView.notHere)
    case .silent: tr("Plasma does not say whether the widget is there")
    case .outdated: tr("the widget was not made for this version of Plasma")
    case .notInstalled: tr("the widget for Plasma is not installed")
    case .off: tr("Plasma's tray has the ring, and its panel could show the time")
    case .on: tr("Plasma shows the time")
    }
  }

  static func remedy(_ view: PlasmaView) -> String? {
    switch view {
    case .notHere, .on, .silent: nil
    case .outdated: tr("it needs Plasma 6.4 or newer")
    case .notInstalled: remedy(GNOMEView.notInstalled)
    case .off: remedy(GNOMEView.off)
    }
  }

  /// A sentence, for the command.
  static func line(_ finding: String, _ remedy: String?) -> String {
    guard let remedy else { return tr("{finding}.", ["finding": capitalized(finding)]) }
    return tr("{finding}: {remedy}.", ["finding": capitalized(finding), "remedy": remedy])
  }

  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
