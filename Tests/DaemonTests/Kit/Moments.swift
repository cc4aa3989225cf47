// Clocks that a test moves by hand.
import TomatoEngine
import TomatoLink

extension Moment {
  /// On a machine that has been awake since its start.
  init(up: Duration, wall: WallTime, boot: String = "first") {
    self.init(sinceBoot: up, awake: up, wall: wall, boot: BootID(boot))
  }

  /// Time goes by; in a sleep the second clock stands still.
  mutating func pass(_ length: Duration, asleep: Bool = false) {
    sinceBoot += length
    if !asleep { awake += length }
    wall = wall + length
  }
}
