// Which language is chosen from the environment, and how a line of the control socket says it.
import Testing
import TomatoLink

struct RequestLanguageTests {
  @Test(
    arguments: [
      ([:], "en"), (["LANG": "zh_TW.UTF-8"], "zh_TW"), (["LANG": "zh_TW"], "zh_TW"),
      (["LANG": "zh_CN.utf8@x"], "zh_CN"),
      (["LANG": "zh_TW.BIG5"], "en"), (["LANG": "de_DE.UTF-8"], "en"), (["LANG": "C.UTF-8"], "en"),
      (["LC_ALL": "C", "LANG": "zh_TW.UTF-8"], "en"), (["LC_ALL": "C.UTF-8", "LANGUAGE": "zh_TW"], "en"),
      (["LC_MESSAGES": "zh_CN.UTF-8", "LANG": "zh_TW.UTF-8"], "zh_CN"),
      (["LANG": "fr_CA.UTF-8"], "fr"), (["LANGUAGE": "zh_TW"], "en"),
      (["LANGUAGE": "zh_CN:zh_TW", "LANG": "zh_TW.UTF-8"], "zh_CN"),
      (["LANGUAGE": "de:fr_CA.UTF-8:zh_TW", "LANG": "de_DE.UTF-8"], "fr"),
      (["LANGUAGE": "en_GB:zh_TW", "LANG": "zh_TW.UTF-8"], "en"), (["LANGUAGE": "de:C:zh_TW", "LANG": "de_DE"], "en"),
      (["LANGUAGE": ":::", "LANG": "zh_TW.UTF-8"], "en"), (["LANGUAGE": "de", "LANG": "zh_TW.UTF-8"], "en"),
    ] as [([String: String], String)])
  func `gettext's variables decide`(_ variables: [String: String], _ language: String) {
    #expect(RequestLanguage.chosen({ variables[$0] }, isThere: { ["zh_TW", "zh_CN", "fr"].contains($0) }) == language)
  }

  @Test(
    arguments: [
      ("tomatoclock://status", nil, "tomatoclock://status"),
      ("lang=zh_TW tomatoclock://status", "zh_TW", "tomatoclock://status"),
      ("lang=zh_TW.UTF-8@x a\tb", "zh_TW", "a\tb"), ("lang=en ", "en", ""), ("lang=zh_TW  a", "zh_TW", " a"),
      ("", nil, ""), ("lang", nil, "lang"), ("lang=", nil, "lang="), ("lang= a", nil, "lang= a"),
      ("lang=zh_TW", nil, "lang=zh_TW"), ("lang=../x a", nil, "lang=../x a"), ("lang=z\u{e9} a", nil, "lang=z\u{e9} a"),
      ("lang=\t a", nil, "lang=\t a"), ("Lang=en a", nil, "Lang=en a"),
      ("lang=" + String(repeating: "a", count: 32) + " a", String(repeating: "a", count: 32), "a"),
      ("lang=" + String(repeating: "a", count: 33) + " a", nil, "lang=" + String(repeating: "a", count: 33) + " a"),
    ] as [(String, String?, String)])
  func `the word for a language is cut off, and nothing else`(_ line: String, _ language: String?, _ rest: String) {
    let cut = RequestLanguage.cut(Array(line.utf8)[...])
    #expect(cut.language == language && String(decoding: cut.rest, as: UTF8.self) == rest)
  }

  @Test func `what is printed is read`() {
    let line = RequestLanguage.line("tomatoclock://status", in: "zh_TW")
    let cut = RequestLanguage.cut(Array(line.utf8)[...])
    #expect(cut.language == "zh_TW" && cut.rest.elementsEqual("tomatoclock://status".utf8))
  }
}
