// `tomato-notify activity`: activities of programs and scripts. Each option is a member of the content
// (docs/activities.md), which the daemon checks.
internal import ArgumentParser
internal import TomatoLink
internal import TomatoSocket

extension TomatoNotify {
  struct ActivityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "activity", abstract: "Show what a program does: activity request build --text compiling.",
      discussion: """
        Examples:
          tomato-notify activity request build --text compiling --progress 41/312
          tomato-notify activity update build --progress 60/312 --ends 4m
          tomato-notify activity request deploy --button Open=https://ci.example/1 --button Cancel=event:cancel
          tomato-notify activity watch deploy   a line for each press of a button
          tomato-notify activity end build --text "312 files" --alert done
        """,
      subcommands: [
        RequestActivity.self, UpdateActivity.self, EndActivity.self, ListActivities.self, WatchActivity.self,
        PipeActivities.self, AuthorizationCommand.self, DenyProgram.self, AllowProgram.self,
      ])
  }

  struct RequestActivity: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "request", abstract: "Show a new activity; the same id again is an update.")
    @Argument(help: "1 to 40 characters of a-z, 0-9, - and _.", "id") var id: String
    @Option(help: "What it is called, at most 80 characters and 240 bytes.", "text") var name: String?
    @Option(help: "An icon of the theme, or the path of a picture.", "icon") var icon: String?
    @Option(help: "red, blue, yellow, green or crimson.", "colour") var accent: String?
    @Option(help: "What a click on the text opens.", "link") var url: String?
    @Option(help: "Words of your own, by which to find it.", "key=value") var attribute: [String] = []
    @Flag(help: "It is over when the program that runs this command has ended.") var lease = false
    @Option(help: "It is over when this process has ended.", "process") var pid: Int?
    @Flag(help: "Show how it looks here; nothing is requested.") var preview = false
    @OptionGroup var content: ContentOptions
    @OptionGroup var format: FormatOption

    func order(_ clock: TypedClock) throws -> Order {
      let members = JSONValue.Member.given([
        .name: name.map(JSONValue.string), .icon: icon.map(JSONValue.string), .accent: accent.map(JSONValue.string),
        .url: url.map(JSONValue.string), .attributes: try ContentOptions.pairs(attribute, "--attribute"),
        .lease: lease || pid != nil ? .number(Double(pid ?? Int(SystemCalls.parent()))) : nil,
        .preview: preview ? .bool(true) : nil,
      ])
      return try ContentOptions.order(.request, id, try content.members(clock) + members, format.value)
    }
  }

  struct UpdateActivity: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "update", abstract: "Change some of its content; the rest stays.",
      discussion: "An empty text removes the old one: --text ''.")
    @Argument(help: "As with request.", "id") var id: String
    @OptionGroup var content: ContentOptions
    @OptionGroup var format: FormatOption
    func order(_ clock: TypedClock) throws -> Order {
      try ContentOptions.order(.update, id, try content.members(clock), format.value)
    }
  }

  struct EndActivity: OrderCommand {
    static let configuration = CommandConfiguration(commandName: "end", abstract: "Say that it is over, and how.")
    @Argument(help: "As with request; or --where.", "id") var id: String?
    @Option(help: "Instead of an id: all with this attribute.", "key=value") var `where`: [String] = []
    @Flag(help: "It did not succeed.") var failed = false
    @Option(help: "How long it is shown: now, default, or for example 30s; at most 4h.", "when") var dismiss: String?
    @OptionGroup var content: ContentOptions
    @OptionGroup var format: FormatOption
    func order(_ clock: TypedClock) throws -> Order {
      guard (id == nil) != `where`.isEmpty else {
        throw Failure(.usage, "activity end needs an id, or --where key=value; expected one of them.")
      }
      let members = JSONValue.Member.given([
        .failed: failed ? .bool(true) : nil, .dismissal: dismiss.map(JSONValue.string),
        .where: try ContentOptions.pairs(`where`, "--where"),
      ])
      return try ContentOptions.order(.end, id, try content.members(clock) + members, format.value)
    }
  }

  struct ListActivities: OrderCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List all activities, as list does.")
    @OptionGroup var format: FormatOption
    func order(_ clock: TypedClock) throws -> Order {
      .exchange(try Exchange(.query(Query(.list, format: format.value))))
    }
  }

  struct WatchActivity: OrderCommand {
    static let configuration = CommandConfiguration(
      commandName: "watch", abstract: "Print the events for its owner, a JSON object a line, until it is gone.",
      discussion: """
        button, opened, hidden, dismissed, stale, ended, lost; each with its number n.
        With --all: what the activities of all programs show, as watch --all --json does.
        """)
    @Argument(help: "As with request; or --all.", "id") var id: String?
    @Option(help: "Skip the events up to this number.", "n") var after = 0
    @Flag(help: "The activities of all programs, each line with its id.") var all = false
    @Flag(help: "Has no effect: JSON is printed anyway.") var json = false
    func order(_ clock: TypedClock) throws -> Order {
      guard (id == nil) == all else {
        throw Failure(.usage, "activity watch needs an id, or --all; expected one of them.")
      }
      guard let id else { return .exchange(try Exchange(.query(Query(.watch, format: .json, scope: .programs)))) }
      guard after >= 0 else {
        throw Failure(.badValue, "--after is {n}; expected a number from 0 on.", ["n": "\(after)"])
      }
      return .exchange(try Exchange(.query(Query(.watch, activity: try ActivityReference.id(id), after: after))))
    }
  }
}

