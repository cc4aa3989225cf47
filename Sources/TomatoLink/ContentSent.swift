// Additional rules for a content that a program sends. Stored content is exempt, so that a new rule keeps an existing
// database readable.

extension ContentUpdate {
  /// - Throws: One sentence, for an invisible text or a link that must not be opened.
  public func checkSent() throws(LinkError) {
    if let name { _ = try ActivityName.given(name) }
    try Self.checkVisible(.heading, heading)
    try Self.checkVisible(.text, text.applied(to: nil))
    try Self.checkVisible(.short, short.applied(to: nil))
    try Self.checkVisible(.alert, alert?.title)
    if let url { try ActivityURL.checkOpening(url) }
    for button in buttons ?? [] {
      try Self.checkVisible(.buttons, button.label)
      if case .url(let link) = button.action { try ActivityURL.checkOpening(link) }
    }
  }

  private static func checkVisible(_ key: ContentKey, _ text: String?) throws(LinkError) {
    guard let text, !text.isEmpty, !SafeText.isVisible(text) else { return }
    throw LinkError(
      "The member '{item}' is invisible; expected a visible character.", ["item": key.rawValue])
  }
}
