// The control socket in two languages: who asks hears theirs, and the journal and the surfaces keep the session's.

import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoRecord
@testable import TomatoWords

@MainActor struct LanguageSocketTests {
  /// A session in English in which Chinese can be asked for.
  private let harness: SocketHarness

  init() throws {
    SentenceLanguage.keep(try #require(MessageCatalogue(Catalogues.bytes("zh_TW"))), as: "zh_TW")
    harness = SocketHarness()
  }

  private func chinese(_ link: String) -> String { "lang=zh_TW tomatoclock://\(link)" }

  @Test func `an answer is in the language of who asks, and the next one in that of the session`() throws {
    #expect(harness.ask(chinese("status")) == ["\t專注 25:00，就緒，第 1/4 輪", "0"])
    #expect(harness.ask("tomatoclock://status") == ["\tFocus 25:00, ready, session 1 of 4", "0"])
    #expect(harness.ask("lang=en_GB.UTF-8 tomatoclock://status") == ["\tFocus 25:00, ready, session 1 of 4", "0"])
    for language in ["xx", "zh_XX", "fr_FR"] {
      #expect(harness.ask("lang=\(language) tomatoclock://status") == ["\tFocus 25:00, ready, session 1 of 4", "0"])
    }
    #expect(harness.ask("lang=../zh tomatoclock://status").last == "65")
  }

  @Test func `a refusal is in the language of who asks, and in the journal in the session's`() throws {
    let answer = harness.ask(chinese("pause"))
    #expect(answer.first?.hasPrefix("\t現在無法執行「pause」") == true && answer.last == "1", "\(answer)")
    #expect(harness.refused.map(\.reason) == ["pause: \"pause\" is not possible now: start it first."])
    #expect(harness.ask(chinese("dance")).first?.contains("expected") == false)
  }

  @Test func `what is not saved is said to each in their language`() throws {
    harness.desk.commitFails = "disk full"
    let answer = harness.ask(chinese("start"))
    #expect(answer.count == 3 && answer[at: 1]?.contains("disk full") == true, "\(answer)")
    #expect(answer[at: 1]?.contains("saved") == false && answer.first?.hasPrefix("\t專注") == true, "\(answer)")
    #expect(harness.desk.records.contains { $0.reason == StoreWords.notSaved("disk full") })
    #expect(harness.ask("tomatoclock://pause")[at: 1] == "\t" + StoreWords.notSaved("disk full"))
  }

  @Test func `a late answer is in the language in which was asked`() throws {
    harness.hindrance = nil
    let client = harness.client()
    client.send(chinese("start") + "\n" + chinese("wait") + "\n")
    #expect(harness.turn { harness.questions.count == 1 })
    harness.questions[at: 0]?(Hindrance.inhibited)
    let begun = harness.hear(1, client)
    #expect(begun.count == 3 && begun[at: 1]?.contains("otification") == false, "\(begun)")
    _ = harness.ask("tomatoclock://status")
    _ = harness.ask("tomatoclock://stop")
    #expect(harness.hear(1, client) == ["\t這個階段已停止。", "3"])
  }

  @Test(arguments: ["watch", "watch?all=1", "watch?format=waybar", "watch?format=island", "watch?format=json"])
  func `a stream goes on in its language, whoever changes what it shows`(_ link: String) throws {
    let (chinese, english) = (harness.client(), harness.client())
    chinese.send(self.chinese(link) + "\n")
    english.send("tomatoclock://\(link)\n")
    _ = harness.ask(self.chinese("status"))
    _ = harness.ask("tomatoclock://start")
    _ = harness.ask(self.chinese("pause"))
    func lines(_ client: RawClient) -> [String] {
      client.receive()
      return client.take()
    }
    let (own, other) = (lines(chinese), lines(english))
    #expect(own.count >= 3 && own.allSatisfy { $0.contains("專注") && !$0.contains("Focus") }, "\(own)")
    #expect(other.count == own.count && !other.contains { $0.contains("專注") }, "\(other)")
  }

  @Test func `what may be shown, and corrections, are in the language of who asks`() throws {
    let client = harness.client()
    client.send(chinese("authorization?watch=1") + "\n")
    _ = harness.ask("tomatoclock://status")
    client.receive()
    #expect(client.take().first?.contains("may show") == false)
    let added = harness.ask(chinese("log/add?duration=5m"))
    #expect(added.last == "0" && added.first?.contains("Added") == false, "\(added)")
    #expect(harness.ask("tomatoclock://undo").first?.contains("專注") == false)
  }

  @Test func `sentences are in the session's language again, also after one that failed`() throws {
    struct Failure: Error {}
    let language = SentenceLanguage.named("zh_TW")
    #expect(language.whileAnswering { Words.label(of: .focus) } == "專注時間" && Words.label(of: .focus) == "FOCUS TIME")
    #expect(
      language.whileAnswering { SentenceLanguage.session.whileAnswering { tr("Focus") } + tr("Focus") } == "Focus專注")
    #expect(throws: Failure.self) { try language.whileAnswering { () throws(Failure) -> Void in throw Failure() } }
    #expect(tr("Focus") == "Focus" && language.whileAnswering { MenuText.more(2) } == "還有 2 個")
    #expect(SentenceLanguage.english.whileAnswering { MenuText.more(1) } == "and 1 more")
  }
}
