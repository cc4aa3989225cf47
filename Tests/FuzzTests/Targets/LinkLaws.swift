// Links, and what people type in their place.

import TomatoLink

@testable import tomato_notify

@MainActor enum LinkLaws {
  /// At both doors.
  static func link(_ bytes: [UInt8]) throws {
    for door in [Door.outside, .socket] {
      let request: Request
      do { request = try Link.parse(bytes: bytes, door: door) } catch {
        try sentence("\(error)")
        continue
      }
      let printed = Link.print(request)
      try law((try? Link.parse(printed, door: .socket)) == request, "\(request) is not read as printed: \(printed)")
      try same(Link.print(request), printed, "printed twice")
      if case .query = request { try law(door == .socket, "a question from outside") }
    }
  }

  /// Words with line breaks between, or without one with spaces.
  static func words(_ bytes: [UInt8]) -> [String] {
    let separator = bytes.contains(10) ? UInt8(10) : 32
    return bytes.split(separator: separator, omittingEmptySubsequences: separator == 32).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static let commands = Set(CommandWords.names)

  static func typed(_ bytes: [UInt8]) throws {
    let typed = words(bytes)
    let isCommand = { (word: String) in Self.commands.contains(word) }
    let meant: [String]
    do { meant = try TypedWords.canonical(typed, isCommand: isCommand) } catch {
      try sentence("\(error.error)")
      // A verb alone is proposed for one that is misspelt, whatever it needs beside it.
      for way in error.proposals where way.count > 1 || TypedLexicon.command(way.joined()) != way {
        try law((try? TypedWords.canonical(way, isCommand: isCommand)) != nil, "\(way) is proposed and not understood")
      }
      return
    }
    try law((try? TypedWords.canonical(meant, isCommand: isCommand)) == meant, "\(typed) became \(meant)")
  }
}
