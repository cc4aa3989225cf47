// Imports and corrections of the history. The engine holds no history: the shell reads the rows that a correction
// names and passes them with it. Both change only the history, not the cycle or the number of counted focuses. A
// correction can be undone for 60 s, like any change.

public import TomatoLink

extension Correction {
  /// The corrected interval. Without `old` it is a new one with token 0.
  /// - Throws: a refusal if it is impossible by itself.
  public func interval(of old: IntervalRecord?, at now: WallTime) throws(Refusal) -> IntervalRecord {
    // Uncorrected times are kept, even if clock noise makes the span a little too short.
    if let old, !movesTime { return named(old) }
    let span = try span(of: old, at: now)
    let counted = try counted(of: old, in: span)
    let mode = mode ?? old?.mode ?? .focus
    var row =
      old
      ?? IntervalRecord(
        token: PhaseToken(0), activity: .pomodoro, mode: mode, task: nil, began: span.began, ended: span.ended,
        active: counted, outcome: .completed)
    let isMoved = old?.began != span.began || old?.ended != span.ended || old?.active != counted
    (row.began, row.ended, row.active) = (span.began, span.ended, counted)
    if isMoved {
      row.pauses = pauses(of: old, in: span, counted)
      row.laps.removeAll { $0 > counted }
    }
    if let fault = row.fault { throw .correction(fault == .tooLong ? .tooLong : .impossible(fault)) }
    return named(row)
  }

  /// The row with the requested task and outcome.
  private func named(_ row: IntervalRecord) -> IntervalRecord {
    var row = row
    if let task { row.task = task.isEmpty ? nil : task }
    if let outcome { row.outcome = outcome }
    return row
  }

  /// The corrected beginning and end.
  private func span(
    of old: IntervalRecord?, at now: WallTime
  ) throws(Refusal) -> (began: WallTime, ended: WallTime) {
    let paused = old.map { max($0.ended - $0.began - $0.active, .zero) } ?? .zero
    let (began, ended): (WallTime, WallTime) =
      switch (from, to, duration) {
      case (let from?, let to?, _): (from, to)
      case (let from?, nil, let length?): (from, from + (length + paused))
      case (nil, let to?, let length?): (to - (length + paused), to)
      case (let from?, nil, nil): (from, old?.ended ?? now)
      case (nil, let to?, nil): (old?.began ?? now, to)
      case (nil, nil, let length?): old.map { ($0.began, $0.began + (length + paused)) } ?? (now - length, now)
      case (nil, nil, nil): (old?.began ?? now, old?.ended ?? now)
      }
    guard began < ended else { throw .correction(.endsFirst) }
    guard ended <= now || ended == old?.ended else { throw .correction(.inTheFuture) }
    guard old != nil || ended - began <= Settings.durationRange.upperBound else { throw .correction(.tooLong) }
    return (began, ended)
  }

  /// The time that the corrected interval counts: the requested length, else the span without the time that the old
  /// interval did not count.
  private func counted(
    of old: IntervalRecord?, in span: (began: WallTime, ended: WallTime)
  ) throws(Refusal) -> Duration {
    let length = span.ended - span.began
    if let duration {
      guard duration <= length else { throw .correction(.longerThanSpan(counted: duration, span: length)) }
      return duration
    }
    guard let old else { return length }
    // Two parts did not count: known pauses, which keep their times, and a rest whose times are unknown.
    let lost = max(old.ended - old.began - old.active, .zero)
    let known = Self.sum(old.pauses ?? [])
    let counted = length - Self.sum(Self.pauses(of: old, in: span)) - max(lost - known, .zero)
    // If the uncounted rest is longer than the new span, it cannot be kept.
    return counted > .zero ? counted : min(old.active, length)
  }

  /// The old pauses, cut to the new span; nil if unknown.
  private func pauses(
    of old: IntervalRecord?, in span: (began: WallTime, ended: WallTime), _ counted: Duration
  ) -> [Pause]? {
    if span.ended - span.began == counted { return [] }
    guard let old, old.pauses != nil else { return nil }
    let left = Self.pauses(of: old, in: span)
    return left.isEmpty || Self.sum(left) > span.ended - span.began - counted ? nil : left
  }

  private static func pauses(of old: IntervalRecord, in span: (began: WallTime, ended: WallTime)) -> [Pause] {
    (old.pauses ?? []).compactMap { pause in
      let (began, ended) = (max(pause.began, span.began), min(pause.began + pause.length, span.ended))
      return began < ended ? Pause(began: began, length: ended - began) : nil
    }
  }

  private static func sum(_ pauses: [Pause]) -> Duration { pauses.reduce(.zero) { $0 + $1.length } }

