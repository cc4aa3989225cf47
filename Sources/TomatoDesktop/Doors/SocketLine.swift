// A line of the control socket: in which language it is to be answered, a link, and for what programs say of their
// activities a tab and a JSON object.

internal import TomatoLink
internal import TomatoWords

package struct SocketLine {
  /// Nil: the session's.
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

  /// What the program says with this verb; nil for the verbs of persons.
  /// - Throws: one sentence.
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
