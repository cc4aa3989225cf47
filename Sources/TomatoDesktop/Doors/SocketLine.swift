// A line of the control socket: the answer's language, a link, and for a program's activity a tab and a JSON object.

internal import TomatoLink
internal import TomatoWords

package struct SocketLine {
  /// Nil: the session's language.
  let language: String?
  let link: ArraySlice<UInt8>
  let body: ArraySlice<UInt8>?

  /// The longest line, in bytes.
  package static let limit = Link.requestByteLimit

  init(_ bytes: [UInt8]) {
    let request: ArraySlice<UInt8>
    (language, request) = RequestLanguage.cut(bytes[...])
    guard let tab = request.firstIndex(of: UInt8(ascii: "\t")) else {
      (link, body) = (request, nil)
      return
    }
    (link, body) = (request[..<tab], request[(tab + 1)...])
  }

  /// The program's content for this verb; nil for users' verbs.
  func content(_ verb: Verb) throws(LinkError) -> ContentUpdate? {
    guard let occasion = ContentUpdate.Occasion(rawValue: verb.rawValue) else {
      guard body == nil else { throw .unexpectedContent }
      return nil
    }
    guard let body, !body.isEmpty else { return ContentUpdate() }
    guard body.count <= Link.contentByteLimit else { throw .contentTooLong(body.count) }
    guard let text = String(validating: body, as: UTF8.self) else { throw .contentNotUTF8 }
    return try ContentUpdate(try ContentJSON.members(text), occasion)
  }
}
