// The interfaces of the daemon's object on the session bus.

internal import TomatoWords

extension BusInterface {
  /// https://specifications.freedesktop.org/desktop-entry-spec/latest/dbus.html
  static let application = BusInterface(
    name: BusNames.freedesktopApplication,
    methods: [
      ("Activate", "a{sv} platform_data", ""), ("Open", "as uris, a{sv} platform_data", ""),
      ("ActivateAction", "s action_name, av parameter, a{sv} platform_data", ""),
    ])

  /// Documented in desktop/org.tomatoclock.TomatoNotify1.xml; a test compares the two.
  static let tomatoNotify1 = BusInterface(
    name: BusNames.tomatoNotify1,
    methods: [
      ("Perform", "s link", "a{sv} content"),
      ("RequestActivity", "s activity, a{sv} content", "a{sv} shown"),
      ("UpdateActivity", "s activity, a{sv} content", "a{sv} shown"),
      ("EndActivity", "s activity, a{sv} content", "a{sv} shown"),
    ],
    properties: [("Activities", "aa{sv}"), ("Content", "a{sv}"), ("Version", "s")],
    emitsChanged: ["Activities": "invalidates", "Version": "const"],
    signals: [
      ("ContentChanged", "s activity, a{sv} content"), ("ActivityEvent", "s activity, a{sv} event"),
      ("IntentPerformed", "s name, s origin"),
    ])

  /// GNOME Shell's data/dbus-interfaces/org.gnome.ShellSearchProvider2.xml.
  static let gnomeSearchProvider = BusInterface(
    name: BusNames.gnomeSearchProvider,
    methods: [
      ("GetInitialResultSet", "as terms", "as results"),
      ("GetSubsearchResultSet", "as previous_results, as terms", "as results"),
      ("GetResultMetas", "as identifiers", "aa{sv} metas"),
      ("ActivateResult", "s identifier, as terms, u timestamp", ""), ("LaunchSearch", "as terms, u timestamp", ""),
    ])

  /// KRunner's src/data/org.kde.krunner1.xml, without `Config`, which KRunner calls only with `X-Plasma-API=DBus2`.
  static let krunner = BusInterface(
    name: BusNames.krunner,
    methods: [
      ("Match", "s query", "a(sssida{sv}) matches"), ("Run", "s matchId, s actionId", ""),
      ("Actions", "", "a(sss) matches"), ("SetActivationToken", "s token", ""), ("Teardown", "", ""),
    ])
}
