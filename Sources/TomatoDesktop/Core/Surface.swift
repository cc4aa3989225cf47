// What follows the timer. An observer listens to scenes: presence, sounds, hooks, signals on the bus. A surface is an
// observer that shows something: island, tray, dock, bars and streams.

internal import TomatoEngine
internal import TomatoLink

/// Gets the scene after each event.
package protocol Observer: AnyObject {
  /// The next time at which it needs a scene without an event or visible change, on CLOCK_BOOTTIME.
  var nextLook: Duration? { get }

  /// Called for every event, also when only time passed. The scene is not kept.
  func observe(_ scene: Scene)

  /// Removes everything that it shows, because the process ends. Does not wait.
  func close()
}

extension Observer {
  package var nextLook: Duration? { nil }
  package func close() {}
}

/// Shows scenes, each in its own way. A new surface is one file, and one line where the desktop makes its surfaces.
package protocol Surface: Observer {
  /// The contents shown now, so that the alarm rings when they look different. Empty while nobody looks.
  /// The shell asks after each scene; a surface whose interest changes in between calls `Shell.interestChanged`.
  var interest: [Interest] { get }

  /// Shows the scene. Sends nothing if it would look the same.
  func show(_ scene: Scene)
}

extension Surface {
  package func observe(_ scene: Scene) { show(scene) }
}

package struct Interest: Equatable {
  enum Subject: Equatable {
    case activity(ActivityID)
    /// The first n activities in order of relevance.
    case mostRelevant(Int)
  }

  var subject: Subject
  /// `none` for clock times only.
  var resolution: Resolution

  init(_ subject: Subject, _ resolution: Resolution) { (self.subject, self.resolution) = (subject, resolution) }
}
