// `demo` and `preview`: what leads to each state, and a script that no button can derail.

import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoPrograms
@testable import TomatoSettings
@testable import TomatoWords

@MainActor struct DemoTests {
  /// A real clock that stands still until a test moves it.
  @MainActor final class World {
    var moment = Moment(
      sinceBoot: .seconds(5000), awake: .seconds(4000), wall: ShellHarness.afternoon, boot: BootID("real"))
  }

  let world = World()

  func stage(_ settings: Settings = DemoStep.settings, early: Duration = .zero) throws -> DemoStage {
    let world = world
    return try DemoStage(settings, Configuration(), clock: DemoClock(early: early, real: { world.moment })) { _ in }
  }

  @Test func `time runs at the speed that was set, and not while the machine sleeps`() {
    let world = world
    let clock = DemoClock(real: { world.moment })
    let begin = clock.now()
    world.moment.pass(.seconds(2))
    clock.run(at: 300)
    world.moment.pass(.seconds(1))
    world.moment.pass(.hours(1), asleep: true)
    let now = clock.now()
    #expect(now.sinceBoot - begin.sinceBoot == .seconds(302))
    #expect(now.awake - begin.awake == .seconds(302))
    #expect(now.wall - begin.wall == .seconds(302))
    #expect(clock.real(now.sinceBoot + .seconds(30)) == world.moment.sinceBoot + .milliseconds(100))
    #expect(clock.real(begin.sinceBoot) == world.moment.sinceBoot)
  }

  @Test(
    arguments: [
      (PreviewState.focus, "Focus · ends 14:35", "25 min left · session 1 of 4 · write report"),
      (.lastMinute, "Focus · ends 14:10", "less than a minute left · session 1 of 4 · write report"),
      (.paused, "PAUSED · Focus, 12:34 left", "paused at 14:10"),
      (.completed, "Focus completed", "Next: Short Break, 5 min"),
      (.nextBegan, "Short Break · ends 14:15", "5 min left · session 1 of 4"),
      (.shortBreak, "Short Break · ends 14:13", "4 min left · session 1 of 4"),
      (.longBreak, "Long Break · ends 14:25", "15 min left · session 1 of 1"),
      (.breakCompleted, "Short Break completed", "Next: Focus, 25 min"),
      (.ready, "Ready · Focus 25:00", ""),
      (.skipped, "Short Break · ends 14:15", "Skipped · 5 min left"),
      (.away, "Focus paused while you were away", "away 18 min, 12:34 left"),
      (.awayCounted, "Focus · ends 14:23", "13 min left · session 1 of 4 · write report"),
      (.powerOff, "Focus paused: the machine was off", "Machine was off from about 11:10, 17:34 left"),
    ] as [(PreviewState, String, String)])
  func `each state is reached, and it is now`(_ state: PreviewState, _ title: String, _ line: String) throws {
    let stage = try stage(state.settings, early: state.length)
    for step in state.steps { step.act(stage) }
    let card = CardText.card(stage.content, at: stage.clock.now())
    #expect(card.title == title)
    #expect(card.body.split(separator: "\n").first.map(String.init) ?? "" == line)
    #expect(stage.clock.now().wall == ShellHarness.afternoon)
  }

  @Test func `the words before preview are read strictly`() {
    for words in [[], ["nonsense"], ["focus", "--seconds"], ["focus", "--seconds", "0"], ["focus", "ready"]] {
      let failure = #expect(throws: Failure.self, "\(words)") {
        try DemoProgram.preview(try ProgramRequest(.preview, reading: words), StandardOutput())
      }
      #expect(failure?.code == .usage)
    }
  }

  private func play(_ step: DemoStep, _ stage: DemoStage) -> String {
    step.act(stage)
    let after = stage.content.contentState
    world.moment.pass(.milliseconds(Int64(step.milliseconds)))
    stage.run(at: stage.clock.speed)
    return "\(after.mode) \(after.state) \(after.displayTime) \(after.accent)"
  }

  @Test func `the script shows each state in half a minute`() throws {
    let stage = try stage()
    #expect(
      DemoStep.all.map { play($0, stage) } == [
        "focus running 25:00 focus", "focus running 24:57 focus", "focus paused 12:34 paused",
        "focus running 12:34 focus", "focus running 12:31 focus", "focus running 12:34 focus",
        "focus running 0:08 urgent", "focus completed 0:00 completed", "shortBreak running 5:00 break",
      ])
    #expect(stage.contents.map(\.id.description) == ["pomodoro", "bread"])
    #expect((28_000...36_000).contains(DemoStep.all.reduce(0) { $0 + $1.milliseconds }))
  }

  @Test func `the second card is left out where there is room for one, and where none is up yet`() throws {
    for hasRoom in [true, false] {
      var rest = DemoStep.all[...]
      var sentences: [String] = []
      while let step = DemoStep.next(of: &rest, hasRoomForTwo: hasRoom) { sentences.append(step.sentence) }
      #expect(sentences.contains(DemoWords.beside) == hasRoom)
      #expect(sentences.count == DemoStep.all.count - (hasRoom ? 0 : 1))
    }
    #expect(try !stage().hasRoomForTwo)
  }

  /// Whatever a person presses in between, from the pause on each step shows what it says.
  @Test(arguments: [Verb.pause, .skip, .reset, .stop, .extend, .undo, .start])
  func `a button does not derail the script`(_ verb: Verb) throws {
    for moment in DemoStep.all.indices {
      let stage = try stage()
      var seen: [String] = []
      for (index, step) in DemoStep.all.enumerated() {
        seen.append(play(step, stage))
        if index == moment { stage.perform(Intent(verb, by: verb == .extend ? .minutes(5) : nil)) }
      }
      if moment != 2 { #expect(seen[text: 3].hasPrefix("focus running"), "\(verb) after \(moment): \(seen)") }
      #expect(seen[at: 2] == "focus paused 12:34 paused", "\(verb) after \(moment): \(seen)")
      #expect(seen[at: 6] == "focus running 0:08 urgent", "\(verb) after \(moment): \(seen)")
      #expect(seen[at: 7] == "focus completed 0:00 completed", "\(verb) after \(moment): \(seen)")
      #expect(seen[at: 8] == "shortBreak running 5:00 break", "\(verb) after \(moment): \(seen)")
    }
  }
}
