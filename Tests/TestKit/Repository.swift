// Where the repository is, for the tests that read its documents, icons and scripts.

public enum Repository {
  /// The folder of the package, without a slash at its end.
  public static let root = String(#filePath.dropLast("/Tests/TestKit/Repository.swift".count))
}
