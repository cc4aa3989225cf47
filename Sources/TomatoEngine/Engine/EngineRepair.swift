// Checks each commit. State that the next start would refuse is a bug of the engine, and the tests fail. A user's
// daemon stores the nearest valid state instead, because a refused commit would lose more.

internal import TomatoLink

extension Engine {
  /// Replaces changed state that cannot be stored by the nearest valid one.
  mutating func repair(_ work: inout Work) {
    let (now, duplicates) = (work.now, roster.duplicates)
    for number in duplicates + roster.touchedNumbers.filter({ !duplicates.contains($0) }) {
      let (activity, isDuplicate) = (roster[number], duplicates.contains(number))
      let token = PhaseToken(lastToken.number + 1)
      let other = isDuplicate ? InvalidState(reason: "another activity has its phase") : nil
      guard let trouble = other ?? activity.trouble(at: now.sinceBoot, upTo: lastToken) else { continue }
      let repaired =
        isDuplicate
        ? activity.initial(token, at: now, settings)
        : activity.repaired(token, at: now, upTo: lastToken, settings)
      lastToken = max(lastToken, repaired.machine.token)
      roster.put(repaired, number)
      work.repairs.append(Repair(activity: activity.id, reason: trouble.reason))
      if activity.attributes != nil, repaired.attributes == nil { work.ends.append((activity.id, .immediate)) }
    }
    repairRest(&work)
  }

  /// Replaces invalid state that belongs to no activity.
  private mutating func repairRest(_ work: inout Work) {
    let (moment, now) = (work.now, work.now.sinceBoot)
    countedFocus = min(max(countedFocus, StoredRange.count.lowerBound), StoredRange.count.upperBound)
    // An invalid token is only reported, as no valid token could replace it.
    var found = [InvalidState.found { () throws(InvalidState) in try lastToken.checkLast() }].compactMap(\.self)
    do throws(InvalidState) { try leftAt?.check(before: moment) } catch { (leftAt, found) = (nil, found + [error]) }
    do throws(InvalidState) { try awakeFrom.checkAwake(before: moment) } catch {
      (awakeFrom, found) = (.zero, found + [error])
    }
    do throws(InvalidState) { try unseen.check(upTo: lastToken) } catch { (unseen, found) = ([], found + [error]) }
    do throws(InvalidState) { try departure?.check(at: now) } catch { (departure, found) = (nil, found + [error]) }
    do throws(InvalidState) { try correctionUndo?.check(at: now, upTo: lastToken) } catch {
      (correctionUndo, found) = (nil, found + [error])
    }
    do throws(InvalidState) { for timer in recentTimers { try timer.check() } } catch {
      (recentTimers, found) = ([], found + [error])
    }
    work.repairs += found.map { Repair(activity: nil, reason: $0.reason) }
  }
}
