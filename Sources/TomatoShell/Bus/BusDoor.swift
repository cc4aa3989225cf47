// The daemon as an object on the session bus: org.freedesktop.Application for desktops, org.tomatoclock.TomatoNotify1
// for programs. Why this is not GApplication: docs/decisions/0007-the-application-on-the-bus.md.

internal import GLibBridge
internal import TomatoEngine

/// Answers calls, and tells the bus what changed.
final class BusDoor {
  private let bus: BusConnection
  private let shell: Shell
  private let journal: (JournalRecord) -> Void
  private let notices: Notices
  private var registrations: [BusRegistration] = []
  /// What was last told of each activity, and of the most relevant one, without what time changes by itself.
  private var told: [ActivityID: BusValue] = [:]
  private var toldFirst: BusValue

  /// Puts the object on the bus, then asks for the name: whoever finds the name finds the object.
  /// - Throws: when the object cannot be registered.
  init(_ bus: BusConnection, _ shell: Shell, journal: @escaping (JournalRecord) -> Void) throws(BridgeError) {
    (self.bus, self.shell, self.journal) = (bus, shell, journal)
    notices = Notices(bus)
    toldFirst = BusContent.essence(shell.mostRelevant)
    for content in shell.contents() { told[content.id] = BusContent.essence(content) }
    try register(BusNames.freedesktopApplication, BusInterfaces.application) { $0.application($1) }
    try register(BusNames.tomatoNotify1, BusInterfaces.tomatoNotify1) { $0.perform($1) }
    registrations.append(
      bus.ownName(BusNames.application, acquired: {}, lost: { [weak self] in self?.nameLost() }))
  }

  private func register(
    _ interface: String, _ xml: String, _ answer: @escaping (BusDoor, BusMethodCall) -> Void
  ) throws(BridgeError) {
    let handlers = BusHandlers(
      call: { [weak self] call in if let self { answer(self, call) } },
      get: { [weak self] in self?.property($0) })
    registrations.append(try bus.register(BusNames.applicationPath, interface, xml: xml, handlers))
  }

  /// The bus's queue keeps our place, so the name comes to us when the other one goes.
  private func nameLost() {
    guard !bus.isClosed else { return }
    journal(.failed(Answers.nameTaken(BusNames.application), shell.content(.pomodoro)))
  }

  /// Lets go of the name first, then of the object.
  func close() {
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
    shell.take(.intent(Intent(.show, activity: shell.engine.order.first), .dbus))
    call.reply()
  }

  /// All links are read before the first one is carried out: one that is bad changes nothing.
  private func open(_ links: [String], _ call: BusMethodCall) {
    do throws(CallError) {
      guard !links.isEmpty else { throw CallError(BusErrorName.badLink, Answers.noLink) }
      var intents: [Intent] = []
      for link in links { intents.append(try intent(of: link)) }
      for intent in intents { try take(intent, .link) }
      call.reply()
    } catch {
      complain(error, call)
    }
  }

  /// Every verb is an action. One that needs more than its name, as extend does, says so.
  private func action(_ name: String, _ parameter: [BusValue], _ call: BusMethodCall) {
    do throws(CallError) {
      guard let verb = Verb(rawValue: name) else {
        throw CallError(BusErrorName.unknownAction, Answers.unknownAction(LinkError.quote(name)))
      }
      guard parameter.isEmpty else { throw CallError(BusErrorName.invalidArguments, Answers.noParameter(name)) }
      try take(try intent(of: "tomatoclock://\(verb.rawValue)"), .dbus)
      call.reply()
    } catch {
      complain(error, call)
    }
  }

  /// Desktops call these without waiting for an answer, so a person is told by a notification too.
  private func complain(_ error: CallError, _ call: BusMethodCall) {
    call.fail(error.name, error.sentence)
    notices.show(title: Answers.notCarriedOut, error.sentence)
  }

  // MARK: org.tomatoclock.TomatoNotify1

  private func perform(_ call: BusMethodCall) {
    do throws(CallError) {
      let intent = try intent(of: call.arguments[0].text ?? "")
      try take(intent, .dbus)
      call.reply([value(of: shell.engine.target(intent.activity))])
    } catch {
      call.fail(error.name, error.sentence)
    }
  }

  private func property(_ name: String) -> BusValue? {
    switch name {
    case "Activities": .array(element: "a{sv}", shell.contents().map(BusContent.value))
    case "Content": BusContent.value(shell.mostRelevant)
    case "Version": .string(tomatoVersion)
    default: nil
    }
  }

  // MARK: Intents

  private func intent(of link: String) throws(CallError) -> Intent {
    do throws(LinkError) {
      switch try Link.parse(link, door: .outside) {
      case .intent(let intent, _): return intent
      case .query(let query): throw LinkError(query.verb.rawValue)  // that door has no queries
      }
    } catch {
      journal(.failed(Answers.sentence(error), shell.content(.pomodoro)))
      throw CallError(BusErrorName.badLink, Answers.sentence(error))
    }
  }

  private func take(_ intent: Intent, _ origin: Origin) throws(CallError) {
    guard case .refused(let refusal)? = shell.take(.intent(intent, origin)) else { return }
    let content = shell.content(shell.engine.target(intent.activity))
    let sentence = Answers.sentence(refusal, content)
    journal(.refused(intent.verb, sentence, content))
    throw CallError(BusErrorName.refused, sentence)
  }

  private func value(of id: ActivityID) -> BusValue {
    shell.exists(id) ? BusContent.value(shell.content(id)) : BusContent.gone
  }

  // MARK: Telling

  /// Something happened, or content may be new; also when nothing is, which is then found out here.
  func announce(_ happened: [Happening], _ changed: [ActivityID]) {
    for happening in happened {
      let words = [happening.name.rawValue, happening.origin.rawValue]
      emit(BusNames.tomatoNotify1, "IntentPerformed", words.map(BusValue.string))
    }
    let touched = Set(happened.filter { $0.name != .onShow && $0.name != .onHide }.map(\.activity))
    var anyNew = false
    for id in changed where tell(id, always: touched.contains(id)) { anyNew = true }
    if anyNew { tellProperties() }
  }

  /// The clock was set: ends that are given as clock times are others now.
  func clockWasSet() { announce([], Array(shell.engine.order)) }

  private func tell(_ id: ActivityID, always: Bool) -> Bool {
    let essence = shell.exists(id) ? BusContent.essence(shell.content(id)) : nil
    guard always || told[id] != essence else { return false }
    told[id] = essence
    emit(BusNames.tomatoNotify1, "ContentChanged", [.string(id.description), value(of: id)])
    return true
  }

  private func tellProperties() {
    let first = shell.mostRelevant
    let essence = BusContent.essence(first)
    let changed = essence == toldFirst ? [] : [("Content", BusContent.value(first))]
    toldFirst = essence
    emit(
      BusNames.properties, "PropertiesChanged",
      [.string(BusNames.tomatoNotify1), .vardict(changed), .strings(["Activities"])])
  }

  /// On a closed connection nobody listens.
  private func emit(_ interface: String, _ member: String, _ arguments: [BusValue]) {
    try? bus.emit(BusNames.applicationPath, interface, member, arguments)
  }
}

/// Why a call fails: the D-Bus error's name, and the sentence.
private struct CallError: Error {
  var name: String
  var sentence: String
  init(_ name: String, _ sentence: String) { (self.name, self.sentence) = (name, sentence) }
}

extension Shell {
  /// The content to show where there is room for one.
  fileprivate var mostRelevant: Content { engine.mostRelevantContent(at: now()) }
}
