// What follows the timer. An observer listens to scenes: presence, sounds, hooks, signals on the bus. A surface is an
// observer that shows something: island, tray, dock, bars and streams.

internal import TomatoEngine
internal import TomatoLink

/// Hears what holds after each event.
package protocol Observer: AnyObject {
  /// When it may have something to do although nothing happens and nothing looks different, on CLOCK_BOOTTIME.
  var nextLook: Duration? { get }

  /// Called for every event, also when only time passed. The scene is not kept.
  func observe(_ scene: Scene)

  /// The process ends: nothing of ours stays, and nothing is done from here on. Does not wait.
  func close()
}

extension Observer {
  package var nextLook: Duration? { nil }
  package func close() {}
}

/// Shows scenes, each in its own way. A new surface is one file, and one line where the desktop makes its surfaces.
package protocol Surface: Observer {
  /// What it shows now, so that the alarm rings when that looks different. Empty while nobody looks.
  ///
  /// The shell asks after each scene; a surface whose interest changes in between calls `Shell.interestChanged`.
  var interest: [Interest] { get }

  /// Shows the scene. It sends nothing that looks as before.
  func show(_ scene: Scene)
}

extension Surface {
  package func observe(_ scene: Scene) { show(scene) }
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
