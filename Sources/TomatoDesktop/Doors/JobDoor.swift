// The methods of org.tomatoclock.TomatoNotify1 for programs' activities, and the signals to their owners.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

package final class JobDoor: Observer {
  private let bus: BusConnection
  private unowned let shell: Shell
  private let leases: Leases
  /// The programs that requested an activity over this bus, by its id, and the number of the last event sent to each.
  private var owners: [ActivityID: (name: String, told: Int)] = [:]
  /// The processes of recent callers, by unique name; a bus never reuses one.
  private var processes: [String: Int?] = [:]
  private static let mostProcesses = 256

  init(_ bus: BusConnection, _ shell: Shell, _ leases: Leases) {
    (self.bus, self.shell, self.leases) = (bus, shell, leases)
  }

  static let methods: [String: Verb] = [
    "RequestActivity": .request, "UpdateActivity": .update, "EndActivity": .end,
  ]

  /// Asks the bus once for the process of each caller.
  func take(_ verb: Verb, _ call: BusMethodCall) {
    let sender = call.sender
    if let process = processes[sender] { return perform(verb, call, process) }
    call.pause()
    bus.ask(.bus, "GetConnectionUnixProcessID", [.string(sender)], reply: "u") { [weak self] answer in
      let process = answer?.integer.map { Int($0) }
      self?.note(process, of: sender)
      call.resume { self?.perform(verb, call, process) }
    }
  }

  private func note(_ process: Int?, of sender: String) {
    if processes.count >= Self.mostProcesses { processes = [:] }
    processes[sender] = .some(process)
  }

  private func perform(_ verb: Verb, _ call: BusMethodCall, _ process: Int?) {
    do throws(LinkError) {
      let text = call.arguments[0].text ?? ""
      guard let id = ActivityID(text) else { throw .notAnActivity(text) }
      var intent = Intent(verb, activity: id)
      guard case .object(let members) = try JSONValue(call.arguments[1]) else { throw .contentNotObject }
      intent.content = try ContentUpdate(members, verb == .request ? .request : verb == .end ? .end : .update)
      if verb == .request {
        intent.program = process.flatMap(ThisProcess.program) ?? call.sender
        intent.script = process.flatMap(script)
      }
      try shell.checkContent(intent)
      if intent.content?.isPreview == true { return preview(intent, call) }
      let caller = Caller(
        identity: .name(call.sender), process: process,
        watch: { [bus] in bus.watchName(call.sender, appeared: { _ in }, vanished: $0) })
      try answerLater(call) { (tell) throws(LinkError) in
        try leases.perform(intent, .dbus, caller) { outcome in
          tell { [weak self] in self?.answer(verb, id, outcome, call) }
        }
      }
    } catch {
      call.fail(BusErrorName.badLink, Answers.sentence(error))
    }
  }

  private func answer(_ verb: Verb, _ id: ActivityID, _ outcome: IntentResult, _ call: BusMethodCall) {
    if let refusal = outcome.refusal { return call.fail(outcome.errorName, refusal) }
    if verb == .request { setOwner(of: id, call.sender) }
    let owner = verb == .request ? shell.shown.owner(of: id) : nil
    call.reply([outcome.isAlive ? BusContent.value(outcome.content, owner: owner) : BusContent.gone])
  }

  private func preview(_ intent: Intent, _ call: BusMethodCall) {
    do throws(Refusal) {
      call.reply([BusContent.value(try shell.engine.preview(intent, at: shell.now()))])
    } catch {
      call.fail(BusErrorName.refused, Answers.sentence(error, nil))
    }
  }

  /// Events go to the latest requesting program from now on.
  private func setOwner(of id: ActivityID, _ sender: String) {
    let last = shell.shown.ownerEvents(of: id)?.last?.number ?? 0
    let told = min(owners[id]?.told ?? last, last)
    owners[id] = (sender, told)
  }

  package func observe(_ scene: Scene) {
    for (id, owner) in owners {
      guard let events = scene.engine.ownerEvents(of: id) else {
        owners[id] = nil
        continue
      }
      for event in events where event.number > owner.told { tell(event, id, owner.name) }
    }
  }

  package func close() { owners = [:] }

  private func tell(_ event: OwnerEvent, _ id: ActivityID, _ name: String) {
    owners[id]?.told = event.number
    let arguments: [BusValue] = [.string(id.description), .vardict(OwnerStream.values(event))]
    bus.signal(BusNames.applicationPath, BusNames.tomatoNotify1, "ActivityEvent", arguments, to: name)
  }
}
