// What answers, from the first question to the end: the shell, its doors and the desktop.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

final class Service {
  private let keeper: Keeper
  let shell: Shell
  let desktop: Desktop
  private let socket: ControlSocket
  private let server: LineServer
  private let configuration: ConfigurationWatch
  private var clockChange: ClockChange?
  private var logind: Logind?
  private var farewell: Farewell?

  init(
    _ keeper: Keeper, _ shell: Shell, _ desktop: Desktop, _ socket: ControlSocket, _ server: LineServer,
    _ configuration: ConfigurationWatch
  ) {
    (self.keeper, self.shell, self.desktop) = (keeper, shell, desktop)
    (self.socket, self.server, self.configuration) = (socket, server, configuration)
  }

  /// Everything that may take its time: the session bus, the island's thread, the system bus, the configuration's file.
  /// - bus: a connection to the session bus that is there already.
  /// - leave: called when no client can reach this daemon any more.
  func goOn(_ places: Places, _ bus: BusConnection?, leave: @escaping () -> Void) {
    desktop.join(hasBus: places.hasSessionBus, bus)
    server.stayReachable { reason in
      StructuredLog.complain(Answers.unreachable(reason.description))
      leave()
    }
    clockChange = try? ClockChange { [shell, desktop] in
      shell.timePassed()
      desktop.clockWasSet()
    }
    configuration.follow { [weak self] _, complaints in
      for complaint in complaints { StructuredLog.complain(complaint.description) }
      self?.adoptConfiguration()
    }
    adoptConfiguration()
    BusConnection.connect(.system) { [weak self] outcome in
      // Without a system bus the clocks notice a sleep, only later.
      guard let self, let bus = try? outcome.get() else { return }
      logind = Logind(bus, onSleep: { [shell] in shell.timePassed() }, onWake: { [shell] in shell.timePassed() })
      desktop.join(system: bus)
    }
    keeper.beginCopying()
  }

  private func adoptConfiguration() {
    let configuration = configuration.current
    desktop.adopt()
    shell.goal.settings = configuration.goal
    shell.take(.settingsChanged(configuration.timer))
  }

  /// - quit: called when clients and the bus have been told.
  func leave(quit: @escaping () -> Void) {
    keeper.leaving()
    desktop.leaving()
    // The last commit is waited for, and nothing else. Who comes meanwhile starts the next daemon.
    server.stopListening()
    shell.leave { [self] in
      let farewell = Farewell(server, quit: quit)
      self.farewell = farewell
      farewell.say(socket, desktop)
    }
  }

  func close() {
    desktop.island.waitUntilClosed()
    server.cancel()
    keeper.close()
  }
}
