// kill -9 at random moments. A model, the engine itself, gets the same intents; after each kill the restarted daemon
// must be where one of the possible models is: all that was answered is in effect, and of what was still under way a
// beginning, each intent wholly or not at all.
import Glibc
import TestKit
import Testing

/// What the kill hits.
enum Blow: CaseIterable {
  /// Nothing is under way.
  case idle
  /// Between a request and its answer.
  case oneRequest
  /// In the middle of many requests in one go.
  case manyRequests
  /// About when a phase ends by itself.
  case deadline
  /// At its start, before or after it is ready.
  case start
}

@Suite(.serialized) struct KillTests {
  @Test func `after kill -9 the phase, its token, its time and the history are right, each time`() throws {
    let torture = Torture("kills", seed: 20_261_121)
    let usually = Variables()["TOMATO_KILLS"].flatMap { Int($0) } ?? 40
    let run = try KillRun()
    var (numbers, many) = (SeededGenerator(state: torture.seed), 0)
    var blows: [(blow: Blow, seed: UInt64)] = []
    while torture.goesOn(after: many, usually: usually) {
      blows.append((Blow.allCases[many % Blow.allCases.count], numbers.next()))
      many += 1
      guard let wrong = Self.wrong(after: Array(blows.suffix(1)), run) else { continue }
      // The moment of a blow is a race with the daemon: what is lost only now and then may not be found with fewer.
      let few = Torture.shrunk(blows, wrong) { few in (try? KillRun()).flatMap { Self.wrong(after: few, $0) } }
      Issue.record("TOMATO_SEED=\(torture.seed), kill \(many), \(few)")
      return
    }
    torture.say("\(many.inGroups) kills, 0 lost something: \(run.tally)")
    // The run is worth something only if the blows hit what they are aimed at.
    #expect(run.answered > many)
    #expect(run.unanswered > 0 && run.tookEffect < run.unanswered)
  }

  /// Nil, or what is wrong after one of these blows.
  private static func wrong(after blows: [(blow: Blow, seed: UInt64)], _ run: KillRun) -> String? {
    for (blow, seed) in blows {
      do { try run.strike(blow, seed: seed) } catch { return "\(blow): \(error)" }
    }
    return nil
  }
}

struct Variables {
  subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

struct Wrong: Error, CustomStringConvertible {
  var description: String
}
