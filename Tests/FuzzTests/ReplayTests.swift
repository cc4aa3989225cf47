// What the fuzzer has found or kept: each input once, in the usual build, and some seeded changes of each.

import Foundation
import TestKit
import Testing

extension FuzzTarget: CustomTestStringConvertible {
  var testDescription: String { name }
}

@MainActor struct ReplayTests {
  private typealias Input = (place: String, bytes: [UInt8])
  private static let root = Repository.root + "/Tests/FuzzTests/"

  /// Each input of a target with where it is: what was found, a file each, and the corpus, a line of Base64 each.
  private func inputs(_ target: FuzzTarget) -> [Input] {
    let found: [Input] = Files.names(in: Self.root + "Found/" + target.name).map { name in
      let path = "Found/\(target.name)/\(name)"
      return (path, Files.bytes(Self.root + path) ?? [])
    }
    let lines = Files.text(Self.root + "Corpus/" + target.name).split(separator: "\n", omittingEmptySubsequences: false)
    let corpus: [Input] = lines.enumerated().compactMap { number, line in
      Data(base64Encoded: String(line)).map { ("Corpus/\(target.name):\(number + 1)", Array($0)) }
    }
    return found + corpus
  }

  @Test(arguments: FuzzTarget.all) func `every input that was kept obeys the laws`(_ target: FuzzTarget) {
    let inputs = inputs(target)
    #expect(inputs.count > 3)
    for (place, bytes) in inputs {
      #expect(throws: Never.self, "\(place)") { try target.check(bytes) }
    }
  }

  @Test(arguments: FuzzTarget.all) func `so do seeded changes of it`(_ target: FuzzTarget) {
    var random = SeededGenerator(state: 26)
    let inputs = inputs(target)
    for number in 0..<400 {
      guard var bytes = inputs.randomElement(using: &random)?.bytes else { continue }
      let other = inputs.randomElement(using: &random)?.bytes ?? []
      for _ in 0...Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: place)
        default: bytes = bytes[..<place] + other.suffix(Int.random(in: 0...max(other.count, 1), using: &random))
        }
      }
      let input = Array(bytes.prefix(target.longest))
      #expect(throws: Never.self, "change \(number): \(input)") { try target.check(input) }
    }
  }

  @Test func `the corpus is that of the targets, and small`() {
    let known = Set(FuzzTarget.all.map(\.name))
    for kind in ["Corpus", "Found"] { #expect(Set(Files.names(in: Self.root + kind)).subtracting(known) == []) }
    let size = FuzzTarget.all.flatMap(inputs).reduce(0) { $0 + $1.bytes.count }
    #expect(size < 300_000)
  }
}
