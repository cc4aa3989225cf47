// The Debian package: equal sources make equal bytes, wherever and whenever it is made.
import Foundation
import TestKit
import Testing

@Suite(.enabled(if: Program.exists("dpkg-shlibdeps") && Program.exists("cc") && Program.exists("msgfmt")))
struct PackageTests {
  private let room = TemporaryFolder(" package")

  /// Makes a package of programs in C that are compiled in a checkout of this name.
  private func package(
    in name: String, umask: String = "022", zone: String = "UTC", touched: String = "2026-01-01", saying: String = "x"
  ) throws -> ToolOutcome {
    let checkout = room.url.appending(path: name)
    let manager = FileManager.default
    try manager.createDirectory(at: checkout.appending(path: ".build/release"), withIntermediateDirectories: true)
    for part in ["scripts", "icons", "desktop", "docs", "Examples", "packaging", "LICENSE", "NOTICE"] {
      try manager.copyItem(at: repository.appending(path: part), to: checkout.appending(path: part))
    }
    let program = """
      #include <stdio.h>
      #include <string.h>
      int main(int count, char **words) {
        return puts(count > 1 && !strcmp(words[1], "--version") ? "1.0" : "\(saying)") < 0;
      }
      """
    try Data(program.utf8).write(to: checkout.appending(path: "program.c"))
    // With debugging information, which has the paths of the folder.
    let steps = """
      set -e; umask \(umask)
      for name in tomato-notify tomato-notifyd; do
        cc -g -Wl,--build-id=none "$PWD/program.c" -o ".build/release/$name"
      done
      find . -exec touch -d \(touched) {} +
      exec scripts/deb.sh
      """
    return try run(
      ["bash", "-c", steps], from: "bash", in: checkout,
      environment: ["TZ": zone, "LINT": "no", "HOME": room.path, "GIT_CEILING_DIRECTORIES": room.path])
  }

  private func bytes(in name: String) throws -> Data {
    let folder = room.url.appending(path: name + "/dist")
    return try Data(contentsOf: folder.appending(path: try #require(try files(under: folder).first)))
  }

  @Test func `a package has the same bytes from another folder, at another time, with other rights`() throws {
    let other = "another/of a longer name"
    let first = try package(in: "one")
    let second = try package(in: other, umask: "077", zone: "Asia/Tokyo", touched: "2001-09-09")
    try #require(first.status == 0 && second.status == 0, "\(first.output)\(second.output)")
    #expect(try bytes(in: "one").count > 10_000)
    #expect(try bytes(in: "one") == bytes(in: other))
  }

  @Test func `a program that names the folder in which it was built makes no package`() throws {
    let place = room.url.appending(path: "one/Sources/main.swift").path
    let refused = try package(in: "one", saying: place)
    #expect(refused.status == 70)
    #expect(refused.output.contains("tomato-notify names \(room.path)/one, so a build in another folder"))
  }

  @Test func `no source names its folder, the only way into a program without symbols`() throws {
    let found = try run(["grep", "-rnE", "#filePath|#file\\b|__FILE__", "Sources"], from: "grep")
    #expect(found.status == 1 && found.output.isEmpty, "\(found.output)")
  }
}
