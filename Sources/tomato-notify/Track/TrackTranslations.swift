// The translations of TrackWords, compiled in: the command reads no catalogue. They are those of po/, and a test
// compares the two.
internal import TomatoLink

/// `text` in the language of this process's environment, with its places filled.
func tr(_ text: String, _ places: KeyValuePairs<String, String> = [:]) -> String {
  let translated = TrackTranslations.of(text, in: TrackTranslations.language(SystemCalls.environment)) ?? text
  return Sentence.fill(translated) { name in places.first { $0.key == name }?.value ?? "{\(name)}" }
}

enum TrackTranslations {
  enum Language: String, CaseIterable {
    case traditionalChinese = "zh_TW"
    case simplifiedChinese = "zh_CN"
  }

  /// The first of LC_ALL, LC_MESSAGES and LANG that is set decides; nil is English. Hong Kong and Macau write as Taiwan
  /// does, everywhere else Chinese is written in the simplified characters.
  static func language(_ environment: (String) -> String?) -> Language? {
    let locale = environment("LC_ALL") ?? environment("LC_MESSAGES") ?? environment("LANG") ?? ""
    guard locale.hasPrefix("zh") else { return nil }
    let isTraditional = ["zh_TW", "zh_HK", "zh_MO"].contains { locale.hasPrefix($0) }
    return isTraditional ? .traditionalChinese : .simplifiedChinese
  }

  static func of(_ text: String, in language: Language?) -> String? {
    guard let language, let both = table.first(where: { $0.english == text }) else { return nil }
    return language == .traditionalChinese ? both.traditional : both.simplified
  }

  static var table: [(english: String, traditional: String, simplified: String)] {
    [
      ("Stop", "停止", "停止"),
      ("stopped", "已停止", "已停止"),
      ("done in {time}", "完成，用時 {time}", "完成，用时 {time}"),
      ("failed ({code}) after {time}", "失敗（{code}），用時 {time}", "失败（{code}），用时 {time}"),
      ("stopped after {time}", "已停止，用時 {time}", "已停止，用时 {time}"),
      ("exit code {code}", "結束代碼 {code}", "退出代码 {code}"),
      ("signal {name}", "訊號 {name}", "信号 {name}"),
    ]
  }
}