struct ContentOptions: ParsableArguments {
  @Option(help: "What happens now, at most 200 characters.", "text") var text: String?
  @Option(help: "The same in at most 8 characters, for bars.", "text") var short: String?
  @Option(help: "How far it is: 41/312, 40%, or unknown; none removes it.", "progress") var progress: String?
  @Option(help: "When it will be over: in 4m, or at 14:30.", "when") var ends: String?
  @Option(help: "Show the time since: now, or 14:05.", "when") var since: String?
  @Option(help: "Label=link, or Label=event:name. Up to four.", "button") var button: [String] = []
  @Flag(help: "No buttons any more.") var noButtons = false
  @Option(help: "Without an update for this long it is stale.", "duration") var staleAfter: String?
  @Option(help: "0 to 100: which of several comes first.", "n") var relevance: Int?
  @Option(help: "Call attention to it, with this title.", "title") var alert: String?
  @Option(help: "The token from the answer to a request with a lease.", "token") var token: String?
  @Flag(help: "With --alert: play a sound.") var sound = false

  func validate() throws {
    guard !sound || alert != nil else { throw ValidationError("--sound goes with --alert.") }
    guard !noButtons || button.isEmpty else { throw ValidationError("--no-buttons and --button are both given.") }
  }

  func members(_ clock: TypedClock) throws -> [JSONValue.Member] {
    var endsAt: JSONValue?
    if let ends, ends.contains(":") { endsAt = .number(Double(try clock.time(until: ends, from: clock.now))) }
    let endsIn = endsAt == nil ? ends.map { $0.isEmpty ? JSONValue.null : .string($0) } : nil
    let alert = alert.map { JSONValue.object([.init("title", .string($0)), .init("sound", .bool(sound))]) }
    return JSONValue.Member.given([
      .text: text.map(JSONValue.string), .short: short.map(JSONValue.string),
      .progress: try progress.map(Self.progress), .endsIn: endsIn, .endsAt: endsAt,
      .since: try since.map { try Self.beginning($0, clock) },
      .buttons: button.isEmpty && !noButtons ? nil : .array(try button.map(Self.button)),
      .staleAfter: staleAfter.map(JSONValue.string), .relevance: relevance.map { .number(Double($0)) },
      .token: token.map(JSONValue.string), .alert: alert,
    ])
  }

  /// `41/312`, `40%`, `unknown`, `none`.
  private static func progress(_ text: String) throws -> JSONValue {
    if text == "unknown" { return .bool(true) }
    if text == "none" || text.isEmpty { return .null }
    if text.last == "%", let percent = Double(text.dropLast()), (0...100).contains(percent) {
      return .number(percent / 100)
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    if parts.count == 2, let done = parts[0], let all = parts[1] { return .array([.number(done), .number(all)]) }
    throw Failure(.badValue, "{given} is not a progress; expected for example 41/312, 40% or unknown.", given: text)
  }

  /// The last moment at which local clocks showed this time of day.
  private static func beginning(_ text: String, _ clock: TypedClock) throws -> JSONValue {
    if text.isEmpty { return .null }
    if text == "now" { return .string("now") }
    let (hour, minute) = try TypedClock.timeOfDay(text)
    return .number(Double(clock.lastLocalTime(hour, minute)))
  }

  private static func button(_ text: String) throws -> JSONValue {
    let (label, action) = try pair(text, "--button", "Label=https://… or Label=event:name")
    let event = action.hasPrefix("event:") ? String(action.dropFirst(6)) : nil
    return .object([.init("label", .string(label)), .init(event == nil ? "url" : "event", .string(event ?? action))])
  }

  /// An object of strings; nil if there are none.
  static func pairs(_ texts: [String], _ option: String) throws -> JSONValue? {
    let pairs = try texts.map { try pair($0, option, "key=value") }
    return pairs.isEmpty ? nil : .object(pairs.map { .init($0.0, .string($0.1)) })
  }

  private static func pair(_ text: String, _ option: String, _ expected: String) throws -> (String, String) {
    guard let mark = text.firstIndex(of: "="), mark != text.startIndex else {
      throw Failure(
        .badValue, "{option} is {given}; expected {expected}.", ["option": option, "expected": expected], given: text)
    }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  static func order(
    _ verb: Verb, _ id: String?, _ members: [JSONValue.Member], _ format: Query.Format
  ) throws -> Order {
    var exchange = try Exchange(.intent(Intent(verb, activity: try id.map(ActivityReference.id)), format: format))
    exchange.link += "\t" + JSONText.text(.object(members))
    return .exchange(exchange)
  }
}
