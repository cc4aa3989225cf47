// Which links the cards of programs may open.

public enum ActivityURL {
  /// Refused in every content, also in a stored one.
  private static let refusedSchemes: Set<String> = ["file", "data", "javascript"]

  /// Schemes of links that contain a document or a program, and of a browser's internal pages.
  private static let documentSchemes: Set<String> = [
    "about", "blob", "chrome", "chrome-extension", "feed", "filesystem", "jar", "moz-extension", "resource", "vbscript",
    "view-source", "wyciwyg",
  ]
  /// Schemes by which file managers (GVfs, KIO) open local and remote files.
  private static let fileSchemes: Set<String> = [
    "admin", "afc", "afp", "ar", "archive", "audiocd", "baloosearch", "bluetooth", "burn", "camera", "cdda", "computer",
    "dav", "davs", "desktop", "dns-sd", "exec", "favorites", "filenamesearch", "fish", "fonts", "ftp", "ftps", "gdrive",
    "google-drive", "gphoto2", "help", "info", "kdeconnect", "kio", "localtest", "man", "mtp", "network", "nfs", "obex",
    "onedrive", "programs", "recent", "recentdocuments", "recentlyused", "remote", "search", "settings", "sftp", "smb",
    "smb-share", "ssh", "tags", "tar", "timeline", "trash", "webdav", "webdavs", "zip",
  ]

  /// - Throws: One sentence, if it is not an absolute link or has a refused scheme.
  public static func checked(_ text: String) throws(LinkError) -> String {
    guard let scheme = scheme(of: text), text.utf8.count > scheme.utf8.count + 1, text.utf8.count <= 2000,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else {
      throw LinkError(
        "{given} is not a link; expected for example https://example.org/1, at most 2000 characters of ASCII.",
        given: text)
    }
    guard !refusedSchemes.contains(scheme) else { throw notOpened(scheme) }
    return text
  }

  /// Refuses links that reach files, carry a document or a program, or hold another link (`x:y:…`). Called when a link
  /// is received and again when it is opened.
  /// - Parameter text: As `checked` gave it.
  public static func checkOpening(_ text: String) throws(LinkError) {
    guard let scheme = scheme(of: text) else { return }
    guard !refusedSchemes.contains(scheme), !documentSchemes.contains(scheme), !fileSchemes.contains(scheme) else {
      throw notOpened(scheme)
    }
    guard self.scheme(of: text.dropFirst(scheme.utf8.count + 1)) == nil else {
      throw LinkError(
        "A link with '{scheme}:' that holds another link is not opened; expected for example https:.",
        ["scheme": scheme])
    }
  }

  private static func notOpened(_ scheme: String) -> LinkError {
    LinkError("A link with '{scheme}:' is not opened; expected another one, for example https:.", ["scheme": scheme])
  }

  /// The scheme in lower case; nil if the text has none (RFC 3986, 3.1).
  private static func scheme(of text: some StringProtocol) -> String? {
    guard let end = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<end].lowercased()
    guard scheme.utf8.first?.isASCIILowercase == true else { return nil }
    let isScheme = scheme.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    return isScheme ? scheme : nil
  }
}
