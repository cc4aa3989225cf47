// The reader of compiled catalogues, against msgfmt, and against damage.
import TestKit
import Testing
import TomatoLink

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

  @Test(arguments: [["--endianness=little"], ["--endianness=big"], ["--no-hash"]])
  func `texts are found with their context and number, in each order of bytes`(_ options: [String]) throws {
    let catalogue = try #require(MessageCatalogue(Catalogues.bytes(compiled: Self.source, options)))
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
    let source = Repository.text("po/zh_TW.po")
    let catalogue = try #require(MessageCatalogue(Catalogues.bytes(compiled: source)))
    let simple = /\nmsgid "([^"\\\n]+)"\nmsgstr "([^"\\\n]+)"\n/
    var count = 0
    for entry in source.matches(of: simple) where !source[..<entry.range.lowerBound].hasSuffix("\"") {
      count += 1
      #expect(catalogue.translation(of: String(entry.1)) == String(entry.2))
    }
    #expect(count > 300)
  }

  @Test func `a damaged catalogue is none, or lacks texts`() {
    let whole = Catalogues.bytes(compiled: Self.source)
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

  @Test func `catalogues are looked for beside the program`() {
    let there = ["/x/share/locale", "/x/.build/locale", "/share/locale"]
    func folder(_ program: String?) -> String? { MessageCatalogue.folder(beside: program, isThere: there.contains) }
    #expect(folder("/x/bin/tomato-notifyd") == "/x/share/locale" && folder("/bin/tomato-notify") == "/share/locale")
    #expect(folder("/x/.build/x/release/tomato-notifyd") == "/x/.build/locale")
    for program in ["/x/other/bin/tomato-notifyd", "/x/lib/tomato-notifyd", "/tomato-notifyd", "", nil] {
      #expect(folder(program) == nil)
    }
    #expect(MessageCatalogue.path(of: "fr", in: nil) == "/usr/share/locale/fr/LC_MESSAGES/tomato-notify.mo")
  }
}
