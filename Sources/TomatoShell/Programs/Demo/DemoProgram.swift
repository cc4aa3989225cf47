// `tomato-notifyd demo` and `tomato-notifyd preview STATE`: programs of their own, which end by closing their card.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink

/// Plays one of them, on the main loop, and says in the terminal what is to be seen.
final class DemoProgram {
  private let loop = MainLoop()
  private var stage: DemoStage?
  private var timeout: Timeout?
  private var signals: UnixSignals?
  private var input: StandardInput?
  private var rest = DemoStep.all[...]
  private var exitCode: Int32 = 0

  /// After a click the answer is to be seen before the demonstration goes on.
  private static let clickPause = 4000

  static func demo(_ words: [String]) -> Int32 {
    guard words.isEmpty else { return refuse(DemoWords.demoUsage) }
    return DemoProgram().run(DemoStep.settings, early: .zero) { program, _ in
      say(DemoWords.opening)
      program.next()
    }
  }

  /// - Parameter words: the state's name, then perhaps `--seconds N`.
  static func preview(_ words: [String]) -> Int32 {
    guard let name = words.first, !name.hasPrefix("-") else {
      return refuse(DemoWords.previewUsage(PreviewState.names))
    }
    guard let state = PreviewState(rawValue: name) else {
      return refuse(DemoWords.unknownState(LinkError.quote(name), PreviewState.names))
    }
    var seconds: Int?
    if words.count > 1 {
      guard words.count == 3, words[1] == "--seconds" else {
        return refuse(DemoWords.previewUsage(PreviewState.names))
      }
      guard let number = Int(words[2]), (1...86_400).contains(number) else {
        return refuse(DemoWords.badSeconds(LinkError.quote(words[2])))
      }
      seconds = number
    }
    return DemoProgram().run(state.settings, early: state.length) { program, stage in
      stage.reach(state)
      stage.raiseCurtain()
      say(DemoWords.preview(state.rawValue, StatusText.line(stage.content), seconds))
      if let seconds { program.timeout = Timeout(milliseconds: seconds * 1000) { program.end() } }
    }
  }

  private static func refuse(_ sentence: String) -> Int32 {
    StandardStreams.write(sentence, toErrors: true)
    return 64
  }

  private static func say(_ sentence: String) { StandardStreams.write(sentence, toErrors: false) }

  private func run(
    _ settings: Settings, early: Duration, _ begin: @escaping (DemoProgram, DemoStage) -> Void
  ) -> Int32 {
    ThisProcess.ignoreBrokenPipes()
    guard Places.hasSessionBus() else {
      StandardStreams.write(DemoWords.noBus, toErrors: true)
      return 1
    }
    let stage: DemoStage
    do throws(BridgeError) {
      let configured = ConfigurationWatch().current
      stage = try DemoStage(settings, configured, clock: DemoClock(early: early)) {
        [weak self] in self?.hear($0)
      }
    } catch {
      StandardStreams.write(error.description, toErrors: true)
      return 1
    }
    self.stage = stage
    signals = UnixSignals(UnixSignals.leaving) { [weak self] _ in self?.end() }
    input = StandardInput { [weak self] in self?.end() }
    begin(self, stage)
    loop.run()
    stage.close()
    return exitCode
  }

  private func end() { loop.quit() }

  // MARK: The demonstration

  private func next() {
    guard let stage, let step = DemoStep.next(of: &rest, hasRoomForTwo: stage.hasRoomForTwo) else {
      Self.say(DemoWords.closing)
      return end()
    }
    Self.say(step.sentence)
    step.act(stage)
    if !stage.isOpen { stage.raiseCurtain() }
    wait(step.milliseconds)
  }

  private func wait(_ milliseconds: Int) {
    timeout = Timeout(milliseconds: milliseconds) { [weak self] in self?.next() }
  }

  private func hear(_ report: DemoStage.Report) {
    switch report {
    case .pressed(let verb, let outcome):
      Self.say(DemoWords.pressed(verb.rawValue, outcome))
      if !rest.isEmpty, rest.count < DemoStep.all.count { wait(Self.clickPause) }
    case .closed: Self.say(DemoWords.closed)
    case .suppressed: Self.say(DemoWords.suppressed)
    case .trouble(let sentence):
      StandardStreams.write(sentence + " " + DemoWords.seeDoctor, toErrors: true)
      exitCode = 1
      end()
    }
  }
}
