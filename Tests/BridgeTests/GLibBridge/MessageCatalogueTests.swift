// The reader of compiled catalogues, against msgfmt, and against damage.
import GLibBridge
import TestKit
import Testing

struct MessageCatalogueTests {
  private static let source = """
    msgid ""
    msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

    msgid "Focus"
    msgstr "專注"

    msgctxt "list"
    msgid "Focus"
    msgstr "Liste"

    msgid "not translated"
    msgstr ""

    msgid "{n} day"
    msgid_plural "{n} days"
    msgstr[0] "{n} Tag"
    msgstr[1] "{n} Tage"

    """

  /// What msgfmt makes of a text.
  private static func compiled(_ source: String, _ options: [String] = []) throws -> [UInt8] {
    let folder = TemporaryFolder()
    let (text, made) = (folder.path + "/x.po", folder.path + "/x.mo")
    Files.write(Array(source.utf8), to: text)
    let outcome = Program.run(["msgfmt"] + options + ["-o", made, text])
    try #require(outcome.code == 0, "\(outcome)")
    return try #require(Files.bytes(made))
  }

  @Test(arguments: [["--endianness=little"], ["--endianness=big"], ["--no-hash"]])
  func `texts are found with their context and number, in each order of bytes`(_ options: [String]) throws {
    let catalogue = try #require(MessageCatalogue(try Self.compiled(Self.source, options)))
    #expect(catalogue.translation(of: "Focus") == "專注")
    #expect(catalogue.translation(of: "Focus", context: "list") == "Liste")
    for text in ["", "not translated", "Focu", "Focus ", "~", "{n} days", "list\u{4}Focu"] {
      #expect(catalogue.translation(of: text) == nil, "\(text)")
    }
    #expect([0, 1, 2].map { catalogue.translation(of: "{n} day", for: $0) } == ["{n} Tage", "{n} Tag", "{n} Tage"])
    #expect(catalogue.translation(of: "Focus", for: 2) == "專注" && catalogue.translation(of: "x", for: 1) == nil)
  }

  /// Every text of ours, by another reader: what msgunfmt makes of it is what was compiled.
  @Test func `each text of a catalogue of ours is found`() throws {
    let source = Files.text(Repository.root + "/po/zh_TW.po")
    let catalogue = try #require(MessageCatalogue(try Self.compiled(source)))
    let simple = /\nmsgid "([^"\\\n]+)"\nmsgstr "([^"\\\n]+)"\n/
    var count = 0
    for entry in source.matches(of: simple) where !source[..<entry.range.lowerBound].hasSuffix("\"") {
      count += 1
      #expect(catalogue.translation(of: String(entry.1)) == String(entry.2))
    }
    #expect(count > 300)
  }

  @Test func `a damaged catalogue is none, or lacks texts`() throws {
    let whole = try Self.compiled(Self.source)
    var found = 0
    for place in whole.indices {
      var damaged = whole
      damaged[place] ^= 0xFF
      for bytes in [Array(whole[..<place]), damaged] {
        guard let catalogue = MessageCatalogue(bytes) else { continue }
        if catalogue.translation(of: "Focus") == "專注" { found += 1 }
        _ = catalogue.translation(of: "{n} day", for: 2)
      }
    }
    #expect(found > 0 && MessageCatalogue(Array("not a catalogue at all".utf8)) == nil && MessageCatalogue([]) == nil)
  }
}
