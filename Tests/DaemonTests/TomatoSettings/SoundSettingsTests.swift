// `[alert] sound`: what each text means, and what becomes of a sound that is not there.

import TestKit
import Testing

@testable import TomatoDesktop
@testable import TomatoSettings

@MainActor struct SoundSettingsTests {
  @Test(arguments: [
    ("default", AlertSound.standard), ("off", .off), ("bell", .named("bell")), ("x_Y-9", .named("x_Y-9")),
    ("/a b.oga", .file("/a b.oga")), ("~/ding.oga", .file("~/ding.oga")), ("ding.oga", nil), ("", nil),
    ("~ding", nil),
    ("a/b", nil), ("/a\u{7}", nil), ("être", nil),
  ])
  func `what a text of the configuration means`(text: String, sound: AlertSound?) {
    #expect(AlertSound(text) == sound)
    if let sound { #expect(sound.text == text) }
  }

  @Test func `a file that is not there is named and the default is heard`() {
    let scratch = Scratch()
    let path = scratch.path("ding.oga")
    let settings = SoundSettings(sound: .file(path), volume: 40)
    #expect(settings.trouble == "\(path) cannot be read: No such file or directory.")
    #expect(settings.usable == SoundSettings(volume: 40))
    Files.write([1], to: path)
    #expect(settings.trouble == nil && settings.usable == settings)
    #expect(SoundSettings(sound: .file(scratch.directory)).trouble == "\(scratch.directory) is not a file.")
    #expect(SoundSettings(sound: .named("no-such-sound")).trouble?.contains("no-such-sound") == true)
  }

  @Test func `the trouble is told once for each setting`() {
    var settings = SoundSettings(sound: .file("/nowhere/a.oga"))
    let sounds = Sounds(settings: { settings }, plan: { _, _ in .nobody }, play: { _ in })
    #expect(sounds.newTrouble()?.hasPrefix("/nowhere/a.oga cannot be read") == true)
    #expect(sounds.newTrouble() == nil)
    settings = SoundSettings(sound: .file("/nowhere/b.oga"))
    #expect(sounds.newTrouble()?.hasSuffix("the default is used.") == true)
    settings = SoundSettings()
    #expect(sounds.newTrouble() == nil)
  }
}
