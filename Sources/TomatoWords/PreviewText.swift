// A card in the terminal: how a program's activity would look, line by line.

package import TomatoEngine
internal import TomatoIsland

package enum PreviewText {
  /// Title, text, progress, buttons, and what a bar shows.
  package static func lines(_ content: Content, at now: Moment) -> [String] {
    let card = CardText.card(content, at: now)
    var lines = [card.title] + card.body.split(separator: "\n").map(String.init)
    if let gauge = card.gauge { lines.append(gauge) }
    if !card.actions.isEmpty { lines.append(card.actions.map { "[\($0.label)]" }.joined(separator: " ")) }
    if let short = content.contentState.job.flatMap(JobText.short) {
      lines.append(tr("in a bar: {text}", ["text": short]))
    }
    return lines
  }
}
