// The icons are what the script draws, have every form which a desktop asks for, and are told apart without colour.
import Foundation
import TestKit
import Testing

struct IconTests {
  static let names = ["", "-focus", "-break", "-paused", "-urgent", "-completed"]
    .map { "org.tomatoclock.TomatoNotify\($0)" }
  let hicolor = repository.appending(path: "icons/hicolor")

  @Test func `the committed files are what the script draws, and no others`() throws {
    _ = try run(["rsvg-convert", "--version"], from: "librsvg2-bin")
    let check = try run(["python3", "scripts/draw-icons.py", "--check"], from: "python3")
    #expect(check.output.isEmpty && check.status == 0, "\(check.output)Run scripts/draw-icons.py.")
  }

  @Test func `the check sees a changed drawing, a damaged picture, a missing file and a foreign one`() throws {
    let folder = TemporaryFolder(" desktop")
    let copy = folder.url.appending(path: "hicolor")
    try FileManager.default.copyItem(at: hicolor, to: copy)
    let name = try #require(Self.names.first)
    let drawing = copy.appending(path: "scalable/apps/\(name).svg")
    try String(contentsOf: drawing, encoding: .utf8).replacing("#fff7e8", with: "#000000")
      .write(to: drawing, atomically: true, encoding: .utf8)
    try Data("no picture".utf8).write(to: copy.appending(path: "48x48/apps/\(name).png"))
    try FileManager.default.removeItem(at: copy.appending(path: "64x64/apps/\(name).png"))
    try FileManager.default.removeItem(at: copy.appending(path: "32x32/apps/\(name)-focus.png"))
    try FileManager.default.copyItem(
      at: copy.appending(path: "32x32/apps/\(name)-paused.png"),
      to: copy.appending(path: "32x32/apps/\(name)-focus.png"))
    try Data().write(to: copy.appending(path: "stray"))
    let check = try run(["python3", "scripts/draw-icons.py", "--check", folder.url.path], from: "python3")
    #expect(check.status == 1)
    for word in [
      "stray is not drawn", "64x64/apps/\(name).png is missing", "scalable/apps/\(name).svg is not what",
      "48x48/apps/\(name).png cannot be read", "32x32/apps/\(name)-focus.png does not look like",
    ] {
      #expect(check.output.contains(word), "nothing about “\(word)” in: \(check.output)")
    }
    #expect(check.output.split(separator: "\n").count == 5, "\(check.output)")
  }

  @Test(arguments: names) func `each state has every form, in well-formed and small files`(name: String) throws {
    var paths = ["scalable/apps/\(name).svg", "symbolic/apps/\(name)-symbolic.svg"]
    paths += [22, 24].map { "\($0)x\($0)/apps/\(name)-symbolic.svg" }
    let drawings = paths
    paths += [16, 22, 24, 32, 48, 64, 128].map { "\($0)x\($0)/apps/\(name).png" }
    for path in paths {
      let size = try Data(contentsOf: hicolor.appending(path: path)).count
      #expect((1...6144).contains(size), "\(path) has \(size) bytes")
    }
    let lint = try run(["xmllint", "--noout"] + drawings, from: "libxml2-utils", in: hicolor)
    #expect(lint.status == 0, "\(lint.output)")
  }

  @Test(arguments: names)
  func `a symbolic icon is filled paths only, which every desktop can recolour`(name: String) throws {
    let text = try String(contentsOf: hicolor.appending(path: "symbolic/apps/\(name)-symbolic.svg"), encoding: .utf8)
    #expect(!text.contains("stroke") && !text.contains("gradient", options: .caseInsensitive))
    #expect(text.components(separatedBy: "<path").count == 3)
    #expect(text.components(separatedBy: #"class="ColorScheme-Text" fill="currentColor""#).count == 3)
  }

  @Test func `no two states look alike in one colour, at 16 pixels`() throws {
    // The smallest number of pixels, of 256, in which two of the drawings clearly differ.
    let program = """
      import itertools, pathlib, subprocess, sys
      sys.path.insert(0, "scripts")
      sys.dont_write_bytecode = True
      import png
      def alphas(path):
        drawn = subprocess.run(["rsvg-convert", path], stdout=subprocess.PIPE, check=True).stdout
        return b"".join(row[3::4] for row in png.decode(drawn))
      pictures = [alphas(path) for path in sorted(pathlib.Path("icons/hicolor/symbolic/apps").glob("*.svg"))]
      pairs = itertools.combinations(pictures, 2)
      print(len(pictures), min(sum(abs(a - b) > 96 for a, b in zip(*pair)) for pair in pairs))
      """
    _ = try run(["rsvg-convert", "--version"], from: "librsvg2-bin")
    let answer = try run(["python3", "-c", program], from: "python3").output
    let numbers = answer.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(numbers.count == 2, "\(answer)")
    #expect(numbers.first == Self.names.count && numbers[at: 1].map { $0 >= 12 } == true, "\(answer)")
  }

  @Test func `all icons together stay below 150 KB`() throws {
    let sizes = try run(["find", ".", "-type", "f", "-printf", "%s\n"], from: "findutils", in: hicolor)
    #expect(sizes.output.split(separator: "\n").compactMap { Int($0) }.reduce(0, +) < 150_000)
  }
}

extension String {
  fileprivate func contains(_ other: String, options: String.CompareOptions) -> Bool {
    range(of: other, options: options) != nil
  }
}
