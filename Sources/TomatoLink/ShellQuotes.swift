// Quotes of a POSIX shell.

extension String {
  /// In single quotes, in which nothing is special; a quotation mark of the text stands outside them.
  public var shellQuoted: String { "'" + replacingEach("'", with: "'\\''") + "'" }
}
