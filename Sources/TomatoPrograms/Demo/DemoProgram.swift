// `tomato-notifyd demo` and `tomato-notifyd preview STATE`: separate programs, which close their card at the end.

package import GLibBridge
internal import TomatoEngine
package import TomatoLink
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

/// Runs one of them on the main loop, and describes it in the terminal.
package final class DemoProgram {
  private let output: StandardOutput
  private let loop = MainLoop()
  private var stage: DemoStage?
  private var timeout: Timeout?
  private var signals: EndingSignals?
  private var input: StandardInput?
  private var rest = DemoStep.all[...]
  private var exitCode: Int32 = 0

  /// Milliseconds from a click to the next step.
  private static let clickPause = 4000

  private init(_ output: StandardOutput) { self.output = output }

  package static func demo(_ output: StandardOutput) throws -> Int32 {
    try DemoProgram(output).run(DemoStep.settings, early: .zero) { program, _ in
      output.print(DemoWords.opening)
      program.next()
    }
  }

  /// - Parameter request: the state's name, and optionally a number of seconds.
  package static func preview(_ request: ProgramRequest, _ output: StandardOutput) throws -> Int32 {
    let name = request.words.first ?? ""
    guard let state = PreviewState(rawValue: name) else {
      throw Failure(.usage, said: DemoWords.unknownState(LinkError.quote(name), PreviewState.names))
    }
    let seconds = try request[.seconds].map { text throws(Failure) in
      guard let number = Int(text), (1...86_400).contains(number) else {
        throw Failure(.usage, said: DemoWords.badSeconds(LinkError.quote(text)))
      }
      return number
    }
    return try DemoProgram(output).run(state.settings, early: state.length) { program, stage in
      for step in state.steps { step.act(stage) }
      stage.openIsland()
      output.print(DemoWords.preview(state.rawValue, StatusText.line(stage.content), seconds))
      if let seconds { program.timeout = Timeout(milliseconds: seconds * 1000) { program.end() } }
    }
  }

  private func run(
    _ settings: Settings, early: Duration, _ begin: @escaping (DemoProgram, DemoStage) -> Void
  ) throws -> Int32 {
    ThisProcess.ignoreBrokenPipes()
    guard Places.hasSessionBus() else { return StandardStreams.complain(DemoWords.noBus, 1) }
    let stage = try DemoStage(settings, ConfigurationWatch().current, clock: DemoClock(early: early)) {
      [weak self] in self?.hear($0)
    }
    self.stage = stage
    signals = EndingSignals()
    signals?.whenCome { [weak self] in self?.end() }
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
      output.print(DemoWords.closing)
      return end()
    }
    output.print(step.sentence)
    step.act(stage)
    if !stage.isOpen { stage.openIsland() }
    wait(step.milliseconds)
  }

  private func wait(_ milliseconds: Int) {
    timeout = Timeout(milliseconds: milliseconds) { [weak self] in self?.next() }
  }

  private func hear(_ report: DemoStage.Report) {
    switch report {
    case .pressed(let verb, let outcome):
      output.print(DemoWords.pressed(verb.rawValue, outcome))
      if !rest.isEmpty, rest.count < DemoStep.all.count { wait(Self.clickPause) }
    case .closed: output.print(DemoWords.closed)
    case .suppressed: output.print(DemoWords.suppressed)
    case .trouble(let sentence):
      StandardStreams.complain(sentence + " " + DemoWords.seeDoctor)
      exitCode = 1
      end()
    }
  }
}
