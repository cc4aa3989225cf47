// Opens the links of programs' buttons with the person's own programs, which then live outside our cgroup and our
// system call filter: through the portal, else as a unit of systemd, else as a child.

package import GLibBridge
internal import TomatoLink
internal import TomatoWords

package final class LinkOpener {
  private let bus: BusConnection?
  private let complain: (String) -> Void
  private var count = 0
  /// Pending replies of the portal, by request path.
  private var waiting: [String: BusRegistration] = [:]

  package init(_ bus: BusConnection?, complain: @escaping (String) -> Void) {
    (self.bus, self.complain) = (bus, complain)
  }

  /// - Parameter activationToken: of the click, so that the window may come to the front (xdg-activation).
  package func open(_ link: String, activationToken: String?) {
    do throws(LinkError) {
      try ActivityURL.checkOpening(link)
    } catch {
      return complain(Answers.sentence(error))
    }
    guard let bus else { return openAsChild(link, activationToken) }
    count += 1
    let token = "tomato\(count)"
    var options: [(String, BusValue)] = [("handle_token", .string(token))]
    if let activationToken { options.append(("activation_token", .string(activationToken))) }
    follow(bus, token, link, activationToken)
    bus.call(
      .portal, "OpenURI", [.string(""), .string(link), .vardict(options)], reply: "(o)", timeoutMs: 5000,
      autoStart: true
    ) { [weak self] answer in
      guard let self, (try? answer.get()) == nil else { return }
      waiting[Self.request(bus.uniqueName, token)] = nil
      openAsUnit(bus, link, activationToken)
    }
  }

  /// Handles the portal's later response: 0 opened, 1 cancelled by the user, 2 failed.
  private func follow(_ bus: BusConnection, _ token: String, _ link: String, _ activationToken: String?) {
    let path = Self.request(bus.uniqueName, token)
    let request = BusObject.portal.at(path, BusNames.portalRequest)
    waiting[path] = bus.subscribe(request, "Response") { [weak self] signal in
      guard let self, waiting.removeValue(forKey: path) != nil else { return }
      if signal.arguments.first?.integer == 2 { openAsUnit(bus, link, activationToken) }
    }
  }

  private func openAsUnit(_ bus: BusConnection, _ link: String, _ activationToken: String?) {
    guard let command = Self.command(link) else { return failed(link) }
    let environment = Self.environment(activationToken).map { "\($0)=\($1)" }
    TransientUnit(
      service: "link", Answers.opensLink, command, adding: [("Environment", .strings(environment))]
    ).start(on: bus) { [weak self] hasBegun in
      if !hasBegun { self?.openAsChild(link, activationToken) }
    }
  }

  private func openAsChild(_ link: String, _ activationToken: String?) {
    guard let command = Self.command(link) else { return failed(link) }
    do throws(BridgeError) {
      try Spawn.detached(command, adding: Self.environment(activationToken))
    } catch {
      complain(Answers.notOpened(link, error.description))
    }
  }

  /// Opens a user's file with its default program, from a process started by the user; does nothing without a desktop.
  package static func openFile(_ path: String) {
    guard Paths.environment("DISPLAY") != nil || Paths.environment("WAYLAND_DISPLAY") != nil,
      let command = command(path)
    else { return }
    // Ignores errors: the path was printed, and the opener reports its own.
    try? Spawn.detached(command)
  }

  private func failed(_ link: String) { complain(Answers.notOpened(link, Answers.noOpener)) }

  /// The command that opens a link with the default program; nil if neither opener is installed.
  private static func command(_ link: String) -> [String]? {
    if let path = Paths.program("gio") { return [path, "open", link] }
    return Paths.program("xdg-open").map { [$0, link] }
  }

  private static func environment(_ activationToken: String?) -> [(String, String)] {
    guard let activationToken else { return [] }
    return [("XDG_ACTIVATION_TOKEN", activationToken), ("DESKTOP_STARTUP_ID", activationToken)]
  }

  /// The request's object path, known before the call.
  private static func request(_ sender: String, _ token: String) -> String {
    let name = sender.drop { $0 == ":" }.map { $0 == "." ? "_" : String($0) }.joined()
    return "\(BusObject.portal.path)/request/\(name)/\(token)"
  }
}
