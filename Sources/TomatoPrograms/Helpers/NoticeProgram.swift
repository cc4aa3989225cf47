// `tomato-notifyd notice`: says in a notification why a link led to nothing. For a desktop that runs the command for a
// link and shows nobody what the command says.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoRecord
internal import TomatoWords

package enum NoticeProgram {
  /// A notification server that is started for it included.
  private static let limitMs = 5000

  /// - Parameter words: the exit code to end with, and the sentence.
  /// - Returns: that code, whether anybody could be told or not; 64 for wrong usage.
  package static func run(_ words: [String]) -> Int32 {
    guard words.count == 2, let code = Int32(words[0]), (1...255).contains(code) else {
      return StandardStreams.complain(Answers.noticeUsage, 64)
    }
    guard Places.hasSessionBus() else { return code }
    var isOver = false
    var notices: Notices?
    BusConnection.connect(.session) { outcome in
      guard let bus = try? outcome.get() else {
        isOver = true
        return
      }
      notices = Notices(bus, .shared)
      notices?.show(title: Answers.notCarriedOut, words[1]) { _ in isOver = true }
    }
    _ = MainLoop.turn(until: { isOver }, limitMs: limitMs)
    return withExtendedLifetime(notices) { code }
  }
}
