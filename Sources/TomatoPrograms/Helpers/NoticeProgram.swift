// `tomato-notifyd notice`: shows a notification about a failed link, for desktops that run the command for a link and
// hide its output.

internal import GLibBridge
internal import TomatoDesktop
package import TomatoLink
internal import TomatoRecord
internal import TomatoWords

package enum NoticeProgram {
  /// Includes the start of a notification server.
  private static let limitMs = 5000

  /// - Parameter request: the exit code to end with, and the sentence.
  /// - Returns: that code, whether anybody could be told or not.
  package static func run(_ request: ProgramRequest) throws(Failure) -> Int32 {
    guard let code = Int32(request.words[0]), (1...255).contains(code) else { throw request.usageError }
    guard Places.hasSessionBus() else { return code }
    var isOver = false
    var notices: Notices?
    BusConnection.connect(.session) { outcome in
      guard let bus = try? outcome.get() else {
        isOver = true
        return
      }
      notices = Notices(bus, .shared)
      notices?.show(title: Answers.notCarriedOut, request.words[1]) { _ in isOver = true }
    }
    _ = MainLoop.turn(until: { isOver }, limitMs: limitMs)
    return withExtendedLifetime(notices) { code }
  }
}
