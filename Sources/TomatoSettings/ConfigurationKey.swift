// The table of all configuration keys. A new key is one line here and one property of `Configuration`.

internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

/// One key of config.ini. docs/configuration.md describes the same table, and a test compares them.
package struct ConfigurationKey: Sendable {
  package let group: String
  package let key: String
  /// As the command takes it: `timer.focus`.
  package let name: String
  package let type: ConfigurationType
  /// Translated when it is called, because the daemon's start does not need it.
  package let summary: @Sendable () -> String

  private init(
    _ group: String, _ key: String, _ type: ConfigurationType, _ summary: @autoclosure @escaping @Sendable () -> String
  ) {
    (self.group, self.key, name, self.type, self.summary) = (group, key, "\(group).\(key)", type, summary)
  }

  /// The default as the file would write it.
  package var defaultText: String { type.print(Configuration()) }

  /// Every key, in the order in which they are shown.
  package static let all = others + HookEvent.all.map { .init("hooks", $0.name.hookKey, .hook($0.name), $0.summary()) }

  /// All keys except those of hooks.
  private static let others: [ConfigurationKey] = [
    .init("timer", "focus", .duration(\.timer.focus), tr("How long a focus phase lasts.")),
    .init("timer", "short-break", .duration(\.timer.shortBreak), tr("How long a short break lasts.")),
    .init("timer", "long-break", .duration(\.timer.longBreak), tr("How long a long break lasts.")),
    .init(
      "timer", "long-break-interval", .number(\.timer.longBreakInterval, 1...99),
      tr("After how many completed focus phases the break is a long one.")),
    .init("timer", "auto-start-breaks", .truth(\.timer.autoStartBreaks), tr("Whether a break begins by itself.")),
    .init("timer", "auto-start-focus", .truth(\.timer.autoStartFocus), tr("Whether a focus phase begins by itself.")),
    .init(
      "timer", "unattended-phases", .number(\.timer.unattendedPhases, 0...99),
      tr("How many phases in a row may begin by themselves before the next one waits for you.")),
    .init(
      "timer", "when-away", .choice(\.timer.whenAway),
      tr("What a focus phase does while the machine sleeps or you are logged out: pause it, or let it run on.")),
    .init(
      "island", "mode", .choice(\.islandMode),
      tr("How the notification is shown: as suits the server, pinned, listed, for events only, or off.")),
    .init(
      "island", "at-once", .number(\.islandsAtOnce, 1...4),
      tr("How many notifications are on the screen at once, if there is room; one names the others.")),
    .init("tray", "enabled", .truth(\.tray.enabled), tr("Whether there is an item in the tray.")),
    .init(
      "tray", "seconds", .choice(\.tray.seconds),
      tr("When the time beside the tray's icon has seconds, on desktops that show it there.")),
    .init(
      "views", "locked", .choice(\.lockedView),
      tr("What the desktop's own bar shows of an activity while the screen is locked: the time, all, or none.")),
    .init("appearance", "focus", .color(\.appearance.focus), tr("The colour of a focus phase.")),
    .init("appearance", "break", .color(\.appearance.break), tr("The colour of a break.")),
    .init("appearance", "paused", .color(\.appearance.paused), tr("The colour of a paused phase.")),
    .init("appearance", "completed", .color(\.appearance.completed), tr("The colour of a phase that is completed.")),
    .init("appearance", "urgent", .color(\.appearance.urgent), tr("The colour of the last minute.")),
    .init(
      "appearance", "dots", .dots(\.appearance.dots),
      tr("The characters that draw the cycle: a session that is done, the one under way, one to come.")),
    .init("alert", "sound", .sound(\.sound.sound), tr("What is heard when a phase ends.")),
    .init("alert", "volume", .number(\.sound.volume, 0...100), tr("How loud that is, in percent.")),
    .init(
      "alert", "before", .durationOrOff(\.timer.alertBefore),
      tr("How long before its end a phase says that it is almost over.")),
    .init(
      "alert", "repeat", .durationOrOff(\.timer.alertRepeat),
      tr("After how long an alert that waits for you comes again, three times at most.")),
    .init(
      "alert", "hold-when-busy", .onOff(\.timer.holdWhenBusy),
      tr("Whether the alert of a break waits, 10 minutes at most, while a camera or microphone is in use.")),
    .init(
      "away", "after", .durationOrOff(\.timer.awayAfter),
      tr(
        "After how long without input nobody counts as being there; a screen that is locked for a minute always does.")
    ),
    .init(
      "away", "then", .choice(\.timer.awayThen),
      tr("What a focus phase does while nobody is there: ask on return, pause from then on, or nothing.")),
    .init(
      "focus", "quiet", .onOff(\.isQuietInFocus),
      tr("Whether the desktop holds notifications back while a focus runs.")),
    .init(
      "track", "ignore", .programs(\.trackIgnore),
      tr("The programs that a shell does not announce when they end (tomato-notify track --shell).")),
    .init(
      "goal", "focus-per-day", .number(\.goal.focusPerDay, 0...50),
      tr("How many focus phases you want to complete in a day; 0 for no goal.")),
    .init(
      "goal", "day-starts", .timeOfDay(\.goal.dayStarts),
      tr("When a new day begins, for the goal and for what is counted by days.")),
    .init(
      "login", "start", .choice(\.loginStart),
      tr("What happens at login: nothing, the daemon is there, or a focus phase begins too.")),
    .init("activities", "programs", .choice(\.timer.programs), tr("Which programs may show activities of their own.")),
    .init(
      "activities", "deny", .programs(\.timer.deniedPrograms),
      tr("Programs that may show none, by their name or path.")),
    .init(
      "activities", "plasma-jobs", .truth(\.usesPlasmaJobs),
      tr("Whether Plasma shows a program's progress like its own jobs, with its bar and buttons.")),
  ]

  package static let groups: [String] = all.reduce(into: []) {
    if !$0.contains($1.group) { $0.append($1.group) }
  }

  package static func find(_ name: String) -> ConfigurationKey? { all.first { $0.name == name } }
}

