// The verbs, and the table of their properties. A new verb is a case of `Verb` and a row.

/// The verbs of intents.
public enum Verb: String, Hashable, Sendable, CaseIterable {
  case start, focus, `break`, timer, stopwatch, pause, resume, toggle, lap, skip, reset, stop, extend, rewind, undo
  case show, hide
  /// The answers to the question whether time away counts.
  case keep, takeoff
  /// The user has left, or is back: sent by programs that watch presence.
  case away, back
  /// Sent by programs for their own activities (jobs); `button`: a person pressed one of a job's buttons.
  case request, update, end, button
}

public struct VerbRow: Sendable {
  public enum Speaker: Sendable {
    /// A person, through any door.
    case person
    /// A program that watches presence, over the control socket only.
    case presence
    /// A program, for its own activities.
    case program
  }

  public var speaker: Speaker
  /// The items of its link, without those for every verb (`format`, `opened`).
  let items: Set<LinkItem>
  /// The kinds of activity that have this verb, as a refusal lists them.
  public var kinds: [ActivityKind]
  /// If set, the verb can only be for this kind of activity.
  public var only: ActivityKind?
  /// The synonyms that people type, separated by spaces. A verb without any is typed by its name alone.
  var words = ""
  /// The loss of time that the verb can cause: an answer says it, a card shows it, undo takes it back.
  ///
  /// The table has no events, because they depend on the activity: `toggle` pauses or resumes, `start` begins, resumes
  /// or only shows.
  public var loss: UndoableChange?
}

/// The changes that can be taken back for 60 s.
public enum UndoableChange: String, Hashable, Sendable, CaseIterable {
  case reset, skip, stop, rewind, shorten, replace, takeOff

  public static let lifetime: Duration = .seconds(60)
}

extension Verb {
  public var row: VerbRow {
    switch self {
    case .start:
      .begins(
        [.duration, .minutes, .task, .known, .activity, .phase], [.pomodoro, .timer, .stopwatch], "begin go 開始 开始")
    case .focus, .break: .begins([.duration, .minutes, .task, .activity, .phase], [.pomodoro])
    case .timer:
      .begins(
        [.name, .duration, .minutes, .until, .wait], only: .timer, "countdown 計時 计时 計時器 计时器 倒數 倒数 倒數計時 倒計時 倒计时")
    case .stopwatch: .begins([.name], only: .stopwatch, "chronometer 碼錶 馬錶 秒錶 秒表")
    // The answer `pause` takes off the time since the last departure.
    case .pause: .acts([.at, .duration, .minutes], [.pomodoro, .timer, .stopwatch], "暫停 暂停", loss: .takeOff)
    case .resume: .acts([.at], [.pomodoro, .timer, .stopwatch], "continue unpause 繼續 继续")
    case .toggle: .acts([.at], [], "切換 切换")
    case .lap: .acts([.at], [.stopwatch], "split 計圈 计圈")
    // `done` ends the running phase and begins the next.
    case .skip: .acts([.at], [.pomodoro], "next done finish finished 跳過 跳过 下一個 下一个 完成", loss: .skip)
    case .reset: .acts([.at], [.pomodoro, .timer, .stopwatch], "重置 重設 重设", loss: .reset)
    case .stop: .acts([.at], [.pomodoro, .timer, .stopwatch, .job], "end cancel 停止 結束 结束 取消", loss: .stop)
    case .extend: .acts([.at, .by], [.pomodoro, .timer], "add 延長 延长 加 再 再加 再來 再来 多", loss: .shorten)
    case .rewind: .acts([.at, .by], [.pomodoro, .timer], "back 倒回", loss: .rewind)
    case .undo: .acts([], [], "oops whoops 復原 撤銷 撤销 还原")
    case .show: .acts([], [.job], "顯示 显示")
    case .hide: .acts([], [.job], "隱藏 隐藏")
    case .keep: .acts([], [.pomodoro])
    case .takeoff: .acts([], [.pomodoro], loss: .takeOff)
    case .away: VerbRow(speaker: .presence, items: [.at], kinds: [])
    case .back: VerbRow(speaker: .presence, items: [], kinds: [])
    case .request, .update, .end: .programs([.activity])
    case .button: .programs([.activity, .phase])
    }
  }

  /// Refused in links from outside.
  public static let ofPrograms = Set(allCases.filter { $0.row.speaker == .program })
  /// For the control socket only.
  public static let ofPresence = Set(allCases.filter { $0.row.speaker == .presence })
  /// For every door.
  public static let ofPersons = allCases.filter { $0.row.speaker == .person }

  /// Whether a word is a verb that is a whole request alone. A switch, because making the rows, or an array, would take
  /// longer than everything else that the command does.
  public static func isBareWord(_ word: String) -> Bool {
    switch word {
    case "pause", "resume", "toggle", "skip", "reset", "stop", "undo", "show", "hide", "start", "focus", "break",
      "stopwatch", "lap", "away", "back", "keep", "takeoff":
      true
    default: false
    }
  }

  /// Whether it starts timing.
  public var begins: Bool { row.items.contains(.replace) }

  /// Its name and the other words that people type for it; empty for a verb that is typed by its name alone.
  var typed: [String] { row.words.isEmpty ? [] : "\(rawValue) \(row.words)".split(separator: " ").map { String($0) } }

  /// Whether people type it to control an activity, rather than to begin, show or hide one.
  var isControl: Bool { !row.words.isEmpty && !begins && row.kinds != [.job] }
}

extension VerbRow {
  /// A verb that starts timing, and may replace the current phase.
  fileprivate static func begins(
    _ items: Set<LinkItem>, _ kinds: [ActivityKind] = [], only: ActivityKind? = nil, _ words: String = ""
  ) -> VerbRow {
    VerbRow(
      speaker: .person, items: items.union([.replace, .at]), kinds: kinds, only: only, words: words, loss: .replace)
  }

  fileprivate static func programs(_ items: Set<LinkItem>) -> VerbRow {
    VerbRow(speaker: .program, items: items, kinds: [], only: .job)
  }

  /// A verb for an existing activity.
  fileprivate static func acts(
    _ items: Set<LinkItem>, _ kinds: [ActivityKind], _ words: String = "", loss: UndoableChange? = nil
  ) -> VerbRow {
    VerbRow(speaker: .person, items: items.union([.activity, .phase]), kinds: kinds, words: words, loss: loss)
  }
}
