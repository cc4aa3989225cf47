// The island cards' places on the server, as stored in the table `card_seat`.

internal import SQLiteBridge
package import TomatoIsland
package import TomatoLink

extension Store {
  /// The places of the last process's cards; invalid rows are skipped.
  package func seats() -> [ActivityID: NotificationAddress] {
    var seats: [ActivityID: NotificationAddress] = [:]
    for row in (try? database?.rows("SELECT * FROM card_seat")) ?? [] {
      guard let activity = (try? row.text("activity")).flatMap({ ActivityID($0) }),
        let id = (try? row.int64("shown_id")).flatMap({ UInt32(exactly: $0) }),
        let guid = try? row.text("bus_guid"), let owner = try? row.text("owner")
      else { continue }
      seats[activity] = NotificationAddress(id: id, busGUID: guid, owner: owner)
    }
    return seats
  }

  /// Stores the place of an activity's card for `phase`, without waiting for the disk; nil deletes it.
  package func keep(_ seat: NotificationAddress?, of activity: ActivityID, _ phase: PhaseToken) {
    guard let database else { return }
    _ = try? database.withSynchronousNormal { () throws(SQLiteError) in
      guard let seat else {
        try database.run("DELETE FROM card_seat WHERE activity = ?", [.text(activity.description)])
        return
      }
      try database.replace(
        [
          ("activity", .text(activity.description)), ("shown_id", .integer(Int64(seat.id))),
          ("bus_guid", .text(seat.busGUID)), ("owner", .text(seat.owner)), ("token", .token(phase)),
        ], in: "card_seat")
    }
  }
}