  /// Whether it changes times, so that the interval may overlap another.
  public var movesTime: Bool { from != nil || to != nil || duration != nil }
}

extension Engine {
  /// Decides a correction.
  mutating func correct(_ correction: Correction, _ context: CorrectionContext, _ now: Moment, _ work: inout Work) {
    do throws(Refusal) {
      let changed = try apply(correction, context, now, &work)
      work.answer = changed ? .changed : .alreadySo
      work.changed = work.changed || changed
    } catch {
      work.answer = .refused(error)
    }
  }

  private mutating func apply(
    _ correction: Correction, _ context: CorrectionContext, _ now: Moment, _ work: inout Work
  ) throws(Refusal) -> Bool {
    for token in correction.rows where !context.rows.contains(where: { $0.token == token }) {
      throw .correction(.unknownRow(token))
    }
    switch correction.change {
    case .delete:
      for row in context.rows { work.consequences.rows.remove(row.token) }
      setUndo(CorrectionUndo(change: .delete, batch: newToken(), at: now.sinceBoot, old: context.rows), now, &work)
    case .edit:
      guard let old = context.rows.first else { return false }
      let row = try correction.interval(of: old, at: now.wall)
      guard row != old else { return false }
      try checkRoom(for: row, correction, context)
      work.add(row)
      setUndo(CorrectionUndo(change: .edit, batch: newToken(), at: now.sinceBoot, old: [old]), now, &work)
    case .add:
      var row = try correction.interval(of: nil, at: now.wall)
      try checkRoom(for: row, correction, context)
      row.token = newToken()
      work.add(row)
      setUndo(
        CorrectionUndo(change: .add, batch: row.token, at: now.sinceBoot, old: [], added: row.token), now, &work)
    }
    return true
  }

  /// Refuses an interval that overlaps another one of the Pomodoro. Timers and stopwatches may run beside it.
  private func checkRoom(
    for row: IntervalRecord, _ correction: Correction, _ context: CorrectionContext
  ) throws(Refusal) {
    guard correction.movesTime, row.activity == .pomodoro else { return }
    if let other = context.other { throw .correction(.overlaps(other)) }
    if overlapsPhase(row) { throw .correction(.overlapsPhase) }
  }

  /// Whether an interval of the Pomodoro shares more than a minute with the phase that is under way.
  public func overlapsPhase(_ row: IntervalRecord) -> Bool {
    let stored = roster.pomodoro.machine.stored
    let isUnderWay = stored.state == .running || stored.state == .paused
    guard row.activity == .pomodoro, isUnderWay, let began = stored.began else { return false }
    return row.ended - began > IntervalRecord.tolerance
  }

  /// Adds imported intervals to the history. The cycle and the number of counted focuses stay.
  mutating func adopt(_ intervals: [IntervalRecord], _ work: inout Work) {
    for var interval in intervals {
      interval.token = newToken()
      work.add(interval)
    }
  }

  private mutating func newToken() -> PhaseToken {
    lastToken = PhaseToken(lastToken.number + 1)
    return lastToken
  }

  private mutating func setUndo(_ slot: CorrectionUndo, _ now: Moment, _ work: inout Work) {
    correctionUndo = slot
    forgetUnseen(&work)
    forgetTrims(of: slot.old.map(\.token))
    work.consequences.rows.notes.append(.made(slot, now.wall))
  }

  /// Drops the undo of a correction if an activity removed one of its rows. Undo would restore the row although its
  /// phase runs again.
  mutating func forgetCorrection(of removed: [PhaseToken]) {
    guard let slot = correctionUndo else { return }
    if removed.contains(where: { row in row == slot.added || slot.old.contains { $0.token == row } }) {
      correctionUndo = nil
    }
  }

  /// The correction that this intent would undo; nil if the intent undoes none or comes from a web page.
  public func correctionToUndo(by intent: Intent, _ origin: Origin, at now: Moment) -> CorrectionUndo? {
    guard origin != .link, intent.verb == .undo, intent.activity == nil, intent.name == nil, intent.phase == nil,
      let slot = correctionUndo, slot.isOpen(at: now.sinceBoot)
    else { return nil }
    let activities = [roster.pomodoro] + roster.others
    let open = activities.compactMap(\.undo).filter { $0.isOpen(at: now.sinceBoot) }
    return open.allSatisfy { $0.at <= slot.at } ? slot : nil
  }

  /// Undoes a correction: restores its rows.
  mutating func undo(_ slot: CorrectionUndo, _ work: inout Work) {
    if let added = slot.added { work.consequences.rows.remove(added) }
    for row in slot.old { work.add(row) }
    work.consequences.rows.notes.append(.undone(slot.batch))
    work.changed = true
    correctionUndo = nil
  }
}
