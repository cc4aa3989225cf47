// A line of the control socket: a link, and for what programs say of their activities a tab and a JSON object.

internal import TomatoLink

struct SocketLine {
  let link: ArraySlice<UInt8>
  let body: ArraySlice<UInt8>?

  /// The longest line, in bytes.
  static let limit = Link.byteLimit + 1 + Link.contentByteLimit

  init(_ bytes: [UInt8]) {
    guard let tab = bytes.firstIndex(of: UInt8(ascii: "\t")) else {
      (link, body) = (bytes[...], nil)
      return
    }
    (link, body) = (bytes[..<tab], bytes[(tab + 1)...])
  }

  /// What the program says with this verb; nil for the verbs of persons.
  /// - Throws: one sentence.
  func content(_ verb: Verb) throws(LinkError) -> ContentUpdate? {
    let occasion: ContentUpdate.Occasion
    switch verb {
    case .request: occasion = .request
    case .update: occasion = .update
    case .end: occasion = .end
    default:
      guard body == nil else { throw .unexpectedContent }
      return nil
    }
    guard let body, !body.isEmpty else { return ContentUpdate() }
    guard body.count <= Link.contentByteLimit else { throw .contentTooLong(body.count) }
    guard let text = String(validating: body, as: UTF8.self) else { throw .contentNotUTF8 }
    return try ContentUpdate(try ContentJSON.members(text), occasion)
  }
}
