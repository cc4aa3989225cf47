// The links that correct the record: what they say, what is refused, and from where they come.
import Testing
import TomatoLink

struct CorrectionLinkTests {
  static let links: [(String, Correction)] = [
    (
      "log/add?mode=short-break&from=1795262400&to=1795263900&task=tea",
      Correction(
        .add, mode: .shortBreak, task: "tea", from: WallTime(seconds: 1_795_262_400),
        to: WallTime(seconds: 1_795_263_900))
    ),
    ("log/add?duration=25m", Correction(.add, duration: .minutes(25))),
    ("log/edit?rows=17&task=", Correction(.edit, rows: [PhaseToken(17)], task: "")),
    ("log/edit?rows=17&outcome=stopped", Correction(.edit, rows: [PhaseToken(17)], outcome: .stopped)),
    ("log/delete?rows=17,3", Correction(.delete, rows: [PhaseToken(17), PhaseToken(3)])),
  ]

  @Test(arguments: links) func `a correction is read and printed`(_ text: String, _ correction: Correction) throws {
    let link = Link.prefix + text
    #expect(try Link.parse(link, door: .socket) == .correction(correction))
    #expect(Link.print(.correction(correction)) == link)
  }

  static let refused = [
    "log/add", "log/add?from=1", "log/add?task=x", "log/add?rows=1&duration=5m", "log/edit?task=x", "log/edit?rows=1",
    "log/edit?rows=1,2&task=x", "log/edit?rows=1&mode=focus&task=x", "log/edit?rows=1&outcome=reset", "log/delete",
    "log/delete?rows=", "log/delete?rows=1,,2", "log/delete?rows=0", "log/delete?rows=-1", "log/delete?rows=1&task=x",
    "log/delete?rows=99999999999999999", "log/foo", "log/", "log/add?duration=5m&mode=tea", "log/add?duration=25h",
    "log/delete?rows=" + (1...101).map(String.init).joined(separator: ","),
  ]

  @Test(arguments: refused) func `what says too little, or too much, is refused`(_ text: String) {
    if text == "log/" { return #expect((try? Link.parse(Link.prefix + text, door: .socket)) == .query(Query(.log))) }
    #expect(throws: LinkError.self) { try Link.parse(Link.prefix + text, door: .socket) }
  }

  @Test(arguments: [Door.outside, .island]) func `only the socket takes them`(_ door: Door) {
    for (text, _) in Self.links {
      #expect(throws: LinkError.self) { try Link.parse(Link.prefix + text, door: door) }
    }
  }

  @Test func `a number that is named twice is meant once`() throws {
    #expect(try Correction.rows("3,3,4") == [PhaseToken(3), PhaseToken(4)])
  }
}
