// Golden files: what the program says, as a text that people read and compare in a change. To accept a change, run the
// tests once with TOMATO_GOLDEN=write and look at the difference.

import Glibc
import TestKit
import Testing

enum Golden {
  static func expect(_ text: String, is name: String, _ location: SourceLocation = #_sourceLocation) {
    let path = "\(Repository.root)/Tests/DaemonTests/Golden/\(name)"
    if getenv("TOMATO_GOLDEN") != nil { Files.write(Array(text.utf8), to: path) }
    let found = lines(text)
    let wanted = lines(Files.bytes(path).map { String(decoding: $0, as: UTF8.self) } ?? "")
    for number in 0..<max(found.count, wanted.count) {
      let now = number < found.count ? found[number] : "(end)"
      let then = number < wanted.count ? wanted[number] : "(end)"
      guard now != then else { continue }
      Issue.record("\(name):\(number + 1) says \"\(now)\", was \"\(then)\"", sourceLocation: location)
      return
    }
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
