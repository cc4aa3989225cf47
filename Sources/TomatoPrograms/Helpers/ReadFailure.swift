// Why the record cannot be read, as every program says it.

internal import GLibBridge
internal import TomatoLink
internal import TomatoRecord

extension Failure {
  init(reading error: any Error) {
    if let failure = error as? Failure {
      self = failure
      return
    }
    // A place that cannot be trusted says so itself.
    let isSentence = error is BridgeError || error is FileError
    self.init(.refused, said: isSentence ? "\(error)" : StoreWords.historyUnreadable(Unreadable.reason(error)))
  }
}
