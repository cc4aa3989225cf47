// Every bus name, object path and application id.

enum BusNames {
  /// The application's id: its desktop file, its bus name.
  static let application = "org.tomatoclock.TomatoNotify"
  static let gettextDomain = "tomato-notify"
  static let login1 = "org.freedesktop.login1"
  static let login1Manager = "org.freedesktop.login1.Manager"
  static let login1Path = "/org/freedesktop/login1"
}
