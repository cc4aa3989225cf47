internal import TomatoEngine
final class ConfigurationWatch {
  var settings = Settings()
  var complaints: [String] = []
  var showsIsland: Bool { true }
  func watch(_ onChange: @escaping (Settings, [String]) -> Void) {}
  static func command(_ words: [String]) -> Int32 { 0 }
}
