// How the scripts count the tests of a run: scripts/count.sh, with made-up numbers.
import TestKit
import Testing

struct CountScriptTests {
  @Test(
    arguments: [
      ("0", "9 0 9", "9 0"), ("1", "9 2 7", "7 2"), ("0", "0 0 0", "0 0"),
      // A crash names no test: one has failed, and what was seen to pass has passed.
      ("1", "0 0 3", "3 1"), ("139", "9 0 9", "8 1"),
    ]
  )
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
}
