// The version of everything in this package, in one place.

/// The version that `--version` prints, `MAJOR.MINOR.PATCH`.
public let tomatoVersion = "0.1.0"
