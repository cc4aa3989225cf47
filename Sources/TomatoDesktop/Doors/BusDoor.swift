// The daemon as an object on the session bus: org.freedesktop.Application for desktops, org.tomatoclock.TomatoNotify1
// for programs. Why this is not GApplication: docs/decisions/0007-the-application-on-the-bus.md.

package import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

/// Answers calls. `BusSignals` reports changes.
package final class BusDoor {
  private let bus: BusConnection
  private let shell: Shell
  private let notices: Notices
  private let isView: (String) -> Bool
  private let jobs: JobDoor
  private var registrations: [BusRegistration] = []
  /// Maximum number of links in one call; no user chooses more.
  private static let mostLinks = 32

  /// Registers the object, then requests the name, so that a program that finds the name finds the object.
  /// - isView: whether the connection with this name draws our cards.
  package init(
    _ bus: BusConnection, _ shell: Shell, _ leases: Leases, isView: @escaping (String) -> Bool = { _ in false },
    _ limit: NoticeLimit = .shared
  ) throws(BridgeError) {
    (self.bus, self.shell, self.isView) = (bus, shell, isView)
    notices = Notices(bus, limit)
    jobs = JobDoor(bus, shell, leases)
    try register(.application) { $0.application($1) }
    try register(.tomatoNotify1) { $0.tomatoNotify1($1) }
    shell.add(jobs)
    registrations.append(bus.ownName(BusNames.application, acquired: {}, lost: { [weak self] in self?.nameLost() }))
  }

  private func register(
    _ interface: BusInterface, _ answer: @escaping (BusDoor, BusMethodCall) -> Void
  ) throws(BridgeError) {
    let handlers = BusHandlers(
      call: { [weak self] call in if let self { answer(self, call) } },
      get: { [weak self] in self?.property($0) })
    registrations.append(try bus.register(BusNames.applicationPath, interface, handlers))
  }

  /// We stay in the name's queue, and own it again when its new owner ends.
  private func nameLost() {
    guard !bus.isClosed else { return }
    shell.journal(.failed(Answers.nameTaken(BusNames.application), shell.content(.pomodoro)))
  }

  /// Releases the name first, then the object.
  package func close() {
    shell.remove(jobs)
    for registration in registrations.reversed() { registration.cancel() }
    registrations = []
  }

  // MARK: org.freedesktop.Application

  private func application(_ call: BusMethodCall) {
    switch call.method {
    case "Activate": activate(call)
    case "Open": open(call.arguments.first?.elements?.compactMap(\.text) ?? [], call)
    default: action(call.arguments[0].text ?? "", call.arguments[1].elements ?? [], call)
    }
  }

  /// A click on the application's icon always shows something: the island, or the Ready card.
  private func activate(_ call: BusMethodCall) {
    carryOut([Intent(.show, activity: shell.shown.order.first)], call, .dbus)
  }

  /// Parses all links before performing any, so that one bad link prevents all changes.
  private func open(_ links: [String], _ call: BusMethodCall, _ origin: Origin = .link) {
    guard !links.isEmpty else { return fail(call, BusErrorName.badLink, Answers.noLink) }
    guard links.count <= Self.mostLinks else {
      return fail(call, BusErrorName.invalidArguments, Answers.tooManyLinks(links.count, most: Self.mostLinks))
    }
    do throws(LinkError) {
      carryOut(try links.map { link throws(LinkError) in try shell.intent(of: link) }[...], call, origin)
    } catch {
      fail(call, BusErrorName.badLink, Answers.sentence(error))
    }
  }

  /// Pauses between two intents, because storing each takes time. A refusal ends it.
  private func carryOut(_ intents: ArraySlice<Intent>, _ call: BusMethodCall, _ origin: Origin) {
    guard let intent = intents.first else { return call.reply() }
    answerLater(call) { [shell] tell in
      shell.perform(intent, origin) { outcome in
        tell { [weak self] in
          guard let self else { return }
          if let refusal = outcome.refusal { return fail(call, outcome.errorName, refusal) }
          let rest = intents.dropFirst()
          guard !rest.isEmpty else { return call.reply() }
          call.pause()
          call.resume { self.carryOut(rest, call, origin) }
        }
      }
    }
  }

  /// Every verb is an action. A verb that needs arguments, such as extend, fails with a sentence.
  private func action(_ name: String, _ parameter: [BusValue], _ call: BusMethodCall) {
    guard let verb = Verb(rawValue: name) else {
      return fail(call, BusErrorName.unknownAction, Answers.unknownAction(LinkError.quote(name)))
    }
    guard parameter.isEmpty else { return fail(call, BusErrorName.invalidArguments, Answers.noParameter(name)) }
    open(["tomatoclock://\(verb.rawValue)"], call, .dbus)
  }

  /// Desktops ignore the answer to these calls, so the user also gets a notification.
  private func fail(_ call: BusMethodCall, _ name: String, _ sentence: String) {
    call.fail(name, sentence)
    notices.show(title: Answers.notCarriedOut, sentence)
  }

  // MARK: org.tomatoclock.TomatoNotify1

  private func tomatoNotify1(_ call: BusMethodCall) {
    if let verb = JobDoor.methods[call.method] { return jobs.take(verb, call) }
    perform(call)
  }

  /// A view may perform the links of our cards' buttons.
  private func perform(_ call: BusMethodCall) {
    do throws(LinkError) {
      let (link, isView) = (call.arguments[0].text ?? "", isView(call.sender))
      let intent = try shell.intent(of: link, isView ? .island : .outside)
      answerLater(call) { [shell] tell in
        shell.perform(intent, isView ? .view : .dbus) { outcome in
          tell {
            if let refusal = outcome.refusal { return call.fail(outcome.errorName, refusal) }
            call.reply([outcome.isAlive ? BusContent.value(outcome.content) : BusContent.gone])
          }
        }
      }
    } catch {
      call.fail(BusErrorName.badLink, Answers.sentence(error))
    }
  }

  private func property(_ name: String) -> BusValue? {
    switch name {
    case "Activities": .array(element: "a{sv}", shell.contents().map { BusContent.value($0) })
    case "Content": BusContent.value(shell.scene().first)
    case "Version": .string(tomatoVersion)
    default: nil
    }
  }
}

extension IntentResult {
  /// The error on the bus that goes with `refusal`.
  var errorName: String { answer == nil ? BusErrorName.ending : BusErrorName.refused }
}
