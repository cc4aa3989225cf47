// A person's session in which every server may misbehave, and the built daemon in it.
import GLibBridge
import Glibc
import TestKit
import Testing

@MainActor final class HostileDesktop {
  private let home = Home()
  private let real: PrivateBus
  private let bus: HostileBus
  private var server: FakeNotificationServer
  private var tray: FakeTray
  private var monitor: FakeIdleMonitor
  private let sockets: [HostileSocket]
  private var daemon: RunningProgram?
  let asker: Asker
  private var numbers: SeededGenerator
  private(set) var story: [String] = []
  private var hasSaidNonsense = false

  /// Where the daemon looks for the X server, which only a test's own library can lead elsewhere.
  private static let display = 7077
  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/socket.h>
    #include <sys/un.h>

    int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
      int (*real)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "connect");
      const struct sockaddr_un *wanted = (const void *)address;
      struct sockaddr_un other = {AF_UNIX, ""};
      if (wanted->sun_family != AF_UNIX || strcmp(wanted->sun_path, "/tmp/.X11-unix/X\(display)"))
        return real(descriptor, address, length);
      strncpy(other.sun_path, getenv("TOMATO_X_SOCKET"), sizeof other.sun_path - 1);
      return real(descriptor, (void *)&other, sizeof other);
    }
    """

  init(seed: UInt64) throws {
    numbers = SeededGenerator(state: seed)
    real = try PrivateBus()
    bus = HostileBus(before: real.address, at: home.folder + "/bus")
    server = FakeNotificationServer(address: real.address, now: { Int(Patience.now()) })
    (tray, monitor) = (try FakeTray(real.address), try FakeIdleMonitor(real.address))
    let x = home.folder + "/x"
    sockets = [
      HostileSocket(
        home.folder + "/run/wayland-0", script: [WaylandScript.greeting(), WaylandScript.capabilities],
        news: [WaylandScript.idled, WaylandScript.resumed]),
      HostileSocket(
        x, script: [XScript.greeting(), XScript.extensions(), XScript.counters(), XScript.idle(3)],
        news: [XScript.alarm(1, 61_000), XScript.alarm(2, 1)]),
    ]
    asker = Asker(home.socket)
    home.variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    home.variables["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(home.folder)/none"
    home.variables["DISPLAY"] = ":\(Self.display)"
    if Preload.compiler != nil {
      home.write(Self.source, to: home.folder + "/connect.c")
      try Preload.make(home.folder + "/connect.c", at: home.folder + "/connect.so")
      home.variables["LD_PRELOAD"] = home.folder + "/connect.so"
      home.variables["TOMATO_X_SOCKET"] = x
    }
    home.write("[island]\nmode=pinned\n[away]\nafter=1m\n", to: home.configuration)
  }

  isolated deinit {
    asker.end()
    bus.end()
  }

  /// Nil, or what is wrong after these steps.
  func run(_ steps: [UInt64]) throws -> String? {
    comeAnew()
    try begin()
    person()
    for seed in steps {
      numbers = SeededGenerator(state: seed)
      step()
      story[story.count - 1] += " (\(Int(asker.longest)) ms)"
      if let wrong = try follow() { return wrong }
    }
    story.append("sane")
    // After bytes that begin a long message, all that follows is taken for the rest of it.
    if hasSaidNonsense { bus.go() }
    bus.calm()
    // It takes back what it has said of names: an owner who never was would never leave.
    for name in Self.names { bus.say(BusMessage.ownerChanged(name, ":1.0", "")) }
    guard try loseServer() else { return "status is not answered" }
    comeAnew(trayRefuses: true)
    return try follow() ?? beTakenByTray() ?? settle()
  }

  // MARK: Time

  /// All servers work until the condition holds.
  private func wait(until condition: () throws -> Bool) rethrows -> Bool {
    try Patience.wait {
      for socket in sockets { socket.serve() }
      // A pipe that nobody reads would hold the daemon up: GLib warns of each lie, whole.
      _ = daemon?.notes
      for _ in 0..<1000 where !MainLoop.turn(mayBlock: false) { break }
      return try condition()
    }
  }

  /// Until `status` was answered a few times more, by the next daemon if this one has ended with its bus.
  private func follow() throws -> String? {
    let wanted = asker.answers + Int.random(in: 1...8, using: &numbers)
    var hasFailed = false
    let isAnswered = try wait {
      hasFailed = try !goOn()
      return hasFailed || asker.answers >= wanted
    }
    if hasFailed { return "the daemon ended with \(daemon?.outcome() as Any)" }
    if !isAnswered { return "status is not answered" }
    if asker.longest > HostileDesktopTests.limit { return "status took \(asker.longest) ms" }
    return nil
  }

  /// Starts the next daemon where one has ended in good order; false if it has not.
  private func goOn() throws -> Bool {
    guard let daemon, !daemon.isAlive else { return true }
    asker.ask(nil)
    guard daemon.end() == 0 else { return false }
    story.append("the next daemon")
    try begin()
    return true
  }

  private func begin() throws {
    bus.come()
    // One that a command has started lets go of its standard error.
    let next = Bool.random(using: &numbers) ? try home.daemon() : try home.audibleDaemon()
    (daemon, _) = (next, asker.ask(next.identifier))
  }

  /// The notification server ends, and `status` is answered some times before the next one comes: libnotify, which
  /// believes the false words, would send to that one before the daemon knows of it, and make a second card.
  private func loseServer() throws -> Bool {
    server.behave { $0.late = nil }
    server.disappear()
    server.answerHeldCalls()
    let wanted = asker.answers + 30
    return try wait { try !goOn() || asker.answers >= wanted }
  }

  /// A tray that has refused the item takes it with the next event. This one adds no activity: there is room for two.
  private func beTakenByTray() throws -> String? {
    // A daemon that the bus turned away joins it with an event.
    _ = Client(home.socket)?.ask("tomatoclock://focus?replace=1")
    guard try wait(until: { try !goOn() || !tray.registered.isEmpty }) else { return "nobody asks the tray" }
    tray.refuses = false
    _ = try home.ask("tomatoclock://focus?replace=1")
    return nil
  }

  /// Servers that have lied are sane again when they have started anew.
  private func comeAnew(trayRefuses: Bool = false) {
    server = FakeNotificationServer(address: real.address, now: { Int(Patience.now()) })
    // Those with room for two cards of ours.
    let kind: ServerBehaviour = [.xfce, .lxqt, .dunst].randomElement(using: &numbers) ?? .xfce
    server.become(kind)
    server.appear()
    if let next = try? FakeTray(real.address) { tray = next }
    if let next = try? FakeIdleMonitor(real.address) { monitor = next }
    tray.refuses = trayRefuses
    tray.appear()
    monitor.appear()
    for socket in sockets { socket.behave(.sane, seed: numbers.next()) }
  }

  // MARK: A story

  private func some(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

  private func step() {
    switch some(0...15) {
    case 0...3: person()
    case 4...5: story.append("notification server: " + server.spoil(&numbers))
    case 6...8:
      let party = HostileBus.Party.allCases.randomElement(using: &numbers) ?? .bus
      // The bus itself hangs as a whole (`spoilBus`): it answers nothing out of turn.
      let moods = HostileBus.Mood.allCases.filter { party != .bus || $0 != .hangs }
      let mood = moods.randomElement(using: &numbers) ?? .sane
      bus.behave(mood, to: party, &numbers)
      story.append("\(party): \(mood)")
    case 9: spoilTray()
    case 10...11: spoilMonitor()
    case 12...13:
      let mood = HostileSocket.Mood.allCases.randomElement(using: &numbers) ?? .sane
      let which = some(0...1)
      sockets[which].behave(mood, seed: numbers.next())
      story.append("\(which == 0 ? "Wayland" : "X"): \(mood), \(sockets[which].tell()) told")
    default: spoilBus()
    }
  }

  /// What a person does.
  private func person() {
    let links = [
      "start", "start", "pause", "resume", "skip", "stop", "extend?by=5m", "timer?name=tea&duration=3m",
      "stop?activity=tea", "back", "takeoff", "undo", "show",
    ]
    let link = story.isEmpty ? "start" : links.randomElement(using: &numbers) ?? "start"
    // A daemon that is about to end answers nobody.
    let code = Client(home.socket)?.ask("tomatoclock://" + link)?.code
    story.append("\(link): \(code.map(String.init) ?? "no answer")")
  }

  private func spoilTray() {
    switch some(0...5) {
    case 0: tray.appear()
    case 1: tray.disappear()
    case 2: tray.isHung.toggle()
    case 3: tray.refuses.toggle()
    case 4: try? tray.setHost(Bool.random(using: &numbers))
    default: for _ in 0..<some(1...300) { try? tray.drop(tray.registered.last ?? "/StatusNotifierItem") }
    }
    story.append("tray \(story.count)")
  }

  private func spoilMonitor() {
    switch some(0...5) {
    case 0: monitor.appear()
    case 1: monitor.disappear()
    case 2: monitor.refuses.toggle()
    case 3: monitor.pass(UInt64(some(1...200_000)))
    case 4: monitor.touch()
    default:
      for _ in 0..<some(1...500) {
        try? monitor.bus.emit(
          "/org/gnome/Mutter/IdleMonitor/Core", "org.gnome.Mutter.IdleMonitor", "WatchFired",
          Bool.random(using: &numbers) ? [.uint32(UInt32(some(0...5)))] : [.string("x")])
      }
    }
    story.append("monitor, now idle for \(monitor.idle) ms")
  }

  private func spoilBus() {
    switch some(0...9) {
    case 0...1:
      bus.freeze(true)
      story.append("the bus hangs")
    case 2...3:
      bus.freeze(false)
      story.append("the bus goes on")
    case 4:
      bus.go()
      story.append("the bus goes")
    case 5:
      hasSaidNonsense = true
      bus.say(numbers.bytes(some(1...300)))
      story.append("the bus says nonsense")
    default:
      let many = [1, 3, 1000].randomElement(using: &numbers) ?? 1
      bus.say((0..<many).flatMap { _ in falseWord() })
      story.append("the bus says \(many) false words")
    }
  }

  private static let names = [
    "org.freedesktop.Notifications", "org.kde.StatusNotifierWatcher", "org.gnome.Mutter.IdleMonitor",
    "org.tomatoclock.TomatoNotify",
  ]

  /// A signal that tells what is not so.
  private func falseWord() -> [UInt8] {
    let name = Self.names.randomElement(using: &numbers) ?? ""
    let bus = "org.freedesktop.DBus"
    // Nobody, somebody else, or somebody who will never be: a name that comes later is never anybody else's.
    func owner() -> String {
      ["", ":1.\(some(0...5))", ":1.\(some(1000...1009))"].randomElement(using: &numbers) ?? ""
    }
    switch some(0...4) {
    case 0...1: return BusMessage.ownerChanged(name, owner(), owner())
    case 2: return BusMessage.signal(from: bus, "/org/freedesktop/DBus", bus, "NameLost", texts: [name])
    case 3:
      return BusMessage.signal(
        from: server.owner, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "NotificationClosed",
        numbers: [UInt32(some(0...9)), UInt32(some(0...9))])
    default:
      return BusMessage.signal(
        from: ":1.\(some(0...5))", "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
        "NotificationClosed", texts: ["x"])
    }
  }

  // MARK: What is right

  private func told() throws -> [Status] {
    try home.ask("tomatoclock://list?format=json").lines.compactMap(Status.init).filter(\.isRequested)
  }

  /// A person looks for the cards, until each is there.
  private func settle() throws -> String? {
    for id in try told().compactMap(\.activity) { _ = try home.ask("tomatoclock://show?activity=\(id)") }
    var wrong: String?
    let isRight = try wait {
      guard try goOn() else { return true }
      wrong = try whatIsWrong()
      return wrong == nil
    }
    if !isRight || wrong != nil { return (wrong ?? "the daemon ended") + " \(server.log.suffix(20))" }
    if asker.longest > HostileDesktopTests.limit { return "status took \(asker.longest) ms" }
    // GLib warns of what a bus says of names that is not so; a critical message is of a call that we made wrong.
    let critical = daemon?.notes.first { $0.contains("CRITICAL") }
    return critical.map { "the daemon says: \($0)" }
  }

  private func whatIsWrong() throws -> String? {
    let activities = try told()
    // What was stopped is said for a while.
    let cards = server.visible.filter { !$0.contains(" stopped") }
    for activity in activities {
      let fitting = cards.filter { isRight($0, activity) }
      if fitting.count != 1 { return "\(fitting.count) cards for \(activity), of \(cards)" }
    }
    if cards.count != activities.count { return "\(cards) for \(activities)" }
    let isWatched = activities.contains { $0.name == "Focus" && $0.contentState.stateIdentifier == "running" }
    if isWatched, monitor.watches == 0 { return "nobody asks Mutter: \(monitor.log)" }
    return try wrongTray(activities)
  }

  private func isRight(_ card: String, _ activity: Status) -> Bool {
    switch activity.contentState.stateIdentifier {
    case "paused":
      ["PAUSED · \(activity.name)", "Still paused · \(activity.name)", "\(activity.name) paused"]
        .contains { card.hasPrefix($0) }
    default: card.hasPrefix(activity.name + " ")
    }
  }

  private func wrongTray(_ activities: [Status]) throws -> String? {
    guard tray.hasItem else { return "no item in the tray" }
    let asked: [BusValue] = [.string(FakeTray.item), .string("ToolTip")]
    let answer = try? tray.result("org.freedesktop.DBus.Properties", "Get", asked).get()
    let title = answer?.first?.unwrapped.elements?[at: 2]?.text ?? ""
    if activities.isEmpty { return title.hasPrefix("Ready") ? nil : "the tray says '\(title)'" }
    let isRight = activities.contains { activity in
      let minutes = (activity.contentState.remainingSeconds + 59) / 60
      let isPaused = activity.contentState.stateIdentifier == "paused"
      return title.contains(activity.name) && title.contains("paused") == isPaused
        && (title.hasPrefix("\(minutes) min left") || minutes <= 1)
    }
    return isRight ? nil : "the tray says '\(title)' of \(activities)"
  }
}

extension Status {
  fileprivate var name: String { attributes?.name ?? contentState.modeDisplayName }
  fileprivate var isRequested: Bool { activityState == "active" && contentState.stateIdentifier != "ready" }
}
