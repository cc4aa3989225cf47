// The message about an unreadable record, shared by all programs.

internal import GLibBridge
internal import TomatoLink
internal import TomatoRecord

extension Failure {
  init(reading error: any Error) {
    if let failure = error as? Failure {
      self = failure
      return
    }
    // These errors are whole sentences already.
    let isSentence = error is BridgeError || error is FileError
    self.init(.refused, said: isSentence ? "\(error)" : StoreWords.historyUnreadable(Unreadable.reason(error)))
  }
}
