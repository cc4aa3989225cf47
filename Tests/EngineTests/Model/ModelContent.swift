// The model: what a program's words make of its activity's content. docs/activities.md, "The content".

import TomatoLink

extension Model {
  var wall: Ms { now + clock.wallOffset }

  /// A member that an update does not name stays; an empty one is removed.
  func content(_ old: JobContent, after update: ContentUpdate) -> JobContent {
    var new = old
    new.text = value(old.text, after: update.text)
    new.short = value(old.short, after: update.short)
    new.progress = value(old.progress, after: update.progress)
    new.state = value(old.state, after: update.state)
    new.ends = time(old.ends, after: update.ends)
    new.since = time(old.since, after: update.since)
    if let buttons = update.buttons { new.buttons = buttons }
    if let staleAfter = update.staleAfter { new.staleAfter = staleAfter }
    if let relevance = update.relevance { new.relevance = relevance }
    return new
  }

  private func value<Value>(_ old: Value?, after change: ContentUpdate.Change<Value>) -> Value? {
    switch change {
    case .keep: old
    case .clear: nil
    case .set(let new): new
    }
  }

  private func time(_ old: WallTime?, after change: ContentUpdate.Change<ContentUpdate.Time>) -> WallTime? {
    switch change {
    case .keep: old
    case .clear: nil
    case .set(.at(let time)): time
    case .set(.after(let length)): WallTime(milliseconds: wall + length.inMilliseconds)
    }
  }

  /// Setting the clock moves what was said on this start of the machine.
  mutating func moveTimes(of index: Int, by jump: Ms) {
    func moved(_ time: WallTime?, unless isEarlier: Bool) -> WallTime? {
      time.map { WallTime(milliseconds: $0.milliseconds + (isEarlier ? 0 : jump)) }
    }
    let it = things[index].program
    things[index].program.content.ends = moved(it.content.ends, unless: it.earlier.ends)
    things[index].program.content.since = moved(it.content.since, unless: it.earlier.since)
  }
}
