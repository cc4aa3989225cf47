// The scripts in Examples/hooks, with players on a private bus, and a curl and a sudo that log their arguments.
import GLibBridge
import Glibc
import TestKit
import Testing
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoPrograms
@testable import TomatoSettings

@MainActor @Suite(.serialized) struct HookRecipeTests {
  private let kitchen: Kitchen

  init() throws { kitchen = try Kitchen() }

  /// A folder with the scripts, and with programs that write into `log` what they get.
  @MainActor final class Kitchen {
    let folder = TemporaryFolder()
    let bus: PrivateBus
    var log: [String] { Files.text(folder.file("log")).split(separator: "\n").map(String.init) }

    init() throws {
      bus = try PrivateBus()
      for directory in ["bin", "run", "home"] { mkdir(folder.file(directory), 0o700) }
      for script in Self.scripts { install(script.name, script.text) }
      install("curl", "#!/bin/sh\n(echo \"curl $*\"; [ \"$1\" != --config ] || cat) >>\"$HOME/../log\"\n")
      install("sudo", "#!/bin/sh\necho \"sudo $*\" >>\"$HOME/../log\"\n")
    }

    static let scripts = ["tomato-music", "tomato-lamp", "tomato-chat", "tomato-block", "tomato-sites"].map { name in
      (name: name, text: Repository.text("Examples/hooks/" + name))
    }

    private func install(_ name: String, _ text: String) { Program.install(text, at: folder.file("bin/" + name)) }

    /// Runs a script as the hook of an event, with what `hooks test` would give it.
    func cook(
      _ name: String, _ event: HappeningName, activity: String = "pomodoro", words: [String] = [], extra: [String] = []
    ) throws {
      let (command, known) = (try #require(HookCommand("x")), try #require(HookEvent.find(event.rawValue)))
      let request = try #require(HooksProgram.example(known, command, at: ShellHarness().moment))
      var variables = request.variables.map { "\($0.name)=\($0.value)" }.filter { !$0.hasPrefix("TOMATO_ACTIVITY") }
      variables += [
        "TOMATO_ACTIVITY=" + activity, "HOME=" + folder.file("home"), "XDG_RUNTIME_DIR=" + folder.file("run"),
      ]
      variables += ["DBUS_SESSION_BUS_ADDRESS=" + bus.address, "LC_ALL=C.UTF-8", "TZ=UTC"] + extra
      variables.append("PATH=\(folder.file("bin")):/usr/local/bin:/usr/bin:/bin")
      Files.write(request.input + "\n", to: folder.file("input"))
      let input = open(folder.file("input"), O_RDONLY | O_CLOEXEC)
      defer { close(input) }
      let process = Program.spawn(
        [folder.file("bin/" + name)] + words, environment: variables, in: folder.file("home"), .init(input: input))
      #expect(FakeSystemd.turning(until: try #require(process)) == 0)
    }
  }

  /// A media player on the bus (https://specifications.freedesktop.org/mpris-spec/2.2/).
  @MainActor final class Player {
    private let connection: BusConnection
    private var registrations: [BusRegistration] = []
    var status: String
    private(set) var calls: [String] = []

    init(_ kitchen: Kitchen, _ name: String, _ status: String, canPause: Bool = true) throws {
      connection = try kitchen.bus.connect()
      self.status = status
      let object = try connection.register(
        "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player",
        xml: Introspection.xml([
          "org.mpris.MediaPlayer2.Player": ["Play", "Pause", "PlaybackStatus: s", "CanPause: b"]
        ]),
        BusHandlers(
          call: { [unowned self] call in
            calls.append(call.method)
            self.status = call.method == "Play" ? "Playing" : "Paused"
            call.reply([])
          },
          get: { [unowned self] in $0 == "CanPause" ? .bool(canPause) : .string(self.status) }))
      registrations = [object, connection.own("org.mpris.MediaPlayer2." + name)]
    }

    isolated deinit {}  // on the main thread (WorldEndTests)

    func leave() {
      for registration in registrations { registration.cancel() }
    }
  }

