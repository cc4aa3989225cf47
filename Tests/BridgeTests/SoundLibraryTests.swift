// The volume as libcanberra reads it, and helpers that end.
import Testing

@testable import GLibBridge

@Suite struct SoundLibraryTests {
  @Test(
    "percent become decibels by the cube",
    arguments: [
      (100, "0.00"), (99, "-0.26"), (50, "-18.06"), (10, "-60.00"), (1, "-120.00"), (0, "-120.00"), (1000, "0.00"),
    ])
  func decibels(percent: Int, text: String) {
    #expect(SoundLibrary.decibels(percent) == text)
  }

  @Test("no sound theme has such a name, and no name is a pattern of others")
  func names() {
    #expect(!SoundLibrary.isInTheme("no-such-sound"))
  }
}
