// The catalogues of po/, the desktop file and the metainfo: whole, as the sources are, true to each text's places.
import Foundation
import TestKit
import Testing

/// One text of a catalogue.
struct CatalogueEntry: CustomTestStringConvertible, Sendable {
  var isFuzzy = false
  var isObsolete = false
  /// `msgctxt`, `msgid`, `msgid_plural`, `msgstr`, `msgstr[0]` and so on, as they are written.
  var texts: [String: String] = [:]

  var msgid: String { texts["msgid"] ?? "" }
  var translations: [String] { texts.filter { $0.key.hasPrefix("msgstr") }.map(\.value) }
  var key: [String?] { [texts["msgctxt"], texts["msgid"], texts["msgid_plural"]] }
  var testDescription: String { msgid }

  /// The entries of a file without the header, in order.
  static func read(_ path: String) throws -> [CatalogueEntry] {
    let text = Repository.text(path)
    return text.components(separatedBy: "\n\n").map(CatalogueEntry.init).filter { $0.texts["msgid"] != "" }
  }

  init(_ paragraph: String) {
    var last = ""
    for line in paragraph.split(separator: "\n") {
      if line.hasPrefix("#,"), line.contains("fuzzy") { isFuzzy = true }
      if line.hasPrefix("#~") { isObsolete = true }
      guard !line.hasPrefix("#"), let quote = line.firstIndex(of: "\"") else { continue }
      if quote != line.startIndex { last = line[..<quote].trimmingCharacters(in: .whitespaces) }
      texts[last, default: ""] += line[quote...].dropFirst().dropLast()
    }
  }
}

struct CatalogueTests {
  static let languages = ["zh_CN", "zh_TW"]
  static let template = "po/tomato-notify.pot"

  @Test func `the template has the texts of the sources, no more and no fewer`() throws {
    let fresh = try run(["python3", "scripts/update-po.py", "--template"], from: "python3")
    let kept = Repository.text(Self.template)
    #expect(fresh.status == 0 && fresh.output == kept, "run scripts/update-po.py, then translate what is new")
    #expect(try CatalogueEntry.read(Self.template).count > 250)
  }

  @Test func `each language of po/ is one that is tested here`() throws {
    let found = try files(under: repository.appending(path: "po")).filter { $0.hasSuffix(".po") }
    #expect(found == Self.languages.map { "\($0).po" })
  }

  @Test(arguments: languages)
  func `a catalogue is valid and whole: nothing untranslated, doubtful or left over`(language: String) throws {
    let check = try run(
      ["msgfmt", "--check", "--check-format", "--statistics", "-o", "/dev/null", "po/\(language).po"],
      from: "gettext")
    #expect(check.status == 0 && !check.output.contains("warning"), "\(check.output)")
    let entries = try CatalogueEntry.read("po/\(language).po")
    #expect(entries.map(\.key) == (try CatalogueEntry.read(Self.template).map(\.key)))
    for entry in entries {
      #expect(!entry.isFuzzy && !entry.isObsolete, "\(entry.msgid)")
      #expect(!entry.translations.isEmpty && !entry.translations.contains(""), "\(entry.msgid) is not translated")
    }
  }

  /// What the reader of catalogues knows.
  @Test(arguments: languages)
  func `a language has one form for all numbers, or one for 1 and another`(language: String) throws {
    let text = Repository.text("po/\(language).po")
    #expect(text.contains("nplurals=1; plural=0;") || text.contains("nplurals=2; plural=(n != 1);"))
    #expect(text.contains("\"Language: \(language)\\n\""))
  }

  @Test(arguments: languages) func `a translation has the places of its text, and no other`(language: String) throws {
    for entry in try CatalogueEntry.read("po/\(language).po") {
      let wanted = Self.places(entry.msgid)
      for translation in entry.translations {
        #expect(Self.places(translation) == wanted, "\(entry.msgid) became \(translation)")
      }
    }
  }

  /// Each of two buttons on LXQt has room for eight Latin letters, or four Chinese ones.
  @Test(arguments: languages) func `a button's label has eight columns at most`(language: String) throws {
    let labels: Set = [
      "Again", "Start", "Done", "Stop", "Lap", "Pause", "Resume", "Skip", "Reset", "+1 min", "+5 min", "Rewind", "Undo",
    ]
    var count = 0
    for entry in try CatalogueEntry.read("po/\(language).po") where labels.contains(entry.msgid) {
      count += 1
      for text in [entry.msgid] + entry.translations {
        #expect(text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) } <= 8, "\(text)")
      }
    }
    #expect(count >= labels.count)
  }

  private static func places(_ text: String) -> [String] { text.matches(of: /\{(\w+)\}/).map { String($0.1) }.sorted() }

  /// What a person types, or a program reads, is the same in every language.
  @Test(arguments: languages) func `commands, keys and names of variables are not translated`(language: String) throws {
    for entry in try CatalogueEntry.read("po/\(language).po") {
      for word in entry.msgid.matches(of: /tomato-notifyd?|--[a-z-]+|[A-Z]+_[A-Z_]+|tomatoclock:|\[[a-z]+\]/) {
        guard entry.msgid != "a [group], a key=value or a # comment was expected", word.0 != "[group]" else { continue }
        for translation in entry.translations { #expect(translation.contains(word.0), "\(translation)") }
      }
    }
  }

  @Test func `the desktop file says each thing in each language`() throws {
    let path = repository.appending(path: "desktop/org.tomatoclock.TomatoNotify.desktop")
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    var count = 0
    for section in lines.split(whereSeparator: { $0.hasPrefix("[") }) {
      for key in ["Name", "GenericName", "Comment", "Keywords"] {
        guard section.contains(where: { $0.hasPrefix(key + "=") }) else { continue }
        count += 1
        for language in Self.languages {
          let found = section.filter { $0.hasPrefix("\(key)[\(language)]=") }
          #expect(found.count == 1 && found.first?.last != "=", "\(key) in \(language)")
        }
      }
    }
    #expect(count == 9)
  }

  @Test func `the metainfo says each thing in each language`() throws {
    let path = repository.appending(path: "desktop/org.tomatoclock.TomatoNotify.metainfo.xml")
    let text = try String(contentsOf: path, encoding: .utf8)
    for tag in ["name", "summary", "p", "li"] {
      let plain = text.matches(of: try Regex("<\(tag)>")).count
      #expect(plain > 0)
      for language in Self.languages {
        let found = text.matches(of: try Regex("<\(tag) xml:lang=\"\(language)\">")).count
        #expect(found == plain, "<\(tag)> in \(language): \(found) of \(plain)")
      }
    }
  }
}
