// Lines for bars: what a template means, what is refused with which sentence, and how both travel in a link.
import Testing
import TomatoLink

struct TemplateTests {
  static let known =
    "{icon} {time} {name} {state} {end} {session} {dots} {percent} {task} {title} {activity} {class} {color} "
    + "{task-pango} {task-tmux} {others} {others-pango} {others-tmux}"
  private static let safe = "expected text without control or direction characters."
  private static let alone = "The item 'template' is given without 'format=template'; expected both."

  @Test(
    arguments: [
      ("{time}", [.place(.time)]),
      ("{icon} {time}", [.place(.icon), .text(" "), .place(.time)]),
      ("a{{b}}{task-pango}", [.text("a{b}"), .place(.taskPango)]),
      ("{{{time}}}", [.text("{"), .place(.time), .text("}")]),
      ("%{{F{color}}}{time}%{{F-}}", [.text("%{F"), .place(.color), .text("}"), .place(.time), .text("%{F-}")]),
      ("写 🍅{class}\u{301}", [.text("写 🍅"), .place(.class), .text("\u{301}")]),
    ] as [(String, [LineTemplate.Piece])]
  )
  func `a template is text and places; doubled braces are braces`(_ text: String, _ pieces: [LineTemplate.Piece]) throws
  {
    let template = try LineTemplate(text)
    #expect(template.pieces == pieces && template.text == text)
  }

  @Test func `it is known whether a line names other activities`() throws {
    for place in LineTemplate.Placeholder.allCases {
      let template = try LineTemplate("{time} {\(place.rawValue)}")
      #expect(Bar.template(template).namesOthers == place.rawValue.hasPrefix("others"))
    }
    #expect(Bar.named.allSatisfy { !$0.namesOthers })
  }

  @Test func `every place can be named`() throws {
    for place in LineTemplate.Placeholder.allCases {
      #expect(try LineTemplate("{\(place.rawValue)}").pieces == [.place(place)])
    }
  }

  @Test(arguments: [
    ("{tiem}", "The template has '{tiem}'; expected one of: \(known)."),
    ("{time} {}", "The template has '{}'; expected one of: \(known)."),
    ("{Time}", "The template has '{Time}'; expected one of: \(known)."),
    ("{ time }", "The template has '{ time }'; expected one of: \(known)."),
    ("{a{time}", "The template has '{a{time}'; expected one of: \(known)."),
    ("{time", "The template has '{' without '}' after it; expected '{{' for the character itself."),
    ("{time}{", "The template has '{' without '}' after it; expected '{{' for the character itself."),
    ("time}", "The template has '}' without '{' before it; expected '}}' for the character itself."),
    ("{time}}", "The template has '}' without '{' before it; expected '}}' for the character itself."),
    ("", "The template '' has no placeholder; expected at least one of: \(known)."),
    ("{{time}}", "The template '{{time}}' has no placeholder; expected at least one of: \(known)."),
    ("{time}\n", "The template has the character U+000A; \(safe)"),
    ("\u{1B}[31m{time}", "The template has the character U+001B; \(safe)"),
    ("{time}\u{202E}", "The template has the character U+202E; \(safe)"),
    ("{\u{7}}", "The template has the character U+0007; \(safe)"),
    ("{time}" + String(repeating: "x", count: 995), "The template has 1001 characters; expected at most 1000."),
  ])
  func `what is wrong is named with what was expected`(_ text: String, _ sentence: String) {
    #expect(throws: LinkError(sentence)) { try LineTemplate(text) }
  }

  @Test func `1000 characters are taken, however many bytes that is`() throws {
    _ = try LineTemplate("{time}" + String(repeating: "x", count: 994))
    _ = try LineTemplate("{time}" + String(repeating: "写", count: 994))
  }

  @Test func `a template travels in two items, over the socket, to watch`() throws {
    let query = Query(.watch, seconds: true, activity: ActivityID("tea"), bar: .template(try LineTemplate("{time} 写%")))
    let text = "tomatoclock://watch?activity=tea&format=template&seconds=1&template=%7Btime%7D%20%E5%86%99%25"
    #expect(Link.print(.query(query)) == text)
    #expect(try Link.parse(text, door: .socket) == .query(query))
    #expect(throws: LinkError.self) { try Link.parse(text, door: .outside) }
  }

  @Test(arguments: [
    ("watch?format=template", "'format=template' is given without the item 'template'; expected both."),
    ("watch?template=%7Btime%7D", alone), ("watch?template=%7Btime%7D&format=waybar", alone),
    ("watch?format=template&template=%7Btiem%7D", "The template has '{tiem}'; expected one of: \(known)."),
    ("watch?format=template&template=", "The template '' has no placeholder; expected at least one of: \(known)."),
    (
      "watch?format=waybr",
      "The item 'format' is 'waybr'; expected text, json, island, cards, waybar, polybar, tmux or template."
    ),
    ("status?format=waybar", "The item 'format' is 'waybar'; expected text, json or island."),
    ("pause?format=template", "The item 'format' is 'template'; expected text, json or island."),
    ("status?template=%7Btime%7D", "'status' does not take the item 'template'; expected only: activity format after."),
    (
      "watch?phase=1",
      "'watch' does not take the item 'phase'; expected only: activity format seconds template after all."
    ),
  ])
  func `half a template, a format that is none, and a bar's format elsewhere are refused`(
    _ link: String, _ sentence: String
  ) {
    #expect(throws: LinkError(sentence)) { try Link.parse("tomatoclock://" + link, door: .socket) }
  }
}
