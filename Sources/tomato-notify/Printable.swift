// What may be shown in a terminal.

/// `text` without the characters that could steer a terminal or turn the direction of writing.
func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isSteering) else { return text }
  return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isSteering($0) }))
}

/// Control characters, line and paragraph separators, and the direction marks, embeddings, overrides and isolates.
private func isSteering(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}
