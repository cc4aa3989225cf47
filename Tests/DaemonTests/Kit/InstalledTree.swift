// What `make install` makes of the programs that these tests are built with: one tree for all tests.
import Glibc
import TestKit
import Testing

/// The installation; made by the first test that wants it, removed when the tests end.
struct InstalledTree {
  /// As PREFIX.
  let prefix: String

  static let shared: Result<InstalledTree, any Error> = Result { try InstalledTree() }
  private let owned = TemporaryFolder()

  private init() throws {
    let folder = owned.path
    prefix = folder + "/home/.local"
    // The scripts install what a release build has made; here it is what the tests were built with.
    let make = """
      set -e
      mkdir -p "$1/checkout/.build/release" "$1/home"
      for name in "$2"/*; do ln -s "$name" "$1/checkout/"; done
      for name in tomato-notify tomato-notifyd; do ln -s "$3/$name" "$1/checkout/.build/release/"; done
      cd "$1/checkout"
      exec bash scripts/install.sh
      """
    let outcome = Program.run(
      ["bash", "-c", make, "install", folder, Repository.root, Program.products],
      environment: [
        "PATH=/usr/bin:/bin:/usr/sbin:/sbin", "HOME=\(folder)/home", "PREFIX=\(prefix)", "LC_ALL=C.UTF-8",
        "XDG_RUNTIME_DIR=\(folder)/home",
      ])
    try #require(outcome.code == 0, "\(outcome.output)")
  }
}
