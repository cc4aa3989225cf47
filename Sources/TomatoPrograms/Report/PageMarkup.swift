// Elements of a page that is both HTML and well-formed XML. Escapes text.

internal import TomatoIsland
internal import TomatoLink
internal import TomatoWords

enum PageMarkup {
  /// An element; `inside` is markup already, attributes and text are escaped.
  static func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ inside: String = "", text words: String = ""
  ) -> String {
    "<\(name)\(list(attributes))>\(inside)\(text(words))</\(name)>"
  }

  static func empty(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
    "<\(name)\(list(attributes))/>"
  }

  private static func list(_ attributes: KeyValuePairs<String, String>) -> String {
    attributes.map { " \($0.key)=\"\(text($0.value))\"" }.joined()
  }

  /// Escapes text, and removes characters that XML forbids.
  static func text(_ text: String) -> String {
    let fit = SafeText.printable(text).unicodeScalars.filter { $0.value != 0xFFFE && $0.value != 0xFFFF }
    return Markup.escaped(String(String.UnicodeScalarView(fit)), quotes: true)
  }

  /// A number of at least 0 with at most one decimal.
  static func number(_ value: Double) -> String {
    let tenths = Int(max(value, 0) * 10 + 0.5)
    return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }

  static func rect(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, style: String, title: String? = nil,
    round: Double = 0
  ) -> String {
    let corner = round > 0 ? " rx=\"\(number(round))\"" : ""
    let head = "<rect class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\""
    let end = title.map { ">" + element("title", text: $0) + "</rect>" } ?? "/>"
    return head + " height=\"\(number(height))\"" + corner + end
  }

  static func label(_ x: Double, _ y: Double, _ words: String, anchor: String = "start") -> String {
    element("text", ["x": number(x), "y": number(y), "text-anchor": anchor], text: words)
  }

  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) -> String {
    empty("line", ["class": style, "x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)])
  }
}

/// A picture with a description, and its numbers as a table.
struct ReportFigure {
  /// The section's id, and the prefix of the ids in it.
  var id: String
  var title: String
  /// The picture's content in words, for screen readers.
  var description: String
  var width: Double
  var height: Double
  var drawing: String
  var legend: [(style: String, name: String)] = []
  var head: [String]
  var rows: [[String]]
  /// Scroll to the right end initially, where the picture is wider than the screen.
  var endsAtRight = false
  /// Readable even on a narrow telephone screen.
  var isSimple = false

  var markup: String {
    let names = ["title", "desc"].map { "\(id)-\($0)" }
    let inside =
      PageMarkup.element("title", ["id": names[0]], text: title)
      + PageMarkup.element("desc", ["id": names[1]], text: description) + drawing
    let picture = PageMarkup.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "role": "img", "aria-labelledby": names.joined(separator: " "),
        "viewBox": "0 0 \(PageMarkup.number(width)) \(PageMarkup.number(height))",
      ], inside)
    let heading = PageMarkup.element("h2", text: title)
    let style = isSimple ? "whole" : endsAtRight ? "wide latest" : "wide"
    let place = PageMarkup.element(
      "div", ["class": style, "tabindex": "0", "role": "group", "aria-label": title], picture)
    return PageMarkup.element("section", ["id": id], heading + place + key + table) + "\n"
  }

  private var key: String {
    guard !legend.isEmpty else { return "" }
    let items = legend.map { style, name in
      PageMarkup.element("li", [:], PageMarkup.element("span", ["class": "key \(style)"]), text: name)
    }
    return PageMarkup.element("ul", ["class": "legend"], items.joined())
  }

  private var table: String {
    let summary = PageMarkup.element("summary", text: tr("{title} as a table", ["title": title]))
    return PageMarkup.element("details", [:], summary + Self.table(caption: title, head, rows))
  }

  /// The first cell of each row names it.
  static func table(caption: String, _ head: [String], _ rows: [[String]]) -> String {
    let caption = PageMarkup.element("caption", text: caption)
    let names = head.map { PageMarkup.element("th", ["scope": "col"], text: $0) }.joined()
    let lines = rows.map { row in
      let cells = row.enumerated().map { place, cell in
        place == 0 ? PageMarkup.element("th", ["scope": "row"], text: cell) : PageMarkup.element("td", text: cell)
      }
      return PageMarkup.element("tr", [:], cells.joined())
    }
    let body = PageMarkup.element("tbody", [:], lines.joined(separator: "\n"))
    let top = PageMarkup.element("thead", [:], PageMarkup.element("tr", [:], names))
    return PageMarkup.element("div", ["class": "wide"], PageMarkup.element("table", [:], caption + top + body))
  }
}
