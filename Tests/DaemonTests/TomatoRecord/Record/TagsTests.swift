// What is a tag in a task, and what is none.

import Testing

@testable import TomatoRecord

@MainActor struct TagsTests {
  nonisolated static let tasks: [(task: String, names: [String], text: String)] = [
    ("", [], ""), ("write report", [], "write report"), ("write report #work", ["work"], "write report"),
    ("#work write report", ["work"], "write report"), ("#work", ["work"], ""), ("issue #42", [], "issue #42"),
    ("learn C#", [], "learn C#"), ("a#b", [], "a#b"), ("# work", [], "# work"), ("##work", [], "##work"),
    ("寫報告 #工作 #客戶-a", ["工作", "客戶-a"], "寫報告"), ("寫報告\u{3000}#工作", ["工作"], "寫報告"),
    ("call Ana #a_1, then", ["a_1"], "call Ana then"), ("x #work #Work #WORK", ["work"], "x"),
    ("#été", ["été"], ""), ("fix #a:b", ["a"], "fix b"), ("two  spaces", [], "two  spaces"),
    ("two  spaces #x", ["x"], "two spaces"), ("#1st", [], "#1st"), ("🍅 #🍅", [], "🍅 #🍅"),
  ]

  @Test(arguments: tasks) func `a tag is a letter behind a number sign at the start or after a space`(
    _ given: (task: String, names: [String], text: String)
  ) {
    let tags = Tags(given.task)
    #expect(tags.names == given.names && tags.text == given.text)
  }

  @Test func `a tag is found with its sign or without, whatever its case`() {
    let tags = Tags("x #Work #工作")
    #expect(tags.contains("work") && tags.contains("#WORK") && tags.contains("工作") && !tags.contains("wor"))
    #expect(Tags(nil).names == [])
  }

  @Test func `what could be a tag`() {
    for name in ["work", "#work", "工作", "a-1_b"] { #expect(Tags.isName(name), "\(name)") }
    for name in ["", "#", "42", "a b", "##a", "a,", "#a#b"] { #expect(!Tags.isName(name), "\(name)") }
  }
}
