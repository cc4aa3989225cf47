// How the scripts count the tests of a run: scripts/count.sh, with made-up numbers.
import TestKit
import Testing

struct CountScriptTests {
  @Test(arguments: [
    ("0", "9 0 9", "9 0"), ("1", "9 2 7", "7 2"), ("0", "0 0 0", "0 0"),
    // A crash names no test: one has failed, and what was seen to pass has passed.
    ("1", "0 0 3", "3 1"), ("139", "9 0 9", "8 1"),
  ])
  func `a run that ends badly is a failure, whatever it has said`(_ status: String, _ numbers: String, _ sum: String) {
    let folder = TemporaryFolder()
    let words = """
      set -eu
      cd '\(folder.path)'
      . '\(Repository.root)/scripts/count.sh'
      printf '%s\\nTest run with 9 tests.\\n' '\(numbers)' >counts
      count_run \(status) counts summary
      echo "$passed $failed $(cat summary)"
      """
    let outcome = Program.run(["bash", "-c", words], environment: ["LC_ALL=C.UTF-8"])
    #expect(outcome.output == sum + " Test run with 9 tests.\n")
  }

  /// Two suites had finished, one was running a test, one waited for its second, one had not begun.
  @Test func `after a crash the suites that had not finished are named, those that ran a test alone`() {
    let tests = [
      "Aa.One/`x/y`()/F:1", "Aa.Two/`b`()/F:2", "Aa.Three/`c`()/F:3", "Aa.Four/`d`()/F:4", "Aa.Four/`e`()/F:5",
    ]
    let suites = ["Aa.One", "Aa.Two", "Aa.Three", "Aa.Four", "Aa.Five"]
    func test(_ kind: String, _ id: String) -> String {
      #"{"kind":"test","payload":{"kind":"\#(kind)","id":"\#(id)"}}"#
    }
    func event(_ kind: String, _ id: String) -> String {
      #"{"kind":"event","payload":{"kind":"\#(kind)","testID":"\#(id)","issue":{"isKnown":false}}}"#
    }
    let all = (tests + ["Aa.Five/`f`()/F:6"]).map { test("function", $0) } + suites.map { test("suite", $0) }
    let begun = tests.prefix(4).map { event("testStarted", $0) } + [event("issueRecorded", tests[text: 1])]
    let ended = [0, 1, 3].map { event("testEnded", tests[text: $0]) } + [#"{"kind":"ev"#]
    let folder = TemporaryFolder()
    Files.write((all + begun + ended).joined(separator: "\n"), to: folder.file("events"))
    Files.write("0 0 9\nsaid\n", to: folder.file("counts"))
    let outcome = Program.run(
      ["python3", Repository.root + "/scripts/crash.py", folder.file("events"), folder.file("counts")])
    #expect(outcome.output == "^Aa\\.Five(/|$)|^Aa\\.Four(/|$)\n^Aa\\.Three(/|$)\n")
    #expect(Files.text(folder.file("counts")) == "0 1 1\nsaid\n")
  }
}
