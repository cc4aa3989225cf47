// Imports and corrections of the history. The engine holds no history: the shell passes the rows that a correction
// names. Both change only the history, not the cycle or the number of counted focuses.

public import TomatoLink

extension Correction {
  /// The corrected interval; without `old`, a new one with token 0. Refuses impossible times, but not overlaps.
  public func interval(of old: IntervalRecord?, at now: WallTime) throws(Refusal) -> IntervalRecord {
    // Uncorrected times are kept, even if clock noise makes the span a little too short.
    if let old, !movesTime { return named(old) }
    let span = try span(of: old, at: now)
    let counted = try counted(of: old, in: span)
    var row =
      old
      ?? IntervalRecord(
        token: PhaseToken(0), activity: .pomodoro, mode: mode ?? .focus, task: nil, began: span.lowerBound,
        ended: span.upperBound, active: counted, outcome: .completed)
    (row.began, row.ended, row.active) = (span.lowerBound, span.upperBound, counted)
    if row != old {
      row.pauses = pauses(of: old, in: span, counted)
      row.laps.removeAll { $0 > counted }
    }
    if let fault = row.fault { throw .correction(fault == .tooLong ? .tooLong : .impossible(fault)) }
    return named(row)
  }

  private func named(_ row: IntervalRecord) -> IntervalRecord {
    var row = row
    if let task { row.task = task.isEmpty ? nil : task }
    if let outcome { row.outcome = outcome }
    return row
  }

  private func span(of old: IntervalRecord?, at now: WallTime) throws(Refusal) -> Range<WallTime> {
    let paused = old.map { max($0.ended - $0.began - $0.active, .zero) } ?? .zero
    let (began, ended): (WallTime, WallTime) =
      switch (from, to, duration) {
      case (_, _, nil): (from ?? old?.began ?? now, to ?? old?.ended ?? now)
      case (let from?, let to?, _): (from, to)
      case (let from?, nil, let length?): (from, from + (length + paused))
      case (nil, let to?, let length?): (to - (length + paused), to)
      case (nil, nil, let length?): old.map { ($0.began, $0.began + (length + paused)) } ?? (now - length, now)
      }
    guard began < ended else { throw .correction(.endsFirst) }
    guard ended <= now || ended == old?.ended else { throw .correction(.inTheFuture) }
    guard old != nil || ended - began <= Settings.durationRange.upperBound else { throw .correction(.tooLong) }
    return began..<ended
  }

  /// The active time: the requested length, else the span minus the time that the old interval did not count.
  private func counted(of old: IntervalRecord?, in span: Range<WallTime>) throws(Refusal) -> Duration {
    let length = span.upperBound - span.lowerBound
    if let duration {
      guard duration <= length else { throw .correction(.longerThanSpan(counted: duration, span: length)) }
      return duration
    }
    guard let old else { return length }
    // Two parts did not count: known pauses, which keep their times, and a rest whose times are unknown.
    let lost = max(old.ended - old.began - old.active, .zero)
    let known = (old.pauses ?? []).sum
    let counted = length - Self.pauses(of: old, in: span).sum - max(lost - known, .zero)
    // If the uncounted rest is longer than the new span, it cannot be kept.
    return counted > .zero ? counted : min(old.active, length)
  }

  /// The old pauses, cut to the new span; nil if unknown.
  private func pauses(of old: IntervalRecord?, in span: Range<WallTime>, _ counted: Duration) -> [Pause]? {
    let lost = span.upperBound - span.lowerBound - counted
    if lost == .zero { return [] }
    guard let old, old.pauses != nil else { return nil }
    let left = Self.pauses(of: old, in: span)
    return left.isEmpty || left.sum > lost ? nil : left
  }

  private static func pauses(of old: IntervalRecord, in span: Range<WallTime>) -> [Pause] {
    (old.pauses ?? []).compactMap { pause in
      let (began, ended) = (max(pause.began, span.lowerBound), min(pause.ended, span.upperBound))
      return began < ended ? Pause(began: began, length: ended - began) : nil
    }
  }

  /// Whether it changes times, so that the interval may overlap another.
  public var movesTime: Bool { from != nil || to != nil || duration != nil }
}

extension Engine {
  mutating func correct(_ correction: Correction, _ context: CorrectionContext, _ now: Moment, _ work: inout Work) {
    do throws(Refusal) {
      work.answer = try apply(correction, context, now, &work) ? .changed : .alreadySo
      if work.answer == .changed { work.changed = true }
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
    let batch = PhaseToken(lastToken.number + 1)
    var slot = CorrectionUndo(change: correction.change, batch: batch, at: now.sinceBoot, old: context.rows)
    switch correction.change {
    case .delete: for row in context.rows { work.consequences.rows.remove(row.token) }
    case .edit, .add:
      let old = context.rows.first
      var row = try correction.interval(of: old, at: now.wall)
      guard row != old else { return false }
      // Timers and stopwatches may run beside another interval.
      if correction.movesTime, row.activity == .pomodoro {
        if let other = context.other { throw .correction(.overlaps(other)) }
        if overlapsPhase(row) { throw .correction(.overlapsPhase) }
      }
      if old == nil { (row.token, slot.added) = (batch, batch) }
      work.add(row)
    }
    (correctionUndo, lastToken) = (slot, batch)
    forgetUnseen(&work)
    changePomodoro { $0.forgetTrims(of: slot.old.map(\.token)) }
    work.consequences.rows.notes.append(.made(slot, now.wall))
    return true
  }

  /// Whether an interval of the Pomodoro overlaps the phase that is under way.
  public func overlapsPhase(_ row: IntervalRecord) -> Bool {
    let phase = roster.pomodoro.machine.pomodoro?.phase
    guard row.activity == .pomodoro, let phase, phase.timerState.isUnderWay, let began = phase.timeline.began else {
      return false
    }
    return IntervalSpan(since: began).overlaps(IntervalSpan(row))
  }

  /// Adds imported intervals to the history. The cycle and the number of counted focuses stay.
  mutating func adopt(_ intervals: [IntervalRecord], _ work: inout Work) {
    for var interval in intervals {
      lastToken = PhaseToken(lastToken.number + 1)
      interval.token = lastToken
      work.add(interval)
    }
  }

  /// The correction that this intent would undo; nil if the intent undoes none or comes from a web page.
  public func correctionToUndo(by intent: Intent, _ origin: Origin, at now: Moment) -> CorrectionUndo? {
    guard origin != .link, intent.verb == .undo, intent.activity == nil, intent.name == nil, intent.phase == nil,
      let slot = correctionUndo, slot.isOpen(at: now.sinceBoot)
    else { return nil }
    return roster.all.compactMap { $0.openUndo(at: now) }.allSatisfy { $0.at <= slot.at } ? slot : nil
  }

  mutating func undo(_ slot: CorrectionUndo, _ work: inout Work) {
    if let added = slot.added { work.consequences.rows.remove(added) }
    for row in slot.old { work.add(row) }
    work.consequences.rows.notes.append(.undone(slot.batch))
    work.changed = true
    correctionUndo = nil
  }
}
