// Doctor's findings on the user's hooks: one line for each configured one.

internal import TomatoDesktop
internal import TomatoLink
internal import TomatoSettings
internal import TomatoWords

extension Diagnosis {
  static func hooks(_ found: Findings) -> [Diagnosis] {
    found.hooks.map { hook in
      let finding = HookWords.finding(hook.key, hook.finding)
      guard !hook.isGood else { return Diagnosis(.ok, .hooks, finding) }
      return Diagnosis(
        .limited, .hooks, finding, remedy: tr("tomato-notify hooks test {key} shows what it does", ["key": hook.key]))
    }
  }
}

extension Findings {
  /// A configured hook.
  struct Hook: Equatable {
    /// As `on-start`.
    var key: String
    /// A part of a sentence, or a whole one.
    var finding: String
    /// Whether it can run, and did not fail in its last run.
    var isGood: Bool
  }

  static func hooks(_ configuration: Configuration, _ folder: String?, at now: WallTime) -> [Hook] {
    HookEvent.all.compactMap { event in
      guard let command = configuration.hooks[event.name] else { return nil }
      let last = HookRecord.read(event.name, command, in: folder)
      return Hook(
        key: event.name.hookKey, finding: HooksProgram.finding(event.name, command, folder, at: now),
        isGood: command.trouble == nil && last?.result.isGood != false)
    }
  }
}
