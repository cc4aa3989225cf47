// The link grammar: the one language of every door. Parses strictly, prints canonically.

/// Why a text is not a link; `description` is the sentence for the person.
public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
