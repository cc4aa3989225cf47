// Whether a program may show activities, how often updates are visible, and how the user can change that.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink
internal import TomatoWords

/// The answer to `activity authorization` (ActivityKit's `ActivityAuthorizationInfo`).
struct Authorization {
  let program: String
  /// Why the program may show no activities; nil if it may.
  let refusal: Refusal?
  let requested: Int
  /// Whether the notification or a view shows each update at once, not only the tray and bars.
  let showsEachUpdate: Bool
  let mode: IslandMode?

  init(_ program: String, _ engine: Engine, _ desktop: Hindrance.Circumstances?) {
    self.program = program
    refusal = engine.refusal(of: program)
    requested = engine.count(of: program)
    mode = desktop?.mode
    let style = desktop.flatMap { found in found.profile.map { $0.style(found.mode, beside: found.otherClock) } }
    showsEachUpdate = style == .pinned || desktop?.otherClock == .view
  }

  func line(_ format: Query.Format) -> String {
    if format == .json {
      return JSON.line(
        .vardict([
          ("areActivitiesEnabled", .bool(refusal == nil)), ("frequentUpdates", .bool(showsEachUpdate)),
          ("program", .string(program)), ("requested", .int64(Int64(requested))),
          ("limit", .int64(Int64(Engine.programLimit))),
        ]))
    }
    if let refusal { return Answers.sentence(refusal, nil) }
    return AuthorizationWords.may(program) + " "
      + (showsEachUpdate ? AuthorizationWords.showsEachUpdate : AuthorizationWords.showsSome(mode))
  }
}
