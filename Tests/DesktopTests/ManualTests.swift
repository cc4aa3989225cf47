// The manual pages: what the command says of itself today, in roff that mandoc and groff have nothing to say about.
import Foundation
import TestKit
import Testing

struct ManualTests {
  static let pages = ["docs/man/tomato-notify.1", "docs/man/tomato-notifyd.1"]

  @Test func `they are what the command says of itself; make man writes them anew`() throws {
    let check = try run(
      ["python3", "scripts/make-man.py", "--check", Program.products + "/tomato-notify"], from: "python3")
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
  }

  @Test(arguments: pages) func `mandoc has nothing to say about them`(page: String) throws {
    let check = try run(["mandoc", "-T", "lint", page], from: "mandoc")
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
  }

  @Test func `each command of --help has its paragraph`() throws {
    let page = try String(contentsOf: repository.appending(path: try #require(Self.pages.first)), encoding: .utf8)
    let dump = try run([Program.products + "/tomato-notify", "--experimental-dump-help"])
    let commands = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command.subcommands
    let shown = commands.filter { $0.shouldDisplay != false && $0.commandName != "help" }
    #expect(shown.count > 15)
    for command in shown {
      let name = command.commandName.replacing("-", with: "\\-")
      #expect(page.contains("\n\\fB\(name)\\fR"), "\(command.commandName)")
    }
  }

  private struct Dump: Decodable {
    struct Command: Decodable {
      var commandName: String
      var shouldDisplay: Bool?
    }
    struct Root: Decodable { var subcommands: [Command] }
    var command: Root
  }
}
