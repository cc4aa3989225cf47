// Finds the first element for which a closure returns a value.

extension Sequence {
  /// The first result that is not nil. `lazy.compactMap(transform).first` computes that one twice.
  public func firstNonNil<Result>(_ transform: (Element) throws -> Result?) rethrows -> Result? {
    for element in self { if let result = try transform(element) { return result } }
    return nil
  }
}
