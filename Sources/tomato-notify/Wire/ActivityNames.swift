// The current activities, which a shell offers after a verb (`tomato-notify pause <Tab>`).
internal import TomatoLink
internal import TomatoSocket

enum ActivityNames {
  /// Maximum wait after Tab, in milliseconds.
  private static let patience: Int64 = 500

  /// Asks the daemon of this user, if it runs. Empty after an error.
  static func here() -> [String] {
    guard var client = try? Client.here() else { return [] }
    client.daemon.patience = patience
    return all(client)
  }

  /// The ids, the most relevant first. No shell has to quote an id, and each verb takes it.
  static func all(_ client: Client) -> [String] {
    let list = Exchange(link: Link.print(.query(Query(.list))), reception: .ofRunning)
    guard let answer = try? client.answer(list), answer.code == .done else { return [] }
    return answer.said.split(separator: "\n").compactMap { line in
      let id = line.prefix { $0 != ":" }
      return id.endIndex < line.endIndex ? ActivityID(id)?.description : nil
    }
  }
}
