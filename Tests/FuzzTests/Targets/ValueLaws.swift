// Small texts: values of links, options, the configuration and the database, each by itself; templates of bars.

import GLibBridge
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoPrograms
@testable import TomatoRecord
@testable import TomatoSettings
@testable import TomatoWords

@MainActor enum ValueLaws {
  static func value(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    try ofLinks(text)
    try ofNames(text)
    try ofRecords(text)
    try ofPrograms(text)
  }

  private static func ofLinks(_ text: String) throws {
    try again("a duration", text, { try DurationText.parseSigned($0) }, DurationText.print)
    try again("a day", text, { RecordDay($0) }, \.iso8601)
    try again("a colour", text, { Color($0) }, \.hex)
    try again("an id", text, { ActivityID($0) }, \.description)
    try again("a token", text, { OwnerToken($0) }, \.description)
    try again("rows", text, { try Correction.rows($0) }, { $0.map(\.description).joined(separator: ",") })
  }

  private static func ofNames(_ text: String) throws {
    try again("a name", text, { try ActivityName.checked($0) }, \.self)
    try again("a given name", text, { try ActivityName.given($0) }, \.self)
    try again("a link", text, { try ActivityURL.checked($0) }, \.self)
    do { try ActivityURL.checkOpening(text) } catch { try sentence("\(error)") }
    do { try Link.checkTask(text) } catch { try sentence("\(error)") }
    for name in Tags(text).names {
      try law(Tags.isName(name), "\(name) is a tag of \(text), and none by itself")
      try law(Tags(text).contains(name), "\(text) has not its own tag \(name)")
    }
  }

  private static func printed<Value>(_ value: Value, _ add: (Value, inout ByteText) -> Void) -> String {
    var text = ByteText(room: 24)
    add(value, &text)
    return text.text
  }

  private static func ofRecords(_ text: String) throws {
    try again("a time", text, { UTCTime.parse($0) }, { printed($0, UTCTime.add) })
    try again("seconds", text, { SecondsText.parse($0) }, { printed($0, SecondsText.add) })
    try again("pauses", text, { PausesText.parse($0) }, { PausesText.print($0) ?? "" })
    try again("an attention", text, { UnansweredAlertText.parse($0) }, UnansweredAlertText.print)
    try again("a question", text, { AwayText.question($0) }, AwayText.print)
    _ = AwayText.unseen(text)
    try same(FormulaGuard.unescaped(FormulaGuard.escaped(text)), text, "kept from being a formula")
    try again("a source", text, { SourceKey.isValid($0) ? $0 : nil }, \.self)
    if let own = SourceKey.own(text) { try law(own.token >= 0, "\(text) has the number \(own.token)") }
    let foreign = ForeignText.task(tags: [text], note: text)
    if let foreign { try law((try? Link.checkTask(foreign)) != nil, "\(foreign) is no task") }
  }

  private static func ofPrograms(_ text: String) throws {
    try again("a hook's end", text, { HookResult($0) }, \.text)
    try again("a hook", text, { HookCommand($0) }, \.text)
    if let display = XDisplay(text) { try law((0...65_535).contains(display.number), "\(display)") }
    try same(ExecLine.unescaped(ExecLine.escaped(text)), text, "a string of a desktop entry")
    if !text.isEmpty, !text.unicodeScalars.contains("\0") {
      try law(ExecLine.program(ExecLine.quoted(text)) == text, "\(text) is quoted: \(ExecLine.quoted(text))")
    }
    _ = ExecLine.program(text)
    let line = Array(RequestLanguage.line("rest", in: text).utf8)
    let (language, _) = RequestLanguage.cut(line[...])
    if let language { try law(!language.utf8.contains { $0 == 47 || $0 < 33 || $0 > 126 }, "the language \(language)") }
  }

  // MARK: Templates

  private static let contents: [Content] = {
    let now = Moment(sinceBoot: .seconds(9), awake: .seconds(9), wall: WallTime(seconds: 1), boot: BootID("a"))
    var engine = Engine(settings: Settings())
    _ = engine.handle(.launched(lastAlive: nil), at: now)
    _ = engine.handle(.intent(Intent(.focus, task: "a\"<b>%{A1:c:}#[d] #e"), .command), at: now)
    _ = engine.handle(.intent(Intent(.timer, duration: .minutes(4), name: "<i>"), .command), at: now)
    return engine.contents(at: now)
  }()

  static func template(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let template: LineTemplate
    do { template = try LineTemplate(text) } catch { return try sentence("\(error)") }
    let printed = template.pieces.map { piece in
      switch piece {
      case .text(let text):
        text.unicodeScalars.map { "{}".unicodeScalars.contains($0) ? "\($0)\($0)" : "\($0)" }.joined()
      case .place(let place): "{\(place.rawValue)}"
      }
    }.joined()
    try law(Array(printed.utf8) == Array(text.utf8), "\(text) is read as \(template.pieces)")
    let request = Request.query(Query(.watch, bar: .template(template)))
    let link = Link.print(request)
    if link.utf8.count <= Link.byteLimit {
      try law((try? Link.parse(link, door: .socket)) == request, "\(link) is not read as it is printed")
    }
    let line = BarLine.line(
      contents.first, others: Array(contents.dropFirst()), .template(template), Appearance(), seconds: true)
    try law(!line.unicodeScalars.contains { SafeText.isUnfit($0) }, "a bar is steered: \(line)")
  }
}
