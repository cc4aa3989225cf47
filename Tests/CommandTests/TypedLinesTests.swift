// Each line that people type means what docs/typing.md and Tests/Data/typed.md say. TOMATO_GOLDEN=write writes them.
import ArgumentParser
import Foundation
import TestKit
import Testing
import TomatoLink

@testable import tomato_notify

struct TypedLinesTests {
  @Test(arguments: [("docs/typing.md", 15), ("Tests/Data/typed.md", 865)])
  func `each typed line means what its table says`(path: String, least: Int) throws {
    let page = URL(filePath: Repository.root + "/" + path)
    let text = try String(contentsOf: page, encoding: .utf8)
    var (written, count): ([String], Int) = ([], 0)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      guard line.hasPrefix("| `"), let end = line.dropFirst(3).firstIndex(of: "`") else {
        written.append(line)
        continue
      }
      count += 1
      let typed = String(line[line.index(line.startIndex, offsetBy: 3)..<end])
      written.append("| `\(typed)` | \(Self.meaning(Self.words(typed))) |")
      if !Self.isWriting { #expect(written.last == line) }
    }
    #expect(count >= least)
    if Self.isWriting { try written.joined(separator: "\n").write(to: page, atomically: true, encoding: .utf8) }
  }

  private static let isWriting = ProcessInfo.processInfo.environment["TOMATO_GOLDEN"] == "write"

  /// As a shell takes them apart: double quotation marks hold a word together.
  private static func words(_ typed: String) -> [String] {
    typed.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { place, part in
      place.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }

  private static func meaning(_ typed: [String]) -> String {
    do {
      if let fast = FastPath.exchange(count: typed.count, { typed[$0] }) { return shown(fast) }
      return switch try CommandWords.order(typed, clock: .utc(noon)) {
      case .exchange(let exchange): shown(exchange)
      case .become(let request, _): "(\(request.line.joined(separator: " ")))"
      case .island(let named): "(run\((named.id?.description ?? named.name).map { " " + $0 } ?? ""))"
      case .desktop(let link): "(opens \(link))"
      case .pipe: "(pipe)"
      case .print(let text): "(\(text.prefix { $0 != "\n" }))"
      case .track, .trackStream, .announce: "(track)"
      }
    } catch {
      let failure = Usage.failure(error, typed)
      if let failure { return failure.sentence.replacing("\n", with: " ") }
      return "(\(TomatoNotify.fullMessage(for: error).prefix { $0 != "\n" }))"
    }
  }

  /// Non-ASCII text as people see it, spaces and signs as links have them.
  private static func shown(_ exchange: Exchange) -> String {
    let link = exchange.link.dropFirst(Link.prefix.count)
    let plain = link.replacing(/(%[89A-F][0-9A-F])+/) { match in String(match.output.0).removingPercentEncoding ?? "" }
    return "`\(plain)`"
  }
}
