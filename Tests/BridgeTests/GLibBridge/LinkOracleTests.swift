// GLib's URI parser as a second opinion on the link grammar: whatever `Link` accepts is a URI to `g_uri_parse` too,
// and both see the same scheme, host, path and values. (Not the other way round: our grammar is far stricter.)
import CNotify
import TestKit
import Testing
import TomatoLink

struct LinkOracleTests {
  @Test func `GLib reads every link that we print, and sees the same verb, path and values`() throws {
    var random = Spellings(seed: 17)
    for _ in 0..<5_000 {
      let text = random.link()
      try check(text, against: try Link.parse(text, door: .socket))
    }
  }

  @Test func `whatever we accept of damaged links GLib reads, and sees the same`() throws {
    var random = Spellings(seed: 18)
    var accepted = 0
    for _ in 0..<20_000 {
      let text = random.damaged(random.link())
      guard let request = try? Link.parse(text, door: .socket) else { continue }
      accepted += 1
      try check(text, against: request)
    }
    #expect(accepted > 1_000)
  }

  @Test(arguments: [
    "tomatoclock://focus?task=%", "tomatoclock://focus?task=%zz", "tomatoclock://focus?task=%00",
    "tomatoclock://focus?task=%FF", "tomatoclock://pause:x", "", "://", "tomato clock://pause",
    "%tomatoclock://pause",
  ])
  func `where GLib refuses, we refuse`(text: String) {
    #expect(GLibURI(text) == nil)
    #expect(throws: LinkError.self) { try Link.parse(text, door: .socket) }
  }

  /// Raw non-ASCII text, which only an IRI may hold, is shown to GLib percent-encoded as RFC 3987 §3.1 says.
  private func check(_ text: String, against request: Request) throws {
    let ascii = text.utf8.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "%" + String($0, radix: 16) }.joined()
    let uri = try #require(GLibURI(ascii), "GLib refuses \(ascii)")
    #expect(uri.scheme == "tomatoclock")
    #expect(uri.hasOnlyPathAndQuery, "\(text)")
    var values = uri.items
    switch request {
    case .intent(let intent, let format, let waits, let isOpened):
      checkTarget(intent, uri)
      let isNaming = intent.verb == .timer || intent.verb == .stopwatch
      #expect(take(&values, "name").flatMap(name) == (isNaming ? intent.name : nil))
      #expect(take(&values, "until") == intent.until.map { String($0.seconds) })
      #expect(take(&values, "wait") == (waits ? "1" : nil) && take(&values, "opened") == (isOpened ? "1" : nil))
      #expect(take(&values, "phase") == intent.phase?.description)
      #expect(take(&values, "task") == intent.task)
      #expect(take(&values, "replace") == (intent.replace ? "1" : nil))
      #expect(take(&values, "at") == intent.at.map { String($0.seconds) })
      #expect(try take(&values, "by").map { try DurationText.parseSigned($0) } == intent.by)
      let duration = take(&values, "duration") ?? take(&values, "minutes")
      #expect(try duration.map { try DurationText.parse($0) } == intent.duration)
      if uri.host != "activity" {
        let meant = intent.activity?.description ?? (isNaming ? nil : intent.name)
        #expect(take(&values, "activity").flatMap(name) == meant)
      }
      #expect(take(&values, "format") ?? "text" == format.rawValue)
    case .query(let query):
      #expect(uri.host == query.verb.rawValue && ["", "/"].contains(uri.path))
      #expect(take(&values, "activity").flatMap(name) == query.activity?.description ?? query.name)
      #expect(take(&values, "format") ?? "text" == query.bar?.name ?? query.format.rawValue)
      if case .template(let template)? = query.bar { #expect(take(&values, "template") == template.text) }
      #expect(take(&values, "seconds") == (query.seconds ? "1" : nil))
    case .correction(let correction):
      #expect(uri.host == "log" && uri.path == "/\(correction.change.rawValue)")
      try check(correction, &values)
    }
    #expect(values.isEmpty, "GLib sees items that we do not: \(values) in \(text)")
  }

  private func check(_ correction: Correction, _ values: inout [String: String]) throws {
    #expect(take(&values, "task") == correction.task)
    let rows = correction.rows.map(\.description).joined(separator: ",")
    #expect(take(&values, "rows") ?? "" == rows && take(&values, "mode") == correction.mode?.linkName)
    #expect(take(&values, "from") == correction.from.map { String($0.seconds) })
    #expect(take(&values, "to") == correction.to.map { String($0.seconds) })
    #expect(take(&values, "outcome") == correction.outcome?.rawValue)
    #expect(try take(&values, "duration").map { try DurationText.parse($0) } == correction.duration)
  }

  /// A name as it is kept: without white space around it.
  private func name(_ text: String) -> String? { try? ActivityName.checked(text) }

