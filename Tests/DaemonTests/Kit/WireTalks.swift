// A protocol's bytes, in pieces of any length, to the side that we have.
import TestKit
import Testing

@testable import TomatoDesktop

extension SeededGenerator {
  /// Whatever comes, in pieces of any length, nothing traps, and nothing is kept that grows.
  mutating func expectLittle(of talk: some WireTalk, hearing bytes: [UInt8]) {
    var (talk, rest, news) = (talk, bytes[...], 0)
    do throws(WireFault) {
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...64, using: &self))
        news += try talk.take(piece).count
        rest = rest.dropFirst(piece.count)
      }
    } catch {}
    #expect(news < 100 && talk.takeOutgoing().count < 1000)
  }
}

extension WireTalk {
  /// What the bytes tell, in pieces of this length.
  mutating func hear(_ bytes: [UInt8], inPiecesOf length: Int = .max) throws(WireFault) -> [WireNews] {
    var (news, rest): ([WireNews], ArraySlice<UInt8>) = ([], bytes[...])
    while !rest.isEmpty {
      news += try take(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return news
  }
}
