// The example event for `hooks test`, made by a separate engine.

internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoSettings

enum HookExample {
  /// Nil if the event cannot be produced.
  static func request(_ event: HookEvent, _ command: HookCommand, at now: Moment) -> HookRequest? {
    let name = event.name
    // A fixed uptime, independent of this machine's.
    let end = Moment(sinceBoot: .hours(48), awake: .hours(48), wall: now.wall, boot: now.boot)
    let length: Duration = name == .onStart ? .zero : name == .onComplete ? .minutes(25) : .minutes(10)
    let began = Moment(
      sinceBoot: end.sinceBoot - length, awake: end.awake - length, wall: end.wall - length, boot: end.boot)
    var engine = Engine(settings: Settings())
    var effects: [Effect] = []
    for (place, intent) in intents(event).enumerated() {
      effects += engine.handle(.intent(intent, .command), at: place == 0 ? began : end)
    }
    effects += engine.handle(.alarm, at: end)
    let happenings = effects.compactMap { if case .announce(let happening) = $0 { happening } else { nil } }
    let happening = happenings.last { $0.name == name } ?? Happening(name, .command, .pomodoro)
    return HookRequest(happening, Scene(engine, at: end), command)
  }

  /// The user's actions that lead to the event.
  private static func intents(_ event: HookEvent) -> [Intent] {
    if event.example.first?.verb.begins == true { return event.example }
    return [Intent(.start, mode: .focus, duration: .minutes(25), task: HookWords.task)] + event.example
  }
}
