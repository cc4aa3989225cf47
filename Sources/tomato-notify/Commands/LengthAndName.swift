// The words between a verb and its options: a duration and a name, in either order.
internal import ArgumentParser
internal import TomatoLink

/// `4m tea`, `tea 4m`: one word may be a duration, the others are a name.
struct LengthAndName {
  /// Nil when no word is a duration.
  var length: Duration?
  /// Nil when there are no other words.
  var name: String?

  /// The first or second word is the duration if it looks like one.
  /// - Parameter signed: any word may be the duration, which is required and may be negative.
  /// - Throws: 65 when the required duration is missing.
  init(_ words: [String], signed: Bool = false) throws {
    let read = { (word: String) in try? signed ? TypedDuration.parseSigned(word) : TypedDuration.parse(word) }
    let place = (signed ? words[...] : words.prefix(2)).firstIndex { signed ? read($0) != nil : Self.looksLikeOne($0) }
    var rest = words
    if let place { length = try TypedValue.duration(rest.remove(at: place), signed: signed) }
    if signed {
      // Throws the error for the word that should be a duration.
      guard length != nil else {
        _ = try TypedValue.duration(words.last ?? "", signed: true)
        return
      }
      guard !rest.contains(where: { read($0) != nil }) else {
        throw ValidationError("A duration was given twice; expected one, for example 5m.")
      }
    }
    name = rest.isEmpty ? nil : rest.joined(separator: " ")
  }

  /// Digits with units or colons: meant as a duration, even if it is an invalid one.
  private static func looksLikeOne(_ word: String) -> Bool {
    guard word.utf8.first?.isASCIIDigit == true else { return false }
    return word.utf8.allSatisfy { (48...58).contains($0) || "hms".utf8.contains($0) }
  }

  /// The activity that the words or the option name.
  func named(or option: ActivityOption) throws -> ActivityReference {
    guard let name else { return try option.value() }
    guard option.activity == nil else {
      throw ValidationError("The name was given twice; expected either words or --activity.")
    }
    return try TypedValue.activity(name)
  }
}