/// The type of a key's values: how they are written, and which property keeps them.
package struct ConfigurationType: Sendable {
  /// The property that keeps a value.
  typealias Path<Value> = any WritableKeyPath<Configuration, Value> & Sendable

  /// The accepted values, as the end of a sentence: "a duration from 1s to 24h such as 25m".
  package let expected: @Sendable () -> String
  /// Parses the text and stores its value. False if the text is invalid; then nothing is stored.
  package let read: @Sendable (String, inout Configuration) -> Bool
  /// The stored value in its canonical form.
  package let print: @Sendable (Configuration) -> String
  /// Why a value that could be read cannot be used here and now, as one sentence; nil if it can.
  package let trouble: @Sendable (Configuration) -> String?
  /// The values that can be offered, where there are few.
  package let values: [String]
  package let isDuration: Bool

  private init<Value>(
    _ path: Path<Value>, _ expected: @autoclosure @escaping @Sendable () -> String, offering values: [String] = [],
    isDuration: Bool = false, parse: @escaping @Sendable (String) -> Value?,
    print: @escaping @Sendable (Value) -> String, trouble: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) {
    (self.expected, self.values, self.isDuration) = (expected, values, isDuration)
    read = { text, configuration in
      guard let value = parse(text) else { return false }
      configuration[keyPath: path] = value
      return true
    }
    self.print = { print($0[keyPath: path]) }
    self.trouble = { trouble($0[keyPath: path]) }
  }

  static func duration(_ path: Path<Duration>) -> Self {
    Self(
      path, tr("a duration from 1s to 24h such as 25m"), offering: ["5m", "15m", "25m", "50m"], isDuration: true,
      parse: { try? DurationText.parse($0) }, print: DurationText.print)
  }

  static func durationOrOff(_ path: Path<Duration>) -> Self {
    Self(
      path, tr("off or a duration from 1s to 24h such as 30s"), offering: ["off", "30s", "1m", "5m"], isDuration: true,
      parse: { ["off", "0", "0s"].contains($0) ? .zero : try? DurationText.parse($0) },
      print: { $0 == .zero ? "off" : DurationText.print($0) })
  }

  /// At most 12:00. If the day began later, it would be unclear which of two dates it has.
  static func timeOfDay(_ path: Path<Int>) -> Self {
    Self(
      path, tr("a time from 00:00 to 12:00 such as 04:00"), offering: ["00:00", "04:00"],
      parse: { text in TimeOfDay.minutes(text).flatMap { $0 <= 720 ? $0 : nil } }, print: TimeOfDay.text)
  }

  static func sound(_ path: Path<AlertSound>) -> Self {
    Self(
      path, tr("default, off, a file such as ~/ding.oga, or the name of a sound in the sound theme such as bell"),
      parse: { AlertSound($0) }, print: { $0.text }, trouble: { SoundSettings(sound: $0).trouble })
  }

  static func number(_ path: Path<Int>, _ range: ClosedRange<Int>) -> Self {
    Self(
      path,
      tr(
        "a whole number from {first} to {last}",
        ["first": String(range.lowerBound), "last": String(range.upperBound)]),
      parse: { text in
        // `Int` also accepts a plus sign.
        text.hasPrefix("+") ? nil : Int(text).flatMap { range.contains($0) ? $0 : nil }
      },
      print: { String($0) })
  }

  static func truth(_ path: Path<Bool>) -> Self {
    Self(
      path, tr("true or false"), offering: ["true", "false"], parse: { Bool($0) }, print: { String($0) })
  }

  static func onOff(_ path: Path<Bool>) -> Self {
    Self(
      path, tr("on or off"), offering: ["on", "off"],
      parse: { ["on": true, "true": true, "off": false, "false": false][$0] }, print: { $0 ? "on" : "off" })
  }

  static func programs(_ path: Path<String>) -> Self {
    Self(
      path, tr("names of programs with spaces between, or none"),
      parse: { text in
        let names = text.split(separator: " ")
        return names.isEmpty || SafeText.printable(text) != text ? nil : names.joined(separator: " ")
      },
      print: { $0 })
  }

  static func color(_ path: Path<Color>) -> Self {
    Self(path, tr("a colour as #rrggbb"), parse: { Color($0) }, print: { $0.hex })
  }

  static func dots(_ path: Path<Dots>) -> Self {
    Self(path, tr("three visible characters such as ●◐○"), parse: { Dots($0) }, print: { $0.text })
  }

  static func programs(_ path: Path<Set<String>>) -> Self {
    Self(
      path, tr("names or paths of programs, separated by semicolons, such as make;/usr/bin/rsync"),
      parse: ProgramList.programs, print: ProgramList.text)
  }

  static func hook(_ name: HappeningName) -> Self {
    Self(
      \.hooks[name],
      tr(
        "off, or a program and its arguments such as playerctl pause; the program by its name, or by a path that "
          + "begins with / or ~/"),
      parse: { text in text == "off" ? .some(nil) : HookCommand(text).map(Optional.some) },
      print: { $0?.text ?? "off" }, trouble: { $0?.trouble })
  }

  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(_ path: Path<Choice>) -> Self {
    let names = Choice.allCases.map(\.rawValue)
    return Self(
      path, Words.list(names, .or), offering: names, parse: { Choice(rawValue: $0) }, print: { $0.rawValue })
  }
}
