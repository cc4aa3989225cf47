// The volume as libcanberra reads it, and helpers that end.
import Testing

@testable import GLibBridge

struct SoundLibraryTests {
  @Test(arguments: [
    (100, "0.00"), (99, "-0.26"), (50, "-18.06"), (10, "-60.00"), (1, "-120.00"), (0, "-120.00"), (1000, "0.00"),
  ])
  func `percent become decibels by the cube`(percent: Int, text: String) {
    #expect(SoundLibrary.decibels(percent) == text)
  }

  @Test func `no sound theme has such a name, and no name is a pattern of others`() {
    #expect(!SoundLibrary.isInTheme("no-such-sound"))
  }
}
