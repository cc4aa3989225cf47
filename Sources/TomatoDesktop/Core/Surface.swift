// What every place that shows the timer has in common: island, tray, dock, bars and streams, D-Bus signals, sound.

internal import TomatoEngine
internal import TomatoLink

/// Shows scenes, each in its own way. A new surface is one file, and one line where the desktop makes its surfaces.
package protocol Surface: AnyObject {
  /// What it shows now, so that the alarm rings when that looks different. Empty while nobody looks.
  ///
  /// The shell asks after each scene; a surface whose interest changes in between calls `Shell.interestChanged`.
  var interest: [Interest] { get }

  /// When it may have something to show although nothing happens and nothing looks different, on CLOCK_BOOTTIME.
  var nextLook: Duration? { get }

  /// Shows what holds after an event. Called for every event, also when only time passed; what looks the same is not
  /// sent again. The scene is not kept.
  func show(_ scene: Scene)

  /// The process ends: nothing of ours stays on the screen, and nothing is shown from here on. Does not wait.
  func close()
}

extension Surface {
  package var nextLook: Duration? { nil }
}

/// What a surface shows, and how finely it shows the time of that.
package struct Interest: Equatable {
  enum Subject: Equatable {
    case activity(ActivityID)
    /// The first so many activities in the order of relevance.
    case mostRelevant(Int)
  }

  var subject: Subject
  /// `none` for clock times only.
  var resolution: Resolution

  init(_ subject: Subject, _ resolution: Resolution) { (self.subject, self.resolution) = (subject, resolution) }
}
