// The parts that follow the timer: presence, sounds, hooks, signals on the bus; and the surfaces, which show something:
// island, tray, dock, bars and streams.

internal import TomatoEngine
internal import TomatoLink

/// Gets the scene after each event. A new surface is one file, and one line where the desktop makes its surfaces.
package protocol Observer: AnyObject {
  /// The contents that a surface shows now, so that the alarm rings when they look different. Empty while nobody looks.
  /// The shell asks after each scene; a surface whose interest changes in between calls `Shell.interestChanged`.
  var interest: [Interest] { get }

  /// The next time at which it needs a scene without an event or visible change, on CLOCK_BOOTTIME.
  var nextLook: Duration? { get }

  /// Called for every event, also when only time passed. The scene is not kept. A surface sends nothing if it would
  /// look the same.
  func observe(_ scene: Scene)

  /// Removes everything that it shows, because the process ends. Does not wait.
  func close()
}

extension Observer {
  package var interest: [Interest] { [] }
  package var nextLook: Duration? { nil }
  package func close() {}
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
