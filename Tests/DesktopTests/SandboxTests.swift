// The restrictions of the systemd unit are those that docs/security.md gives reasons for. Whether everything works
// under them is for a real user manager to say: Tests/Lab/sandbox.sh.
import Foundation
import TestKit
import Testing

struct SandboxTests {
  /// The settings of the unit that restrict it; the others say how it starts and ends.
  private static let others: Set = [
    "Type", "BusName", "ExecStart", "ExecStopPost", "Slice", "Restart", "RestartSec", "RestartPreventExitStatus",
    "TimeoutStartSec", "TimeoutStopSec",
  ]

  private func restrictions() throws -> [String] {
    let unit = Repository.text("desktop/tomato-notify.service.in")
    let service = try #require(unit.components(separatedBy: "[Service]\n").last)
    return service.split(separator: "\n").map(String.init).filter { line in
      !line.hasPrefix("#") && !Self.others.contains(String(line.prefix { $0 != "=" }))
    }
  }

  /// The settings in the indented lines of the page below a heading; two spaces end a setting.
  private func listed(under heading: String) throws -> [String] {
    let page = Repository.text("docs/security.md")
    let rest = try #require(page.components(separatedBy: "\n\(heading)\n").last)
    let part = rest.components(separatedBy: "\n##").first ?? ""
    return part.components(separatedBy: "\n").filter { $0.hasPrefix("    ") }.compactMap {
      $0.dropFirst(4).description.components(separatedBy: "  ").first
    }
  }

  @Test func `the unit has the restrictions of the page in their order, and no others`() throws {
    let listed = try listed(under: "## What holds the daemon")
    #expect(listed.count > 10)
    #expect(try restrictions() == listed)
  }

  @Test func `what the page says to be impossible is not in the unit`() throws {
    let impossible = try listed(under: "### What cannot hold it")
    #expect(impossible.count > 15)
    let names = Set(try restrictions().map { $0.prefix { $0 != "=" } })
    for setting in impossible { #expect(!names.contains(setting.prefix { $0 != "=" }), "\(setting)") }
  }

  @Test(.enabled(if: Program.exists("systemd-analyze"))) func `the exposure is the one of the page`() throws {
    let folder = TemporaryFolder("unit")
    let unit = folder.url.appending(path: "tomato-notify.service")
    let text = Repository.text("desktop/tomato-notify.service.in").replacing("@bindir@", with: "/usr/bin")
    try Data(text.utf8).write(to: unit)
    let page = Repository.text("docs/security.md")
    let said = try #require(page.firstMatch(of: /exposure is (\d\.\d)/)?.output.1)
    // Later versions of systemd know more restrictions, so their figure is a little higher.
    let limit = Int((Double(said) ?? 0) * 10) + 3
    let outcome = try run(
      ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=\(limit)", unit.path],
      from: "systemd", environment: ["HOME": folder.path])
    #expect(outcome.status == 0, "\(outcome.output.suffix(200))")
  }
}
