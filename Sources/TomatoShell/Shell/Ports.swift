// What the shell needs of the outside world, as closures: the live ones are made in Daemon.swift, those of the tests
// write a log that can be read aloud.

internal import TomatoEngine
internal import TomatoIsland

/// The ways in which the shell touches the world.
struct Ports {
  /// Reads all clocks.
  var now: () -> Moment
  /// Stores the whole state and these changes of the history in one durable transaction. Gives the reason when it
  /// could not; what was not stored is stored by the next commit.
  var commit: (Engine.Snapshot, _ added: [IntervalRecord], _ removed: [PhaseToken]) -> String?
  /// Notes that the machine was alive, cheaply (no fsync).
  var markAlive: (Moment) -> Void
  /// The history rows that ended at `since` or later, oldest first.
  var history: (_ since: WallTime) -> [IntervalRecord]
  /// Arms the one alarm, on CLOCK_BOOTTIME; nil disarms it.
  var setAlarm: (Duration?) -> Void
  /// Shows content on the notification island.
  var island: (IslandUpdate) -> Void
  /// Which activity is on the island, and how finely it shows time; nil while nothing is up.
  var islandInterest: () -> (activity: ActivityID, resolution: Resolution)?
  /// Shows every activity, the most relevant first, where there is little room: the tray item and the dock. Called
  /// after every event while anybody looks; what looks the same is not sent again.
  var compact: (_ contents: [Content], _ now: Moment) -> Void = { _, _ in }
  /// How finely time is shown there; nil while nobody looks.
  var compactInterest: () -> Resolution? = { nil }
  /// Tells other programs over D-Bus what happened, and whose content may be new. Once for each event that did
  /// anything.
  var announce: (_ happened: [Happening], _ changed: [ActivityID]) -> Void = { _, _ in }
  /// Writes one structured record.
  var journal: (JournalRecord) -> Void
  /// Ends the process in good order, once the answers are out.
  var quit: () -> Void
}

/// What the island is told.
struct IslandUpdate {
  var content: Content
  var presentation: Presentation
  /// A phase was started by this change, so the island comes up afresh.
  var begins = false
  /// What the server is to make heard of it.
  var sound: Card.Sound?
  /// The activity that is over by this change; the content of one beside the Pomodoro is gone with it.
  var ends: ActivityID?
}
