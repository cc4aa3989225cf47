// Names that a test writes down.
import Testing
import TomatoLink

extension ActivityID {
  /// The activity with this name. An invalid name is a failure of the test.
  public init(valid name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    if let id = ActivityID(name) {
      self = id
    } else {
      Issue.record("'\(name)' names no activity", sourceLocation: sourceLocation)
      self = .all
    }
  }
}
