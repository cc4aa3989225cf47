// The sentences about unusable files, unsaved changes, and an unreadable history.

internal import TomatoWords

package enum StoreWords {
  static func notSaved(_ reason: String) -> String {
    tr("This is not saved yet: {reason}. The timer goes on, and the next change saves everything.", ["reason": reason])
  }

  static func notSavedUntilRestart(_ reason: String) -> String {
    tr("This is not saved: {reason}. The timer goes on.", ["reason": reason])
  }

  static func cannotOpen(_ path: String, _ reason: String) -> String {
    tr(
      "The history {path} cannot be opened: {reason}. The timer runs, but nothing is saved until this is fixed.",
      ["path": path, "reason": reason])
  }

  static func cannotWrite(_ path: String, _ reason: String) -> String {
    tr(
      "The history {path} cannot be written: {reason}. The timer goes on, and the next change saves everything.",
      ["path": path, "reason": reason])
  }

  static func keptAside(_ path: String, _ reason: String, _ aside: String) -> String {
    tr(
      "The history {path} cannot be used: {reason}. It was kept as {aside}, and a new one was begun.",
      ["path": path, "reason": reason, "aside": aside])
  }

  static func takenOverOlder(_ path: String, _ aside: String, _ intervals: Int) -> String {
    tr(
      "The history {path} is of a version before 1.0.0. It is kept as {aside}, and its intervals were taken over: {n}",
      ["path": path, "aside": aside, "n": String(intervals)])
  }

  static func takenOver(_ path: String, _ reason: String, _ aside: String, _ intervals: Int) -> String {
    tr(
      "The history {path} cannot be used: {reason}. It was kept as {aside}, and a new one was begun with what could be "
        + "read of it. Intervals taken over: {n}",
      ["path": path, "reason": reason, "aside": aside, "n": String(intervals)])
  }

  static func lostActivity(_ name: String, _ path: String, _ reason: String) -> String {
    tr(
      "{activity} cannot be read in {path}: {reason}. It was put aside there, and everything else goes on.",
      ["activity": name, "path": path, "reason": reason])
  }

  static func lostPart(_ path: String, _ reason: String) -> String {
    tr(
      "A part of the state cannot be read in {path}: {reason}. It was put aside there, and everything else goes on.",
      ["path": path, "reason": reason])
  }

  package static func historyUnreadable(_ reason: String) -> String {
    tr("The history cannot be read: {reason}.", ["reason": reason])
  }

  package static func unreadableIntervals(_ count: Int) -> String {
    tr("Intervals of the history that cannot be read and are not listed: {n}", ["n": String(count)])
  }

  static func appearedLater(_ path: String) -> String {
    tr("{path} appeared after the start; quit and start again to use it", ["path": path])
  }

  static func stateUnusable(_ problem: String) -> String {
    tr("{problem} The timer runs, but nothing can be saved.", ["problem": problem])
  }

  static func foreignFolder(_ folder: String, _ owner: UInt32) -> String {
    tr(
      "{folder} belongs to another user (uid {owner}), and this is root; run tomato-notify as that user, without sudo.",
      ["folder": folder, "owner": String(owner)])
  }

  package static func untrusted(_ folder: String) -> String {
    tr(
      "{folder} is not a directory of this user with mode 0700, so it cannot be trusted; set XDG_RUNTIME_DIR or HOME.",
      ["folder": folder])
  }

  package static func noCopy(_ reason: String) -> String {
    tr("No copy of the history could be made: {reason}.", ["reason": reason])
  }
}
