// Finds our icon files, because several notification servers draw a file but do not find an icon by name.
import Glibc

public enum NotificationIcon {
  public struct Found: Hashable, Sendable {
    public let path: String
    /// Whether icon themes find it by name.
    public let isInTheme: Bool
    /// The FOLDER in FOLDER/hicolor/SIZE/CONTEXT/NAME, for a tray item's `IconThemePath`.
    public var themePath: String {
      path.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    }

    public init(path: String, isInTheme: Bool) { (self.path, self.isInTheme) = (path, isInTheme) }
  }

  /// The PNG file of an icon of the hicolor theme, in the size of a notification; nil if there is none.
  public static func find(
    _ name: String, executable: String? = ThisProcess.executable, data: [String] = Paths.dataDirectories
  ) -> Found? {
    find(file: "64x64/apps/\(name).png", executable: executable, data: data)
  }

  /// A file of the hicolor theme, by its path in it; nil if there is none.
  ///
  /// Looks beside the running program (`../share/icons`), then in the data directories of the XDG Base Directory
  /// Specification, then in the source tree.
  /// - Parameters: replaced in tests.
  public static func find(
    file: String, executable: String? = ThisProcess.executable, data: [String] = Paths.dataDirectories
  ) -> Found? {
    let program = executable.map { folders(above: $0) } ?? []
    let installed = program.dropFirst().prefix(1).map { $0 + "/share" }
    let tree = program.first { ThisProcess.exists($0 + "/icons/hicolor") }
    for folder in installed + data + [tree].compactMap(\.self) {
      if let path = readable(file, in: folder) { return Found(path: path, isInTheme: data.contains(folder)) }
    }
    return nil
  }

  private static func readable(_ file: String, in folder: String) -> String? {
    let path = "\(folder)/icons/hicolor/\(file)"
    return Files.isRegular(path) && access(path, R_OK) == 0 ? path : nil
  }

  /// The folder of a file, and those above it except the root.
  private static func folders(above path: String) -> [String] {
    let parts = path.split(separator: "/").dropLast()
    return parts.indices.reversed().map { "/" + parts[...$0].joined(separator: "/") }
  }
}
