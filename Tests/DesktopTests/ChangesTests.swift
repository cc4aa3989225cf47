// The table of what a change touches is what the sources say.
import Testing

struct ChangesTests {
  @Test func `the table in CONTRIBUTING is what scripts/make-changes.py writes`() throws {
    let check = try run(["python3", "scripts/make-changes.py", "--check"], from: "python3")
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
  }
}
