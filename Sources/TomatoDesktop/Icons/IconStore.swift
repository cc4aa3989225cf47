// Icon files: the shipped ones for the shipped colours, recoloured copies for the user's colours.

package import GLibBridge
internal import TomatoEngine
package import TomatoLink
package import TomatoWords

/// A copy's name contains its colour, because hosts cache an icon by its name.
package final class IconStore {
  /// An icon in each form that a tray host may ask for.
  package struct Icon: Hashable {
    let name: String
    let path: String?
    let isInTheme: Bool
    /// The folder of a theme with the name (`IconThemePath`); empty if the desktop's themes have it.
    let themePath: String

    /// The icon's name for a host: a path if the desktop's themes do not have it. In our folder, LXQt's panel finds
    /// only PNG files, and GTK finds a new file only after some seconds.
    var nameOrPath: String { isInTheme ? name : path ?? name }
  }

  private let cache: String?
  private let search: (String) -> NotificationIcon.Found?
  /// A cache: a search reads every data directory, and a tray asks at each change.
  private var found: [String: NotificationIcon.Found] = [:]
  private let complain: (String) -> Void
  /// Files written by this process; an older version's files may look different.
  private var written: Set<String> = []
  private var isWritable = true
  private var hasComplained = false
  private var hasTidied = false

  /// - complain: called at most once, if nothing can be stored in `cache`.
  package init(
    cache: String? = Paths.cacheDirectory,
    find: @escaping (String) -> NotificationIcon.Found? = { NotificationIcon.find(file: $0) },
    complain: @escaping (String) -> Void
  ) {
    (self.cache, search, self.complain) = (cache, find, complain)
  }

  /// The user's colours; copies in other colours are removed.
  package var appearance = Appearance() {
    didSet {
      guard !hasTidied || Accent.allCases.contains(where: { appearance.color(of: $0) != oldValue.color(of: $0) })
      else { return }
      (hasTidied, isWritable, written) = (true, true, [])
      tidy()
    }
  }

  func tray(_ state: ContentState) -> Icon {
    icon(TrayIcon.name(state), state.accent, folder: "scalable/status")
  }

  /// The tray's icon as pixels, for trays that find neither names nor files.
  func trayPixmaps(_ state: ContentState) -> [TrayPixmap] {
    let name = TrayIcon.name(state) + suffix(appearance.color(of: state.accent))
    if let drawn, drawn.name == name { return drawn.pixmaps }
    let pixmaps = TrayDrawing.pixmaps(state.accent, step: TrayIcon.step(state), appearance.color(of: state.accent))
    drawn = (name, pixmaps)
    return pixmaps
  }

  /// The last picture: some trays ask for it at each change of the text.
  private var drawn: (name: String, pixmaps: [TrayPixmap])?

  /// The icon of a card: a name, or the path of a copy in another colour.
  package func card(_ accent: Accent) -> String {
    let name = BusNames.application + "-" + accent.rawValue
    guard !isShipped(accent), let copy = copy(name, accent, folder: "scalable/apps") else { return name }
    return copy.nameOrPath
  }

  private func find(_ file: String) -> NotificationIcon.Found? {
    if let known = found[file], ThisProcess.exists(known.path) { return known }
    found[file] = search(file)
    return found[file]
  }

  private func isShipped(_ accent: Accent) -> Bool { appearance.color(of: accent) == Appearance().color(of: accent) }

  private func icon(_ name: String, _ accent: Accent, folder: String) -> Icon {
    if !isShipped(accent), let copy = copy(name, accent, folder: folder) { return copy }
    let found = find("\(folder)/\(name).svg")
    let isInTheme = found?.isInTheme == true
    return Icon(name: name, path: found?.path, isInTheme: isInTheme, themePath: isInTheme ? "" : found?.themePath ?? "")
  }

  private var themePath: String? { cache.map { $0 + "/icons" } }
  private var folder: String? { themePath.map { $0 + "/hicolor/scalable/status" } }

  /// A recoloured copy; nil without a shipped icon or a place to store the copy.
  private func copy(_ shipped: String, _ accent: Accent, folder source: String) -> Icon? {
    guard isWritable, let folder, let themePath else { return nil }
    let name = shipped + suffix(appearance.color(of: accent))
    let path = "\(folder)/\(name).svg"
    let icon = Icon(name: name, path: path, isInTheme: false, themePath: themePath)
    if written.contains(name) { return icon }
    guard let found = find("\(source)/\(shipped).svg") else { return nil }
    do throws(FileError) {
      let text = String(decoding: try Files.read(found.path, limit: 16 * 1024), as: UTF8.self)
      let colours = IconColors.replacements(accent, with: appearance.color(of: accent))
      try Files.replace(path, with: Array(IconColors.recolored(text, colours).utf8), isDurable: false)
    } catch {
      isWritable = false
      if !hasComplained { complain(Answers.iconsNotKept(error.description)) }
      hasComplained = true
      return nil
    }
    written.insert(name)
    return icon
  }

  private func suffix(_ color: Color) -> String { "-" + color.hex.dropFirst() }

  /// Removes copies in unused colours, and empty folders.
  private func tidy() {
    guard let folder, let cache else { return }
    let kept = Accent.allCases.filter { !isShipped($0) }.map { suffix(appearance.color(of: $0)) + ".svg" }
    for name in Files.names(in: folder) where !kept.contains(where: { name.hasSuffix($0) }) {
      Files.removeIfPossible("\(folder)/\(name)")
    }
    for part in ["/icons/hicolor/scalable/status", "/icons/hicolor/scalable", "/icons/hicolor", "/icons", ""] {
      Files.removeIfPossible(cache + part)
    }
  }
}
