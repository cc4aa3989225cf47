// What a hook gets in `hooks test`: the event as it would be, made by an engine of its own.

internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoSettings

enum HookExample {
  /// Nil when the event cannot be brought about.
  static func request(_ event: HookEvent, _ command: HookCommand, at now: Moment) -> HookRequest? {
    let name = event.name
    // However long ago this machine was started.
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

  /// What a person does until it happens.
  private static func intents(_ event: HookEvent) -> [Intent] {
    if event.example.first?.verb.begins == true { return event.example }
    return [Intent(.start, mode: .focus, duration: .minutes(25), task: HookWords.task)] + event.example
  }
}
