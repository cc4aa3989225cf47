// Errors that end a program, as one sentence and an exit code.

internal import GLibBridge
package import TomatoLink
internal import TomatoRecord

extension Failure {
  /// Any program's error. Errors of other types come from reading the record.
  package init(reading error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    // These are whole sentences already.
    case is BridgeError, is FileError: self.init(.refused, said: "\(error)")
    default: self.init(.refused, said: StoreWords.historyUnreadable(Unreadable.reason(error)))
    }
  }

  /// Runs `body`, and gives a file's error this code.
  static func wrapping<Value>(_ code: AnswerCode, _ body: () throws -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw (error as? FileError).map { Failure(code, said: $0.description) } ?? Failure(reading: error)
    }
  }
}
