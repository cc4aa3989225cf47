// Encodes a notice as the arguments of `Notify`, by the notification specification.
internal import GLibBridge

extension IslandScreen {
  /// Without the capability `actions` there are no buttons; with `body-markup` the body is escaped, because `&` and `<`
  /// would be read as markup.
  func content(of notice: Notice, _ profile: ServerProfile) -> Notification.Content {
    let capabilities = identity?.capabilities ?? []
    return Notification.Content(
      title: notice.title.isEmpty ? program.name : notice.title,
      body: capabilities.contains("body-markup") ? Markup.escaped(notice.body) : notice.body,
      icon: icon(notice.icon, profile.icon),
      actions: capabilities.contains("actions") ? notice.actions.map { (key: $0.key, label: $0.label) } : [],
      urgency: notice.urgency.rawValue, expiry: notice.expiry,
      category: notice.isSilent ? profile.silentCategory ?? program.category : program.category,
      hints: [("desktop-entry", .string(program.desktopEntry)), ("resident", .bool(true))]
        + (notice.isTransient ? [("transient", .bool(true))] : [])
        + (omitsOptionalHints ? [] : optionalHints(notice)),
      applicationName: notice.heading)
  }

  /// Hints that the island does not rely on.
  private func optionalHints(_ notice: Notice) -> [(String, BusValue)] {
    var hints: [(String, BusValue)] = []
    if let percent = notice.percent { hints.append(("value", .int32(percent))) }
    if case .named(let name)? = notice.sound { hints.append(("sound-name", .string(name))) }
    // Plasma, Xfce, MATE, Cinnamon and Budgie know the first one, deepin the second.
    if notice.isSilent { hints += [("suppress-sound", .bool(true)), ("enable-sound", .bool(false))] }
    return hints
  }

  /// The path of the icon's file; the name if there is no file, or if the server reads icon themes and finds it there.
  private func icon(_ name: String, _ form: ServerProfile.IconForm) -> String {
    guard name.hasPrefix(program.desktopEntry), let icon = NotificationIcon.find(name) else { return name }
    return form == .name && icon.isInTheme ? name : icon.path
  }
}
