// The daemon while it answers, from the first question to the end: shell, doors and desktop.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

final class Service {
  private let storage: Storage
  let shell: Shell
  let desktop: Desktop
  private let socket: ControlSocket
  private let server: LineServer
  private let configuration: ConfigurationWatch
  private var clockChange: ClockChange?
  private var sleep: BusRegistration?
  /// `limit` ends the wait for the last answers and bus messages; `nextLook` checks whether they were delivered.
  private var (limit, nextLook): (Timeout?, Timeout?)

  init(
    _ storage: Storage, _ shell: Shell, _ desktop: Desktop, _ socket: ControlSocket, _ server: LineServer,
    _ configuration: ConfigurationWatch
  ) {
    (self.storage, self.shell, self.desktop) = (storage, shell, desktop)
    (self.socket, self.server, self.configuration) = (socket, server, configuration)
  }

  /// Starts what may be slow: the session bus, the island's thread, the system bus, the configuration watch.
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
      // Without a system bus a sleep is noticed later, by the clocks.
      guard let self, let bus = try? outcome.get() else { return }
      // At each sleep signal the engine reads the clocks, which show how long the sleep was (docs/away.md).
      sleep = bus.watchSleep { [shell] _ in shell.timePassed() }
      desktop.join(system: bus)
    }
    storage.copyOfTheDay.begin()
  }

  private func adoptConfiguration() {
    let configuration = configuration.current
    desktop.adopt()
    shell.goal.settings = configuration.goal
    shell.take(.settingsChanged(configuration.timer))
  }

  /// - quit: called when clients and the bus have been told, at the latest 500 ms after the last commit.
  func leave(quit: @escaping () -> Void) {
    storage.leaving()
    desktop.leaving()
    // Only the last commit is waited for. A client that comes meanwhile starts the next daemon.
    server.stopListening()
    shell.leave { [self] in
      socket.dismiss(server.connections)
      limit = Timeout(milliseconds: 500) { quit() }
      desktop.close { [weak self] in self?.quitWhenDelivered(quit) }
    }
  }

  private func quitWhenDelivered(_ quit: @escaping () -> Void) {
    if server.connections.isEmpty { return quit() }
    nextLook = Timeout(milliseconds: 20) { [weak self] in self?.quitWhenDelivered(quit) }
  }

  func close() {
    desktop.island.waitUntilClosed()
    server.cancel()
    storage.close()
  }
}

extension BusConnection {
  /// Reports sleep and waking up, as logind announces them on the system bus (org.freedesktop.login1(5)).
  func watchSleep(_ onChange: @escaping @MainActor (_ goesToSleep: Bool) -> Void) -> BusRegistration {
    subscribe(.login1, "PrepareForSleep") { signal in
      if case .bool(let goesToSleep)? = signal.arguments.first { onChange(goesToSleep) }
    }
  }
}
