// Checks each commit. State that the next start would refuse is a bug of the engine and fails its tests. A user's
// daemon stores the nearest valid state instead, as a refused commit would lose more.

internal import TomatoLink

extension Engine {
  /// Replaces changed state that cannot be stored by the nearest valid one.
  mutating func mend(_ now: Moment, _ work: inout Work) {
    let doubled = roster.doubled
    for number in doubled + roster.touchedNumbers.filter({ !doubled.contains($0) }) {
      let (activity, token, isDoubled) = (roster[number], PhaseToken(lastToken.number + 1), doubled.contains(number))
      let other = isDoubled ? Contradiction(reason: "another activity has its phase") : nil
      guard let trouble = other ?? activity.trouble(at: now.sinceBoot, upTo: lastToken) else { continue }
      let mended =
        isDoubled
        ? activity.unbegun(token, at: now, settings)
        : activity.mended(token, at: now, upTo: lastToken, settings)
      lastToken = max(lastToken, mended.machine.token)
      roster.put(mended, number)
      work.mended.append(Mended(activity: activity.id, reason: trouble.reason))
      if activity.attributes != nil, mended.attributes == nil { work.ended(activity.id, .immediate) }
    }
    mendRest(now, &work)
  }

  /// The same for other state.
  private mutating func mendRest(_ moment: Moment, _ work: inout Work) {
    let now = moment.sinceBoot
    countedFocus = min(max(countedFocus, StoredRange.count.lowerBound), StoredRange.count.upperBound)
    // Only reported: no valid token could replace it.
    var found = [Contradiction.found { () throws(Contradiction) in try lastToken.checkLast() }].compactMap(\.self)
    do throws(Contradiction) { try leftAt?.check(before: moment) } catch { (leftAt, found) = (nil, found + [error]) }
    do throws(Contradiction) { try awakeFrom.checkAwake(before: moment) } catch {
      (awakeFrom, found) = (.zero, found + [error])
    }
    do throws(Contradiction) { try unseen.check(upTo: lastToken) } catch { (unseen, found) = ([], found + [error]) }
    do throws(Contradiction) { try departure?.check(at: now) } catch { (departure, found) = (nil, found + [error]) }
    do throws(Contradiction) { try correctionUndo?.check(at: now, upTo: lastToken) } catch {
      (correctionUndo, found) = (nil, found + [error])
    }
    do throws(Contradiction) { for timer in recentTimers { try timer.check() } } catch {
      (recentTimers, found) = ([], found + [error])
    }
    work.mended += found.map { Mended(activity: nil, reason: $0.reason) }
  }
}
