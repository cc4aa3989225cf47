// Bytes of servers and terminals: Wayland, X11 and its cookies; the progress that a program prints, and keys.

import TomatoLink

@testable import TomatoDesktop
@testable import tomato_notify

@MainActor enum WireLaws {
  /// All that came of a conversation, heard in pieces.
  private struct Heard: Equatable {
    var news: [WireNews] = []
    var said: [UInt8] = []
    var hasFailed = false
  }

  private static func hear(_ talk: some WireTalk, _ bytes: [UInt8], _ count: Int) -> Heard {
    var (talk, heard) = (talk, Heard())
    do throws(WireFault) {
      for start in stride(from: 0, to: bytes.count, by: count) {
        heard.news += try talk.take(bytes[start..<min(start + count, bytes.count)])
        heard.said += talk.takeOutgoing()
        // The source hangs up then.
        if heard.news.contains(.unsupported) { break }
      }
    } catch {
      heard.hasFailed = true
    }
    return heard
  }

  /// Where the pieces are cut makes no difference; what a failed piece held is lost with it.
  private static func obey(_ talk: some WireTalk, _ bytes: [UInt8]) throws {
    let whole = hear(talk, bytes, max(bytes.count, 1))
    let pieces = hear(talk, bytes, 1)
    try same(pieces.hasFailed, whole.hasFailed, "byte by byte")
    if !whole.hasFailed { try same(pieces, whole, "byte by byte") }
  }

  static func wayland(_ bytes: [UInt8]) throws { try obey(WaylandTalk(timeout: 300_000), bytes) }

  static func x(_ bytes: [UInt8]) throws {
    for isAway in [false, true] {
      try obey(XTalk(timeout: 300_000, isAway: isAway, cookie: nil), bytes)
    }
    for name in [":0", "unix:1.0"] {
      guard let display = XDisplay(name) else { continue }
      let cookie = XAuthority.cookie(for: display, in: bytes, host: Array("here".utf8))
      try law(cookie.map { $0.count <= 256 } ?? true, "a cookie of \(cookie?.count ?? 0) bytes")
    }
  }

  /// A stream in pieces, with zeros between.
  static func terminal(_ bytes: [UInt8]) throws {
    var reader = ProgressReader()
    for piece in bytes.split(separator: 0) {
      reader.read(Array(piece))
      guard let members = reader.take() else { continue }
      let update: ContentUpdate
      do { update = try ContentUpdate(members, .update) } catch {
        throw Broken(description: "what is told is refused: \(error.description)")
      }
      let content = update.applied(to: JobContent(), at: WallTime(seconds: 1))
      try same(content.progress, reader.progress, "the progress")
      try same(content.text, reader.text, "the text")
    }
    var keys = KeyParser()
    for piece in bytes.split(separator: 0) { _ = keys.keys(in: Array(piece)) }
  }
}
