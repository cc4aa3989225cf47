// The version of everything in this package.

/// Whether a version is older than another; false if one of them is invalid.
public func isVersion(_ version: String, before other: String) -> Bool {
  guard let numbers = versionNumbers(version), let others = versionNumbers(other) else { return false }
  return numbers.lexicographicallyPrecedes(others)
}

/// The three numbers of `MAJOR.MINOR.PATCH`; nil for every other form.
private func versionNumbers(_ version: String) -> [Int]? {
  let parts = version.split(separator: ".", omittingEmptySubsequences: false)
  let numbers = parts.compactMap { part in part.utf8.allSatisfy(\.isASCIIDigit) ? Int(part) : nil }
  return parts.count == 3 && numbers.count == 3 ? numbers : nil
}

/// The version that `--version` prints, `MAJOR.MINOR.PATCH`.
public let tomatoVersion = "1.0.0"
