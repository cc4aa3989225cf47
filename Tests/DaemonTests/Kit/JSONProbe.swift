// JSON as the socket sends it, for tests that only want the text.

import GLibBridge
import TomatoEngine

@testable import TomatoWords

@MainActor enum JSONProbe {
  static func line(_ content: Content) -> String { JSON.line(StatusJSON.object(content)) }
}
