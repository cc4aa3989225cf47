// The last look at what a commit holds. What the next start would refuse is a defect of the engine, and its tests fail
// then; a person's daemon goes on with what is nearest to it, as a commit that is refused would lose more.

internal import TomatoLink

extension Engine {
  /// What has changed and cannot be stored becomes what is nearest to it.
  mutating func mend(_ now: Moment, _ work: inout Work) {
    for number in roster.touchedNumbers {
      let activity = roster[number]
      let trouble = Contradiction.found { () throws(Contradiction) in
        try activity.check(at: now.sinceBoot, upTo: lastToken)
      }
      guard let trouble else { continue }
      let token = PhaseToken(lastToken.number + 1)
      let mended = activity.mended(token, at: now, upTo: lastToken, settings)
      lastToken = max(lastToken, mended.machine.token)
      roster.put(mended, number)
      work.mended.append(Mended(activity: activity.id, reason: trouble.reason))
      if activity.attributes != nil, mended.attributes == nil { work.ended(activity.id, .immediate) }
    }
    mendRest(now.sinceBoot, &work)
  }

  /// What belongs to no activity.
  private mutating func mendRest(_ now: Duration, _ work: inout Work) {
    countedFocus = min(max(countedFocus, StoredRange.count.lowerBound), StoredRange.count.upperBound)
    var found: [Contradiction] = []
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
