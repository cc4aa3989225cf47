// The helper that plays: one at a time, and each trouble told once.

import GLibBridge
import Testing
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoPrograms

@MainActor struct SoundPlayerTests {
  /// A player whose helpers end when the test says so.
  @MainActor final class Bench {
    var started: [[String]] = []
    var exits: [@MainActor (Int32) -> Void] = []
    var complaints: [String] = []
    var failure: BridgeError?
    private(set) lazy var player = SoundPlayer(
      start: { [unowned self] words, onExit throws(BridgeError) in
        if let failure { throw failure }
        started.append(words)
        exits.append(onExit)
      }, complain: { [unowned self] in complaints.append($0) })

    func end(_ code: Int32) { exits.removeFirst()(code) }
  }

  private let end = SoundRequest(sound: .named("complete"), volume: 100, occasion: .end)
  private let warning = SoundRequest(sound: .named("message"), volume: 100, occasion: .warning)

  @Test func `one at a time and an end is never lost behind a warning`() {
    let bench = Bench()
    for request in [warning, warning, end, end, warning] { bench.player.play(request) }
    #expect(bench.started == [PlayCommand.words(warning)])
    bench.end(0)
    #expect(bench.started.dropFirst() == [PlayCommand.words(end)])
    for _ in 0..<1000 { bench.player.play(end) }
    bench.end(0)
    #expect(bench.started.count == 2 && bench.exits.isEmpty && bench.complaints.isEmpty)
    bench.player.play(end)
    #expect(bench.started.count == 3)
  }

  @Test func `what waits gives way only to what is as important`() {
    let pause = SoundRequest(sound: .named("pause"), volume: 100, occasion: .pause)
    let later = SoundRequest(sound: .named("later"), volume: 100, occasion: .end)
    for (waiting, wanted) in [([end, pause], end), ([pause, end], end), ([end, later], later)] {
      let bench = Bench()
      for request in [warning] + waiting { bench.player.play(request) }
      bench.end(0)
      #expect(bench.started == [PlayCommand.words(warning), PlayCommand.words(wanted)])
    }
  }

  @Test(arguments: [
    (SoundOutcome.noLibrary.rawValue, "libcanberra (libcanberra.so.0) is not installed."),
    (SoundOutcome.notFound.rawValue, "The sound complete of the sound theme was not found."),
    (SoundOutcome.failed.rawValue, "libcanberra has no sound server or device to play it on."),
    (139, "The player process ended with code 139."),
  ])
  func `each trouble is told once, in a sentence`(code: Int32, sentence: String) {
    let bench = Bench()
    for _ in 0..<3 {
      bench.player.play(end)
      bench.end(code)
    }
    #expect(bench.complaints == ["No sound could be played. " + sentence])
  }

  @Test func `a helper that cannot be started is told once`() {
    let bench = Bench()
    bench.failure = BridgeError(message: "No room.")
    for _ in 0..<3 { bench.player.play(end) }
    #expect(bench.complaints == ["No sound could be played. No room."])
  }

  @Test func `after a file that is no sound the default is heard`() {
    let bench = Bench()
    let file = SoundRequest(sound: .file("/a.oga"), volume: 40, occasion: .end)
    bench.player.play(file)
    bench.end(SoundOutcome.unreadable.rawValue)
    #expect(bench.started.last == ["play", "named", "complete", "40", "1"])
    bench.end(0)
    #expect(
      bench.complaints == ["No sound could be played. /a.oga is not readable by libcanberra (Ogg Vorbis or WAV)."])
  }

  @Test(arguments: [
    [], ["named", "bell"], ["named", "bell", "0", "1"], ["named", "bell", "101", "1"], ["named", "bell", "50", "7"],
    ["file", "ding.oga", "50", "1"], ["url", "/ding.oga", "50", "1"],
  ])
  func `the helper takes only what the daemon gives it`(_ words: [String]) {
    let failure = #expect(throws: Failure.self) {
      try PlayProgram.run(try ProgramRequest(.play, reading: words), StandardOutput(-1))
    }
    #expect(failure?.code == .usage)
  }
}
