// What doctor says about the sound of a phase's end, as a table.

import Testing
import TomatoIsland

@testable import TomatoPrograms
@testable import TomatoSettings

@MainActor struct SoundDiagnosisTests {
  /// What is configured and there, the server, and a part of doctor's line.
  nonisolated static let cases: [(SoundSettings, trouble: String?, library: Bool, server: String, line: String)] = [
    (SoundSettings(), nil, true, "dunst", "ok        sound: the end of a phase is played with libcanberra"),
    (SoundSettings(), nil, false, "dunst", "limited   sound: nothing is heard: libcanberra (libcanberra.so.0) is not"),
    (SoundSettings(), nil, false, "Budgie Notification Server", "ok        sound: the end of a phase is played by the"),
    (SoundSettings(volume: 50), nil, false, "Budgie Notification Server", "limited   sound: nothing is heard"),
    (SoundSettings(sound: .off), nil, false, "dunst", "ok        sound: nothing is heard, as [alert]"),
    (
      SoundSettings(sound: .file("/a")), "/a cannot be read.", true, "dunst",
      "limited   sound: /a cannot be read. [alert] sound: the default is used. —"
    ),
  ]

  @Test(arguments: cases)
  func `doctor says who plays the end of a phase, or why nobody does`(
    settings: SoundSettings, trouble: String?, library: Bool, server: String, line: String
  ) {
    var found = DoctorTests.good { $0.notifications = DoctorTests.server(server, "", "1.9.0") }
    found.sound = Findings.Sound(settings: settings, trouble: trouble, hasLibrary: library)
    let lines = Diagnosis.all(found).map(\.line)
    #expect(lines.contains { $0.hasPrefix(line) }, "\(lines)")
  }
}
