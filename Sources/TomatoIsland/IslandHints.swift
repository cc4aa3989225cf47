// Encodes a notice as the arguments of `Notify`, by the notification specification.
internal import GLibBridge

enum IslandHints {
  /// - Parameters:
  ///   - capabilities: the server's own list. Without `actions` there are no buttons; with `body-markup` the body is
  ///     escaped, because `&` and `<` would be read as markup.
  ///   - isMinimal: omits the optional hints, which the server has refused.
  static func content(
    of notice: Notice, by program: IslandProgram, on profile: ServerProfile, capabilities: [String], isMinimal: Bool
  ) -> GLibBridge.Notification.Content {
    GLibBridge.Notification.Content(
      title: notice.title.isEmpty ? program.name : notice.title,
      body: capabilities.contains("body-markup") ? Markup.escaped(notice.body) : notice.body,
      icon: icon(notice.icon, of: program, profile.icon),
      actions: capabilities.contains("actions") ? notice.actions.map { (key: $0.key, label: $0.label) } : [],
      urgency: urgency(notice.urgency), expiry: notice.expiry,
      category: notice.isSilent ? profile.silentCategory ?? program.category : program.category,
      hints: [("desktop-entry", .string(program.desktopEntry)), ("resident", .bool(true))]
        + (notice.isTransient ? [("transient", .bool(true))] : []) + (isMinimal ? [] : optionalHints(notice)),
      applicationName: notice.heading)
  }

  /// Hints that the island does not rely on.
  private static func optionalHints(_ notice: Notice) -> [(String, BusValue)] {
    var hints: [(String, BusValue)] = []
    if let percent = notice.percent { hints.append(("value", .int32(percent))) }
    if case .named(let name)? = notice.sound { hints.append(("sound-name", .string(name))) }
    // Plasma, Xfce, MATE, Cinnamon and Budgie know the first one, deepin the second.
    if notice.isSilent { hints += [("suppress-sound", .bool(true)), ("enable-sound", .bool(false))] }
    return hints
  }

  /// The icon's name, if it has no file, or if the server reads icon themes and the theme has it; else the file's path.
  private static func icon(_ name: String, of program: IslandProgram, _ form: ServerProfile.IconForm) -> String {
    guard name.hasPrefix(program.desktopEntry), let icon = NotificationIcon.find(name) else { return name }
    return form == .name && icon.isInTheme ? name : icon.path
  }

  private static func urgency(_ urgency: Card.Urgency) -> GLibBridge.Notification.Urgency {
    switch urgency {
    case .low: .low
    case .normal: .normal
    case .critical: .critical
    }
  }
}