  @Test func `the page names each script`() {
    let page = Repository.text("docs/hooks.md")
    for (name, text) in Kitchen.scripts { #expect(page.contains("`\(name)`") && text.contains("# \(name)\n")) }
  }

  @Test(.enabled(if: Program.exists("gdbus")))
  func `the music that plays is paused for the focus, and plays again afterwards`() throws {
    let playing = try Player(kitchen, "one", "Playing")
    let paused = try Player(kitchen, "two", "Paused")
    let radio = try Player(kitchen, "radio", "Playing", canPause: false)
    let proxy = try Player(kitchen, "playerctld", "Playing")
    let phone = try Player(kitchen, "kdeconnect.mpris_1", "Playing")
    try kitchen.cook("tomato-music", .onStart)
    try kitchen.cook("tomato-music", .onExtend)
    #expect(playing.calls == ["Pause"])
    for event in [HappeningName.onComplete, .onStop] { try kitchen.cook("tomato-music", event) }
    #expect(playing.calls == ["Pause", "Play"] && playing.status == "Playing")
    for other in [paused, radio, proxy, phone] { #expect(other.calls.isEmpty) }
  }

  @Test(.enabled(if: Program.exists("gdbus"))) func `what the person has changed meanwhile stays so`() throws {
    let stopped = try Player(kitchen, "one", "Playing")
    let gone = try Player(kitchen, "two", "Playing")
    try kitchen.cook("tomato-music", .onResume)
    stopped.status = "Stopped"
    gone.leave()
    let new = try Player(kitchen, "two", "Paused")
    try kitchen.cook("tomato-music", .onPause)
    #expect(stopped.calls == ["Pause"] && gone.calls == ["Pause"] && new.calls.isEmpty)
  }

  @Test func `a timer beside the focus changes nothing`() throws {
    let player = try Player(kitchen, "one", "Playing")
    for name in ["tomato-music", "tomato-lamp", "tomato-chat", "tomato-block"] {
      try kitchen.cook(name, .onStart, activity: "tea")
    }
    #expect(player.calls.isEmpty && kitchen.log.isEmpty)
  }

  @Test func `the lamp is red while a focus runs`() throws {
    for event in [HappeningName.onStart, .onPause, .onSkip] { try kitchen.cook("tomato-lamp", event) }
    #expect(kitchen.log.map { $0.contains(#"--data {"color":"red"} http"#) } == [true, false, false])
    #expect(kitchen.log.filter { $0.contains(#"{"color":"green"}"#) }.count == 2)
  }

  @Test func `the status in the chat ends with the focus, and the token is no argument`() throws {
    mkdir(kitchen.folder.file("home/.config"), 0o700)
    Files.write("secret\n", to: kitchen.folder.file("home/.config/tomato-chat-token"))
    try kitchen.cook("tomato-chat", .onStart)
    try kitchen.cook("tomato-chat", .onComplete)
    let end = ShellHarness.afternoon.seconds + 1500
    try #require(kitchen.log.count == 4)
    #expect(
      kitchen.log[text: 0].contains(
        #"{"profile":{"status_text":"Focus","status_emoji":":tomato:","status_expiration":\#(end)}}"#))
    #expect(
      kitchen.log[at: 1] == "header = \"Authorization: Bearer secret\"" && !kitchen.log[text: 0].contains("secret"))
    #expect(kitchen.log[text: 2].contains(#"{"profile":{"status_text":"","status_emoji":"","status_expiration":0}}"#))
  }

  @Test func `sites are blocked during a focus, and the rest of the file stays`() throws {
    for event in [HappeningName.onStart, .onStop] { try kitchen.cook("tomato-block", event) }
    #expect(kitchen.log == ["on", "off"].map { "sudo -n /usr/local/sbin/tomato-sites \($0)" })
    let hosts = kitchen.folder.file("hosts")
    let own = "127.0.0.1 localhost\n10.0.0.1 www.reddit.com.example\n"
    Files.write(own, to: hosts)
    for words in [["on"], ["on"]] {
      try kitchen.cook("tomato-sites", .onStart, words: words, extra: ["TOMATO_HOSTS=" + hosts])
      let lines = Files.text(hosts).split(separator: "\n")
      #expect(Files.text(hosts).hasPrefix(own) && lines.count == 5 && lines[text: 4].hasSuffix("# tomato-sites"))
    }
    try kitchen.cook("tomato-sites", .onStart, words: ["off"], extra: ["TOMATO_HOSTS=" + hosts])
    #expect(Files.text(hosts) == own && Files.permissions(hosts) == 0o644)
  }
}