  private func checkTarget(_ intent: Intent, _ uri: GLibURI) {
    let path = uri.path.hasSuffix("/") ? String(uri.path.dropLast()) : uri.path
    if uri.host == "activity" {
      #expect(intent.verb == .show && path == intent.activity.map { "/\($0)" })
    } else {
      let kinds: [TimerMode?: String] = [
        nil: "", .focus: "/focus", .shortBreak: "/short-break", .longBreak: "/long-break",
      ]
      #expect(uri.host == intent.verb.rawValue && path == kinds[intent.mode])
    }
  }

  private func take(_ values: inout [String: String], _ name: String) -> String? { values.removeValue(forKey: name) }
}

/// What `g_uri_parse` and `g_uri_parse_params` say of a text; nil when either refuses.
private struct GLibURI {
  let scheme, host, path: String
  let hasOnlyPathAndQuery: Bool
  var items: [String: String] = [:]

  init?(_ text: String) {
    // Encoded, so that the items are split before they are decoded, as RFC 3986 §2.4 asks.
    // The flag is G_URI_FLAGS_ENCODED.
    guard let uri = g_uri_parse(text, GUriFlags(rawValue: 1 << 3), nil) else { return nil }
    defer { g_uri_unref(uri) }
    guard let host = g_uri_get_host(uri) else { return nil }
    scheme = String(cString: g_uri_get_scheme(uri))
    self.host = String(cString: host)
    path = String(cString: g_uri_get_path(uri))
    hasOnlyPathAndQuery = g_uri_get_userinfo(uri) == nil && g_uri_get_port(uri) == -1 && g_uri_get_fragment(uri) == nil
    guard let query = g_uri_get_query(uri) else { return }
    guard let table = g_uri_parse_params(query, -1, "&", GUriParamsFlags(rawValue: 0), nil) else { return nil }
    defer { g_hash_table_unref(table) }
    var iterator = GHashTableIter()
    g_hash_table_iter_init(&iterator, table)
    var (name, value): (gpointer?, gpointer?)
    while g_hash_table_iter_next(&iterator, &name, &value) != 0 {
      guard let name, let value else { continue }
      items[String(cString: name.assumingMemoryBound(to: CChar.self))] =
        String(cString: value.assumingMemoryBound(to: CChar.self))
    }
  }
}

/// Random links in many spellings, the same in every run.
private struct Spellings: RandomNumberGenerator {
  private var numbers: SeededGenerator
  init(seed: UInt64) { numbers = SeededGenerator(state: seed) }

  mutating func next() -> UInt64 { numbers.next() }

  private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &self) ?? "" }

  mutating func link() -> String {
    let starts = ["start", "start/focus", "start/short-break", "start/long-break", "focus", "break"]
    let verb = pick(starts + starts + ["extend", "rewind", "pause", "skip", "stop", "status", "watch", "activity/tea"])
    var items: [String] = []
    if verb == "extend" || verb == "rewind" { items.append("by=" + pick(["5m", "+90s", "%2B1h", "25:00", "7"])) }
    if starts.contains(verb) {
      items += [pick(["minutes=25", "duration=25m", "duration=1%3A30:00", "duration=90s"]), "task=" + task()]
      if Bool.random(using: &self) { items.append("replace=1") }
    }
    if !["status", "watch", "activity/tea"].contains(verb) { items.append("at=" + pick(["0", "1790000000", "%31"])) }
    if verb != "activity/tea" { items.append("activity=" + pick(["pomodoro", "tea", "a-%62_c"])) }
    var formats = ["format=text", "format=json", "format=island", "format=js%6Fn"]
    if verb == "watch" {
      items.append("seconds=1")
      // The two belong together.
      let template = pick(["format=template&template=%7Btime%7D", "template=%7btask%7D+%E5%86%99&format=template"])
      formats += ["format=waybar", "format=%70olybar", "format=tmux", template]
    }
    items += [pick(formats)]
    let kept = items.filter { $0.hasPrefix("by=") || Bool.random(using: &self) }.shuffled(using: &self)
    let scheme = pick(["tomatoclock", "TomatoClock", "TOMATOCLOCK"]) + "://" + verb + pick(["", "/"])
    return kept.isEmpty ? scheme : scheme + "?" + kept.joined(separator: "&")
  }

  private mutating func task() -> String {
    let pieces = [
      "a", "Z", "7", "+", "=", "/", "?", ":", "@", "'", "%20", "%26", "%3d", "%25", "%C3%A9", "%F0%9F%8D%85", "é", "🍅",
    ]
    // Spaces alone are no task.
    return "." + (0..<Int.random(in: 0...12, using: &self)).map { _ in pick(pieces) }.joined()
  }

  /// One or two bytes changed or put in, mostly behind the last `=`: elsewhere almost all damage is refused.
  mutating func damaged(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...2, using: &self) {
      let value = Int.random(in: 0..<4, using: &self) > 0 ? bytes.lastIndex(of: UInt8(ascii: "=")) ?? 0 : 0
      let index = Int.random(in: value..<bytes.count, using: &self)
      let byte = "/?&=%+#:@[]01;aFms-".utf8.randomElement(using: &self) ?? 0
      if Bool.random(using: &self) { bytes[index] = byte } else { bytes.insert(byte, at: index) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
