// Which process carries an event out.
import TestKit
import Testing

@testable import LiveActivity

struct EventRecordTests {
  @Test func `one holds a record at a time, the next goes on where it ended, and what was removed is over`() {
    let folder = TemporaryFolder()
    var (first, second, third) = (
      EventRecords(in: folder.path), EventRecords(in: folder.path), EventRecords(in: folder.path)
    )
    #expect(first.hold("a") == 0 && second.hold("a") == nil && third.hold("a") == nil)
    first.note("a", 12)
    #expect(second.look().isEmpty && second.descriptor >= 0)
    first = EventRecords(in: nil)
    #expect(becomesFree(&second) == 12 && third.look().isEmpty)
    second.remove("a")
    #expect(becomesFree(&third) == .max && Files.names(in: folder.path).isEmpty)
    #expect(EventRecords(in: nil).descriptor == -1)
  }

  /// A program that another test starts at this moment has a copy of what is open until it begins.
  private func becomesFree(_ records: inout EventRecords) -> Int? {
    var last: Int?
    _ = Patience.wait {
      last = records.look().first?.last
      return last != nil
    }
    return last
  }
}
